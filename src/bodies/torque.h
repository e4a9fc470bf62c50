/// Forces that were found where points will be turn them about where they are. What an element's forces f_a, with the
/// torque of whatever it has besides, turn about its points x_a is taken from them:
///   f_a -= alpha x (x_a - c),   J alpha = sum (x_a - c) x f_a + besides,   c the mean of x_a,  J = sum (|r|^2 - r r^T)
/// Their sum stays.
#pragma once
#include <span>

#include "math/vec.h"

namespace weft {

inline void take_torque(std::span<const Vec3d> x, const Vec3d& besides, std::span<Vec3d> f) {
  Vec3d c = Vec3d::zero(), torque = besides;
  for (const Vec3d& at : x) c += at * (1 / double(x.size()));
  Mat3d J = Mat3d::zero();
  double spread = 0;
  for (std::size_t a = 0; a < x.size(); ++a) {
    const Vec3d r = x[a] - c;
    torque += cross(r, f[a]);
    J -= outer(r, r);
    spread += norm2(r);
  }
  if (!(spread > 0)) return;
  for (int k = 0; k < 3; ++k) J(k, k) += spread * (1 + 1e-9);  // a straight line turns about itself
  const Vec3d alpha = inverse(J) * torque;
  for (std::size_t a = 0; a < x.size(); ++a) f[a] -= cross(alpha, x[a] - c);
}

}  // namespace weft
