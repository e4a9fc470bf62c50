/// Dual numbers: a value and one derivative, carried through any templated kernel. Tests differentiate laws
/// with them.
#pragma once
#include "math/functions.h"

namespace weft {

template <class S>
struct Dual {
  using Scalar = S;
  S v;      ///< value
  S d = 0;  ///< derivative

  Dual() = default;
  Dual(S value) : v(value) {}
  Dual(S value, S derivative) : v(value), d(derivative) {}
  template <class A, class = std::enable_if_t<std::is_arithmetic_v<A>>>
  Dual(A a) : v(S(a)) {}

  Dual& operator+=(const Dual& b) { return *this = *this + b; }
  Dual& operator-=(const Dual& b) { return *this = *this - b; }
  Dual& operator*=(const Dual& b) { return *this = *this * b; }
  Dual& operator/=(const Dual& b) { return *this = *this / b; }
  friend Dual operator+(const Dual& a, const Dual& b) { return {a.v + b.v, a.d + b.d}; }
  friend Dual operator-(const Dual& a, const Dual& b) { return {a.v - b.v, a.d - b.d}; }
  friend Dual operator*(const Dual& a, const Dual& b) { return {a.v * b.v, a.d * b.v + a.v * b.d}; }
  friend Dual operator/(const Dual& a, const Dual& b) { return {a.v / b.v, (a.d - a.v / b.v * b.d) / b.v}; }
  friend Dual operator-(const Dual& a) { return {-a.v, -a.d}; }
  friend bool operator<(const Dual& a, const Dual& b) { return a.v < b.v; }
  friend bool operator<=(const Dual& a, const Dual& b) { return a.v <= b.v; }
  friend bool operator>(const Dual& a, const Dual& b) { return a.v > b.v; }
  friend bool operator>=(const Dual& a, const Dual& b) { return a.v >= b.v; }

  friend Dual select(bool m, const Dual& a, const Dual& b) { return m ? a : b; }
  friend Dual min(const Dual& a, const Dual& b) { return a.v < b.v ? a : b; }
  friend Dual max(const Dual& a, const Dual& b) { return a.v > b.v ? a : b; }
  friend Dual copysign(const Dual& a, const Dual& s) { return std::signbit(a.v) == std::signbit(s.v) ? a : -a; }
  friend Dual abs(const Dual& a) { return a.v < 0 ? -a : a; }
  friend Dual sqrt(const Dual& a) {
    const S r = std::sqrt(a.v);
    return {r, a.d / (2 * r)};
  }
  friend Dual rsqrt(const Dual& a) { return Dual(1) / sqrt(a); }
  friend Dual log(const Dual& a) { return {std::log(a.v), a.d / a.v}; }
  friend Dual log1p(const Dual& a) { return {std::log1p(a.v), a.d / (1 + a.v)}; }
  friend Dual exp(const Dual& a) {
    const S e = std::exp(a.v);
    return {e, e * a.d};
  }
  friend Dual sin(const Dual& a) { return {std::sin(a.v), std::cos(a.v) * a.d}; }
  friend Dual cos(const Dual& a) { return {std::cos(a.v), -std::sin(a.v) * a.d}; }
  friend Dual flip_sign(const Dual& a, const Dual& s) { return std::signbit(s.v) ? -a : a; }
  friend void power_of_two(const Dual& a, Dual& p, Dual& inverse) {
    p.d = inverse.d = 0;
    power_of_two(a.v, p.v, inverse.v);
  }
  /// a^b for a > 0.
  friend Dual pow(const Dual& a, const Dual& b) { return exp(b * log(a)); }
};

}  // namespace weft
