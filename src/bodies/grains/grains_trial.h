/// What the implicit solve asks of one grain, or of a pack of them: values, as in grains_kernel.h.
///
///   F = (I + dt G) F_s,   F = U diag(s) V^T,   F_s the strain the solve starts from
///   S = P F_s^T = U diag(psi_i) W^T,   W = F_s V                     f_i = -V S grad w_i,   Phi = V psi(s)
///   dS = U O W^T,   M = dt U^T dG W,   O_ii = sum_j psi_ij M_jj,   O_ij = (a + b)/2 M_ij + (a - b)/2 M_ji
///
/// A Newtonian solvent adds J mu (G + G^T) to S and dt V J mu |sym G|^2 to Phi; J as the step began.
#pragma once
#include <limits>

#include "bodies/grains/grains_kernel.h"
#include "math/definite.h"

namespace weft {

/// Where the parts of a tangent lie: U, W, psi_ij (symmetric), (a + b)/2 and (a - b)/2 of the pairs 01 02 12,
/// J mu. Volumetric laws have psi''(J) J_s^2 first, and J mu.
namespace grains_tangent {
constexpr int kU = 0, kW = 9, kHessian = 18, kSum = 24, kDifference = 27, kViscous = 30, kSize = 31;
WEFT_HD constexpr int pair_of(int i, int j) { return i + j - 1; }
}  // namespace grains_tangent

/// What the solve reads and writes per grain.
struct TrialViews {
  FieldView from;      ///< F_s
  FieldView state;     ///< the law's, not changed
  FieldView trial;     ///< F at the velocities last tried
  FieldView response;  ///< S or its change
  FieldView tangent;
  FieldView start;  ///< F_s of the next solve, where something yielded
};

template <class Law, class S>
struct GrainsTrial {
  static constexpr int n_state = Law::n_state;

  typename Law::template Formulas<S> law;
  TrialViews at;
  S dt, viscosity;

  /// Room for the law's state; a law without any still gets one, which nobody reads.
  static constexpr int room = n_state > 0 ? n_state : 1;
  template <class T>
  WEFT_HD void load_state(std::size_t i, T* state) const {
    for (int k = 0; k < n_state; ++k) state[k] = at.state.load<T>(i, k);
  }

  /// S at the velocity gradient G, and psi [J/m^3]: infinite where the law has none.
  template <class T>
  WEFT_HD T stress(std::size_t i, const Mat3<T>& G) const {
    T state[room];
    load_state(i, state);
    const auto elastic = law.template elastic<T>(state);
    constexpr S kInfinite = std::numeric_limits<S>::infinity();
    const T infinite(kInfinite);
    Mat3<T> stress;
    T J, psi;
    if constexpr (Law::volumetric) {
      const T J_s = at.from.load<T>(i, 0), now = J_s * (T(1) + T(dt) * trace(G));
      const T safe = max(now, T(1e-6));
      const Vec3<T> s = Vec3<T>::filled(exp(log(safe) * T(1. / 3)));
      at.trial.store(i, 0, now);
      psi = select(now > T(0), elastic.energy(s), infinite);
      stress = Mat3<T>::diagonal(Vec3<T>::filled(elastic.kirchhoff(s)[0] / safe * J_s));
      J = J_s;
    } else {
      Mat3<T> U, V;
      Vec3<T> s;
      const Mat3<T> F_s = at.from.matrix<T>(i), F = F_s + (G * F_s) * T(dt);
      at.trial.store_matrix(i, F);
      svd(F, U, s, V);
      psi = elastic.energy(s);
      if constexpr (!Law::inverts) psi = select(min(s[0], min(s[1], s[2])) > T(0), psi, infinite);
      stress = compose(U, elastic.gradient(s), F_s * V);
      if (viscosity > 0) J = determinant(F_s);
    }
    if (viscosity > 0) {
      const T mu = J * T(viscosity);
      T rate2(0);
      for (int a = 0; a < 3; ++a)
        for (int b = 0; b < 3; ++b) {
          const T rate = G(a, b) + G(b, a);
          stress(a, b) += mu * rate;
          rate2 += rate * rate;
        }
      psi += T(dt) * mu * T(0.25) * rate2;
    }
    at.response.store_matrix(i, stress);
    return psi;
  }

