#include "contact/strands/candidates.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "geometry/closest_segments.h"
#include "contact/strands/lanes.h"

namespace weft {
namespace {

using P = Pack<Real>;
constexpr std::size_t kWide = std::size_t(P::width);
constexpr std::size_t kGrain = 2048;

Vec3<P> load(const SortedRuns::Three& a, std::size_t m) {
  return {{P::load(&a[0][m]), P::load(&a[1][m]), P::load(&a[2][m])}};
}
Vec3<P> spread(const SortedRuns::Three& a, std::size_t l) { return {{P(a[0][l]), P(a[1][l]), P(a[2][l])}}; }

/// Boxes are compared a pack at a time; pairs that meet wait until there is a pack of them to measure.
class Search {
 public:
  Search(double reach, const SortedRuns& at, std::vector<RunPair>& out) : reach_(reach), at_(at), out_(out) {}

  /// Run l with those in a range.
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
    for (std::size_t k = 0; k < 3; ++k) {
      wide_[k][count_] = at_.p[k][l];
      wide_[3 + k][count_] = at_.q[k][l];
      wide_[6 + k][count_] = at_.p[k][m];
      wide_[9 + k][count_] = at_.q[k][m];
    }
    wide_[12][count_] = at_.radius[l] + at_.radius[m];
    pair_[count_++] = {at_.run[l], at_.run[m]};
    if (count_ == kWide) measure();
  }
  void measure() {
    const auto get = [&](std::size_t row) {
      return Vec3<P>{{P::load(wide_[row]), P::load(wide_[row + 1]), P::load(wide_[row + 2])}};
    };
    const Vec3<P> p = get(0), q = get(3), p2 = get(6), q2 = get(9);
    const ClosestPoints<P> c = closest_segments(p, q, p2, q2);
    const Vec3<P> d = (p2 + c.b * (q2 - p2)) - (p + c.a * (q - p));
    const P reach = P(reach_) + P::load(wide_[12]);
    std::uint32_t bits = bits_of(dot(d, d) < reach * reach) & ((1u << count_) - 1);
    for (; bits; bits &= bits - 1) {
      const auto [i, j] = pair_[std::size_t(std::countr_zero(bits))];
      out_.push_back({std::min(i, j), std::max(i, j)});
    }
    count_ = 0;
  }

  double reach_;
  const SortedRuns& at_;
  std::vector<RunPair>& out_;
  std::size_t count_ = 0;
  alignas(64) Real wide_[13][kWide];
  RunPair pair_[kWide];
};

/// A search costs this many times as much as looking through the pairs that it found, both in proportion to
/// 1 + margin.
constexpr double kSearchCost = 1;

/// The margin, over the reach, that costs least where neighbours move by `pace` of the reach an update. It
/// lasts n = 1 + margin / pace updates; (1 + (n - 1) pace) (kSearchCost / n + 1) is least at about n^2 =
/// kSearchCost / pace.
double best_margin(double pace) {
  const double margin = std::sqrt(kSearchCost * pace) - pace;
  return margin < pace ? 0 : std::max(margin, 0.05);
}

double largest_coordinate(const StrandView& s) {
  return reduce_chunks(
      s.x.size(), kGrain, 0.0,
      [&](Range r) {
        Real most = 0;
        for (std::size_t k = r.begin; k < r.end; ++k)
          for (int d = 0; d < 3; ++d) most = std::max(most, std::abs(s.x[k][d]));
        return double(most);
      },
      [](double a, double b) { return std::max(a, b); });
}

}  // namespace

void SortedRuns::fill(const StrandView& s, std::span<const StrandRun> runs, std::span<const SegmentBox> boxes,
                      std::span<const KeyIndex> order) {
  const std::size_t n = order.size();
  run.resize(n);
  radius.resize(n);
  for (Three* t : {&p, &q, &lower, &upper})
    for (Array<Real>& a : *t) a.resize(n + kWide);
  parallel_chunks(n, kGrain, [&](Range r) {
    for (std::size_t l = r.begin; l < r.end; ++l) {
      const StrandRun& here = runs[run[l] = order[l].index];
      const Vec3r a = s.x[here.vertex], b = s.x[here.vertex + here.count];
      // Distance from the chord is convex along each segment: vertices are farthest.
      Real far = 0;
      for (std::uint32_t k = 1; k < here.count; ++k) {
        const Vec3r x = s.x[here.vertex + k];
        const Real c = closest_segments(a, b, x, x).a;
        far = std::max(far, norm(a + c * (b - a) - x));
      }
      radius[l] = far;
      for (std::size_t k = 0; k < 3; ++k) {
        p[k][l] = a[int(k)];
        q[k][l] = b[int(k)];
        lower[k][l] = boxes[run[l]].lower[k];
        upper[k][l] = boxes[run[l]].upper[k];
      }
    }
  });
  // A pack may begin at the last run: what lies beyond meets nothing.
  for (std::size_t l = n; l < n + kWide; ++l)
    for (std::size_t k = 0; k < 3; ++k) {
      lower[k][l] = std::numeric_limits<Real>::max();
      upper[k][l] = std::numeric_limits<Real>::lowest();
      p[k][l] = q[k][l] = 0;
    }
}

