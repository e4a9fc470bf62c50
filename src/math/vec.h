/// Small vectors and matrices for any scalar: float, double, a SIMD pack, a dual number.
/// A Mat is square; A(i, j) is row i, column j.
#pragma once
#include <cmath>

#include "math/host_device.h"
#include "math/real.h"

namespace weft {

template <int N, class T>
struct Vec {
  T e[N];

  WEFT_HD constexpr T& operator[](int i) { return e[i]; }
  WEFT_HD constexpr const T& operator[](int i) const { return e[i]; }
  WEFT_HD static constexpr Vec filled(const T& a) {
    Vec r{};
    for (int i = 0; i < N; ++i) r.e[i] = a;
    return r;
  }
  WEFT_HD static constexpr Vec zero() { return filled(T(0)); }
  template <class S>
  WEFT_HD constexpr Vec<N, S> as() const {
    Vec<N, S> r{};
    for (int i = 0; i < N; ++i) r.e[i] = S(e[i]);
    return r;
  }
  WEFT_HD constexpr Vec& operator+=(const Vec& b) {
    for (int i = 0; i < N; ++i) e[i] += b.e[i];
    return *this;
  }
  WEFT_HD constexpr Vec& operator-=(const Vec& b) {
    for (int i = 0; i < N; ++i) e[i] -= b.e[i];
    return *this;
  }
  WEFT_HD constexpr Vec& operator*=(const T& s) {
    for (int i = 0; i < N; ++i) e[i] *= s;
    return *this;
  }
  WEFT_HD friend constexpr Vec operator+(Vec a, const Vec& b) { return a += b; }
  WEFT_HD friend constexpr Vec operator-(Vec a, const Vec& b) { return a -= b; }
  WEFT_HD friend constexpr Vec operator*(Vec a, const T& s) { return a *= s; }
  WEFT_HD friend constexpr Vec operator*(const T& s, Vec a) { return a *= s; }
  WEFT_HD friend constexpr Vec operator-(const Vec& a) { return a * T(-1); }
  friend constexpr bool operator==(const Vec&, const Vec&) = default;
};

template <class T>
using Vec2 = Vec<2, T>;
template <class T>
using Vec3 = Vec<3, T>;
using Vec2d = Vec2<double>;
using Vec3d = Vec3<double>;
using Vec3r = Vec3<Real>;

template <int N, class T>
WEFT_HD constexpr T dot(const Vec<N, T>& a, const Vec<N, T>& b) {
  T s = a[0] * b[0];
  for (int i = 1; i < N; ++i) s += a[i] * b[i];
  return s;
}
template <class T>
WEFT_HD constexpr Vec3<T> cross(const Vec3<T>& a, const Vec3<T>& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}
template <int N, class T>
WEFT_HD T norm2(const Vec<N, T>& a) {
  return dot(a, a);
}
template <int N, class T>
WEFT_HD T norm(const Vec<N, T>& a) {
  using std::sqrt;
  return sqrt(dot(a, a));
}
template <int N, class T>
WEFT_HD Vec<N, T> normalized(const Vec<N, T>& a) {
  return a * (T(1) / norm(a));
}
template <int N, class T>
WEFT_HD constexpr T sum(const Vec<N, T>& a) {
  T s = a[0];
  for (int i = 1; i < N; ++i) s += a[i];
  return s;
}
template <int N, class T>
WEFT_HD constexpr T product(const Vec<N, T>& a) {
  T s = a[0];
  for (int i = 1; i < N; ++i) s *= a[i];
  return s;
}

template <int N, class T>
struct Mat {
  T e[N][N];

