#include "scene/read/copies.h"

#include <fmt/format.h>

#include <cmath>

namespace weft {

CopyList::CopyList(const Copies& copies) : copies_(copies), named_(true) {
  for (int a = 0; a < 3; ++a) counts_[std::size_t(a)] = std::size_t(copies.counts[a]);
}

ObjectSpec CopyList::of(const ObjectSpec& first, std::size_t k) const {
  ObjectSpec o = first;
  if (!named_) return o;
  const std::size_t i = k % counts_[0], j = k / counts_[0] % counts_[1], l = k / (counts_[0] * counts_[1]);
  const double at[3] = {double(i), double(j), double(l)};
  Vec3d by;
  for (int a = 0; a < 3; ++a) by[a] = (at[a] + (l % 2 ? copies_.stagger[a] : 0)) * copies_.step[a];
  o.name = fmt::format("{}_{}", first.name, k + 1);
  o.place.at += by;
  return o;
}

CopyList read_copies(TableReader& object, const Scene& scene) {
  if (!object.has("copies")) return {};
  TableReader t = object.table("copies", copies_table().info);
  Copies c;
  copies_table().read(t, scene, c);
  for (int a = 0; a < 3; ++a)
    if (c.counts[a] != std::floor(c.counts[a]))
      throw t.error("E0209", "counts are whole numbers", "counts", "write counts = [4, 1, 3]");
  t.finish();
  return CopyList(c);
}

}  // namespace weft
