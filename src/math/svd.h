/// Branch-free singular value decomposition F = U diag(s) V^T for scalars and packs.
/// U and V are rotations, s_1 >= s_2 >= |s_3|, and s_3 carries the sign of det F.
///   1. scale F by a power of two;  2. cyclic Jacobi on F^T F gives V;  3. B = F V;
///   4. one sweep of one-sided Jacobi on B: F^T F knows small singular values only to eps s_1^2 / s_i;
///   5. Gram-Schmidt of B gives U and s.
#pragma once
#include "math/functions.h"
#include "math/vec.h"

namespace weft {

namespace svd_detail {

/// Smallest numbers that still count, for matrices whose largest entry is in [1, 2).
template <class T>
constexpr Scalar<T> kTiny = sizeof(Scalar<T>) == 4 ? Scalar<T>(1e-15) : Scalar<T>(1e-100);
template <class T>
constexpr Scalar<T> kNoise = sizeof(Scalar<T>) == 4 ? Scalar<T>(1e-14) : Scalar<T>(1e-31);
/// Sweeps of Jacobi on F^T F; the one-sided sweep that follows squares the remaining error once more.
template <class T>
constexpr int kSweeps = sizeof(Scalar<T>) == 4 ? 3 : 5;

/// The rotation that diagonalises [a_pp a_pq; a_pq a_qq], |angle| <= 45 degrees, and its new diagonal.
template <class T>
struct Rotation {
  T c, s, mean, half;  // new diagonal: mean + half, mean - half

