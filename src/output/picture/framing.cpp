#include "output/picture/framing.h"

#include <algorithm>
#include <cmath>

#include "output/picture/solid.h"

namespace weft {

namespace {

/// Between the 0.5 % and the 99.5 % of an object's vertices along each axis.
Bounds most_of(const FrameObject& o) {
  Bounds b;
  const std::size_t n = o.position.size(), stride = std::max<std::size_t>(1, n / 20000);
  const double margin = o.kind == "points" ? o.radius : 0;
  for (int k = 0; k < 3; ++k) {
    std::vector<float> x;
    for (std::size_t i = 0; i < n; i += stride)
      if (std::isfinite(o.position[i][k])) x.push_back(o.position[i][k]);
    if (x.empty()) return {};
    std::sort(x.begin(), x.end());
    b.lower[k] = x[x.size() / 200] - margin;
    b.upper[k] = x[x.size() - 1 - x.size() / 200] + margin;
  }
  return b;
}

bool empty(const Bounds& b) { return b.lower[0] > b.upper[0]; }
void join(Bounds& a, const Bounds& b) {
  if (empty(b)) return;
  a.add(b.lower);
  a.add(b.upper);
}

}  // namespace

Bounds busy_bounds(const Frame& frame) {
  Bounds all;
  for (const FrameObject& o : frame.objects) join(all, most_of(o));
  const bool any = !empty(all);
  const double size = any ? norm(all.upper - all.lower) : 0;
  for (const FrameCollider& c : frame.colliders) {
    Bounds b;
    for (const Vec3f& x : solid_of(c).x) b.add(x.as<double>());
    if (!empty(b) && (!any || norm(b.upper - b.lower) < 3 * size)) join(all, b);
  }
  if (empty(all)) all = {{{-1, -1, -1}}, {{1, 1, 1}}};
  return all;
}

}  // namespace weft
