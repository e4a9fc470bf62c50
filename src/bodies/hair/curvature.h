/// How much a rod is bent where its polygon turns by phi. Of kb = 2 tan(phi/2), as published, the energy rises with
/// phi^2 + phi^4/6, of a smooth rod with phi^2 alone; where a rod turns by half a radian at a vertex the published one is a tenth
/// too stiff. Bobenko and Suris (1999) have the polygon whose rests are elasticae themselves:
///   |kappa|^2 = -8 log cos(phi/2) = 4 log(1 + q) = phi^2 + phi^4/24 + ..,   q = |kb|^2/4
///   kappa = F(q) kb,   F = sqrt(log(1 + q)/q)
#pragma once
#include <algorithm>
#include <cmath>

#include "math/functions.h"

namespace weft {

/// F and its derivatives.
template <class T>
struct BentBy {
  T F, first, second;

  /// `published`: F = 1.
  BentBy(const T& q, bool published) : F(1), first(0), second(0) {
    if (published) return;
    // log(1 + q) = 2 atanh(z), z = q/(2 + q), by its series where q is small.
    const T z = q / (T(2) + q), zz = z * z, safe = max(q, T(kSmall)), inverse = T(1) / (T(1) + q);
    T sum(1.0 / 17);
    for (int k = 15; k > 0; k -= 2) sum = sum * zz + T(1.0 / k);
    const T g = select(q < T(0.25), sum * (T(2) / (T(2) + q)), log(T(1) + q) / safe);
    // Derivatives of g lose digits as 1/q, 1/q^2, and count as q, q^2.
    const auto near = q < T(kSmall);
    const T g1 = select(near, T(-0.5) + q * (T(2.0 / 3) - q * (T(0.75) - q * T(0.8))), (inverse - g) / safe);
    const T g2 =
        select(near, T(2.0 / 3) - q * (T(1.5) - q * T(2.4)), (-(inverse * inverse) - g1 - g1) / safe);
    F = sqrt(g);
    first = T(0.5) * g1 / F;
    second = T(0.5) * g2 / F - first * first / F;
  }

 private:
  static constexpr double kSmall = 1e-3;
};

/// The curvature of a vertex at which the polygon turns by an angle.
inline double curvature_of_turn(double angle) {
  return std::sqrt(std::max(-8 * std::log(std::cos(0.5 * angle)), 0.0));
}

inline double turn_of_curvature(double kappa) { return 2 * std::acos(std::exp(-kappa * kappa / 8)); }

}  // namespace weft
