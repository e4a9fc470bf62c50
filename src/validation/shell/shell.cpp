#include "validation/shell/shell.h"

#include <fmt/format.h>

#include "exec/error.h"
#include "validation/shell/support.h"

namespace weft {

bool shell_takes(const std::string& test, const std::string& key) {
  if (key == "poisson") return test != "end_shear" && test != "roll_up" && test != "slit_annulus";
  return test.starts_with("plate");
}

Series run_shell(const ShellCase& c) {
  using Run = Series (*)(const ShellCase&);
  static constexpr std::pair<const char*, Run> tests[] = {
      {"roof", shell_roof},
      {"pinched_cylinder", shell_pinched_cylinder},
      {"pinched_hemisphere", shell_pinched_hemisphere},
      {"end_shear", shell_end_shear},
      {"roll_up", shell_roll_up},
      {"slit_annulus", shell_slit_annulus},
      {"plate", shell_plate},
      {"plate_vibration", shell_plate_vibration},
      {"plate_buckling", shell_plate_buckling},
      {"plate_deflection", shell_plate_deflection},
      {"heavy_strip", shell_heavy_strip},
      {"cylinder_pressure", shell_cylinder_pressure},
      {"cylinder_axial", shell_cylinder_axial},
  };
  for (const auto& [name, run] : tests)
    if (c.test == name) return run(c);
  throw Error("E0711", fmt::format("there is no test '{}' of shells", c.test), {}, "see docs/validation.md");
}

}  // namespace weft
