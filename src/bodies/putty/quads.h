/// Sums over links: sixteen numbers, four by four. A point's vector is a quad, x y z and one to spare; a link
/// is a quad, (w p) and w.
///   outer:    e[4 b + a] += g[b] u[a]          columns of sum u (w p)^T, and sum w u
///   columns:  e[4 b + a] += g[b] T[4 b + a]    T (w p) + w t, once the four columns are added
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
  void set(const Mat3<S>& A, const Quad<S>& last) {
    for (int b = 0; b < 3; ++b) {
      for (int a = 0; a < 3; ++a) e[4 * b + a] = A(a, b);
      e[4 * b + 3] = 0;
    }
    for (int a = 0; a < 4; ++a) e[12 + a] = last.e[a];
  }
  /// The last column.
  Vec3<S> last() const { return {{e[12], e[13], e[14]}}; }
};

template <class S>
class LinkSum {
 public:
  void outer(const Quad<S>& u, const Quad<S>& from, const S* g) {
    for (int b = 0; b < 4; ++b)
      for (int a = 0; a < 4; ++a) sum_.e[4 * b + a] += g[b] * (u.e[a] - from.e[a]);
  }
  void columns(const Columns4<S>& T, const S* g) {
    for (int b = 0; b < 4; ++b)
      for (int a = 0; a < 4; ++a) sum_.e[4 * b + a] += g[b] * T.e[4 * b + a];
  }
  /// Adds b b^T with b = sum of the columns times g.
  void square(const Columns4<S>& T, const S* g) {
    S b[4] = {};
    for (int k = 0; k < 4; ++k)
      for (int a = 0; a < 4; ++a) b[a] += g[k] * T.e[4 * k + a];
    for (int k = 0; k < 4; ++k)
      for (int a = 0; a < 4; ++a) sum_.e[4 * k + a] += b[k] * b[a];
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
  void columns(const Columns4<float>& T, const float* g) {
    sum_ = _mm512_fmadd_ps(_mm512_load_ps(T.e), spread(_mm_load_ps(g)), sum_);
  }
  void square(const Columns4<float>& T, const float* g) {
    const __m512 t = _mm512_mul_ps(_mm512_load_ps(T.e), spread(_mm_load_ps(g)));
    alignas(64) float e[16];
    _mm512_store_ps(e, t);
    const __m128 b = _mm_add_ps(_mm_add_ps(_mm_load_ps(e), _mm_load_ps(e + 4)),
                                _mm_add_ps(_mm_load_ps(e + 8), _mm_load_ps(e + 12)));
    sum_ = _mm512_fmadd_ps(repeat(b), spread(b), sum_);
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
