#include "contact/strands/find_contacts.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "contact/strands/closest_segments.h"

namespace weft {
namespace {

using P = Pack<Real>;
constexpr std::size_t kWide = std::size_t(P::width);

/// Which lanes are set, as bits.
std::uint32_t bits_of(const Mask<Real>& m) {
  std::uint32_t bits = 0;
#if defined(__AVX512F__)
  if constexpr (sizeof(Real) == 4) bits = _mm512_test_epi32_mask((__m512i)m.v, (__m512i)m.v);
  else bits = _mm512_test_epi64_mask((__m512i)m.v, (__m512i)m.v);
#else
  for (int k = 0; k < P::width; ++k) bits |= std::uint32_t(m[k]) << k;
#endif
  return bits;
}

Vec3<P> load(const SortedSegments::Three& a, std::size_t m) {
  return {{P::load(&a[0][m]), P::load(&a[1][m]), P::load(&a[2][m])}};
}
Vec3<P> spread(const SortedSegments::Three& a, std::size_t l) {
  return {{P(a[0][l]), P(a[1][l]), P(a[2][l])}};
}

struct Search {
  const StrandView& strands;
  const FindOptions& options;
  const SortedSegments& at;
  std::vector<StrandContact>& out;

  /// Segment l with those in a range, a pack at a time.
  void test(std::size_t l, Range with) {
    const Vec3<P> low = spread(at.lower, l), high = spread(at.upper, l);
    for (std::size_t m = with.begin; m < with.end; m += kWide) {
      const Vec3<P> low2 = load(at.lower, m), high2 = load(at.upper, m);
      auto meet = (low[0] <= high2[0]) & (low2[0] <= high[0]);
      for (int k = 1; k < 3; ++k) meet = meet & (low[k] <= high2[k]) & (low2[k] <= high[k]);
      if (any(meet)) measure(l, m, meet, with.end);
    }
  }
  /// Segment l with the pack at m: those closer than delta.
  void measure(std::size_t l, std::size_t m, const Mask<Real>& meet, std::size_t end) {
    const Vec3<P> p = spread(at.p, l), q = spread(at.q, l), p2 = load(at.p, m), q2 = load(at.q, m);
    const ClosestPoints<P> c = closest_segments(p, q, p2, q2);
    const Vec3<P> d = (p2 + c.b * (q2 - p2)) - (p + c.a * (q - p));
    const P size = dot(d, d);
    std::uint32_t close = bits_of(meet & (size < P(options.delta * options.delta)) & (size > P(0)));
    for (; close; close &= close - 1) {
      const int k = std::countr_zero(close);
      if (m + std::size_t(k) >= end) break;
      const std::uint32_t i = at.segment[l], j = at.segment[m + std::size_t(k)];
      if (!may_touch(strands, i, j, options.skip)) continue;
      const Real inverse = 1 / std::sqrt(size[k]);
      out.push_back({strands.first[i],
                     strands.first[j],
                     c.a[k],
                     c.b[k],
                     {{d[0][k] * inverse, d[1][k] * inverse, d[2][k] * inverse}}});
    }
  }
};

}  // namespace

void SortedSegments::fill(const StrandView& s, std::span<const SegmentBox> boxes,
                          std::span<const KeyIndex> order) {
  segment.resize(order.size());
  for (Three* t : {&p, &q, &lower, &upper})
    for (Array<Real>& a : *t) a.resize(order.size() + kWide);
  parallel_chunks(order.size(), 2048, [&](Range r) {
    for (std::size_t l = r.begin; l < r.end; ++l) {
      const std::uint32_t i = segment[l] = order[l].index;
      for (std::size_t k = 0; k < 3; ++k) {
        p[k][l] = s.x[s.first[i]][int(k)];
        q[k][l] = s.x[s.first[i] + 1][int(k)];
        lower[k][l] = boxes[i].lower[k];
        upper[k][l] = boxes[i].upper[k];
      }
    }
  });
  // A pack may begin at the last segment: what lies beyond meets nothing.
  for (std::size_t l = order.size(); l < order.size() + kWide; ++l)
    for (std::size_t k = 0; k < 3; ++k) {
      lower[k][l] = std::numeric_limits<Real>::max();
      upper[k][l] = std::numeric_limits<Real>::lowest();
      p[k][l] = q[k][l] = 0;
    }
}

const std::vector<StrandContact>& StrandContactFinder::find(const StrandView& s, const FindOptions& o) {
  const std::size_t n = s.first.size();
  boxes_.resize(n);
  const Real half = Real(0.5 * o.delta * (1 + 1e-5));
  parallel_chunks(n, 2048, [&](Range r) {
    for (std::size_t i = r.begin; i < r.end; ++i) {
      const Vec3r &a = s.x[s.first[i]], &b = s.x[s.first[i] + 1];
      for (std::size_t k = 0; k < 3; ++k) {
        boxes_[i].lower[k] = std::min(a[int(k)], b[int(k)]) - half;
        boxes_[i].upper[k] = std::max(a[int(k)], b[int(k)]) + half;
      }
    }
  });
  cells_.build(boxes_);
  sorted_.fill(s, boxes_, cells_.entries());
  part_.resize(cells_.chunks());
  parallel_for(cells_.chunks(), [&](std::size_t chunk) {
    part_[chunk].clear();
    Search search{s, o, sorted_, part_[chunk]};
    cells_.each_cell(chunk, [&](const BoxCells::Cell& cell) {
      for (std::size_t l = cell.own.begin; l < cell.own.end; ++l) {
        search.test(l, {l + 1, cell.row_end});
        for (const Range& row : cell.rows) search.test(l, row);
      }
    });
  });
  contacts_.clear();
  for (const auto& part : part_) contacts_.insert(contacts_.end(), part.begin(), part.end());
  return contacts_;
}

}  // namespace weft