  /// The tangent around the strain last tried; `definite`: without negative eigenvalues.
  template <class T>
  WEFT_HD void linearise(std::size_t i, bool definite) const {
    using namespace grains_tangent;
    T state[room];
    load_state(i, state);
    const auto elastic = law.template elastic<T>(state);
    T J;
    if constexpr (Law::volumetric) {
      // psi''(J) from psi(s), s = J^(1/3):  s' = s / (3 J),  s'' = -2 s / (9 J^2)
      J = at.from.load<T>(i, 0);
      const T now = max(at.trial.load<T>(i, 0), T(1e-6));
      const T side = exp(log(now) * T(1. / 3));
      const Vec3<T> s = Vec3<T>::filled(side), g = elastic.gradient(s);
      const Mat3<T> H = elastic.hessian(s);
      T all(0);
      for (int a = 0; a < 9; ++a) all += H(a / 3, a % 3);
      T second = (all * side * side - T(2) * (g[0] + g[1] + g[2]) * side) / (T(9) * now * now);
      if (definite) second = max(second, T(0));
      at.tangent.store(i, 0, second * J * J);
    } else {
      Mat3<T> U, V;
      Vec3<T> s;
      const Mat3<T> F_s = at.from.matrix<T>(i), F = at.trial.matrix<T>(i);
      svd(F, U, s, V);
      const Mat3<T> W = F_s * V, psi_ij = elastic.hessian(s);
      const Vec3<T> g = elastic.gradient(s);
      T H[3][3];
      for (int a = 0; a < 9; ++a) {
        at.tangent.store(i, kU + a, U(a / 3, a % 3));
        at.tangent.store(i, kW + a, W(a / 3, a % 3));
        H[a / 3][a % 3] = psi_ij(a / 3, a % 3);
      }
      if (definite) make_definite(H);
      for (int a = 0; a < 3; ++a)
        for (int b = a; b < 3; ++b) {
          at.tangent.store(i, kHessian + symmetric_at(a, b), H[a][b]);
          if (a == b) continue;
          const T total = s[a] + s[b], least(1e-6);
          const T guarded = select(abs(total) < least, select(total < T(0), -least, least), total);
          T stretch = elastic.shear_a(a, b, s), turn = (g[a] + g[b]) / guarded;
          if (definite) stretch = max(stretch, T(0)), turn = max(turn, T(0));
          at.tangent.store(i, kSum + pair_of(a, b), T(0.5) * (stretch + turn));
          at.tangent.store(i, kDifference + pair_of(a, b), T(0.5) * (stretch - turn));
        }
      if (viscosity > 0) J = determinant(F_s);
    }
    if (viscosity > 0) at.tangent.store(i, kViscous, J * T(viscosity));
  }

  /// (I + dt G) F_s' = F yielded, hence F_s' = F_s V diag(s_yielded / s) V^T. Returns the largest change of a
  /// stretch, relative.
  template <class T>
  WEFT_HD T yield(std::size_t i) const {
    T state[room];
    load_state(i, state);
    T most(0);
    if constexpr (Law::volumetric) {
      const T now = max(at.trial.load<T>(i, 0), T(1e-6));
      Vec3<T> s = Vec3<T>::filled(exp(log(now) * T(1. / 3)));
      law.template yield<3>(s, state, T(dt));
      const T keep = s[0] * s[1] * s[2] / now;
      most = abs(keep - T(1));
      at.start.store(i, 0, at.from.load<T>(i, 0) * keep);
    } else {
      Mat3<T> U, V;
      Vec3<T> s, keep;
      const Mat3<T> F = at.trial.matrix<T>(i);
      Mat3<T> F_s = at.from.matrix<T>(i);
      svd(F, U, s, V);
      Vec3<T> yielded = s;
      law.template yield<3>(yielded, state, T(dt));
      for (int a = 0; a < 3; ++a) {
        keep[a] = select(abs(s[a]) > T(1e-6), yielded[a] / s[a], T(1)) - T(1);
        most = max(most, abs(keep[a]));
      }
      // As an increment: what does not yield starts from F_s to the last bit.
      F_s += (F_s * V) * Mat3<T>::diagonal(keep) * transpose(V);
      at.start.store_matrix(i, F_s);
    }
    return most;
  }
};

}  // namespace weft
