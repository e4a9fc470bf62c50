/// Sums over a point's links. A point's vector is a quad, x y z and one to spare; a link is a quad,
/// (w p) and w.
///   sum_links      sum over links of d (w p)^T, column by column, and of w d,   d = u_j - u_i
///   spread_links   y_j += T (w p) + k w d,   T: three columns
#pragma once
#include <cstdint>

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

/// Four numbers that compilers handle as one.
template <class S>
struct FourOf {
  typedef S Type __attribute__((vector_size(4 * sizeof(S)), may_alias));
};
template <class S>
using Four = typename FourOf<S>::Type;

/// Four columns of four.
template <class S>
struct alignas(64) Columns4 {
  S e[16];
  Four<S>& column(int b) { return reinterpret_cast<Four<S>*>(e)[b]; }
  const Four<S>& column(int b) const { return reinterpret_cast<const Four<S>*>(e)[b]; }
  Mat3<S> matrix() const {
    Mat3<S> A;
    for (int b = 0; b < 3; ++b)
      for (int a = 0; a < 3; ++a) A(a, b) = e[4 * b + a];
    return A;
  }
  /// The last column.
  Vec3<S> last() const { return {{e[12], e[13], e[14]}}; }
};

/// The links of one point: g of each (four numbers), and the members they lead to.
template <class S>
struct LinkList {
  const S* g;
  const std::uint32_t* other;
  std::size_t count;
};

/// d: room for a quad per link, which spread_links reads.
template <class S>
Columns4<S> sum_links(const LinkList<S>& l, const Quad<S>* u, const Quad<S>& from, Quad<S>* d) {
  Columns4<S> sum{};
  for (std::size_t k = 0; k < l.count; ++k) {
    for (int a = 0; a < 4; ++a) d[k].e[a] = u[l.other[k]].e[a] - from.e[a];
    for (int b = 0; b < 4; ++b)
      for (int a = 0; a < 4; ++a) sum.e[4 * b + a] += l.g[4 * k + std::size_t(b)] * d[k].e[a];
  }
  return sum;
}

template <class S>
void spread_links(const LinkList<S>& l, const Columns4<S>& T, S k, const Quad<S>* d, Quad<S>* y) {
  for (std::size_t i = 0; i < l.count; ++i) {
    const S* g = l.g + 4 * i;
    for (int a = 0; a < 3; ++a)
      y[l.other[i]].e[a] += T.e[a] * g[0] + T.e[4 + a] * g[1] + T.e[8 + a] * g[2] + k * g[3] * d[i].e[a];
  }
}

#if defined(__AVX512F__)
// Four links at a time, a quad in each quarter of a register. The zero-masked forms spare a false warning of
// GCC 12 about the plain ones.
namespace quads_detail {

template <int component>
inline __m512 component_of(__m512 links) {
  return _mm512_maskz_permute_ps(0xffff, links, component * 0x55);
}
inline __m128 quarter_sum(__m512 a) {
  return _mm_add_ps(
      _mm_add_ps(_mm512_maskz_extractf32x4_ps(0xf, a, 0), _mm512_maskz_extractf32x4_ps(0xf, a, 1)),
      _mm_add_ps(_mm512_maskz_extractf32x4_ps(0xf, a, 2), _mm512_maskz_extractf32x4_ps(0xf, a, 3)));
}
inline __m512 repeat(__m128 a) { return _mm512_maskz_broadcast_f32x4(0xffff, a); }

}  // namespace quads_detail

template <>
inline Columns4<float> sum_links(const LinkList<float>& l, const Quad<float>* u, const Quad<float>& from,
                                 Quad<float>* d) {
  using namespace quads_detail;
  const __m128 own = _mm_load_ps(from.e);
  __m512 sum[4];
  for (__m512& s : sum) s = _mm512_setzero_ps();
  std::size_t k = 0;
  for (; k + 4 <= l.count; k += 4) {
    const std::uint32_t* j = l.other + k;
    // Put together in a register: a wide load of four narrow stores would wait for them.
    __m512 four = _mm512_maskz_broadcast_f32x4(0xffff, _mm_load_ps(u[j[0]].e));
    four = _mm512_maskz_insertf32x4(0xffff, four, _mm_load_ps(u[j[1]].e), 1);
    four = _mm512_maskz_insertf32x4(0xffff, four, _mm_load_ps(u[j[2]].e), 2);
    four = _mm512_maskz_insertf32x4(0xffff, four, _mm_load_ps(u[j[3]].e), 3);
    four = _mm512_sub_ps(four, repeat(own));
    _mm512_storeu_ps(d[k].e, four);
    const __m512 g = _mm512_loadu_ps(l.g + 4 * k);
    sum[0] = _mm512_fmadd_ps(component_of<0>(g), four, sum[0]);
    sum[1] = _mm512_fmadd_ps(component_of<1>(g), four, sum[1]);
    sum[2] = _mm512_fmadd_ps(component_of<2>(g), four, sum[2]);
    sum[3] = _mm512_fmadd_ps(component_of<3>(g), four, sum[3]);
  }
  Columns4<float> out;
  for (int b = 0; b < 4; ++b) {
    __m128 column = quarter_sum(sum[b]);
    for (std::size_t r = k; r < l.count; ++r) {
      const __m128 one = _mm_sub_ps(_mm_load_ps(u[l.other[r]].e), own);
      _mm_store_ps(d[r].e, one);
      column = _mm_fmadd_ps(_mm_set1_ps(l.g[4 * r + std::size_t(b)]), one, column);
    }
    _mm_store_ps(out.e + 4 * b, column);
  }
  return out;
}

template <>
inline void spread_links(const LinkList<float>& l, const Columns4<float>& T, float k, const Quad<float>* d,
                         Quad<float>* y) {
  using namespace quads_detail;
  __m128 column[3];
  for (int b = 0; b < 3; ++b) column[b] = _mm_load_ps(T.e + 4 * b);
  const __m512 c0 = repeat(column[0]), c1 = repeat(column[1]), c2 = repeat(column[2]),
               scale = _mm512_set1_ps(k);
  std::size_t i = 0;
  for (; i + 4 <= l.count; i += 4) {
    const __m512 g = _mm512_loadu_ps(l.g + 4 * i);
    __m512 t = _mm512_mul_ps(_mm512_mul_ps(scale, component_of<3>(g)), _mm512_loadu_ps(d[i].e));
    t = _mm512_fmadd_ps(c0, component_of<0>(g), t);
    t = _mm512_fmadd_ps(c1, component_of<1>(g), t);
    t = _mm512_fmadd_ps(c2, component_of<2>(g), t);
    const __m128 part[4] = {_mm512_maskz_extractf32x4_ps(0xf, t, 0), _mm512_maskz_extractf32x4_ps(0xf, t, 1),
                            _mm512_maskz_extractf32x4_ps(0xf, t, 2), _mm512_maskz_extractf32x4_ps(0xf, t, 3)};
    for (std::size_t q = 0; q < 4; ++q) {
      float* to = y[l.other[i + q]].e;
      _mm_store_ps(to, _mm_add_ps(_mm_load_ps(to), part[q]));
    }
  }
  for (; i < l.count; ++i) {
    const float* g = l.g + 4 * i;
    __m128 t = _mm_mul_ps(_mm_set1_ps(k * g[3]), _mm_load_ps(d[i].e));
    for (int b = 0; b < 3; ++b) t = _mm_fmadd_ps(column[b], _mm_set1_ps(g[b]), t);
    float* to = y[l.other[i]].e;
    _mm_store_ps(to, _mm_add_ps(_mm_load_ps(to), t));
  }
}
#endif

}  // namespace weft
