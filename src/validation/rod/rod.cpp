#include "validation/rod/rod.h"

#include <fmt/format.h>

#include <algorithm>

#include "exec/error.h"
#include "validation/rod/support.h"

namespace weft {

bool rod_takes(const std::string& test, const std::string& key) {
  const auto one_of = [&](std::initializer_list<const char*> tests) {
    return std::any_of(tests.begin(), tests.end(), [&](const char* t) { return test == t; });
  };
  if (one_of({"strip", "curl_boundary", "curl_shape"})) return true;
  if (one_of({"twisted_ring", "localised_twist"})) return key == "poisson" || key == "twist_ratio";
  if (test == "twist_wave") return key == "poisson" || key == "flatness";
  return test == "spring" && key == "poisson";
}

Series run_rod(const RodCase& c) {
  using Run = Series (*)(const RodCase&);
  static constexpr std::pair<const char*, Run> tests[] = {
      {"cantilever", rod_cantilever},
      {"tip_force", rod_tip_force},
      {"curl_boundary", rod_curl_boundary},
      {"curl_shape", rod_curl_shape},
      {"strip", rod_strip},
      {"stick_slip", rod_stick_slip},
      {"twisted_ring", rod_twisted_ring},
      {"localised_twist", rod_localised_twist},
      {"bending_wave", rod_bending_wave},
      {"twist_wave", rod_twist_wave},
      {"chain", rod_chain},
      {"spring", rod_spring},
  };
  for (const auto& [name, run] : tests)
    if (c.test == name) return run(c);
  throw Error("E0711", fmt::format("there is no test '{}' of rods", c.test), {}, "see docs/validation.md");
}

}  // namespace weft
