/// Polar decomposition F = R S: R a rotation, S symmetric; S has a negative eigenvalue where det F < 0.
#pragma once
#include "math/svd.h"

namespace weft {

template <int d, class T>
void polar(const Mat<d, T>& F, Mat<d, T>& R, Mat<d, T>& S) {
  Mat<d, T> U, V;
  Vec<d, T> s;
  svd(F, U, s, V);
  R = U * transpose(V);
  S = V * Mat<d, T>::diagonal(s) * transpose(V);
}

}  // namespace weft