  WEFT_HD constexpr T& operator()(int i, int j) { return e[i][j]; }
  WEFT_HD constexpr const T& operator()(int i, int j) const { return e[i][j]; }
  WEFT_HD static constexpr Mat zero() {
    Mat r{};
    for (int i = 0; i < N; ++i)
      for (int j = 0; j < N; ++j) r.e[i][j] = T(0);
    return r;
  }
  WEFT_HD static constexpr Mat diagonal(const Vec<N, T>& d) {
    Mat r = zero();
    for (int i = 0; i < N; ++i) r.e[i][i] = d[i];
    return r;
  }
  WEFT_HD static constexpr Mat identity() { return diagonal(Vec<N, T>::filled(T(1))); }
  template <class S>
  WEFT_HD constexpr Mat<N, S> as() const {
    Mat<N, S> r{};
    for (int i = 0; i < N; ++i)
      for (int j = 0; j < N; ++j) r.e[i][j] = S(e[i][j]);
    return r;
  }
  WEFT_HD constexpr Vec<N, T> column(int j) const {
    Vec<N, T> c{};
    for (int i = 0; i < N; ++i) c[i] = e[i][j];
    return c;
  }
  WEFT_HD constexpr void set_column(int j, const Vec<N, T>& c) {
    for (int i = 0; i < N; ++i) e[i][j] = c[i];
  }
  WEFT_HD constexpr Mat& operator+=(const Mat& b) {
    for (int i = 0; i < N; ++i)
      for (int j = 0; j < N; ++j) e[i][j] += b.e[i][j];
    return *this;
  }
  WEFT_HD constexpr Mat& operator-=(const Mat& b) {
    for (int i = 0; i < N; ++i)
      for (int j = 0; j < N; ++j) e[i][j] -= b.e[i][j];
    return *this;
  }
  WEFT_HD constexpr Mat& operator*=(const T& s) {
    for (int i = 0; i < N; ++i)
      for (int j = 0; j < N; ++j) e[i][j] *= s;
    return *this;
  }
  WEFT_HD friend constexpr Mat operator+(Mat a, const Mat& b) { return a += b; }
  WEFT_HD friend constexpr Mat operator-(Mat a, const Mat& b) { return a -= b; }
  WEFT_HD friend constexpr Mat operator*(Mat a, const T& s) { return a *= s; }
  WEFT_HD friend constexpr Mat operator*(const T& s, Mat a) { return a *= s; }
  WEFT_HD friend constexpr Mat operator*(const Mat& a, const Mat& b) {
    Mat r{};
    for (int i = 0; i < N; ++i)
      for (int j = 0; j < N; ++j) {
        T s = a.e[i][0] * b.e[0][j];
        for (int k = 1; k < N; ++k) s += a.e[i][k] * b.e[k][j];
        r.e[i][j] = s;
      }
    return r;
  }
  WEFT_HD friend constexpr Vec<N, T> operator*(const Mat& a, const Vec<N, T>& v) {
    Vec<N, T> r{};
    for (int i = 0; i < N; ++i) {
      T s = a.e[i][0] * v[0];
      for (int k = 1; k < N; ++k) s += a.e[i][k] * v[k];
      r[i] = s;
    }
    return r;
  }
  friend constexpr bool operator==(const Mat&, const Mat&) = default;
};

template <class T>
using Mat2 = Mat<2, T>;
template <class T>
using Mat3 = Mat<3, T>;
using Mat3d = Mat3<double>;
using Mat3r = Mat3<Real>;

template <int N, class T>
WEFT_HD constexpr Mat<N, T> transpose(const Mat<N, T>& a) {
  Mat<N, T> r{};
  for (int i = 0; i < N; ++i)
    for (int j = 0; j < N; ++j) r.e[i][j] = a.e[j][i];
  return r;
}
template <int N, class T>
WEFT_HD constexpr T trace(const Mat<N, T>& a) {
  T s = a.e[0][0];
  for (int i = 1; i < N; ++i) s += a.e[i][i];
  return s;
}
/// <A, B> = sum of A_ij B_ij.
template <int N, class T>
WEFT_HD constexpr T inner(const Mat<N, T>& a, const Mat<N, T>& b) {
  T s(0);
  for (int i = 0; i < N; ++i)
    for (int j = 0; j < N; ++j) s += a.e[i][j] * b.e[i][j];
  return s;
}
template <int N, class T>
WEFT_HD T norm(const Mat<N, T>& a) {
  using std::sqrt;
  return sqrt(inner(a, a));
}
template <int N, class T>
WEFT_HD constexpr Mat<N, T> outer(const Vec<N, T>& a, const Vec<N, T>& b) {
  Mat<N, T> r{};
  for (int i = 0; i < N; ++i)
    for (int j = 0; j < N; ++j) r.e[i][j] = a[i] * b[j];
  return r;
}
template <class T>
WEFT_HD constexpr T determinant(const Mat2<T>& a) {
  return a(0, 0) * a(1, 1) - a(0, 1) * a(1, 0);
}
template <class T>
WEFT_HD constexpr T determinant(const Mat3<T>& a) {
  return a(0, 0) * (a(1, 1) * a(2, 2) - a(1, 2) * a(2, 1)) -
         a(0, 1) * (a(1, 0) * a(2, 2) - a(1, 2) * a(2, 0)) +
         a(0, 2) * (a(1, 0) * a(2, 1) - a(1, 1) * a(2, 0));
}
/// cof F = det(F) F^-T = d det / dF.
template <class T>
WEFT_HD constexpr Mat2<T> cofactor(const Mat2<T>& a) {
  return {{{a(1, 1), -a(1, 0)}, {-a(0, 1), a(0, 0)}}};
}
template <class T>
WEFT_HD constexpr Mat3<T> cofactor(const Mat3<T>& a) {
  Mat3<T> r{};
  for (int j = 0; j < 3; ++j) r.set_column(j, cross(a.column((j + 1) % 3), a.column((j + 2) % 3)));
  return r;
}
template <int N, class T>
WEFT_HD constexpr Mat<N, T> inverse(const Mat<N, T>& a) {
  return transpose(cofactor(a)) * (T(1) / determinant(a));
}
template <int N, class T>
WEFT_HD constexpr Mat<N, T> symmetric_part(const Mat<N, T>& a) {
  return (a + transpose(a)) * T(0.5);
}
template <int N, class T>
WEFT_HD constexpr Mat<N, T> skew_part(const Mat<N, T>& a) {
  return (a - transpose(a)) * T(0.5);
}

}  // namespace weft
