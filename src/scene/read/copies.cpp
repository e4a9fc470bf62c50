#include "scene/read/copies.h"

#include <fmt/format.h>

#include <cmath>

namespace weft {

ObjectSpec Copies::of(const ObjectSpec& first, std::size_t k) const {
  ObjectSpec o = first;
  if (!named) return o;
  const std::size_t i = k % counts[0], j = k / counts[0] % counts[1], l = k / (counts[0] * counts[1]);
  const double at[3] = {double(i), double(j), double(l)};
  Vec3d by;
  for (int a = 0; a < 3; ++a) by[a] = (at[a] + (l % 2 ? stagger[a] : 0)) * step[a];
  o.name = fmt::format("{}_{}", first.name, k + 1);
  o.place.at += by;
  return o;
}

Copies read_copies(TableReader& object) {
  Copies c;
  if (!object.has("copies")) return c;
  TableReader t = object.table("copies", scene_table("copies"));
  const Vec3d counts = t.vector("counts");
  for (int a = 0; a < 3; ++a) {
    if (counts[a] != std::floor(counts[a]))
      throw t.error("E0209", "counts are whole numbers", "counts", "write counts = [4, 1, 3]");
    c.counts[std::size_t(a)] = std::size_t(counts[a]);
  }
  c.step = t.vector("step");
  c.stagger = t.vector("stagger");
  c.named = true;
  t.finish();
  return c;
}

}  // namespace weft
