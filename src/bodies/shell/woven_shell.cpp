#include "bodies/shell/shell_law.h"

namespace weft {

template std::unique_ptr<Body> make_shell_of(const ShellOptions&, const WovenShell&);

}  // namespace weft
