/// The closest points of two segments p1 q1 and p2 q2, for a number or a pack (after Ericson 2005, 5.1.9):
///   p1 + a (q1 - p1)  and  p2 + b (q2 - p2),   a and b in [0, 1]
/// Degenerate segments are points; parallel ones give one of their closest pairs.
#pragma once
#include "math/pack.h"
#include "math/vec.h"

namespace weft {

template <class T>
struct ClosestPoints {
  T a, b;
};

template <class T>
[[gnu::always_inline]] inline ClosestPoints<T> closest_segments(const Vec3<T>& p1, const Vec3<T>& q1,
                                                                const Vec3<T>& p2, const Vec3<T>& q2) {
  const T zero(0), one(1), tiny(1e-30);
  constexpr double parallel = 64 * double(std::numeric_limits<Scalar<T>>::epsilon());
  const Vec3<T> d1 = q1 - p1, d2 = q2 - p2, r = p1 - p2;
  const T A = dot(d1, d1), E = dot(d2, d2), f = dot(d2, r), c = dot(d1, r), B = dot(d1, d2);
  const T iA = one / max(A, tiny), E1 = max(E, tiny), denominator = A * E - B * B;
  // On the infinite lines, then each held to its segment in turn.
  const auto skew = denominator > T(parallel) * A * E;
  T a = select(skew, clamp((B * f - c * E) / select(skew, denominator, one), zero, one), zero);
  const T b = (B * a + f) / E1, back = clamp(-c * iA, zero, one);
  a = select(b < zero, back, select(b > one, clamp((B - c) * iA, zero, one), a));
  a = select(E <= tiny, back, a);
  return {a, clamp(b, zero, one)};
}

}  // namespace weft
