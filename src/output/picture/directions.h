/// Directions around a normal, and how to choose them.
#pragma once
#include "output/picture/colour.h"

namespace weft {

/// Axes with z along a normal (Duff et al. 2017: no square root, no singularity but the sign's).
struct Axes {
  Vec3f x, y, z;
  explicit Axes(const Vec3f& n) : z(n) {
    const float sign = std::copysign(1.0f, n[2]), a = -1 / (sign + n[2]), b = n[0] * n[1] * a;
    x = {{1 + sign * n[0] * n[0] * a, sign * b, -sign * n[0]}};
    y = {{b, sign + n[1] * n[1] * a, -n[1]}};
  }
  Vec3f to_world(const Vec3f& d) const { return x * d[0] + y * d[1] + z * d[2]; }
  Vec3f to_local(const Vec3f& d) const { return {{dot(d, x), dot(d, y), dot(d, z)}}; }
};

/// A point of the unit disc, equal areas for equal squares (Shirley and Chiu 1997).
inline Vec2<float> on_disc(const Vec2<float>& u) {
  const float a = 2 * u[0] - 1, b = 2 * u[1] - 1;
  if (a == 0 && b == 0) return {{0, 0}};
  const bool wide = std::abs(a) > std::abs(b);
  const float r = wide ? a : b, angle = wide ? kPi / 4 * (b / a) : kPi / 2 - kPi / 4 * (a / b);
  return {{r * std::cos(angle), r * std::sin(angle)}};
}

/// Density cos(theta) / pi over the hemisphere about z.
inline Vec3f cosine_direction(const Vec2<float>& u) {
  const Vec2<float> d = on_disc(u);
  return {{d[0], d[1], std::sqrt(std::max(0.0f, 1 - d[0] * d[0] - d[1] * d[1]))}};
}

/// Equal density over the sphere, 1 / (4 pi).
inline Vec3f sphere_direction(const Vec2<float>& u) {
  const float z = 1 - 2 * u[0], r = std::sqrt(std::max(0.0f, 1 - z * z)), a = 2 * kPi * u[1];
  return {{r * std::cos(a), r * std::sin(a), z}};
}

/// Equal density in the cone about z whose half angle has this tangent: a far disc.
inline Vec3f disc_direction(const Vec2<float>& u, float tangent) {
  const Vec2<float> d = on_disc(u);
  return normalized(Vec3f{{d[0] * tangent, d[1] * tangent, 1}});
}

}  // namespace weft
