/// bin/weft of a package: starts the program that was built for what this processor can.
///   PREFIX/bin/weft                  this, for any x86-64
///   PREFIX/lib/weft/x86-64-v4/weft   AVX-512
///   PREFIX/lib/weft/x86-64-v3/weft   AVX2 and FMA
/// WEFT_ARCH=x86-64-v3 in the environment chooses instead.
#include <unistd.h>

#include <climits>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace {

struct Level {
  const char* name;
  bool runs;
};

/// Prints an error as the program does; 2 as its exit code.
int fail(const char* code, const char* what, const char* hint) {
  std::fprintf(stderr, "error[%s]: %s\n  %s\n", code, what, hint);
  return 2;
}

}  // namespace

int main(int, char** argv) {
  __builtin_cpu_init();
  const Level levels[] = {{"x86-64-v4", __builtin_cpu_supports("x86-64-v4") != 0},
                          {"x86-64-v3", __builtin_cpu_supports("x86-64-v3") != 0}};
  char self[PATH_MAX];
  const ssize_t length = ::readlink("/proc/self/exe", self, sizeof self - 1);
  if (length <= 0) return fail("E0691", "this program cannot find itself", "is /proc mounted?");
  self[length] = 0;
  for (int up = 0; up < 2; ++up)  // PREFIX/bin/weft -> PREFIX
    if (char* slash = std::strrchr(self, '/')) *slash = 0;

  const char* wish = std::getenv("WEFT_ARCH");
  bool known = false;
  for (const Level& level : levels) {
    if (wish && std::strcmp(wish, level.name) != 0) continue;
    known = true;
    if (!level.runs) continue;
    char program[PATH_MAX + 64];
    std::snprintf(program, sizeof program, "%s/lib/weft/%s/weft", self, level.name);
    if (::access(program, X_OK) != 0) continue;
    argv[0] = program;
    ::execv(program, argv);
    return fail("E0691", "the program does not start", program);
  }
  if (wish && !known)
    return fail("E0690", "WEFT_ARCH names no kind of processor that weft is built for",
                "x86-64-v3 or x86-64-v4");
  if (levels[1].runs && !wish)
    return fail("E0691", "the installation is not whole: lib/weft/ holds no program",
                "install the package again");
  return fail("E0690", "this processor lacks instructions that weft needs (x86-64-v3: AVX2, FMA, BMI2)",
              "processors have them since Intel Haswell (2013) and AMD Excavator (2015); built from source, "
              "weft runs on older ones");
}
