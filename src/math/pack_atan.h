/// atan2 on packs, from one polynomial:
///   atan(q) = q (1 - q^2/3 + ...) for |q| <= tan(pi/8); above that atan(q) = pi/4 + atan((q - 1)/(q + 1))
#pragma once
#include "math/pack.h"

namespace weft {

/// The angle of (x, y) in [-pi, pi]; 0 where both are 0.
template <class S>
Pack<S> atan2(Pack<S> y, Pack<S> x) {
  using T = Pack<S>;
  const T ax = abs(x), ay = abs(y);
  const T high = max(ax, ay), low = min(ax, ay);
  // low/high in [0, 1], moved into [-tan(pi/8), tan(pi/8)]
  const auto upper = low > T(0.41421356237309503) * high;
  const T top = select(upper, low - high, low), bottom = select(upper, low + high, high);
  const T q = top / max(bottom, T(std::numeric_limits<S>::min())), z = q * q;
  T p;  // the next term of the series is below half an ulp at |q| = tan(pi/8)
  if constexpr (sizeof(S) == 4) {
    p = pack_detail::polynomial(
        {1.0, -1.0 / 3, 1.0 / 5, -1.0 / 7, 1.0 / 9, -1.0 / 11, 1.0 / 13, -1.0 / 15, 1.0 / 17}, z);
  } else {
    p = pack_detail::polynomial({1.0,       -1.0 / 3,  1.0 / 5,   -1.0 / 7,  1.0 / 9,   -1.0 / 11, 1.0 / 13,
                                 -1.0 / 15, 1.0 / 17,  -1.0 / 19, 1.0 / 21,  -1.0 / 23, 1.0 / 25,  -1.0 / 27,
                                 1.0 / 29,  -1.0 / 31, 1.0 / 33,  -1.0 / 35, 1.0 / 37,  -1.0 / 39, 1.0 / 41},
                                z);
  }
  T angle = q * p + select(upper, T(0.78539816339744831), T(0));
  angle = select(ay > ax, T(1.57079632679489662) - angle, angle);
  angle = select(x < T(0), T(3.14159265358979324) - angle, angle);
  return copysign(angle, y);
}

}  // namespace weft
