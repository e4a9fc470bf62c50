/// From principal space to matrices, for any isotropic law: with F = U diag(s) V^T,
///   P = U diag(psi_i) V^T,  tau = U diag(tau_i) U^T
///   dP[dF] = U O V^T,  M = U^T dF V,  O_ii = sum_j psi_ij M_jj,
///   O_ij = (a + b)/2 M_ij + (a - b)/2 M_ji
///   a = (psi_i - psi_j)/(s_i - s_j),  b = (psi_i + psi_j)/(s_i + s_j)
#pragma once
#include "materials/law.h"
#include "math/svd.h"

namespace weft {

/// The decomposition of F once, for all that follows.
template <int d, class T>
struct Principal {
  Mat<d, T> U, V;
  Vec<d, T> s;
  WEFT_HD explicit Principal(const Mat<d, T>& F) { svd(F, U, s, V); }
};

/// U diag(a) W^T.
template <int d, class T>
WEFT_HD Mat<d, T> compose(const Mat<d, T>& U, const Vec<d, T>& a, const Mat<d, T>& W) {
  Mat<d, T> r = U;
  for (int i = 0; i < d; ++i)
    for (int j = 0; j < d; ++j) r(i, j) *= a[j];
  return r * transpose(W);
}

/// F with its stretches replaced, written as an increment: exactly F where nothing changed,
/// so nothing drifts.
template <int d, class T>
WEFT_HD Mat<d, T> with_stretch(const Mat<d, T>& F, const Principal<d, T>& p, const Vec<d, T>& s) {
  return F + compose(p.U, s - p.s, p.V);
}

/// First Piola-Kirchhoff stress P = dpsi/dF.
template <class Law, int d, class T>
Mat<d, T> first_piola(const Law& law, const Mat<d, T>& F, const T* state) {
  const Principal<d, T> p(F);
  return compose(p.U, law.gradient(p.s, state), p.V);
}

/// Kirchhoff stress tau = P F^T.
template <class Law, int d, class T>
Mat<d, T> kirchhoff_stress(const Law& law, const Mat<d, T>& F, const T* state) {
  const Principal<d, T> p(F);
  return compose(p.U, law.kirchhoff(p.s, state), p.U);
}

/// The change of P along dF.
template <class Law, int d, class T>
Mat<d, T> piola_differential(const Law& law, const Mat<d, T>& F, const Mat<d, T>& dF, const T* state) {
  const Principal<d, T> p(F);
  const Mat<d, T> M = transpose(p.U) * dF * p.V, H = law.hessian(p.s, state);
  const Vec<d, T> g = law.gradient(p.s, state);
  Mat<d, T> O = Mat<d, T>::zero();
  for (int i = 0; i < d; ++i) {
    for (int j = 0; j < d; ++j) O(i, i) += H(i, j) * M(j, j);
    for (int j = i + 1; j < d; ++j) {
      const T total = p.s[i] + p.s[j];
      const T guarded = select(abs(total) < T(1e-9), select(total < T(0), T(-1e-9), T(1e-9)), total);
      const T a = law.shear_a(i, j, p.s, state), b = (g[i] + g[j]) / guarded;
      O(i, j) = T(0.5) * ((a + b) * M(i, j) + (a - b) * M(j, i));
      O(j, i) = T(0.5) * ((a - b) * M(i, j) + (a + b) * M(j, i));
    }
  }
  return p.U * O * transpose(p.V);
}

/// Return map of the trial F; the state follows.
template <class Law, int d, class T>
Mat<d, T> yielded(const Law& law, const Mat<d, T>& F, T* state, const T& dt) {
  if constexpr (!Law::plastic) {
    return F;
  } else {
    const Principal<d, T> p(F);
    Vec<d, T> s = p.s;
    law.yield(s, state, dt);
    if constexpr (Law::volumetric) return Mat<d, T>::diagonal(s);
    return with_stretch(F, p, s);
  }
}

}  // namespace weft
