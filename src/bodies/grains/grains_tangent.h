/// The tangent of one grain at work, whatever its law: only whether it is volumetric, and whether it has a
/// solvent, makes a difference. A value that kernels carry, as in grains_kernel.h.
#pragma once
#include "bodies/grains/grains_trial.h"

namespace weft {

/// What one grain, or a pack, adds to the solve's diagonal blocks (grid/parcels.h, StiffnessBatch).
template <class Lane>
struct StiffnessOf {
  Lane T[6][6];  ///< [kg m^2]
  Lane W[3][3];  ///< [kg m^2]
};

template <class S>
struct GrainTangent {
  TrialViews at;
  S dt;
  S scale;  ///< dt^2 V
  bool viscous;

  /// dS along dG.
  template <bool volumetric, class T>
  WEFT_HD Mat3<T> stress_change(std::size_t i, const Mat3<T>& dG) const {
    using namespace grains_tangent;
    const auto get = [&](int c) { return at.tangent.load<T>(i, c); };
    Mat3<T> dS;
    if constexpr (volumetric) {
      dS = Mat3<T>::diagonal(Vec3<T>::filled(get(0) * T(dt) * trace(dG)));
    } else {
      Mat3<T> U, W, O;
      for (int a = 0; a < 9; ++a) {
        U(a / 3, a % 3) = get(kU + a);
        W(a / 3, a % 3) = get(kW + a);
      }
      const Mat3<T> M = transpose(U) * (dG * W);
      for (int a = 0; a < 3; ++a) {
        O(a, a) = get(kHessian + symmetric_at(a, 0)) * M(0, 0) +
                  get(kHessian + symmetric_at(a, 1)) * M(1, 1) + get(kHessian + symmetric_at(a, 2)) * M(2, 2);
        for (int b = a + 1; b < 3; ++b) {
          const T sum = get(kSum + pair_of(a, b)), difference = get(kDifference + pair_of(a, b));
          O(a, b) = sum * M(a, b) + difference * M(b, a);
          O(b, a) = sum * M(b, a) + difference * M(a, b);
        }
      }
      dS = (U * O) * transpose(W) * T(dt);
    }
    if (viscous) {
      const T mu = get(kViscous);
      for (int a = 0; a < 3; ++a)
        for (int b = 0; b < 3; ++b) dS(a, b) += mu * (dG(a, b) + dG(b, a));
    }
    return dS;
  }

  /// e_a . dS g for dG = e_b g^T is quadratic in y = W^T g:  dt^2 V U K(y) U^T with
  ///   K_ii = psi_ii y_i^2 + sum_{j != i} (a + b)/2 y_j^2,   K_ij = (psi_ij + (a - b)/2) y_i y_j
  template <bool volumetric, class T>
  WEFT_HD StiffnessOf<T> stiffness(std::size_t i) const {
    using namespace grains_tangent;
    const auto get = [&](int c) { return at.tangent.load<T>(i, c); };
    StiffnessOf<T> out;
    const T none(0);
    T solvent = none, bulk = none;
    if (viscous) solvent = get(kViscous) / T(dt) * T(scale);
    Mat3<T> U, W;
    if constexpr (volumetric) {
      bulk = get(0) * T(scale);
    } else {
      for (int a = 0; a < 9; ++a) {
        U(a / 3, a % 3) = get(kU + a);
        W(a / 3, a % 3) = get(kW + a);
      }
    }
    for (int p = 0; p < 3; ++p)
      for (int q = p; q < 3; ++q) {
        Mat3<T> B = Mat3<T>::zero();
        const T twice(p == q ? 1 : 2);
        if constexpr (volumetric) {
          B(p, q) += bulk;
          if (p != q) B(q, p) += bulk;
        } else {
          Mat3<T> Y, K;  // y y^T, the part with g_p g_q
          for (int a = 0; a < 3; ++a)
            for (int b = 0; b < 3; ++b) Y(a, b) = twice * T(0.5) * (W(p, a) * W(q, b) + W(q, a) * W(p, b));
          for (int a = 0; a < 3; ++a) {
            K(a, a) = get(kHessian + symmetric_at(a, a)) * Y(a, a);
            for (int b = 0; b < 3; ++b) {
              if (a == b) continue;
              K(a, a) += get(kSum + pair_of(a, b)) * Y(b, b);
              K(a, b) = (get(kHessian + symmetric_at(a, b)) + get(kDifference + pair_of(a, b))) * Y(a, b);
            }
          }
          B = (U * K) * transpose(U) * T(scale);
        }
        if (viscous) {  // J mu (|g|^2 I + g g^T)
          if (p == q)
            for (int a = 0; a < 3; ++a) B(a, a) += solvent;
          B(p, q) += solvent;
          if (p != q) B(q, p) += solvent;
        }
        for (int a = 0; a < 3; ++a)
          for (int b = a; b < 3; ++b) out.T[symmetric_at(p, q)][symmetric_at(a, b)] = B(a, b);
        if (p == q) continue;
        // The part that turns: K_kl - K_lk = (psi_kl - (a - b)/2) (y_k z_l - y_l z_k), and
        // J mu (g_a h_b - g_b h_a) of a solvent.
        Vec3<T> w{{none, none, none}};
        if constexpr (volumetric) {
          w[3 - p - q] = (q - p == 1 ? -bulk : bulk) * T(0.5);
        } else {
          for (int k = 0; k < 3; ++k) {
            const int a = (k + 1) % 3, b = (k + 2) % 3;  // [w]x has -w_k at (a, b)
            const T turn = get(kHessian + symmetric_at(a, b)) - get(kDifference + pair_of(a, b));
            w[k] = T(-0.5) * T(scale) * turn * (W(p, a) * W(q, b) - W(p, b) * W(q, a));
          }
          w = U * w;
        }
        if (viscous) w[3 - p - q] += (q - p == 1 ? solvent : -solvent) * T(0.5);
        for (int a = 0; a < 3; ++a) out.W[pair_of(p, q)][a] = w[a];
      }
    return out;
  }
};

}  // namespace weft
