/// The rows of a rod's matrix on their way to the solver, where obstacles hold some vertices: those vertices'
/// unknowns become components along axes of their own (rod_obstacles.h). Blocks of three keep their places in
/// the band:
///   K_ij <- Q_i^T K_ij Q_j,   (K_i, theta) <- Q_i^T (K_i, theta),   g_i <- Q_i^T g_i
#pragma once
#include "bodies/hair/rod_step.h"

namespace weft {

template <class T>
class HeldRows {
 public:
  /// Stiffness of what is known, over its own.
  static constexpr double kStiff = 1e8;

  HeldRows(RodScratch<T>& w, double least) : w_(w), least_(least) {}

  /// Rows in order, with their right hand sides.
  void append(std::size_t r, T (&K)[11], const T& right) {
    const std::size_t i = r / 4;
    const int c = int(r % 4);
    if (c < 3) {
      std::copy(K, K + 11, rows_[c]);
      right_[c] = right;
      if (c == 2) vertex(i);
    } else {
      turn(w_.obstacles->at(i), K, 3);
      if (i > 0) turn(w_.obstacles->at(i - 1), K, 7);
      w_.matrix.append(r, K, right, least_);
    }
  }

 private:
  /// Of an angle's row: three entries that belong to a vertex, from K[first] down.
  static void turn(const RodHold<T>* h, T (&K)[11], int first) {
    if (!h) return;
    const Vec3<T> a = transpose(h->axes) * Vec3<T>{{K[first], K[first - 1], K[first - 2]}};
    for (int d = 0; d < 3; ++d) K[first - d] = a[d];
  }
  void vertex(std::size_t i) {
    const RodHold<T>*own = w_.obstacles->at(i), *before = i > 0 ? w_.obstacles->at(i - 1) : nullptr,
          *first = i > 1 ? w_.obstacles->at(i - 2) : nullptr;
    if (own || before || first) {
      Mat3<T> A, B, C;  // with itself, with the vertex before, with the one before that
      Vec3<T> b, c, g = right_;
      for (int p = 0; p < 3; ++p) {
        for (int q = 0; q < 3; ++q) {
          A(p, q) = q <= p ? rows_[p][p - q] : rows_[q][q - p];
          B(p, q) = rows_[p][4 + p - q];
          C(p, q) = rows_[p][8 + p - q];
        }
        b[p] = rows_[p][p + 1];
        c[p] = rows_[p][p + 5];
      }
      if (before) B = B * before->axes;
      if (first) C = C * first->axes;
      if (own) {
        A += own->drag;
        g += own->carried - own->drag * w_.now.x[i];
        const Mat3<T> Qt = transpose(own->axes);
        A = Qt * A * own->axes;
        B = Qt * B, C = Qt * C;
        b = Qt * b, c = Qt * c, g = Qt * g;
        for (int k = 0; k < 3; ++k) {
          const T h = T(kStiff) * A(k, k) * own->fixed[k];
          A(k, k) += h;
          g[k] += h * own->move[k];
          w_.obstacles->stiffen(i, k, h);
        }
      }
      for (int p = 0; p < 3; ++p) {
        for (int q = 0; q < 3; ++q) {
          if (q <= p) rows_[p][p - q] = A(p, q);
          rows_[p][4 + p - q] = B(p, q);
          rows_[p][8 + p - q] = C(p, q);
        }
        rows_[p][p + 1] = b[p];
        rows_[p][p + 5] = c[p];
      }
      right_ = g;
    }
    for (int p = 0; p < 3; ++p) w_.matrix.append(4 * i + std::size_t(p), rows_[p], right_[p], least_);
  }

  RodScratch<T>& w_;
  double least_;
  T rows_[3][11];
  Vec3<T> right_;
};

}  // namespace weft
