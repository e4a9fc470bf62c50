/// The nearest matrix without negative eigenvalues, for small symmetric matrices of any scalar.
///   A = X diag(l) X^T by Jacobi's rotations,   A+ = A - sum_{l_k < 0} l_k x_k x_k^T
#pragma once
#include "math/functions.h"

namespace weft {

/// Eigenvalues on A's diagonal, eigenvectors in the columns of X. A fixed number of sweeps:
/// packs cannot stop early.
template <int n, class T>
WEFT_HD void jacobi_eigen(T (&A)[n][n], T (&X)[n][n], int sweeps) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) X[i][j] = T(i == j ? 1 : 0);
  for (int sweep = 0; sweep < sweeps; ++sweep)
    for (int p = 0; p < n - 1; ++p)
      for (int q = p + 1; q < n; ++q) {
        // t = tan of the angle that clears A_pq: t^2 + 2 theta t = 1, theta = (A_qq - A_pp) / (2 A_pq), the
        // smaller root.
        const T off = A[p][q] + A[p][q], diff = A[q][q] - A[p][p];
        const T denominator = abs(diff) + sqrt(diff * diff + off * off);
        const T t = flip_sign(off / max(denominator, T(1e-30)), diff);
        const T c = T(1) / sqrt(T(1) + t * t), s = t * c;
        for (int k = 0; k < n; ++k) {
          const T x = X[k][p], y = X[k][q];
          X[k][p] = c * x - s * y;
          X[k][q] = s * x + c * y;
          if (k == p || k == q) continue;
          const T a = A[k][p], b = A[k][q];
          A[p][k] = A[k][p] = c * a - s * b;
          A[q][k] = A[k][q] = s * a + c * b;
        }
        const T shift = t * A[p][q];
        A[p][p] -= shift;
        A[q][q] += shift;
        A[p][q] = A[q][p] = T(0);
      }
}

/// A without its negative eigenvalues.
template <int n, class T>
WEFT_HD void make_definite(T (&A)[n][n], int sweeps = n <= 3 ? 4 : 6) {
  T B[n][n], X[n][n];
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) B[i][j] = A[i][j];
  jacobi_eigen(B, X, sweeps);
  for (int k = 0; k < n; ++k) {
    const T negative = min(B[k][k], T(0));
    for (int i = 0; i < n; ++i)
      for (int j = i; j < n; ++j) {
        A[i][j] -= negative * X[i][k] * X[j][k];
        A[j][i] = A[i][j];
      }
  }
}

}  // namespace weft
