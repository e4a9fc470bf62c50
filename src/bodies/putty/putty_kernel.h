/// The weights of neighbours: the cosine kernel (Solenthaler and others 2007)
/// times h^3. Its scale cancels in F.
///   W(r) h^3 = (1 - sin(pi r / (2 h))) / (4 (pi/3 - 8/pi + 16/pi^2)),   r < h
/// The sine is its Taylor polynomial about pi/4, even and odd parts summed by Horner's rule, to rounding.
#pragma once
#include <numbers>

#include "math/pack.h"

namespace weft {

constexpr double kPi = std::numbers::pi;
/// Of the kernel at r = 0, times h^3.
constexpr double kKernelPeak = 1 / (4 * (kPi / 3 - 8 / kPi + 16 / (kPi * kPi)));

/// sin(pi/4 + a), |a| <= pi/4.
template <class T>
T sine_about_eighth(const T& a) {
  const T b = a * a;
  constexpr int terms = sizeof(Scalar<T>) == 4 ? 5 : 9;
  T even(1), odd(1);
  double factorial = 1;
  double ce[terms], co[terms];
  for (int k = 0; k < terms; ++k) {
    if (k > 0) factorial *= -(2.0 * k - 1) * (2.0 * k);
    ce[k] = 1 / factorial;
    co[k] = 1 / (factorial * (2.0 * k + 1));
  }
  even = T(ce[terms - 1]);
  odd = T(co[terms - 1]);
  for (int k = terms - 2; k >= 0; --k) {
    even = even * b + T(ce[k]);
    odd = odd * b + T(co[k]);
  }
  return T(std::numbers::sqrt2 / 2) * (even + a * odd);
}

/// W h^3 for t = r/h in 0..1.
template <class T>
T cosine_kernel(const T& t) {
  return T(kKernelPeak) * (T(1) - sine_about_eighth(T(kPi / 2) * t - T(kPi / 4)));
}

}  // namespace weft
