/// Dual numbers: a value and one derivative, carried through any templated kernel. S is a scalar or a pack.
/// The implicit step linearises laws of thin bodies with them, and tests differentiate everything.
#pragma once
#include "math/functions.h"

namespace weft {

template <class S>
struct Dual {
  using Scalar = typename ScalarOf<S>::type;
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
  friend Dual operator/(const Dual& a, const Dual& b) {
    const S q = a.v / b.v;
    return {q, (a.d - q * b.d) / b.v};
  }
  friend Dual operator-(const Dual& a) { return {-a.v, -a.d}; }
  friend auto operator<(const Dual& a, const Dual& b) { return a.v < b.v; }
  friend auto operator<=(const Dual& a, const Dual& b) { return a.v <= b.v; }
  friend auto operator>(const Dual& a, const Dual& b) { return a.v > b.v; }
  friend auto operator>=(const Dual& a, const Dual& b) { return a.v >= b.v; }

  template <class M>
  friend Dual select(const M& m, const Dual& a, const Dual& b) {
    return {select(m, a.v, b.v), select(m, a.d, b.d)};
  }
  friend Dual min(const Dual& a, const Dual& b) { return select(a.v < b.v, a, b); }
  friend Dual max(const Dual& a, const Dual& b) { return select(a.v > b.v, a, b); }
  friend Dual copysign(const Dual& a, const Dual& s) {
    return {copysign(a.v, s.v), flip_sign(flip_sign(a.d, a.v), s.v)};
  }
  friend Dual abs(const Dual& a) { return {abs(a.v), flip_sign(a.d, a.v)}; }
  friend Dual sqrt(const Dual& a) {
    const S r = sqrt(a.v);
    return {r, a.d / (r + r)};
  }
  friend Dual rsqrt(const Dual& a) { return Dual(1) / sqrt(a); }
  friend Dual log(const Dual& a) { return {log(a.v), a.d / a.v}; }
  friend Dual log1p(const Dual& a) { return {log1p(a.v), a.d / (S(1) + a.v)}; }
  friend Dual exp(const Dual& a) {
    const S e = exp(a.v);
    return {e, e * a.d};
  }
  friend Dual sin(const Dual& a) { return {sin(a.v), cos(a.v) * a.d}; }
  friend Dual cos(const Dual& a) { return {cos(a.v), -(sin(a.v) * a.d)}; }
  friend Dual atan2(const Dual& y, const Dual& x) {
    return {atan2(y.v, x.v), (x.v * y.d - y.v * x.d) / (x.v * x.v + y.v * y.v)};
  }
  friend Dual flip_sign(const Dual& a, const Dual& s) { return {flip_sign(a.v, s.v), flip_sign(a.d, s.v)}; }
  friend void power_of_two(const Dual& a, Dual& p, Dual& inverse) {
    p.d = inverse.d = S(0);
    power_of_two(a.v, p.v, inverse.v);
  }
  /// a^b for a > 0.
  friend Dual pow(const Dual& a, const Dual& b) { return exp(b * log(a)); }
};

}  // namespace weft
