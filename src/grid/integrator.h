/// How implicit steps go through time. With y = (x, v) and y' = f(y):
///   euler     y1 = y + dt f(y1)
///   tr_bdf2   y1 = y + d dt (f(y) + f(y1)),   y2 = y + e dt (f(y) + f(y1)) + d dt f(y2)
///             d = 1 - 1/sqrt 2,   e = 1/(2 sqrt 2)
/// The second (Bank et al. 1985; Hosea and Shampine 1996) is a trapezoid as far as 2 d dt and the second backward
/// difference formula from there: of second order, L-stable, and still accurate where something stiff turns. It is made of
/// two steps of backward Euler, each of length d dt:
///   from  x + d dt v             with  v + d dt a                   for v1
///   from  x + e dt (v + v1)      with  c v1 + (1 - c) v             for v2,   c = e/d
/// It remembers nothing, so that dt may change from step to step, and its steps can be tried again.
#pragma once

namespace weft {

enum class Integrator { euler, tr_bdf2 };

struct TrBdf2 {
  static constexpr double d = 0.29289321881345247560;  ///< 1 - 1/sqrt 2
  static constexpr double e = 0.35355339059327376220;  ///< 1/(2 sqrt 2)
  static constexpr double c = 1.20710678118654752440;  ///< e/d
};

}  // namespace weft
