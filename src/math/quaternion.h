/// Unit quaternions as rotations: q = w + x i + y j + z k, rotate(v) = q v q*.
#pragma once
#include "math/functions.h"
#include "math/vec.h"

namespace weft {

template <class T>
struct Quaternion {
  T w, x, y, z;

  WEFT_HD static Quaternion identity() { return {T(1), T(0), T(0), T(0)}; }
  /// Rotation by `angle` [rad] about a unit `axis`.
  WEFT_HD static Quaternion from_axis_angle(const Vec3<T>& axis, const T& angle) {
    const T s = sin(angle * T(0.5));
    return {cos(angle * T(0.5)), axis[0] * s, axis[1] * s, axis[2] * s};
  }
  /// From a rotation vector: its direction is the axis, its length the angle [rad]. Zero is allowed.
  WEFT_HD static Quaternion from_rotation_vector(const Vec3<T>& r) {
    const T a2 = dot(r, r), a = sqrt(a2);
    const auto small = a < T(1e-4);
    const T safe = select(small, T(1), a);
    const T f = select(small, T(0.5) - a2 * T(1.0 / 48), sin(safe * T(0.5)) / safe);  // sin(a / 2) / a
    return {cos(a * T(0.5)), r[0] * f, r[1] * f, r[2] * f};
  }
  /// From a rotation matrix. Scalars only: it takes the largest of the four candidates.
  WEFT_HD static Quaternion from_matrix(const Mat3<T>& R);

  WEFT_HD Vec3<T> axis_part() const { return {x, y, z}; }
  WEFT_HD Quaternion conjugate() const { return {w, -x, -y, -z}; }
  WEFT_HD T norm() const { return sqrt(w * w + x * x + y * y + z * z); }
  WEFT_HD Quaternion normalized() const { return *this * (T(1) / norm()); }
  /// R v of the rotation of a unit quaternion.
  WEFT_HD Vec3<T> rotate(const Vec3<T>& v) const {
    const Vec3<T> u = axis_part(), t = cross(u, v) * T(2);
    return v + t * w + cross(u, t);
  }
  WEFT_HD Mat3<T> to_matrix() const {
    const T two(2), one(1);
    return {{{one - two * (y * y + z * z), two * (x * y - w * z), two * (x * z + w * y)},
             {two * (x * y + w * z), one - two * (x * x + z * z), two * (y * z - w * x)},
             {two * (x * z - w * y), two * (y * z + w * x), one - two * (x * x + y * y)}}};
  }
  /// (a * b).rotate(v) = a.rotate(b.rotate(v)).
  WEFT_HD friend Quaternion operator*(const Quaternion& a, const Quaternion& b) {
    return {a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z, a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
            a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x, a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w};
  }
  WEFT_HD friend Quaternion operator*(const Quaternion& a, const T& s) {
    return {a.w * s, a.x * s, a.y * s, a.z * s};
  }
  WEFT_HD friend Quaternion operator+(const Quaternion& a, const Quaternion& b) {
    return {a.w + b.w, a.x + b.x, a.y + b.y, a.z + b.z};
  }
  WEFT_HD friend T dot(const Quaternion& a, const Quaternion& b) {
    return a.w * b.w + a.x * b.x + a.y * b.y + a.z * b.z;
  }
};

template <class T>
WEFT_HD Quaternion<T> Quaternion<T>::from_matrix(const Mat3<T>& R) {
  // Shepperd: 4 w^2, 4 x^2, 4 y^2, 4 z^2 sum to 4, so the largest is at least 1 and safe to divide by.
  const T t = trace(R);
  Quaternion q;
  if (t >= R(0, 0) && t >= R(1, 1) && t >= R(2, 2)) {
    q = {T(1) + t, R(2, 1) - R(1, 2), R(0, 2) - R(2, 0), R(1, 0) - R(0, 1)};
  } else if (R(0, 0) >= R(1, 1) && R(0, 0) >= R(2, 2)) {
    q = {R(2, 1) - R(1, 2), T(1) + T(2) * R(0, 0) - t, R(0, 1) + R(1, 0), R(0, 2) + R(2, 0)};
  } else if (R(1, 1) >= R(2, 2)) {
    q = {R(0, 2) - R(2, 0), R(0, 1) + R(1, 0), T(1) + T(2) * R(1, 1) - t, R(1, 2) + R(2, 1)};
  } else {
    q = {R(1, 0) - R(0, 1), R(0, 2) + R(2, 0), R(1, 2) + R(2, 1), T(1) + T(2) * R(2, 2) - t};
  }
  return q.normalized();
}

/// From a to b at t in [0, 1] along the shorter great arc at constant angular speed. Scalars only.
template <class T>
Quaternion<T> slerp(const Quaternion<T>& a, Quaternion<T> b, T t) {
  T c = dot(a, b);
  if (c < T(0)) {
    b = b * T(-1);
    c = -c;
  }
  if (c > T(1) - T(1e-6)) return (a * (T(1) - t) + b * t).normalized();
  const T angle = std::acos(c);
  return (a * sin((T(1) - t) * angle) + b * sin(t * angle)).normalized();
}

}  // namespace weft
