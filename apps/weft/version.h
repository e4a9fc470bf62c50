/// What this program is: version, commit, precision, instruction set, kernels for graphics cards.
#pragma once
#include <string>

namespace weft {

/// Several lines; the first is "weft 0.1.0".
std::string version_text();
/// "x86-64-v3": the smallest level that has all instructions this program may use, of those that compilers name.
std::string instruction_set();

}  // namespace weft
