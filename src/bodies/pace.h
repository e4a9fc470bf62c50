/// How fast something vibrates and how fast it is damped, both by itself.
#pragma once
#include <algorithm>
#include <cmath>

namespace weft {

struct Pace {
  double omega2 = 0;   ///< omega^2 [1/s^2]
  double damping = 0;  ///< c of  x'' = -c x' - omega^2 x [1/s]

  /// w = v - dt (c v + omega^2 x), x += dt w is stable where  dt^2 omega^2 + 2 dt c <= 4: dt <= 2 / frequency.
  double frequency() const { return 0.5 * damping + std::sqrt(0.25 * damping * damping + omega2); }
  friend Pace faster(const Pace& a, const Pace& b) {
    return {std::max(a.omega2, b.omega2), std::max(a.damping, b.damping)};
  }
  friend Pace operator+(const Pace& a, const Pace& b) { return {a.omega2 + b.omega2, a.damping + b.damping}; }
};

}  // namespace weft