  [[gnu::always_inline]] WEFT_HD Rotation(const T& a_pp, const T& a_qq, const T& a_pq) {
    // tan(2 angle) = b / d;  cos(angle)^2 = (1 + |cos(2 angle)|) / 2
    const T d = a_pp - a_qq, b = a_pq + a_pq;
    const T a = abs(d) + T(kTiny<T>);  // equal and uncoupled: no rotation
    const T r2 = a * a + b * b;
    const T w = rsqrt(r2);
    const T x = (T(0.5) * a) * w + T(0.5);
    const T y = rsqrt(x);
    c = x * y;
    s = (flip_sign(T(0.5) * b, d) * w) * y;
    mean = (a_pp + a_qq) * T(0.5);
    half = copysign((T(0.5) * r2) * w, d);
  }
  /// (p, q) <- (c p + s q, c q - s p).
  [[gnu::always_inline]] WEFT_HD void apply(T& p, T& q) const {
    const T old = p;
    p = c * p + s * q;
    q = c * q - s * old;
  }
};

/// One two-sided rotation of the symmetric A in the plane (p, q), k the third axis; V gathers it.
template <class T>
[[gnu::always_inline]] WEFT_HD inline void jacobi(T& a_pp, T& a_qq, T& a_pq, T& a_kp, T& a_kq, Vec3<T>& v_p,
                                                  Vec3<T>& v_q) {
  const Rotation<T> g(a_pp, a_qq, a_pq);
  a_pp = g.mean + g.half;
  a_qq = g.mean - g.half;
  a_pq = T(0);
  g.apply(a_kp, a_kq);
  for (int i = 0; i < 3; ++i) g.apply(v_p[i], v_q[i]);
}

/// Swaps two columns where `m` holds, and turns one round so that the determinant stays.
template <class M, class T>
[[gnu::always_inline]] WEFT_HD inline void swap_columns(const M& m, Vec3<T>& a, Vec3<T>& b) {
  for (int i = 0; i < 3; ++i) {
    const T old = a[i];
    a[i] = select(m, b[i], old);
    b[i] = select(m, -old, b[i]);
  }
}
template <class T>
[[gnu::always_inline]] WEFT_HD inline void sort_pair(T& l_a, T& l_b, Vec3<T>& a, Vec3<T>& b) {
  swap_columns(l_a < l_b, a, b);
  const T low = min(l_a, l_b);
  l_a = max(l_a, l_b);
  l_b = low;
}

/// One-sided rotation: makes columns a and b of B orthogonal; V follows. n are their squared lengths.
template <class T>
[[gnu::always_inline]] WEFT_HD inline void one_sided(T& n_a, T& n_b, Vec3<T>& a, Vec3<T>& b, Vec3<T>& v_a,
                                                     Vec3<T>& v_b) {
  const Rotation<T> g(n_a, n_b, dot(a, b));
  n_a = g.mean + g.half;
  n_b = g.mean - g.half;
  for (int i = 0; i < 3; ++i) g.apply(a[i], b[i]);
  for (int i = 0; i < 3; ++i) g.apply(v_a[i], v_b[i]);
}

/// U and s from columns that are orthogonal to round-off. Directions below kNoise are completed, not divided
/// by zero.
template <class T>
[[gnu::always_inline]] WEFT_HD inline void left_factor(const Vec3<T> (&b)[3], Mat3<T>& U, Vec3<T>& s) {
  Vec3<T> u1 = b[0];
  u1[0] += T(kNoise<T>);  // decides the direction of a zero matrix only
  u1 = u1 * rsqrt(dot(u1, u1));
  Vec3<T> w = b[1] - u1 * dot(u1, b[1]);
  w = w - u1 * dot(u1, w);
  // A vector across u1, of length at least 1/sqrt(2), takes over where w vanishes.
  const auto flat = abs(u1[0]) > abs(u1[2]);
  const T zero(0), e(kNoise<T>);
  w[0] += e * select(flat, -u1[1], zero);
  w[1] += e * select(flat, u1[0], -u1[2]);
  w[2] += e * select(flat, zero, u1[1]);
  const Vec3<T> u2 = w * rsqrt(dot(w, w)), u3 = cross(u1, u2);
  const T s1 = dot(u1, b[0]), s2 = dot(u2, b[1]), s3 = dot(u3, b[2]);
  s = {max(max(s1, s2), abs(s3)), max(min(s1, s2), abs(s3)),
       s3};  // equal values may come out of order by an ulp
  U.set_column(0, u1);
  U.set_column(1, u2);
  U.set_column(2, u3);
}

/// V and B = A V with orthogonal columns in falling length, for A whose largest entry is in [1, 2).
template <class T>
[[gnu::always_inline]] WEFT_HD inline void orthogonal_columns(const Mat3<T>& A, Vec3<T> (&b)[3], Vec3<T> (&v)[3]) {
  T a11 = A(0, 0) * A(0, 0) + A(1, 0) * A(1, 0) + A(2, 0) * A(2, 0);
  T a22 = A(0, 1) * A(0, 1) + A(1, 1) * A(1, 1) + A(2, 1) * A(2, 1);
  T a33 = A(0, 2) * A(0, 2) + A(1, 2) * A(1, 2) + A(2, 2) * A(2, 2);
  T a12 = A(0, 0) * A(0, 1) + A(1, 0) * A(1, 1) + A(2, 0) * A(2, 1);
  T a13 = A(0, 0) * A(0, 2) + A(1, 0) * A(1, 2) + A(2, 0) * A(2, 2);
  T a23 = A(0, 1) * A(0, 2) + A(1, 1) * A(1, 2) + A(2, 1) * A(2, 2);
  for (int sweep = 0; sweep < kSweeps<T>; ++sweep) {
    jacobi(a11, a22, a12, a13, a23, v[0], v[1]);
    jacobi(a11, a33, a13, a12, a23, v[0], v[2]);
    jacobi(a22, a33, a23, a12, a13, v[1], v[2]);
  }
  sort_pair(a11, a22, v[0], v[1]);
  sort_pair(a11, a33, v[0], v[2]);
  sort_pair(a22, a33, v[1], v[2]);

  for (int j = 0; j < 3; ++j) b[j] = A * v[j];
  T n1 = norm2(b[0]), n2 = norm2(b[1]);
  T n3 = norm2(b[2]);
  one_sided(n1, n2, b[0], b[1], v[0], v[1]);
  one_sided(n1, n3, b[0], b[2], v[0], v[2]);
  n2 = norm2(b[1]);  // again from the columns: the difference above lost the small ones
  n3 = norm2(b[2]);
  const auto m = n2 < n3;
  swap_columns(m, b[1], b[2]);
  swap_columns(m, v[1], v[2]);
  T large = max(n2, n3), small = min(n2, n3);
  one_sided(large, small, b[1], b[2], v[1], v[2]);
}

}  // namespace svd_detail

/// F = U diag(s) V^T, see the head of the file.
template <class T>
WEFT_HD void svd(const Mat3<T>& F, Mat3<T>& U, Vec3<T>& s, Mat3<T>& V) {
  using namespace svd_detail;
  Vec3<T> largest;
  for (int i = 0; i < 3; ++i) largest[i] = max(max(abs(F(i, 0)), abs(F(i, 1))), abs(F(i, 2)));
  T scale, inverse;
  power_of_two(max(max(largest[0], largest[1]), largest[2]), scale, inverse);
  const Mat3<T> A = F * inverse;
  Vec3<T> b[3], v[3] = {{T(1), T(0), T(0)}, {T(0), T(1), T(0)}, {T(0), T(0), T(1)}};
  orthogonal_columns(A, b, v);
  left_factor(b, U, s);
  s *= scale;
  for (int j = 0; j < 3; ++j) V.set_column(j, v[j]);
}

/// U and s alone, from the columns of F^T U. U is a rotation; s_3 carries the sign of det F.
template <class T>
WEFT_HD void left_stretch(const Mat3<T>& F, Mat3<T>& U, Vec3<T>& s) {
  using namespace svd_detail;
  Vec3<T> largest;
  for (int i = 0; i < 3; ++i) largest[i] = max(max(abs(F(i, 0)), abs(F(i, 1))), abs(F(i, 2)));
  T scale, inverse;
  power_of_two(max(max(largest[0], largest[1]), largest[2]), scale, inverse);
  const Mat3<T> A = transpose(F) * inverse;
  Vec3<T> b[3], u[3] = {{T(1), T(0), T(0)}, {T(0), T(1), T(0)}, {T(0), T(0), T(1)}};
  orthogonal_columns(A, b, u);
  for (int j = 0; j < 3; ++j) {
    s[j] = sqrt(norm2(b[j])) * scale;
    U.set_column(j, u[j]);
  }
  s[2] = copysign(s[2], dot(cross(b[0], b[1]), b[2]));
}

/// The same in the plane: s_1 >= |s_2|.
template <class T>
WEFT_HD void svd(const Mat2<T>& F, Mat2<T>& U, Vec2<T>& s, Mat2<T>& V) {
  using namespace svd_detail;
  T scale, inverse;
  power_of_two(max(max(abs(F(0, 0)), abs(F(0, 1))), max(abs(F(1, 0)), abs(F(1, 1)))), scale, inverse);
  const Mat2<T> A = F * inverse;
  Vec2<T> b[2] = {A.column(0), A.column(1)}, v[2] = {{T(1), T(0)}, {T(0), T(1)}};
  for (int round = 0; round < 2; ++round) {  // the second removes what round-off left of the first
    const Rotation<T> g(norm2(b[0]), norm2(b[1]), dot(b[0], b[1]));
    for (int i = 0; i < 2; ++i) {
      g.apply(b[0][i], b[1][i]);
      g.apply(v[0][i], v[1][i]);
    }
  }
  const auto swap = norm2(b[0]) < norm2(b[1]);
  for (int i = 0; i < 2; ++i) {
    const T b0 = b[0][i], v0 = v[0][i];
    b[0][i] = select(swap, b[1][i], b0);
    b[1][i] = select(swap, -b0, b[1][i]);
    v[0][i] = select(swap, v[1][i], v0);
    v[1][i] = select(swap, -v0, v[1][i]);
  }
  Vec2<T> u = b[0];
  u[0] += T(kNoise<T>);
  u = u * rsqrt(dot(u, u));
  const T s1 = dot(u, b[0]), s2 = u[0] * b[1][1] - u[1] * b[1][0];
  s = Vec2<T>{max(s1, abs(s2)), s2} * scale;
  U = {{{u[0], -u[1]}, {u[1], u[0]}}};
  V.set_column(0, v[0]);
  V.set_column(1, v[1]);
}

}  // namespace weft
