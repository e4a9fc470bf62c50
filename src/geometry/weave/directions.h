/// Directions in space.
#pragma once
#include <cmath>
#include <numbers>

#include "math/vec.h"

namespace weft {

/// Two unit vectors across a unit vector and each other: (a, b, along) is right-handed.
struct Axes {
  Vec3d a, b;
};
inline Axes axes_along(const Vec3d& along) {
  const Vec3d other = std::fabs(along[0]) < 0.7 ? Vec3d{{1, 0, 0}} : Vec3d{{0, 1, 0}};
  const Vec3d a = normalized(cross(other, along));
  return {a, cross(along, a)};
}

/// A unit vector, uniform on the sphere for uniform numbers r in 0..1.
inline Vec3d random_direction(const Vec3d& r) {
  const double z = 2 * r[0] - 1, angle = 2 * std::numbers::pi * r[1], flat = std::sqrt(1 - z * z);
  return {{flat * std::cos(angle), flat * std::sin(angle), z}};
}

}  // namespace weft
