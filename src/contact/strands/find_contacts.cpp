#include "contact/strands/find_contacts.h"

#include <algorithm>
#include <bit>

#include "geometry/closest_segments.h"
#include "contact/strands/lanes.h"

namespace weft {
namespace {

using P = Pack<Real>;
constexpr std::size_t kWide = std::size_t(P::width);
constexpr std::size_t kGrain = 256;  // runs

struct SegmentPair {
  std::uint32_t i, j;
};

/// Measures up to a pack of pairs; those nearer than delta go to `out`.
void measure(const StrandView& s, std::span<const SegmentPair> pairs, Real delta,
             std::vector<StrandContact>& out) {
  alignas(64) Real wide[12][kWide];
  for (std::size_t k = 0; k < kWide; ++k) {
    const SegmentPair& pair = pairs[std::min(k, pairs.size() - 1)];
    const Vec3r *one = &s.x[s.first[pair.i]], *two = &s.x[s.first[pair.j]];
    for (int d = 0; d < 3; ++d) {
      wide[d][k] = one[0][d];
      wide[3 + d][k] = one[1][d];
      wide[6 + d][k] = two[0][d];
      wide[9 + d][k] = two[1][d];
    }
  }
  const auto get = [&](std::size_t row) {
    return Vec3<P>{{P::load(wide[row]), P::load(wide[row + 1]), P::load(wide[row + 2])}};
  };
  const Vec3<P> p = get(0), q = get(3), p2 = get(6), q2 = get(9);
  const ClosestPoints<P> c = closest_segments(p, q, p2, q2);
  const Vec3<P> d = (p2 + c.b * (q2 - p2)) - (p + c.a * (q - p));
  const P size = dot(d, d);
  std::uint32_t bits = bits_of((size < P(delta * delta)) & (size > P(0)));
  if (pairs.size() < kWide) bits &= (1u << pairs.size()) - 1;
  const Vec3<P> n = (P(1) / sqrt(max(size, P(1e-30)))) * d;
  for (; bits; bits &= bits - 1) {
    const int k = std::countr_zero(bits);
    const SegmentPair& pair = pairs[std::size_t(k)];
    out.push_back({s.first[pair.i], s.first[pair.j], c.a[k], c.b[k], {{n[0][k], n[1][k], n[2][k]}}});
  }
}

}  // namespace

const std::vector<StrandContact>& StrandContactFinder::find(const StrandView& s, const FindOptions& o) {
  candidates_.update(s, o.delta);
  const std::span<const StrandRun> runs = candidates_.runs();
  const Real half = Real(0.5 * o.delta * (1 + 1e-5));
  boxes_.fill(runs, [&](std::uint32_t i, Vec3r& lower, Vec3r& upper) {
    const Vec3r &a = s.x[s.first[i]], &b = s.x[s.first[i] + 1];
    for (int k = 0; k < 3; ++k) {
      lower[k] = std::min(a[k], b[k]) - half;
      upper[k] = std::max(a[k], b[k]) + half;
    }
  });
  part_.resize(chunk_count(runs.size(), kGrain));
  parallel_for(part_.size(), [&](std::size_t chunk) {
    std::vector<SegmentPair> pairs, of_segment[kRun];
    for (std::size_t r = chunk * kGrain; r < std::min(runs.size(), (chunk + 1) * kGrain); ++r) {
      // Partner after partner, hence for each segment of the run in order of j.
      boxes_.each_meeting(runs, std::uint32_t(r), candidates_.partners(r),
                          [&](std::uint32_t i, std::uint32_t j) {
                            if (may_touch(s, i, j, o.skip)) of_segment[i - runs[r].segment].push_back({i, j});
                          });
      for (std::vector<SegmentPair>& some : of_segment) {
        pairs.insert(pairs.end(), some.begin(), some.end());
        some.clear();
      }
    }
    part_[chunk].clear();
    for (std::size_t k = 0; k < pairs.size(); k += kWide)
      measure(s, std::span(pairs).subspan(k, std::min(kWide, pairs.size() - k)), Real(o.delta), part_[chunk]);
  });
  std::vector<std::size_t> begin;
  for (const auto& part : part_) begin.push_back(part.size());
  contacts_.resize(exclusive_scan(begin));
  parallel_for(part_.size(), [&](std::size_t c) {
    std::copy(part_[c].begin(), part_[c].end(), contacts_.begin() + std::ptrdiff_t(begin[c]));
  });
  return contacts_;
}

}  // namespace weft
