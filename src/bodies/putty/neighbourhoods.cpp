#include "bodies/putty/neighbourhoods.h"

#include <tbb/enumerable_thread_specific.h>

#include <bit>

#include "bodies/putty/putty_kernel.h"
#include "math/svd.h"

namespace weft {
namespace {

/// Differences in double, as many as a pack of S holds.
template <class S>
Pack<S> difference(const double* a, double b) {
  if constexpr (sizeof(S) == 8) {
    return Pack<S>::load(a) - Pack<S>(b);
  } else {
    typedef double Loose __attribute__((vector_size(2 * kPackBytes), aligned(8), may_alias));
    return Pack<S>(__builtin_convertvector(*reinterpret_cast<const Loose*>(a) - b, typename Pack<S>::Value));
  }
}

template <class S>
unsigned bits_of(Mask<S> m) {
  unsigned r = 0;
  for (int l = 0; l < kLanes<S>; ++l) r |= unsigned(m[l]) << l;
  return r;
}
#if defined(__AVX512F__)
inline unsigned bits_of(Mask<float> m) { return _mm512_test_epi32_mask((__m512i)m.v, (__m512i)m.v); }
inline unsigned bits_of(Mask<double> m) { return _mm512_test_epi64_mask((__m512i)m.v, (__m512i)m.v); }
#endif

}  // namespace

template <class S>
void Neighbourhoods<S>::find(const Places& places, double h) {
  gather(places, h);
  const std::size_t n = places.x.size();
  moments_.resize(n);
  patches_.resize(chunk_count(n, kPatch));
  tbb::enumerable_thread_specific<Numbers> numbers([n] {
    return Numbers{std::vector<std::uint32_t>(n, ~std::uint32_t(0)), std::vector<std::uint32_t>(n)};
  });
  parallel_chunks(n, kPatch, [&](Range r) {
    Patch<S>& patch = patches_[r.begin / kPatch];
    Numbers& mine = numbers.local();
    patch.begin.assign(1, 0);
    patch.members.clear();
    for (std::size_t i = r.begin; i < r.end; ++i) {
      mine.patch[i] = std::uint32_t(r.begin / kPatch);
      mine.member[i] = std::uint32_t(patch.members.size());
      patch.members.push_back(std::uint32_t(i));
    }
    for (std::size_t i = r.begin; i < r.end; ++i) {
      find_links(i, h, patch, mine);
      measure(i, places.flat, patch);
    }
  });
  find_copies();
}

template <class S>
void Neighbourhoods<S>::find_copies() {
  first_copy_.assign(points() + 1, 0);
  for (const Patch<S>& p : patches_)
    for (const std::uint32_t i : p.members) ++first_copy_[i + 1];
  for (std::size_t i = 0; i < points(); ++i) first_copy_[i + 1] += first_copy_[i];
  copies_.resize(first_copy_.back());
  std::vector<std::uint32_t> next(first_copy_.begin(), first_copy_.end() - 1);
  for (std::uint32_t k = 0; k < patches_.size(); ++k)
    for (std::uint32_t m = 0; m < patches_[k].members.size(); ++m)
      copies_[next[patches_[k].members[m]]++] = {k, m};
}

template <class S>
void Neighbourhoods<S>::gather(const Places& places, double h) {
  const std::size_t n = places.x.size(), room = n + std::size_t(P::width);
  const auto reach = [&](std::size_t i) {
    return h * std::min(std::max(double(places.stretch[i]), 1.0), kSearchStretch);
  };
  const double farthest = reduce_chunks(
      n, 4096, h,
      [&](Range r) {
        double most = 0;
        for (std::size_t i = r.begin; i < r.end; ++i) most = std::max(most, reach(i));
        return most;
      },
      [](double a, double b) { return std::max(a, b); });
  cells_.sort(places.x, farthest);
  for (auto& a : x_) a.resize(room, 0.0);
  for (auto& a : inverse_) a.resize(room, S(0));
  reach2_.resize(room, S(0));
  place_.resize(n);
  const auto items = cells_.points();
  parallel_chunks(n, 2048, [&](Range r) {
    for (std::size_t k = r.begin; k < r.end; ++k) {
      const std::size_t i = items[k].index;
      place_[i] = std::uint32_t(k);
      for (int a = 0; a < 3; ++a) x_[a][k] = places.x[i][a];
      for (int c = 0; c < 9; ++c) inverse_[c][k] = S(places.inverse[i](c / 3, c % 3));
      reach2_[k] = S(reach(i) * reach(i));
    }
  });
}

template <class S>
void Neighbourhoods<S>::find_links(std::size_t i, double h, Patch<S>& patch, Numbers& numbers) {
  const std::size_t at = place_[i];
  const std::uint32_t patch_number = std::uint32_t(i / kPatch);
  const Vec3d x{{x_[0][at], x_[1][at], x_[2][at]}};
  P own[9];
  for (int c = 0; c < 9; ++c) own[c] = P(inverse_[c][at]);
  const P reach2(reach2_[at]), h2(h * h), h_inverse(1 / h);
  std::size_t used = patch.begin.back();
  const auto items = cells_.points();
  cells_.around(x, [&](Range near) {
    if (patch.other.size() < used + near.size()) {
      const std::size_t room = std::max(used + near.size(), patch.other.size() * 3 / 2);
      patch.other.resize(room), patch.out.resize(room);
    }
    for (std::size_t k = near.begin; k < near.end; k += std::size_t(P::width)) {
      P d[3];
      for (int a = 0; a < 3; ++a) d[a] = difference<S>(&x_[a][k], x[a]);
      unsigned hits = bits_of(d[0] * d[0] + d[1] * d[1] + d[2] * d[2] < reach2);
      if (near.end - k < std::size_t(P::width)) hits &= (1u << (near.end - k)) - 1;
      if (at >= k && at - k < std::size_t(P::width)) hits &= ~(1u << (at - k));
      if (!hits) continue;
      P p[3];
      for (int a = 0; a < 3; ++a) p[a] = own[3 * a] * d[0] + own[3 * a + 1] * d[1] + own[3 * a + 2] * d[2];
      const P p2 = p[0] * p[0] + p[1] * p[1] + p[2] * p[2];
      hits &= bits_of(p2 < h2);
      if (!hits) continue;
      const P w = cosine_kernel(sqrt(min(p2, h2)) * h_inverse);
      alignas(64) S lane[4][P::width];
      for (int a = 0; a < 3; ++a) (p[a] * w).store_aligned(lane[a]);
      w.store_aligned(lane[3]);
      for (; hits; hits &= hits - 1) {
        const int l = std::countr_zero(hits);
        const std::uint32_t j = items[k + std::size_t(l)].index;
        if (numbers.patch[j] != patch_number) {
          numbers.patch[j] = patch_number;
          numbers.member[j] = std::uint32_t(patch.members.size());
          patch.members.push_back(j);
        }
        patch.other[used] = numbers.member[j];
        patch.out[used] = {{lane[0][l], lane[1][l], lane[2][l]}, lane[3][l]};
        ++used;
      }
    }
  });
  patch.begin.push_back(std::uint32_t(used));
}

template <class S>
void Neighbourhoods<S>::measure(std::size_t i, double flat, const Patch<S>& patch) {
  Moments<S>& m = moments_[i];
  S sum[10] = {};
  for (std::uint32_t k = patch.begin[i % kPatch]; k < patch.begin[i % kPatch + 1]; ++k) {
    const Link<S>& l = patch.out[k];
    if (!(l.w > 0)) continue;
    const S v = S(1) / l.w;  // w p p^T = (w p)(w p)^T / w
    const S a = l.wp[0] * v, b = l.wp[1] * v;
    sum[0] += l.wp[0] * a, sum[1] += l.wp[1] * a, sum[2] += l.wp[2] * a;
    sum[3] += l.wp[1] * b, sum[4] += l.wp[2] * b, sum[5] += l.wp[2] * l.wp[2] * v;
    sum[6] += l.wp[0], sum[7] += l.wp[1], sum[8] += l.wp[2], sum[9] += l.w;
  }
  const Mat3d M{{{sum[0], sum[1], sum[2]}, {sum[1], sum[3], sum[4]}, {sum[2], sum[4], sum[5]}}};
  m.first = {{sum[6], sum[7], sum[8]}};
  m.weight = sum[9];
  m.trace = S(trace(M));
  // Clearly of full rank: lambda_min lambda_mid lambda_max = det, with lambda_mid lambda_max <= (tr/2)^2.
  const double t = trace(M), det = determinant(M);
  if (4 * det > flat * t * t * t) {
    m.inverse = inverse(M).template as<S>();
    m.rank = 3;
    return;
  }
  Mat3d U, V;
  Vec3d s;
  svd(M, U, s, V);
  Mat3d inv = Mat3d::zero();
  m.rank = 0;
  for (int a = 0; a < 3; ++a)
    if (s[0] > 0 && s[a] > flat * s[0]) {
      inv += outer(V.column(a), V.column(a)) * (1 / s[a]);
      ++m.rank;
    }
  m.inverse = inv.as<S>();
}

template <class S>
Mat3<S> Neighbourhoods<S>::span_of(std::size_t i) const {
  if (moments_[i].rank == 3) return Mat3<S>::identity();
  Mat3d U, V;
  Vec3d s;
  svd(moments_[i].inverse.template as<double>(), U, s, V);
  Mat3d span = Mat3d::zero();
  for (int a = 0; a < moments_[i].rank; ++a) span += outer(V.column(a), V.column(a));
  return span.as<S>();
}

template <class S>
std::size_t Neighbourhoods<S>::links() const {
  std::size_t sum = 0;
  for (const Patch<S>& p : patches_) sum += p.begin.back();
  return sum;
}

template <class S>
std::size_t Neighbourhoods<S>::bytes() const {
  std::size_t sum = cells_.bytes() + bytes_of(moments_) + bytes_of(copies_) + bytes_of(first_copy_) +
                    bytes_of(place_) + bytes_of(reach2_);
  for (const auto& a : x_) sum += bytes_of(a);
  for (const auto& a : inverse_) sum += bytes_of(a);
  for (const Patch<S>& p : patches_)
    sum += bytes_of(p.members) + bytes_of(p.begin) + bytes_of(p.other) + bytes_of(p.out);
  return sum;
}

template class Neighbourhoods<float>;
template class Neighbourhoods<double>;

}  // namespace weft
