/// Matrices of three rows and two columns: tangents of a surface, stress of a lamina.
#pragma once
#include "math/vec.h"

namespace weft {

/// Two tangent vectors as the columns of a 3x2 matrix.
template <class T>
struct Columns {
  Vec3<T> c1, c2;

  friend Columns operator*(const Columns& g, const Mat2<T>& A) {
    return {g.c1 * A(0, 0) + g.c2 * A(1, 0), g.c1 * A(0, 1) + g.c2 * A(1, 1)};
  }
};

}  // namespace weft
