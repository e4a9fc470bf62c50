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

/// Boxes are compared a pack at a time; pairs that meet wait until there is a pack of them to measure.
class Search {
 public:
  Search(const StrandView& strands, const FindOptions& o, const SortedSegments& at,
         std::vector<StrandContact>& out)
      : strands_(strands), options_(o), at_(at), out_(out) {}

  /// Segment l with those in a range.
  void test(std::size_t l, Range with) {
    const Vec3<P> low = spread(at_.lower, l), high = spread(at_.upper, l);
    for (std::size_t m = with.begin; m < with.end; m += kWide) {
      const Vec3<P> low2 = load(at_.lower, m), high2 = load(at_.upper, m);
      auto meet = (low[0] <= high2[0]) & (low2[0] <= high[0]);
      for (int k = 1; k < 3; ++k) meet = meet & (low[k] <= high2[k]) & (low2[k] <= high[k]);
      std::uint32_t bits = bits_of(meet);
      if (with.end - m < kWide) bits &= (1u << (with.end - m)) - 1;
      for (; bits; bits &= bits - 1) wait(l, m + std::size_t(std::countr_zero(bits)));
    }
  }
  /// Those that still wait.
  void finish() {
    if (count_ == 0) return;
    for (std::size_t k = count_; k < kWide; ++k)
      for (auto& row : wide_) row[k] = row[0];
    measure();
  }

 private:
  void wait(std::size_t l, std::size_t m) {
    if (!may_touch(strands_, at_.segment[l], at_.segment[m], options_.skip)) return;
    for (std::size_t k = 0; k < 3; ++k) {
      wide_[k][count_] = at_.p[k][l];
      wide_[3 + k][count_] = at_.q[k][l];
      wide_[6 + k][count_] = at_.p[k][m];
      wide_[9 + k][count_] = at_.q[k][m];
    }
    pair_[count_++] = {at_.segment[l], at_.segment[m]};
    if (count_ == kWide) measure();
  }
  void measure() {
    const auto get = [&](std::size_t row) {
      return Vec3<P>{{P::load(wide_[row]), P::load(wide_[row + 1]), P::load(wide_[row + 2])}};
    };
    const Vec3<P> p = get(0), q = get(3), p2 = get(6), q2 = get(9);
    const ClosestPoints<P> c = closest_segments(p, q, p2, q2);
    const Vec3<P> d = (p2 + c.b * (q2 - p2)) - (p + c.a * (q - p));
    const P size = dot(d, d);
    const auto close = (size < P(options_.delta * options_.delta)) & (size > P(0));
    std::uint32_t bits = bits_of(close) & ((1u << count_) - 1);
    const Vec3<P> n = (P(1) / sqrt(max(size, P(1e-30)))) * d;
    for (; bits; bits &= bits - 1) {
      const int k = std::countr_zero(bits);
      const auto [i, j] = pair_[std::size_t(k)];
      out_.push_back({strands_.first[i], strands_.first[j], c.a[k], c.b[k], {{n[0][k], n[1][k], n[2][k]}}});
    }
    count_ = 0;
  }

  const StrandView& strands_;
  const FindOptions& options_;
  const SortedSegments& at_;
  std::vector<StrandContact>& out_;
  std::size_t count_ = 0;
  alignas(64) Real wide_[12][kWide];
  std::pair<std::uint32_t, std::uint32_t> pair_[kWide];
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
    Search search(s, o, sorted_, part_[chunk]);
    cells_.each_cell(chunk, [&](const BoxCells::Cell& cell) {
      for (std::size_t l = cell.own.begin; l < cell.own.end; ++l) {
        search.test(l, {l + 1, cell.row_end});
        for (const Range& row : cell.rows) search.test(l, row);
      }
    });
    search.finish();
  });
  contacts_.clear();
  for (const auto& part : part_) contacts_.insert(contacts_.end(), part.begin(), part.end());
  return contacts_;
}

}  // namespace weft
