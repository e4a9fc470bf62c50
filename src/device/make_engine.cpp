/// Which engine steps a world that does not stay on the processor.
#include "device/engine.h"
#include "exec/error.h"

namespace weft {

// engine_twin.cpp and engine_cuda.cu. Neither is built where numbers are double: kernels are written for float.
std::unique_ptr<DeviceEngine> twin_engine();
std::unique_ptr<DeviceEngine> cuda_engine(int number);

namespace {

Error no_device(const std::string& why, const std::string& hint) { return Error("E0721", why, {}, hint); }

#ifdef WEFT_DOUBLE
Error computes_in_double() {
  return no_device("this program was built in double, and a device computes in float",
                   "use a build without WEFT_DOUBLE, or device = \"cpu\"");
}
#else

std::string numbers_of(const std::vector<Card>& cards) {
  std::string text;
  for (const Card& c : cards)
    text += (text.empty() ? "" : ", ") + std::to_string(c.number) + " (" + c.name + ")";
  return text;
}

[[maybe_unused]] void require_card(int number) {
  const std::vector<Card> found = cards();
  if (found.empty())
    throw no_device(
        "this machine has no graphics card that can be used",
        "it needs one by NVIDIA and its driver (`nvidia-smi` lists them); device = \"cpu\" does without");
  for (const Card& c : found)
    if (c.number == number) return;
  throw no_device("this machine has no graphics card " + std::to_string(number),
                  "it has " + numbers_of(found));
}

std::unique_ptr<DeviceEngine> engine_of_card(int number) {
#ifdef WEFT_CUDA
  require_card(number);
  return cuda_engine(number);
#else
  (void)number;
  throw no_device("this program was built without CUDA",
                  "install the CUDA toolkit and build again (docs/gpu.md), or say device = \"cpu\"");
#endif
}

#endif

}  // namespace

std::unique_ptr<DeviceEngine> make_device_engine(const DeviceChoice& choice) {
#ifdef WEFT_DOUBLE
  if (choice.kind == DeviceKind::gpu || choice.kind == DeviceKind::twin) throw computes_in_double();
#else
  if (choice.kind == DeviceKind::twin) return twin_engine();
  if (choice.kind == DeviceKind::gpu) return engine_of_card(choice.number);
#endif
  return nullptr;
}

}  // namespace weft
