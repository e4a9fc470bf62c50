#include "bodies/shell/shell.h"

#include "bodies/shell/shell_body.h"
#include "bodies/shell/shell_sheet.h"
#include "exec/error.h"

namespace weft {

std::unique_ptr<ShellLaw> make_shell_law(const std::string& name, const Material& material) {
  return std::visit(
      [&]<class Law>(const Law& law) -> std::unique_ptr<ShellLaw> {
        if constexpr (IsLamina<Law>) return make_shell_law_of(law);
        throw Error("E0306", "object \"" + name + "\" cannot be made of '" + Law::name + "'", {},
                    "shells are made of lamina, orthotropic or woven_shell");
      },
      material);
}

std::unique_ptr<Body> make_shell(const ShellOptions& options) {
  std::unique_ptr<ShellLaw> law = make_shell_law(options.name, options.material);
  if (options.coupling == Coupling::mesh) return std::make_unique<ShellSheet>(options, std::move(law));
  return std::make_unique<ShellBody>(options, std::move(law));
}

}  // namespace weft
