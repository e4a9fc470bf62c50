/// Matrices of three rows and two columns: tangents of a surface, stress of a lamina.
#pragma once
#include "math/vec.h"

namespace weft {

/// Two tangent vectors as the columns of a 3x2 matrix.
template <class T>
struct Columns {
  Vec3<T> c1, c2;

  WEFT_HD friend Columns operator*(const Columns& g, const Mat2<T>& A) {
    return {g.c1 * A(0, 0) + g.c2 * A(1, 0), g.c1 * A(0, 1) + g.c2 * A(1, 1)};
  }
};

/// A 6x6 matrix over the stacked columns.
template <class T>
WEFT_HD Columns<T> operator*(const Mat<6, T>& D, const Columns<T>& f) {
  T r[6];
  for (int i = 0; i < 6; ++i) {
    r[i] = D(i, 0) * f.c1[0];
    for (int j = 1; j < 6; ++j) r[i] += D(i, j) * (j < 3 ? f.c1[j] : f.c2[j - 3]);
  }
  return {{{r[0], r[1], r[2]}}, {{r[3], r[4], r[5]}}};
}

}  // namespace weft
