#include "version.h"

#include <fmt/format.h>

#include "commit.h"  // made by cmake/commit.cmake; nothing else includes it, so a new commit compiles this file alone
#include "device/device.h"
#include "math/real.h"

namespace weft {

std::string instruction_set() {
#if defined(__AVX512F__) && defined(__AVX512BW__) && defined(__AVX512CD__) && defined(__AVX512DQ__) && \
    defined(__AVX512VL__)
  return "x86-64-v4";
#elif defined(__AVX2__) && defined(__FMA__) && defined(__BMI2__) && defined(__F16C__)
  return "x86-64-v3";
#elif defined(__SSE4_2__)
  return "x86-64-v2";
#elif defined(__x86_64__)
  return "x86-64";
#else
  return "other";
#endif
}

std::string version_text() {
  const std::string level = instruction_set(), asked = WEFT_ARCH;
  return fmt::format(
      "weft {}\n"
      "commit           {}\n"
      "precision        {}\n"
      "instruction set  {}\n"
      "graphics cards   {}",
      WEFT_VERSION, WEFT_COMMIT, sizeof(Real) == sizeof(float) ? "float" : "double",
      level == asked ? level : fmt::format("{} (-march={})", level, asked),
      built_with_cuda() ? "CUDA kernels" : "no kernels in this build");
}

}  // namespace weft
