/// Rotation-QR: F = Q R with Q a rotation, R upper triangular, r_11 .. r_(d-1)(d-1) > 0; r_dd carries the
/// sign of det F.
///   q_1 = d_1/|d_1|,  q_2 = d_2 made orthogonal to q_1 (twice, against round-off),  q_3 = q_1 x q_2.
/// The first d - 1 columns must be independent.
#pragma once
#include "math/functions.h"
#include "math/vec.h"

namespace weft {

template <class T>
void qr(const Mat3<T>& F, Mat3<T>& Q, Mat3<T>& R) {
  const Vec3<T> q1 = normalized(F.column(0));
  Vec3<T> q2 = F.column(1);
  q2 = q2 - q1 * dot(q1, q2);
  q2 = normalized(q2 - q1 * dot(q1, q2));
  Q.set_column(0, q1);
  Q.set_column(1, q2);
  Q.set_column(2, cross(q1, q2));
  R = transpose(Q) * F;
  R(1, 0) = R(2, 0) = R(2, 1) = T(0);
}

template <class T>
void qr(const Mat2<T>& F, Mat2<T>& Q, Mat2<T>& R) {
  const Vec2<T> q1 = normalized(F.column(0));
  Q = {{{q1[0], -q1[1]}, {q1[1], q1[0]}}};
  R = transpose(Q) * F;
  R(1, 0) = T(0);
}

}  // namespace weft