/// Finds run pairs nearer than reach_. Returns the longest way from a run's first vertex to another of its.
double StrandCandidates::search(const StrandView& s) {
  boxes_.resize(runs_.size());
  const Real half = Real(0.5 * reach_ * (1 + 1e-5));
  const double longest2 = reduce_chunks(
      runs_.size(), kGrain, 0.0,
      [&](Range r) {
        Real most = 0;
        for (std::size_t i = r.begin; i < r.end; ++i) {
          const Vec3r first = s.x[runs_[i].vertex];
          Vec3r low = first, high = first;
          Real sound = 0;  // NaN, which a comparison would pass over, when a place is not a number
          for (std::uint32_t k = 1; k <= runs_[i].count; ++k) {
            const Vec3r x = s.x[runs_[i].vertex + k];
            most = std::max(most, norm2(x - first));
            sound += Real(0) * norm2(x - first);
            for (int d = 0; d < 3; ++d) low[d] = std::min(low[d], x[d]), high[d] = std::max(high[d], x[d]);
          }
          for (std::size_t k = 0; k < 3; ++k) {
            boxes_[i].lower[k] = low[int(k)] - half + sound;
            boxes_[i].upper[k] = high[int(k)] + half;
          }
        }
        return double(most);
      },
      [](double a, double b) { return std::max(a, b); });
  cells_.build(boxes_);
  sorted_.fill(s, runs_, boxes_, cells_.entries());
  part_.resize(cells_.chunks());
  parallel_for(cells_.chunks(), [&](std::size_t chunk) {
    part_[chunk].clear();
    Search search(reach_, sorted_, part_[chunk]);
    cells_.each_cell(chunk, [&](const BoxCells::Cell& cell) {
      for (std::size_t l = cell.own.begin; l < cell.own.end; ++l) {
        search.test(l, {l + 1, cell.row_end});
        for (const Range& row : cell.rows) search.test(l, row);
      }
    });
    search.finish();
  });
  return std::sqrt(longest2);
}

/// Lists the pairs found, and each run with itself: by the first with a radix sort, then the few of each by
/// the second.
void StrandCandidates::list_pairs() {
  order_.clear();
  for (std::uint32_t r = 0; r < runs_.size(); ++r) order_.push_back({r, r});
  for (const auto& part : part_)
    for (const RunPair& pair : part) order_.push_back({pair.i, pair.j});
  radix_sort(order_, scratch_, int(std::bit_width(runs_.size())));
  begin_.assign(runs_.size() + 1, std::uint32_t(order_.size()));
  partners_.resize(order_.size());
  // Each run has itself: none is without partners.
  parallel_chunks(order_.size(), kGrain, [&](Range r) {
    for (std::size_t p = r.begin; p < r.end; ++p) {
      partners_[p] = order_[p].index;
      if (p == 0 || order_[p - 1].key != order_[p].key) begin_[order_[p].key] = std::uint32_t(p);
    }
  });
  parallel_chunks(runs_.size(), kGrain, [&](Range r) {
    for (std::size_t i = r.begin; i < r.end; ++i)
      std::sort(partners_.begin() + begin_[i], partners_.begin() + begin_[i + 1]);
  });
}

bool StrandCandidates::same(const StrandView& s) const {
  return std::ranges::equal(s.first, first_) && std::ranges::equal(s.strand, strand_);
}
bool StrandCandidates::enough(const RelativeMotion& m, double reach) const {
  return m.nearby + reach <= reach_ - slack_ && m.all + reach <= apart_ - slack_;
}

bool StrandCandidates::cover(const StrandView& s, std::span<const Vec3r> v, double dt, double reach) const {
  return same(s) && enough(blocks_.motion(s.x, v, dt), reach);
}

void StrandCandidates::update(const StrandView& s, double reach) {
  double margin = 0;
  if (same(s) && age_ >= 0) {
    const RelativeMotion m = blocks_.motion(s.x);
    ++age_;
    if (enough(m, reach)) return;
    margin = best_margin(m.nearby / age_ / reach);
  } else {
    first_.assign(s.first.begin(), s.first.end());
    strand_.assign(s.strand.begin(), s.strand.end());
    make_runs(s, runs_);
  }
  age_ = 0;
  slack_ = 1e-5 * reach + 16 * double(std::numeric_limits<Real>::epsilon()) * largest_coordinate(s);
  reach_ = (1 + margin) * reach + 2 * slack_;
  const double longest = search(s), cube = 2 * longest + reach_ + 4 * reach;
  apart_ = cube - 2 * longest;
  list_pairs();
  blocks_.build(s.x, runs_, cube);
}

}  // namespace weft
