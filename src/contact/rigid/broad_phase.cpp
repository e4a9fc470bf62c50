#include "contact/rigid/broad_phase.h"

#include <algorithm>
#include <limits>

#include "geometry/distance_mesh.h"

namespace weft {
namespace {

bool near(const Reach& a, const Reach& b) {
  const double m = a.margin + b.margin;
  for (int k = 0; k < 3; ++k)
    if (a.bounds.lower[k] > b.bounds.upper[k] + m || b.bounds.lower[k] > a.bounds.upper[k] + m) return false;
  return true;
}

}  // namespace

Bounds world_bounds(const PlacedShape& s) {
  constexpr double far = std::numeric_limits<double>::infinity();
  if (std::holds_alternative<Plane>(*s.shape->shape)) return {Vec3d::filled(-far), Vec3d::filled(far)};
  const Bounds b = s.deforming ? s.deforming->moving_mesh->bounds() : bounds(*s.shape->shape);
  Bounds world;
  for (int k = 0; k < 8; ++k)
    world.add(s.pose.to_world({{k & 1 ? b.upper[0] : b.lower[0], k & 2 ? b.upper[1] : b.lower[1],
                                k & 4 ? b.upper[2] : b.lower[2]}}));
  return world;
}

std::vector<ShapePair> near_pairs(const std::vector<Reach>& shapes, std::size_t moving) {
  std::vector<ShapePair> pairs;
  // Sweep along x over the moving ones.
  std::vector<std::size_t> order(moving);
  for (std::size_t i = 0; i < moving; ++i) order[i] = i;
  const auto lower = [&](std::size_t i) { return shapes[i].bounds.lower[0] - shapes[i].margin; };
  std::sort(order.begin(), order.end(),
            [&](std::size_t i, std::size_t j) { return std::pair(lower(i), i) < std::pair(lower(j), j); });
  for (std::size_t p = 0; p < moving; ++p) {
    const Reach& here = shapes[order[p]];
    for (std::size_t q = p + 1; q < moving && lower(order[q]) <= here.bounds.upper[0] + here.margin; ++q)
      if (near(here, shapes[order[q]]))
        pairs.push_back({std::min(order[p], order[q]), std::max(order[p], order[q])});
  }
  for (std::size_t i = 0; i < moving; ++i)
    for (std::size_t k = moving; k < shapes.size(); ++k)
      if (near(shapes[i], shapes[k])) pairs.push_back({i, k});
  std::sort(pairs.begin(), pairs.end(),
            [](const ShapePair& x, const ShapePair& y) { return std::pair(x.a, x.b) < std::pair(y.a, y.b); });
  return pairs;
}

}  // namespace weft
