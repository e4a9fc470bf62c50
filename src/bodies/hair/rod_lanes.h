/// One lane of numbers, vectors and matrices of a rod; a plain number has one.
#pragma once
#include <type_traits>

#include "math/pack.h"
#include "math/vec.h"

namespace weft {

template <class T>
constexpr int kStrands = T::width;
template <>
inline constexpr int kStrands<double> = 1;

template <class T>
double take_lane(const T& a, int lane) {
  if constexpr (std::is_same_v<T, double>) {
    (void)lane;
    return a;
  } else {
    return double(a[lane]);
  }
}
template <class T>
void put_lane(T& to, int lane, double a) {
  if constexpr (std::is_same_v<T, double>) {
    (void)lane;
    to = a;
  } else {
    to.set(lane, Scalar<T>(a));
  }
}
template <class T>
Vec3d take_lane(const Vec3<T>& a, int lane) {
  return {{take_lane(a[0], lane), take_lane(a[1], lane), take_lane(a[2], lane)}};
}
template <class T>
void put_lane(Vec3<T>& to, int lane, const Vec3d& a) {
  for (int k = 0; k < 3; ++k) put_lane(to[k], lane, a[k]);
}
template <class T>
Mat3d take_lane(const Mat3<T>& a, int lane) {
  Mat3d r;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) r(i, j) = take_lane(a(i, j), lane);
  return r;
}
template <class T>
void put_lane(Mat3<T>& to, int lane, const Mat3d& a) {
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) put_lane(to(i, j), lane, a(i, j));
}

}  // namespace weft
