/// SIMD packs on GCC vector extensions: a Pack<S> is `width` numbers of type S that behave like one.
/// Comparisons give a Mask; select(mask, a, b) chooses lane by lane. Transcendental functions are in
/// pack_functions.h, which this header includes. Widths follow the instruction set the file is compiled for.
#pragma once
#include <cstdint>
#include <type_traits>
#if defined(__SSE2__)
#include <immintrin.h>
#endif

#include "math/functions.h"

namespace weft {

#if defined(__AVX512F__)
constexpr int kPackBytes = 64;
#elif defined(__AVX2__)
constexpr int kPackBytes = 32;
#else
constexpr int kPackBytes = 16;
#endif

/// The machine types of a pack, spelled out because GCC 12 mishandles a vector_size that
/// depends on a template.
template <class S>
struct PackTypes;
template <>
struct PackTypes<float> {
  typedef float Value __attribute__((vector_size(kPackBytes)));
  typedef float Loose __attribute__((vector_size(kPackBytes), aligned(4), may_alias));
  typedef std::int32_t Bits __attribute__((vector_size(kPackBytes)));
  using Int = std::int32_t;
};
template <>
struct PackTypes<double> {
  typedef double Value __attribute__((vector_size(kPackBytes)));
  typedef double Loose __attribute__((vector_size(kPackBytes), aligned(8), may_alias));
  typedef std::int64_t Bits __attribute__((vector_size(kPackBytes)));
  using Int = std::int64_t;
};

/// Lanes of a pack of S.
template <class S>
constexpr int kLanes = kPackBytes / int(sizeof(S));

/// One yes or no per lane.
template <class S>
struct Mask {
  using Bits = typename PackTypes<S>::Bits;
  Bits v;

  bool operator[](int i) const { return v[i] != 0; }
  friend Mask operator&(Mask a, Mask b) { return {a.v & b.v}; }
  friend Mask operator|(Mask a, Mask b) { return {a.v | b.v}; }
  friend Mask operator!(Mask a) { return {~a.v}; }
  friend Mask operator&&(Mask a, Mask b) { return {a.v & b.v}; }
  friend Mask operator||(Mask a, Mask b) { return {a.v | b.v}; }
};

template <class S>
bool any(Mask<S> m) {
#if defined(__AVX512F__)
  return _mm512_test_epi32_mask((__m512i)m.v, (__m512i)m.v) != 0;
#else
  bool r = false;
  for (int i = 0; i < kLanes<S>; ++i) r |= m[i];
  return r;
#endif
}
template <class S>
bool all(Mask<S> m) {
  return !any(!m);
}

template <class S>
struct Pack {
  using Scalar = S;
  using Value = typename PackTypes<S>::Value;
  using Loose = typename PackTypes<S>::Loose;
  using Bits = typename PackTypes<S>::Bits;
  static constexpr int width = kLanes<S>;
  Value v;

  Pack() = default;
  Pack(Value a) : v(a) {}
  /// The same number in every lane.
  template <class A, class = std::enable_if_t<std::is_arithmetic_v<A>>>
  Pack(A a) : v(S(a) - Value{}) {}
  static Pack from_bits(Bits b) { return Pack(Value(b)); }
  Bits bits() const { return Bits(v); }

  static Pack load(const S* p) { return Pack(Value(*reinterpret_cast<const Loose*>(p))); }
  static Pack load_aligned(const S* p) {
    return load(static_cast<const S*>(__builtin_assume_aligned(p, kPackBytes)));
  }
  void store(S* p) const { *reinterpret_cast<Loose*>(p) = v; }
  void store_aligned(S* p) const { store(static_cast<S*>(__builtin_assume_aligned(p, kPackBytes))); }
  S operator[](int i) const { return v[i]; }
  void set(int i, S a) { v[i] = a; }

  Pack& operator+=(Pack b) {
    v += b.v;
    return *this;
  }
  Pack& operator-=(Pack b) {
    v -= b.v;
    return *this;
  }
  Pack& operator*=(Pack b) {
    v *= b.v;
    return *this;
  }
  Pack& operator/=(Pack b) {
    v /= b.v;
    return *this;
  }
  friend Pack operator+(Pack a, Pack b) { return Pack(Value(a.v + b.v)); }
  friend Pack operator-(Pack a, Pack b) { return Pack(Value(a.v - b.v)); }
  friend Pack operator*(Pack a, Pack b) { return Pack(Value(a.v * b.v)); }
  friend Pack operator/(Pack a, Pack b) { return Pack(Value(a.v / b.v)); }
  friend Pack operator-(Pack a) { return Pack(Value(-a.v)); }
  friend Mask<S> operator<(Pack a, Pack b) { return {Bits(a.v < b.v)}; }
  friend Mask<S> operator<=(Pack a, Pack b) { return {Bits(a.v <= b.v)}; }
  friend Mask<S> operator>(Pack a, Pack b) { return {Bits(a.v > b.v)}; }
  friend Mask<S> operator>=(Pack a, Pack b) { return {Bits(a.v >= b.v)}; }
  friend Mask<S> equal(Pack a, Pack b) { return {Bits(a.v == b.v)}; }

  friend Pack select(Mask<S> m, Pack a, Pack b) { return Pack(Value(m.v ? a.v : b.v)); }
  friend Pack abs(Pack a) { return from_bits(a.bits() & ~sign_bit()); }
  friend Pack copysign(Pack a, Pack s) {
    return from_bits((a.bits() & ~sign_bit()) | (s.bits() & sign_bit()));
  }
  friend Pack rounded(Pack a) {
#if defined(__SSE2__)
    __asm__("" : "+v"(a.v));  // __builtin_assoc_barrier takes packs apart in GCC 12
#endif
    return a;
  }
  friend Pack flip_sign(Pack a, Pack s) { return from_bits(a.bits() ^ (s.bits() & sign_bit())); }

