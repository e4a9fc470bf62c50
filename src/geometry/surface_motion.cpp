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
  const Vec3d u = x[1] - x[0], w = x[2] - x[0], du = v[1] - v[0], dw = v[2] - v[0];
  const Vec3d area = cross(u, w), darea = cross(du, w) + cross(u, dw);
  // Of a unit vector q/|q|:  (dq - e (e . dq)) / |q|
  const auto turn = [](const Vec3d& e, const Vec3d& dq, double length) {
    return (dq - e * dot(e, dq)) * (1 / length);
  };
  const Vec3d e1 = normalized(u), e3 = normalized(area), e2 = cross(e3, e1);
  const Vec3d de1 = turn(e1, du, norm(u)), de3 = turn(e3, darea, norm(area));
  const Vec3d de2 = cross(de3, e1) + cross(e3, de1);
  Mat3d R{};
  R.set_column(0, e1);
  R.set_column(1, e2);
  R.set_column(2, e3);
  Moving out;
  out.pose = {x[0] + u * at.p + w * at.q, Quaternion<double>::from_matrix(R)};
  out.linear = v[0] + du * at.p + dw * at.q;
  out.angular = (cross(e1, de1) + cross(e2, de2) + cross(e3, de3)) * 0.5;
  return out;
}

Pose combined(const Pose& outer, const Pose& inner) {
  return {outer.to_world(inner.position), (outer.rotation * inner.rotation).normalized()};
}

Moving combined(const Moving& outer, const Moving& inner) {
  Moving out;
  out.pose = combined(outer.pose, inner.pose);
  const Vec3d arm = outer.pose.rotation.rotate(inner.pose.position);
  out.linear = outer.linear + cross(outer.angular, arm) + outer.pose.rotation.rotate(inner.linear);
  out.angular = outer.angular + outer.pose.rotation.rotate(inner.angular);
  return out;
}

}  // namespace weft
