/// Scalar forms of the functions that templated kernels call, so that one source works for float, double,
/// packs (pack.h) and dual numbers (dual.h). Kernels never branch on a T: they select.
#pragma once
#include <cmath>
#include <concepts>
#include <cstdint>
#include <limits>

#include "math/host_device.h"

namespace weft {

/// The plain scalar inside T: float for float and Pack<float>, and so on.
template <class T>
struct ScalarOf {
  using type = typename T::Scalar;
};
template <std::floating_point S>
struct ScalarOf<S> {
  using type = S;
};
template <class T>
using Scalar = typename ScalarOf<T>::type;

template <std::floating_point S>
WEFT_HD constexpr S select(bool m, S a, S b) {
  return m ? a : b;
}
template <std::floating_point S>
WEFT_HD constexpr S min(S a, S b) {
  return a < b ? a : b;
}
template <std::floating_point S>
WEFT_HD constexpr S max(S a, S b) {
  return a > b ? a : b;
}
template <std::floating_point S>
WEFT_HD S abs(S a) {
  return std::fabs(a);
}
template <std::floating_point S>
WEFT_HD S sqrt(S a) {
  return std::sqrt(a);
}
template <std::floating_point S>
WEFT_HD S floor(S a) {
  return std::floor(a);
}
template <std::floating_point S>
WEFT_HD S log(S a) {
  return std::log(a);
}
template <std::floating_point S>
WEFT_HD S log1p(S a) {
  return std::log1p(a);
}
template <std::floating_point S>
WEFT_HD S exp(S a) {
  return std::exp(a);
}
template <std::floating_point S>
WEFT_HD S sin(S a) {
  return std::sin(a);
}
template <std::floating_point S>
WEFT_HD S cos(S a) {
  return std::cos(a);
}
template <std::floating_point S>
WEFT_HD S atan2(S y, S x) {
  return std::atan2(y, x);
}
template <std::floating_point S>
WEFT_HD S pow(S a, S b) {
  return std::pow(a, b);
}
template <std::floating_point S>
WEFT_HD S copysign(S a, S sign) {
  return std::copysign(a, sign);
}
/// 1 / sqrt(a); a must be positive and normal.
template <std::floating_point S>
WEFT_HD S rsqrt(S a) {
  return S(1) / std::sqrt(a);
}
/// a with its sign flipped where s is negative.
template <std::floating_point S>
WEFT_HD S flip_sign(S a, S s) {
  return std::signbit(s) ? -a : a;
}
WEFT_HD inline bool any(bool m) { return m; }
WEFT_HD inline bool all(bool m) { return m; }

/// A power of two p and its inverse with p <= a < 2p, both normal; 1 and 1 where a is zero or subnormal.
template <std::floating_point S>
WEFT_HD void power_of_two(S a, S& p, S& inverse) {
  using U = std::conditional_t<sizeof(S) == 4, std::uint32_t, std::uint64_t>;
  constexpr int mantissa = std::numeric_limits<S>::digits - 1;
  constexpr U bias = sizeof(S) == 4 ? 127 : 1023;
  const U e = (__builtin_bit_cast(U, a) >> mantissa) & (2 * bias + 1);
  const U clamped = e == 0 ? bias : (e > 2 * bias - 1 ? 2 * bias - 1 : e);
  p = __builtin_bit_cast(S, U(clamped << mantissa));
  inverse = __builtin_bit_cast(S, U((2 * bias - clamped) << mantissa));
}

/// a, rounded: a product is not fused with the sum it goes into,
/// so that its bits are the same wherever it is used.
template <std::floating_point S>
WEFT_HD S rounded(S a) {
#ifdef __CUDACC__
  return a;
#else
  return __builtin_assoc_barrier(a);
#endif
}

template <class T>
WEFT_HD constexpr T square(const T& a) {
  return a * a;
}
template <class T>
WEFT_HD T clamp(const T& a, const T& low, const T& high) {
  return min(max(a, low), high);
}

}  // namespace weft
