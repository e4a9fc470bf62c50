#include "bodies/shell/shell_law.inl"

namespace weft {

template std::unique_ptr<ShellLaw> make_shell_law_of(const Orthotropic&);

}  // namespace weft
