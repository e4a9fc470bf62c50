#include "contact/strands/candidates.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "contact/strands/closest_segments.h"
#include "contact/strands/lanes.h"

namespace weft {
namespace {

using P = Pack<Real>;
constexpr std::size_t kWide = std::size_t(P::width);
constexpr std::size_t kGrain = 2048;

Vec3<P> load(const SortedSegments::Three& a, std::size_t m) {
  return {{P::load(&a[0][m]), P::load(&a[1][m]), P::load(&a[2][m])}};
}
Vec3<P> spread(const SortedSegments::Three& a, std::size_t l) {
  return {{P(a[0][l]), P(a[1][l]), P(a[2][l])}};
}

/// Boxes are compared a pack at a time; pairs that meet wait until there is a pack of them to measure.
class Search {
 public:
  Search(const StrandView& strands, double reach, std::uint32_t skip, const SortedSegments& at,
         std::vector<SegmentPair>& out)
      : strands_(strands), reach2_(Real(reach * reach)), skip_(skip), at_(at), out_(out) {}

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
    if (!may_touch(strands_, at_.segment[l], at_.segment[m], skip_)) return;
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
    std::uint32_t bits = bits_of(dot(d, d) < P(reach2_)) & ((1u << count_) - 1);
    for (; bits; bits &= bits - 1) {
      const auto [i, j] = pair_[std::size_t(std::countr_zero(bits))];
      out_.push_back({std::min(i, j), std::max(i, j)});
    }
    count_ = 0;
  }

  const StrandView& strands_;
  Real reach2_;
  std::uint32_t skip_;
  const SortedSegments& at_;
  std::vector<SegmentPair>& out_;
  std::size_t count_ = 0;
  alignas(64) Real wide_[12][kWide];
  SegmentPair pair_[kWide];
};

/// A margin, over the reach, is to last so many updates at the pace of the last ones.
constexpr double kLasting = 6, kLeast = 0.1, kMost = 1;

struct Extent {
  double longest = 0, farthest = 0;  ///< segment, coordinate
};
Extent extent_of(const StrandView& s) {
  const auto join = [](const Extent& a, const Extent& b) {
    return Extent{std::max(a.longest, b.longest), std::max(a.farthest, b.farthest)};
  };
  return reduce_chunks(
      s.first.size(), kGrain, Extent{},
      [&](Range r) {
        Extent e;
        for (std::size_t i = r.begin; i < r.end; ++i) {
          const Vec3r &a = s.x[s.first[i]], &b = s.x[s.first[i] + 1];
          e = join(e, {double(norm2(b - a)), 0});
          for (int k = 0; k < 3; ++k)
            e.farthest = std::max(e.farthest, double(std::max(std::abs(a[k]), std::abs(b[k]))));
        }
        e.longest = std::sqrt(e.longest);
        return e;
      },
      join);
}

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

void StrandCandidates::search(const StrandView& s) {
  const std::size_t n = s.first.size();
  boxes_.resize(n);
  const Real half = Real(0.5 * reach_ * (1 + 1e-5));
  parallel_chunks(n, kGrain, [&](Range r) {
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
    Search search(s, reach_, skip_, sorted_, part_[chunk]);
    cells_.each_cell(chunk, [&](const BoxCells::Cell& cell) {
      for (std::size_t l = cell.own.begin; l < cell.own.end; ++l) {
        search.test(l, {l + 1, cell.row_end});
        for (const Range& row : cell.rows) search.test(l, row);
      }
    });
    search.finish();
  });
  found_.clear();
  for (const auto& part : part_) found_.insert(found_.end(), part.begin(), part.end());
}

/// By i with a radix sort, then the few of each i by j.
void StrandCandidates::sort_pairs() {
  order_.resize(found_.size());
  parallel_chunks(found_.size(), kGrain, [&](Range r) {
    for (std::size_t p = r.begin; p < r.end; ++p) order_[p] = {found_[p].i, found_[p].j};
  });
  radix_sort(order_, scratch_, int(std::bit_width(strand_.size())));
  pairs_.resize(order_.size());
  parallel_chunks(order_.size(), kGrain, [&](Range r) {
    const auto begins = [&](std::size_t p) {
      return p == 0 || p == order_.size() || order_[p - 1].key != order_[p].key;
    };
    // Those of one i go with the chunk that their first is in.
    for (std::size_t p = r.begin; p < r.end; ++p) {
      if (!begins(p)) continue;
      std::size_t end = p + 1;
      while (!begins(end)) ++end;
      for (std::size_t k = p; k < end; ++k) pairs_[k] = {order_[k].key, order_[k].index};
      std::sort(pairs_.begin() + std::ptrdiff_t(p), pairs_.begin() + std::ptrdiff_t(end),
                [](const SegmentPair& a, const SegmentPair& b) { return a.j < b.j; });
    }
  });
}

bool StrandCandidates::same(const StrandView& s, std::uint32_t skip) const {
  return skip == skip_ && std::ranges::equal(s.first, first_) && std::ranges::equal(s.strand, strand_);
}
bool StrandCandidates::enough(const RelativeMotion& m, double reach) const {
  return m.nearby + reach <= reach_ - slack_ && m.all + reach <= apart_ - slack_;
}

bool StrandCandidates::cover(const StrandView& s, std::span<const Vec3r> v, double dt, double reach,
                             std::uint32_t skip) const {
  return same(s, skip) && enough(blocks_.motion(s, v, dt), reach);
}

std::span<const SegmentPair> StrandCandidates::update(const StrandView& s, double reach, std::uint32_t skip) {
  double margin = 0.5;
  if (same(s, skip)) {
    const RelativeMotion m = blocks_.motion(s);
    ++age_;
    if (enough(m, reach)) return pairs_;
    const double wish = kLasting * m.nearby / age_ / reach;
    margin = wish > kMost ? 0 : std::max(wish, kLeast);
  }
  first_.assign(s.first.begin(), s.first.end());
  strand_.assign(s.strand.begin(), s.strand.end());
  skip_ = skip;
  age_ = 0;
  const Extent e = extent_of(s);
  reach_ = (1 + margin) * reach;
  slack_ = 1e-5 * reach_ + 16 * double(std::numeric_limits<Real>::epsilon()) * e.farthest;
  const double cube = 4 * (reach_ + e.longest);
  apart_ = cube - 2 * e.longest;
  search(s);
  sort_pairs();
  blocks_.build(s, cube);
  return pairs_;
}

}  // namespace weft
