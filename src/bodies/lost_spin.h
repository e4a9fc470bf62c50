/// Angular momentum that points of a surface would lose to the grid, and what gives it back.
///
/// An impulse J_i acts at the node x_i, but reaches the points around it: m_q dv_q = w_iq m_q J_i / m_i. Their own sum
/// r x p misses what the affine part C of their answers knows:
///   L = sum_q m_q D axial(C_q) = sum_i (x_i - X_i) x J_i,    X_i = sum_q w_iq m_q x_q / m_i
/// Points that were answered turn together by as much, which leaves their momentum alone:
///   dv_q += theta x (x_q - c),    theta = I^-1 L,    I = sum_q m_q (|r|^2 - r r^T),  r = x_q - c
/// A few points much closer together than nodes would have to spin much faster than the impulses moved them: the turn is
/// no faster than twice as fast as they were moved, and the whole surface takes the rest. Where points lie on a line they
/// take none about it.
#pragma once
#include <cmath>
#include <limits>

#include "grid/parcels.h"
#include "math/definite.h"
#include "math/vec.h"

namespace weft {

class LostSpin {
 public:
  /// near: any place not far from the points.
  explicit LostSpin(const Vec3d& near = Vec3d::zero()) : near_(near) {}
  /// A point at x that was answered dv and lost the angular momentum `spin`.
  void add(double m, const Vec3d& x, const Vec3d& dv, const Vec3d& spin) {
    const Vec3d r = x - near_;
    mass_ += m;
    first_ += r * m;
    second_ += outer(r, r) * m;
    energy_ += m * norm2(dv);
    spin_ += spin;
  }
  /// Others' points, gathered with the same `near`.
  void add(const LostSpin& b) {
    mass_ += b.mass_;
    first_ += b.first_;
    second_ += b.second_;
    energy_ += b.energy_;
    spin_ += b.spin_;
  }
  const Vec3d& near() const { return near_; }
  const Vec3d& spin() const { return spin_; }
  void set_spin(const Vec3d& spin) { spin_ = spin; }
  /// Once all are there.
  void find_turn() {
    turn_ = Vec3d::zero();
    rest_ = spin_;
    if (!(mass_ > 0) || !(norm2(spin_) > 0)) return;
    const Vec3d c = first_ * (1 / mass_);
    const Mat3d S = second_ - outer(c, c) * mass_;
    const double spread = S(0, 0) + S(1, 1) + S(2, 2);
    // One point, or all in one place, but for rounding: nothing turns.
    if (!(spread > kPlace * mass_ * norm2(c)) || !(spread > std::numeric_limits<double>::min() / kLine)) return;
    double A[3][3], X[3][3];
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) A[i][j] = (i == j ? spread : 0) - S(i, j);
    jacobi_eigen(A, X, kSweeps);
    double energy = 0;
    Vec3d given = Vec3d::zero();
    for (int k = 0; k < 3; ++k) {
      const Vec3d axis{{X[0][k], X[1][k], X[2][k]}};
      if (!(A[k][k] > kLine * spread)) continue;
      const double rate = dot(axis, spin_) / A[k][k];
      turn_ += axis * rate;
      given += axis * (rate * A[k][k]);
      energy += rate * rate * A[k][k];
    }
    const double most = kFastest * kFastest * energy_;
    const double share = energy > most ? std::sqrt(most / energy) : 1;
    turn_ *= share;
    rest_ = spin_ - given * share;
    centre_ = near_ + c;
  }
  /// What these points do not take.
  const Vec3d& rest() const { return rest_; }
  /// What a point at x gets besides its answer.
  Vec3d at(const Vec3d& x) const { return cross(turn_, x - centre_); }

 private:
  static constexpr int kSweeps = 8;
  static constexpr double kFastest = 2;  // times the speeds that answers brought, root of the mean square
  static constexpr double kPlace = 1e-12;  // of what they would have as far as c: below it points are in one place
  static constexpr double kLine = 1e-6;  // of the spread: below it points lie on a line

  Vec3d near_;
  double mass_ = 0, energy_ = 0;
  Vec3d first_{{0, 0, 0}}, spin_{{0, 0, 0}};
  Vec3d centre_{{0, 0, 0}}, turn_{{0, 0, 0}}, rest_{{0, 0, 0}};
  Mat3d second_ = Mat3d::zero();
};

/// sum w (x_i - x) x dv_i of one answer, for one unit of mass.
inline Vec3d spin_of(const AnswerBatch& in, std::size_t i, const Step& step) {
  const auto C = [&](int a, int b) { return double(in.C[b][a][i]); };
  return Vec3d{{C(2, 1) - C(1, 2), C(0, 2) - C(2, 0), C(1, 0) - C(0, 1)}} * (1 / step.affine_inverse);
}

}  // namespace weft
