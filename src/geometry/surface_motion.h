/// A triangle mesh that deforms: its vertices at given times, on straight lines between. A thing tied to a
/// point of a triangle moves with a frame there. With corners a b c, u = b - a, w = c - a and the point's
/// weights p, q:
///   origin a + p u + q w,   e1 = u/|u|,   e3 = (u x w)/|u x w|,   e2 = e3 x e1
///   omega = 1/2 sum_k e_k x de_k/dt
#pragma once
#include <array>
#include <cstdint>

#include "geometry/motion.h"

namespace weft {

/// A point of a triangle.
struct SurfaceAnchor {
  std::uint32_t triangle = 0;
  double p = 1.0 / 3, q = 1.0 / 3;  ///< weights of the second and third corner
  bool operator==(const SurfaceAnchor&) const = default;
};

struct SurfaceMotion {
  std::vector<std::array<std::uint32_t, 3>> triangles;
  std::vector<double> times;                  ///< ascending [s]
  std::vector<std::vector<Vec3d>> positions;  ///< of the vertices at those times, in axes of the surface [m]

  /// Which of the times are around t, for `frame`.
  Between around(double t) const;
  /// The point of a triangle nearest to x, which is in axes of the surface at the first time.
  SurfaceAnchor anchor(std::uint32_t triangle, const Vec3d& x) const;
  /// Where the frame at a point is and how it moves.
  Moving frame(const SurfaceAnchor& at, const Between& when) const;
};

/// The frame at a point of a triangle with corners x that move with v; p, q: weights of the second and third.
/// Inlined, so that sums of products keep the bits they have where it stands.
WEFT_HD __attribute__((always_inline)) inline Moving frame_on_triangle(const Vec3d* x, const Vec3d* v, double p,
                                                                       double q) {
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
  out.pose = {x[0] + u * p + w * q, Quaternion<double>::from_matrix(R)};
  out.linear = v[0] + du * p + dw * q;
  out.angular = (cross(e1, de1) + cross(e2, de2) + cross(e3, de3)) * 0.5;
  return out;
}

/// A pose given in the axes of another one, and the same of motions:
///   v = v_o + omega_o x (R_o c) + R_o v_i,   omega = omega_o + R_o omega_i
WEFT_HD inline Pose in_axes_of(const Pose& outer, const Pose& inner) {
  return {outer.to_world(inner.position), (outer.rotation * inner.rotation).normalized()};
}
WEFT_HD inline Moving in_axes_of(const Moving& outer, const Moving& inner) {
  Moving out;
  out.pose = in_axes_of(outer.pose, inner.pose);
  const Vec3d arm = outer.pose.rotation.rotate(inner.pose.position);
  out.linear = outer.linear + cross(outer.angular, arm) + outer.pose.rotation.rotate(inner.linear);
  out.angular = outer.angular + outer.pose.rotation.rotate(inner.angular);
  return out;
}
Pose combined(const Pose& outer, const Pose& inner);
Moving combined(const Moving& outer, const Moving& inner);

}  // namespace weft
