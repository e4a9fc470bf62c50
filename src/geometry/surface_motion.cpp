#include "geometry/surface_motion.h"

#include "geometry/closest_triangle.h"

namespace weft {

Between SurfaceMotion::around(double t) const {
  return locate(t, times.size(), [&](std::size_t i) { return times[i]; });
}

SurfaceAnchor SurfaceMotion::anchor(std::uint32_t triangle, const Vec3d& x) const {
  const auto& t = triangles[triangle];
  const std::vector<Vec3d>& at = positions.front();
  const Vec3d w = closest_on_triangle(x, at[t[0]], at[t[1]], at[t[2]]).barycentric;
  return {triangle, w[1], w[2]};
}

Moving SurfaceMotion::frame(const SurfaceAnchor& at, const Between& when) const {
  const std::vector<Vec3d>&from = positions[when.from], &to = positions[when.to];
  std::array<Vec3d, 3> x, v;
  for (std::size_t k = 0; k < 3; ++k) {
    const std::uint32_t i = triangles[at.triangle][k];
    x[k] = from[i] * (1 - when.s) + to[i] * when.s;
    v[k] = (to[i] - from[i]) * when.rate;
  }
  return frame_on_triangle(x.data(), v.data(), at.p, at.q);
}

Pose combined(const Pose& outer, const Pose& inner) { return in_axes_of(outer, inner); }
Moving combined(const Moving& outer, const Moving& inner) { return in_axes_of(outer, inner); }

}  // namespace weft
