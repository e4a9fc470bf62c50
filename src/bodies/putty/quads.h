/// Sums over links. A point's vector is a quad, x y z and one to spare; a link is a quad, (w p) and w.
///   LinkSum:   e[4 b + a] += g[b] d[a]                 columns of sum d (w p)^T, and sum w d
///   Spread:    y += T (w p) + k w d                    what a link gives its other end
#pragma once
#include "math/pack.h"
#include "math/vec.h"

namespace weft {

template <class S>
struct alignas(4 * sizeof(S)) Quad {
  S e[4];
  Vec3<S> vector() const { return {{e[0], e[1], e[2]}}; }
};
template <class S>
Quad<S> quad(const Vec3<S>& v, S last = 0) {
  return {{v[0], v[1], v[2], last}};
}

/// Four columns of four.
template <class S>
struct alignas(64) Columns4 {
  S e[16];
  Mat3<S> matrix() const {
    Mat3<S> A;
    for (int b = 0; b < 3; ++b)
      for (int a = 0; a < 3; ++a) A(a, b) = e[4 * b + a];
    return A;
  }
  /// The last column.
  Vec3<S> last() const { return {{e[12], e[13], e[14]}}; }
};

/// Four numbers side by side.
template <class S>
struct Four;
template <>
struct Four<float> {
  typedef float Value __attribute__((vector_size(16), may_alias));
};
template <>
struct Four<double> {
  typedef double Value __attribute__((vector_size(32), may_alias));
};

/// What a point gives its neighbours along links.
template <class S>
class Spread {
 public:
  using V = typename Four<S>::Value;
  Spread(const Mat3<S>& T, S k) : k_(k) {
    for (int b = 0; b < 3; ++b) column_[b] = V{T(0, b), T(1, b), T(2, b), 0};
  }
  /// y += T (w p) + k w (u - from).
  void add(Quad<S>& y, const S* g, const Quad<S>& u, const Quad<S>& from) const {
    V& to = reinterpret_cast<V&>(y);
    const V d = reinterpret_cast<const V&>(u) - reinterpret_cast<const V&>(from);
    to += (column_[0] * g[0] + column_[1] * g[1]) + (column_[2] * g[2] + d * (k_ * g[3]));
  }
  /// T (w p).
  Quad<S> times(const S* g) const {
    Quad<S> out;
    reinterpret_cast<V&>(out) = column_[0] * g[0] + column_[1] * g[1] + column_[2] * g[2];
    return out;
  }

 private:
  V column_[3];
  S k_;
};

template <class S>
class LinkSum {
 public:
  void outer(const Quad<S>& u, const Quad<S>& from, const S* g) {
    for (int b = 0; b < 4; ++b)
      for (int a = 0; a < 4; ++a) sum_.e[4 * b + a] += g[b] * (u.e[a] - from.e[a]);
  }
  void operator+=(const LinkSum& b) {
    for (int k = 0; k < 16; ++k) sum_.e[k] += b.sum_.e[k];
  }
  Columns4<S> total() const { return sum_; }

 private:
  Columns4<S> sum_{};
};

#if defined(__AVX512F__)
template <>
class LinkSum<float> {
 public:
  void outer(const Quad<float>& u, const Quad<float>& from, const float* g) {
    const __m128 d = _mm_sub_ps(_mm_load_ps(u.e), _mm_load_ps(from.e));
    sum_ = _mm512_fmadd_ps(repeat(d), spread(_mm_load_ps(g)), sum_);
  }
  void operator+=(const LinkSum& b) { sum_ = _mm512_add_ps(sum_, b.sum_); }
  Columns4<float> total() const {
    Columns4<float> out;
    _mm512_store_ps(out.e, sum_);
    return out;
  }

 private:
  // The zero-masked forms spare a false warning of GCC 12 about the plain ones.
  static __m512 repeat(__m128 u) { return _mm512_maskz_broadcast_f32x4(0xffff, u); }
  static __m512 spread(__m128 g) {
    const __m512i index = _mm512_set_epi32(3, 3, 3, 3, 2, 2, 2, 2, 1, 1, 1, 1, 0, 0, 0, 0);
    return _mm512_maskz_permutexvar_ps(0xffff, index, _mm512_castps128_ps512(g));
  }
  __m512 sum_ = _mm512_setzero_ps();
};
#endif

}  // namespace weft
