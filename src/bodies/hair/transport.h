/// Frames along a rod (Bergou and others 2008, 2010). T is double, a pack (one strand per lane)
/// or a dual number.
///   P(t0 -> t1) v = c v + b x v + b (b . v) / (1 + c),   b = t0 x t1,  c = t0 . t1
/// turns v as t0 turns to t1 by the shortest way.
#pragma once
#include "math/dual.h"
#include "math/pack_atan.h"
#include "math/vec.h"

namespace weft {

/// The least that 1 + c may be: an edge folded back onto the one before has no shortest way.
constexpr double kFold = 1e-6;

template <class T>
Vec3<T> parallel_transport(const Vec3<T>& v, const Vec3<T>& t0, const Vec3<T>& t1) {
  const Vec3<T> b = cross(t0, t1);
  const T c = dot(t0, t1);
  return c * v + cross(b, v) + (dot(b, v) / max(T(1) + c, T(kFold))) * b;
}

/// v turned about the unit vector n by an angle.
template <class T>
Vec3<T> rotate_about(const Vec3<T>& v, const Vec3<T>& n, const T& angle) {
  const T c = cos(angle), s = sin(angle);
  return c * v + s * cross(n, v) + ((T(1) - c) * dot(n, v)) * n;
}

/// A unit vector normal to the unit vector t.
template <class T>
Vec3<T> any_normal(const Vec3<T>& t) {
  // t x (the axis along which t is least)
  const T ax = abs(t[0]), ay = abs(t[1]), az = abs(t[2]), zero(0);
  const auto x_least = (ax <= ay) && (ax <= az), y_least = ay <= az;
  const auto pick = [&](const T& a, const T& b, const T& c) {
    return select(x_least, a, select(y_least, b, c));
  };
  return normalized(Vec3<T>{{pick(zero, -t[2], t[1]), pick(t[2], zero, -t[0]), pick(-t[1], t[0], zero)}});
}

/// The director d of an edge after its tangent went from t0 to t1:
/// transported, then made unit and normal again.
template <class T>
Vec3<T> transport_director(const Vec3<T>& d, const Vec3<T>& t0, const Vec3<T>& t1) {
  Vec3<T> u = parallel_transport(d, t0, t1);
  u -= dot(u, t1) * t1;
  const T size = dot(u, u);
  const auto sound = size > T(1e-2);  // lost only when an edge turns right round in one step
  const Vec3<T> other = any_normal(t1);
  const T scale = T(1) / sqrt(max(size, T(1e-2)));
  Vec3<T> r{};
  for (int k = 0; k < 3; ++k) r[k] = select(sound, u[k] * scale, other[k]);
  return r;
}

/// The angle that the directors d0 of one edge and d1 of the next are apart after transport, continuous in
/// time: `before` is what it was.
template <class T>
T reference_twist(const Vec3<T>& d0, const Vec3<T>& t0, const Vec3<T>& d1, const Vec3<T>& t1,
                  const T& before) {
  const Vec3<T> u = parallel_transport(d0, t0, t1);
  // The angle of d1 from u, less `before`, by the sine and cosine of the difference.
  const T y = dot(cross(u, d1), t1), x = dot(u, d1), c = cos(before), s = sin(before);
  return before + atan2(y * c - x * s, x * c + y * s);
}

}  // namespace weft
