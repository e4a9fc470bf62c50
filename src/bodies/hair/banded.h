/// Symmetric systems with ten diagonals below the main one: K = L D L^T row by row, solved while factored.
///   G_rj = K_rj - sum_{m<j} G_rm L_jm,   L_rj = G_rj / D_j,   D_r = K_rr - sum_j G_rj L_rj
/// T is a double or a pack: then sixteen systems at once.
#pragma once
#include "exec/array.h"
#include "math/functions.h"

namespace weft {

template <class T>
class Banded {
 public:
  static constexpr int kBand = 10;

  void resize(std::size_t rows) {
    rows_ = rows;
    // Ten empty rows in front, so that the first rows need no other code.
    L_.assign((rows + kBand) * kBand, T(0));
    pivot_.assign(rows + kBand, T(0));
    y_.assign(rows + kBand, T(0));
  }
  std::size_t rows() const { return rows_; }

  /// Before the first row.
  void begin() { soundness_ = T(1); }
  /// The least pivot over its diagonal entry: how many digits are left.
  const T& soundness() const { return soundness_; }

  /// Takes row r: K_r[k] = K_{r, r-k}, k = 0 .. 10, and its right hand side. Rows come in order. A pivot
  /// below `least` times the diagonal is lifted to that (least < 0: taken as it is,
  /// for matrices that are not definite).
  void append(std::size_t r, const T (&K)[kBand + 1], const T& right, double least) {
    T G[kBand];  // G[k] = G_{r, r-10+k}
    for (int k = 0; k < kBand; ++k) G[k] = K[kBand - k];
    T* Lr = row(r);
    T D = K[0], y = right;
#pragma GCC unroll 10
    for (int m = 0; m < kBand; ++m) {
      // row j = r-10+q keeps L_{j, j-10+p} at p: column r-10+m is p = m - q + 10
#pragma GCC unroll 10
      for (int q = m + 1; q < kBand; ++q) G[q] -= G[m] * row(r - kBand + q)[m - q + kBand];
      const T L = G[m] * pivot_[r + m];
      D -= G[m] * L;
      y -= L * y_[r + m];
      Lr[m] = L;
    }
    soundness_ = min(soundness_, D / K[0]);
    if (least >= 0) D = max(D, max(T(least) * K[0], T(1e-30)));
    pivot_[r + kBand] = T(1) / D;
    y_[r + kBand] = y;
  }

  /// After the last row: the solution of row r, in place, from the last row to the first.
  template <class Put>
  void solve(Put&& put) {
    for (std::size_t r = 0; r < rows_; ++r) y_[r + kBand] *= pivot_[r + kBand];
    for (std::size_t r = rows_; r-- > 0;) {
      const T y = y_[r + kBand];
      const T* Lr = row(r);
#pragma GCC unroll 10
      for (int m = 0; m < kBand; ++m) y_[r + m] -= Lr[m] * y;
      put(r, y);
    }
  }

  /// 1 / D_r.
  const T& inverse_pivot(std::size_t r) const { return pivot_[r + kBand]; }

 private:
  T* row(std::size_t r) { return &L_[(r + kBand) * kBand]; }

  std::size_t rows_ = 0;
  T soundness_ = T(1);
  Array<T> L_, pivot_, y_;
};

}  // namespace weft
