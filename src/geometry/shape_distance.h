/// Exact signed distances of the simple shapes. Where the closest point is not unique (a sphere's centre, a
/// box's middle planes) one of the candidates is taken, so that n is always a unit vector.
#pragma once
#include <cmath>

#include "geometry/shape.h"

namespace weft {

/// x / |x|, or `otherwise` when x is zero.
WEFT_HD inline Vec3d direction_or(const Vec3d& x, double length, const Vec3d& otherwise) {
  return length > 0 ? x * (1 / length) : otherwise;
}

WEFT_HD inline Distance distance_to(const Plane& plane, const Vec3d& x) { return {dot(plane.normal, x), plane.normal}; }

WEFT_HD inline Distance distance_to(const Sphere& sphere, const Vec3d& x) {
  const double r = norm(x);
  return {r - sphere.radius, direction_or(x, r, {{0, 0, 1}})};
}

WEFT_HD inline Distance distance_to(const Box& box, const Vec3d& x) {
  Vec3d q{}, out{}, sign{};
  int k = 0;
  for (int i = 0; i < 3; ++i) {
    q[i] = std::fabs(x[i]) - box.half[i];
    sign[i] = x[i] < 0 ? -1 : 1;
    out[i] = sign[i] * (q[i] < 0.0 ? 0.0 : q[i]);
    if (q[i] > q[k]) k = i;
  }
  if (q[k] > 0) {  // outside: the vector from the nearest point of the box
    const double r = norm(out);
    return {r, out * (1 / r)};
  }
  Vec3d n = Vec3d::zero();  // inside: the nearest face
  n[k] = sign[k];
  return {q[k], n};
}

WEFT_HD inline Distance distance_to(const Capsule& capsule, const Vec3d& x) {
  const double low = -capsule.half_length, high = capsule.half_length;
  const Vec3d r{{x[0], x[1], x[2] - (x[2] < low ? low : high < x[2] ? high : x[2])}};
  const double length = norm(r);
  return {length - capsule.radius, direction_or(r, length, {{1, 0, 0}})};
}

WEFT_HD inline Distance distance_to(const Cylinder& cylinder, const Vec3d& x) {
  const Vec3d radial{{x[0], x[1], 0}};
  const double r = norm(radial), side = r - cylinder.radius, end = std::fabs(x[2]) - cylinder.half_height;
  const Vec3d e_r = direction_or(radial, r, {{1, 0, 0}}), e_z{{0, 0, x[2] < 0 ? -1.0 : 1.0}};
  if (side > 0 && end > 0) {  // off the rim
    const double length = std::hypot(side, end);
    return {length, e_r * (side / length) + e_z * (end / length)};
  }
  return side > end ? Distance{side, e_r} : Distance{end, e_z};
}

}  // namespace weft
