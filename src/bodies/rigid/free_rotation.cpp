#include "bodies/rigid/free_rotation.h"

#include <cmath>

namespace weft {
namespace {

constexpr double kLargestTurn = 0.25;  // rad per midpoint step: Newton converges and the phase stays right
constexpr int kNewton = 8;

Mat3d cross_matrix(const Vec3d& a) { return {{{0, -a[2], a[1]}, {a[2], 0, -a[0]}, {-a[1], a[0], 0}}}; }

/// omega_m of one midpoint step, from  Pi_m - Pi_0 + dt/2 omega_m x Pi_m = 0  by Newton's method.
Vec3d middle_spin(const Vec3d& Pi_0, const Mat3d& J_inverse, double dt) {
  Vec3d Pi = Pi_0;
  for (int i = 0; i < kNewton; ++i) {
    const Vec3d omega = J_inverse * Pi, residual = Pi - Pi_0 + cross(omega, Pi) * (0.5 * dt);
    const Mat3d slope = Mat3d::identity() + (cross_matrix(omega) - cross_matrix(Pi) * J_inverse) * (0.5 * dt);
    const Vec3d change = inverse(slope) * residual;
    Pi -= change;
    if (norm2(change) <= 1e-32 * norm2(Pi_0)) break;
  }
  return J_inverse * Pi;
}

}  // namespace

Quaternion<double> turn_freely(Quaternion<double> q, const Vec3d& L, const Mat3d& J_inverse, double dt) {
  const double turn = norm(J_inverse * q.conjugate().rotate(L)) * dt;
  if (turn == 0) return q;
  const int steps = std::isfinite(turn) ? int(std::min(1e4, std::ceil(turn / kLargestTurn))) : 1;
  const double h = dt / steps;
  for (int i = 0; i < steps; ++i) {
    const Vec3d half = middle_spin(q.conjugate().rotate(L), J_inverse, h) * (0.5 * h);
    q = (q * Quaternion<double>{1, half[0], half[1], half[2]}).normalized();
  }
  return q;
}

}  // namespace weft
