#include "scene/build/check_quantities.h"

#include <fmt/format.h>

#include <algorithm>

#include "exec/error.h"
#include "scene/suggest.h"
#include "world/world.h"

namespace weft {

void check_quantities(const Scene& scene, const World& world) {
  static const std::vector<std::string> common = {
      "x",      "y",      "z",        "vx",           "vy",      "vz",   "speed", "displacement",
      "strain", "stress", "pressure", "volume_ratio", "density", "mass", "id",    "plastic_strain"};
  for (const std::string& what : scene.output.quantities) {
    const auto may_know = [&](const auto& body) {
      return body->size() == 0 || !body->quantity(what).empty();
    };
    if (what == "plastic_strain" || std::any_of(world.bodies.begin(), world.bodies.end(), may_know)) continue;
    throw Error("E0545", fmt::format("'quantities' in [output]: no object knows '{}'", what), {},
                suggestion_of_all(what, common, "common ones"));
  }
}

}  // namespace weft
