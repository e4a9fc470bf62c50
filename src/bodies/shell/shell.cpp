#include "bodies/shell/shell.h"

#include "bodies/shell/shell_body.h"
#include "exec/error.h"

namespace weft {

std::unique_ptr<Body> make_shell(const ShellOptions& options) {
  return std::visit(
      [&]<class Law>(const Law& law) -> std::unique_ptr<Body> {
        if constexpr (IsLamina<Law>) return make_shell_of(options, law);
        throw Error("E0306", "object \"" + options.name + "\" cannot be made of '" + Law::name + "'", {},
                    "shells are made of lamina, orthotropic or woven_shell");
      },
      options.material);
}

}  // namespace weft