  static Bits sign_bit() { return std::numeric_limits<typename PackTypes<S>::Int>::min() - Bits{}; }
};

// As for scalars, min and max give b where one of the two is NaN.
#if defined(__AVX512F__)
inline Pack<float> min(Pack<float> a, Pack<float> b) { return {_mm512_maskz_min_ps(0xffff, a.v, b.v)}; }
inline Pack<float> max(Pack<float> a, Pack<float> b) { return {_mm512_maskz_max_ps(0xffff, a.v, b.v)}; }
inline Pack<double> min(Pack<double> a, Pack<double> b) { return {_mm512_maskz_min_pd(0xff, a.v, b.v)}; }
inline Pack<double> max(Pack<double> a, Pack<double> b) { return {_mm512_maskz_max_pd(0xff, a.v, b.v)}; }
#else
template <class S>
Pack<S> min(Pack<S> a, Pack<S> b) {
  return select(a < b, a, b);
}
template <class S>
Pack<S> max(Pack<S> a, Pack<S> b) {
  return select(a > b, a, b);
}
#endif

// The zero-masked forms spare a false warning of GCC 12 about the plain ones.
inline Pack<float> sqrt(Pack<float> a) {
#if defined(__AVX512F__)
  return {_mm512_maskz_sqrt_ps(0xffff, a.v)};
#elif defined(__AVX2__)
  return {_mm256_sqrt_ps(a.v)};
#elif defined(__SSE2__)
  return {_mm_sqrt_ps(a.v)};
#else
  for (int i = 0; i < kLanes<float>; ++i) a.v[i] = std::sqrt(a.v[i]);
  return a;
#endif
}
inline Pack<double> sqrt(Pack<double> a) {
#if defined(__AVX512F__)
  return {_mm512_maskz_sqrt_pd(0xff, a.v)};
#elif defined(__AVX2__)
  return {_mm256_sqrt_pd(a.v)};
#elif defined(__SSE2__)
  return {_mm_sqrt_pd(a.v)};
#else
  for (int i = 0; i < kLanes<double>; ++i) a.v[i] = std::sqrt(a.v[i]);
  return a;
#endif
}

/// 1 / sqrt(a) to 2 ulp; a must be positive and normal. The estimate of 14 bits saves a division in the SVD.
inline Pack<float> rsqrt(Pack<float> a) {
#if defined(__AVX512F__)
  const Pack<float> y{_mm512_maskz_rsqrt14_ps(0xffff, a.v)};
  const Pack<float> h = a * y;  // Newton: y <- y (3 - a y^2) / 2
  return y + (Pack<float>(0.5f) * y) * (Pack<float>(1.0f) - h * y);
#else
  return Pack<float>(1.0f) / sqrt(a);
#endif
}
inline Pack<double> rsqrt(Pack<double> a) { return Pack<double>(1.0) / sqrt(a); }

template <class S>
Pack<S> floor(Pack<S> a) {
  // Adding and subtracting 1.5 * 2^(digits - 1) rounds to nearest; larger numbers are whole already.
  const Pack<S> magic(S(3) * S(std::int64_t(1) << (std::numeric_limits<S>::digits - 2)));
  const Pack<S> nearest = (a + magic) - magic;
  const Pack<S> down = nearest - select(nearest > a, Pack<S>(1), Pack<S>(0));
  return select(abs(a) < Pack<S>(S(std::int64_t(1) << (std::numeric_limits<S>::digits - 3))), down, a);
}

template <class S>
void power_of_two(Pack<S> a, Pack<S>& p, Pack<S>& inverse) {
  using Bits = typename Pack<S>::Bits;
  using Int = typename PackTypes<S>::Int;
  constexpr int mantissa = std::numeric_limits<S>::digits - 1;
  constexpr Int bias = sizeof(S) == 4 ? 127 : 1023;
  const Bits e = (a.bits() >> mantissa) & Int(2 * bias + 1);
  const Bits low = e == 0 ? (bias - Bits{}) : e;
  const Bits clamped = low > Int(2 * bias - 1) ? (Int(2 * bias - 1) - Bits{}) : low;
  p = Pack<S>::from_bits(clamped << mantissa);
  inverse = Pack<S>::from_bits((Int(2 * bias) - clamped) << mantissa);
}

/// Sum over the lanes in a fixed order (a binary tree).
template <class S>
S horizontal_sum(Pack<S> a) {
  S e[kLanes<S>];
  a.store(e);
  for (int n = kLanes<S> / 2; n > 0; n /= 2)
    for (int i = 0; i < n; ++i) e[i] += e[i + n];
  return e[0];
}
/// The largest lane; of two, the second where one is NaN, in the order of the tree above.
template <class S>
S horizontal_max(Pack<S> a) {
  using Bits = typename Pack<S>::Bits;
  using Int = typename PackTypes<S>::Int;
  alignas(kPackBytes) static constexpr Int kLane[] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
  static_assert(kLanes<S> <= 16);
  const Bits lane = *reinterpret_cast<const Bits*>(kLane);
  for (int n = kLanes<S> / 2; n > 0; n /= 2) a = max(a, Pack<S>(__builtin_shuffle(a.v, lane + Int(n))));
  return a[0];
}

}  // namespace weft

#include "math/pack_functions.h"
