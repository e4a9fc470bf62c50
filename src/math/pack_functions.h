/// log, exp, pow, sin, cos on packs, from series only: no call per lane.
///   log:  x = 2^e (1 + f), s = f / (2 + f), log(1 + f) = 2 atanh(s) = f - s (f - R(s^2))
///   exp:  x = k ln 2 + r, |r| <= ln(2) / 2, exp(x) = 2^k exp(r)
/// Include math/pack.h, which includes this.
#pragma once
#include "math/pack.h"

namespace weft {

namespace pack_detail {

/// sum of c[i] x^i, i < N, by Horner.
template <int N, class S>
Pack<S> polynomial(const double (&c)[N], Pack<S> x) {
  Pack<S> r(c[N - 1]);
  for (int i = N - 2; i >= 0; --i) r = r * x + Pack<S>(c[i]);
  return r;
}

/// log(1 + f) for f in [sqrt(1/2) - 1, sqrt(2) - 1].
template <class S>
Pack<S> log1p_core(Pack<S> f) {
  const Pack<S> s = f / (f + Pack<S>(2)), z = s * s;
  Pack<S> R;  // 2 (z/3 + z^2/5 + ...): the next term of the series is below half an ulp
  if constexpr (sizeof(S) == 4) {
    R = z * polynomial({2.0 / 3, 2.0 / 5, 2.0 / 7, 2.0 / 9, 2.0 / 11}, z);
  } else {
    R = z * polynomial({2.0 / 3, 2.0 / 5, 2.0 / 7, 2.0 / 9, 2.0 / 11, 2.0 / 13, 2.0 / 15, 2.0 / 17, 2.0 / 19,
                        2.0 / 21, 2.0 / 23},
                       z);
  }
  return f - s * (f - R);
}

/// log of a positive normal number, plus a small correction c.
template <class S>
Pack<S> log_positive(Pack<S> x, Pack<S> c) {
  using Bits = typename Pack<S>::Bits;
  using Int = typename PackTypes<S>::Int;
  constexpr int mantissa = std::numeric_limits<S>::digits - 1;
  constexpr Int half = sizeof(S) == 4 ? Int(0x3f3504f3) : Int(0x3fe6a09e667f3bcd);  // bits of sqrt(1/2)
  const Bits k = (x.bits() - half) >> mantissa;  // x / 2^k lies in [sqrt(1/2), sqrt(2))
  const Pack<S> m = Pack<S>::from_bits(x.bits() - (k << mantissa));
  const Pack<S> e(__builtin_convertvector(k, typename Pack<S>::Value));
  // ln 2 in two parts, the first with few enough bits that e times it is exact
  constexpr S high = sizeof(S) == 4 ? S(0.693359375) : S(0.693147180369123816490);
  constexpr S low = sizeof(S) == 4 ? S(-2.12194440054690583e-4) : S(1.90821492927058770002e-10);
  return e * Pack<S>(high) + (log1p_core(m - Pack<S>(1)) + (e * Pack<S>(low) + c));
}

template <class S>
Pack<S> log_edges(Pack<S> x, Pack<S> r) {
  const Pack<S> inf(std::numeric_limits<S>::infinity()), nan(std::numeric_limits<S>::quiet_NaN());
  r = select(x < inf, r, x);  // keeps infinity and NaN
  return select(x > Pack<S>(0), r, select(x < Pack<S>(0), nan, select(equal(x, Pack<S>(0)), -inf, r)));
}

}  // namespace pack_detail

/// Natural logarithm; subnormal numbers count as the smallest normal one.
template <class S>
Pack<S> log(Pack<S> x) {
  const Pack<S> tiny(std::numeric_limits<S>::min());
  return pack_detail::log_edges(x, pack_detail::log_positive(max(x, tiny), Pack<S>(0)));
}

/// log(1 + f) without loss near f = 0: the rounding of 1 + f is corrected to first order.
template <class S>
Pack<S> log1p(Pack<S> f) {
  const Pack<S> u = f + Pack<S>(1);
  const Pack<S> lost = select(abs(f) < Pack<S>(1), f - (u - Pack<S>(1)), Pack<S>(1) - (u - f));
  const Pack<S> r = pack_detail::log_positive(max(u, Pack<S>(std::numeric_limits<S>::min())), lost / u);
  return pack_detail::log_edges(u, select(equal(u, Pack<S>(1)), f, r));
}

template <class S>
Pack<S> exp(Pack<S> x) {
  using Bits = typename Pack<S>::Bits;
  using Int = typename PackTypes<S>::Int;
  constexpr int mantissa = std::numeric_limits<S>::digits - 1;
  constexpr S top = sizeof(S) == 4 ? S(88.72283) : S(709.782712893383);
  constexpr S bottom = sizeof(S) == 4 ? S(-87.33654) : S(-708.396418532264);
  constexpr S high = sizeof(S) == 4 ? S(0.693359375) : S(0.693147180369123816490);
  constexpr S low = sizeof(S) == 4 ? S(-2.12194440054690583e-4) : S(1.90821492927058770002e-10);
  const Pack<S> a = min(max(x, Pack<S>(bottom)), Pack<S>(top));
  // k = nearest whole number to a / ln 2, read from the low bits of a number whose ulp is 1
  const Pack<S> magic(S(3) * S(std::int64_t(1) << (mantissa - 1)));
  const Pack<S> shifted = a * Pack<S>(1.44269504088896340736) + magic;
  const Pack<S> k = shifted - magic;
  const Bits ki = shifted.bits() - magic.bits();
  const Pack<S> r = (a - k * Pack<S>(high)) - k * Pack<S>(low);
  Pack<S> p;  // exp(r) = 1 + r + r^2 (1/2 + r/6 + ...)
  if constexpr (sizeof(S) == 4) {
    p = pack_detail::polynomial({1.0 / 2, 1.0 / 6, 1.0 / 24, 1.0 / 120, 1.0 / 720, 1.0 / 5040}, r);
  } else {
    p = pack_detail::polynomial(
        {1.0 / 2, 1.0 / 6, 1.0 / 24, 1.0 / 120, 1.0 / 720, 1.0 / 5040, 1.0 / 40320, 1.0 / 362880,
         1.0 / 3628800, 1.0 / 39916800, 1.0 / 479001600, 1.0 / 6227020800.0},
        r);
  }
  const Pack<S> y = (r * r) * p + r + Pack<S>(1);
  // 2^k in two factors, so that k = 128 does not overflow before it must
  constexpr Int bias = sizeof(S) == 4 ? 127 : 1023;
  const Bits k1 = ki >> 1, k2 = ki - k1;
  const Pack<S> f1 = Pack<S>::from_bits((k1 + bias) << mantissa),
                f2 = Pack<S>::from_bits((k2 + bias) << mantissa);
  const Pack<S> inf(std::numeric_limits<S>::infinity());
  const Pack<S> e = select(x > Pack<S>(top), inf, select(x < Pack<S>(bottom), Pack<S>(0), (y * f1) * f2));
  return select(x < inf, e, x);  // keeps infinity and NaN
}

/// a^b for a > 0.
template <class S>
Pack<S> pow(Pack<S> a, Pack<S> b) {
  return exp(b * log(a));
}

namespace pack_detail {
/// Sine of x + quarter * pi / 2, |x| up to about 1e4.
template <class S>
Pack<S> sine(Pack<S> x, int quarter) {
  using Bits = typename Pack<S>::Bits;
  constexpr int mantissa = std::numeric_limits<S>::digits - 1;
  const Pack<S> magic(S(3) * S(std::int64_t(1) << (mantissa - 1)));
  const Pack<S> shifted = x * Pack<S>(0.63661977236758134308) + magic, k = shifted - magic;
  const Bits n = shifted.bits() - magic.bits() + quarter;
  Pack<S> r;  // x - k pi / 2 with pi / 2 in three parts
  if constexpr (sizeof(S) == 4) {
    r = ((x - k * Pack<S>(1.5703125f)) - k * Pack<S>(4.837512969970703125e-4f)) -
        k * Pack<S>(7.549789948768648e-8f);
  } else {
    r = ((x - k * Pack<S>(1.57079632673412561417)) - k * Pack<S>(6.07710050630396597660e-11)) -
        k * Pack<S>(2.02226624879595063154e-21);
  }
  const Pack<S> z = r * r;
  Pack<S> s, c;
  if constexpr (sizeof(S) == 4) {
    s = r + r * z * polynomial({-1.0 / 6, 1.0 / 120, -1.0 / 5040, 1.0 / 362880}, z);
    c = Pack<S>(1) + z * polynomial({-0.5, 1.0 / 24, -1.0 / 720, 1.0 / 40320, -1.0 / 3628800}, z);
  } else {
    s = r + r * z *
                polynomial({-1.0 / 6, 1.0 / 120, -1.0 / 5040, 1.0 / 362880, -1.0 / 39916800,
                            1.0 / 6227020800.0, -1.0 / 1307674368000.0, 1.0 / 355687428096000.0},
                           z);
    c = Pack<S>(1) +
        z * polynomial({-0.5, 1.0 / 24, -1.0 / 720, 1.0 / 40320, -1.0 / 3628800, 1.0 / 479001600.0,
                        -1.0 / 87178291200.0, 1.0 / 20922789888000.0, -1.0 / 6402373705728000.0},
                       z);
  }
  const Mask<S> odd{Bits((n & 1) != 0)}, flip{Bits((n & 2) != 0)};
  const Pack<S> v = select(odd, c, s);
  return select(flip, -v, v);
}
}  // namespace pack_detail

template <class S>
Pack<S> sin(Pack<S> x) {
  return pack_detail::sine(x, 0);
}
template <class S>
Pack<S> cos(Pack<S> x) {
  return pack_detail::sine(x, 1);
}

}  // namespace weft
