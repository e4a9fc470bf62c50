/// [[pair]].
#include <fmt/format.h>

#include "scene/read/reading.h"

namespace weft {
namespace {

bool moves_by_itself(const Scene& scene, const std::string& name) {
  for (const ObjectSpec& o : scene.objects)
    if (o.name == name) return o.type == "solid" || o.type == "rigid" || o.type == "putty";
  return false;
}

}  // namespace

PairSpec read_pair(TableReader pair, const Scene& scene) {
  const std::vector<std::string> between = pair.texts("between", 2);
  PairSpec p{between[0], between[1], pair.number("friction")};
  pair.finish();
  std::vector<std::string> names = names_of(scene.objects);
  for (const std::string& n : names_of(scene.colliders)) names.push_back(n);
  for (const std::string& n : between) check_reference(pair, "between", "object or collider", n, names);
  if (p.a == p.b) throw pair.error("E0250", "a pair needs two different things", "between", "name two");
  if (!moves_by_itself(scene, p.a)) std::swap(p.a, p.b);
  if (!moves_by_itself(scene, p.a))
    throw pair.error(
        "E0250", fmt::format("neither '{}' nor '{}' is a solid, a rigid body or putty", p.b, p.a), "between",
        "grains, cloth, fibres and shells share one velocity field: their own materials say how they rub");
  return p;
}

}  // namespace weft
