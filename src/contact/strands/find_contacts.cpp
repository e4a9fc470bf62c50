#include "contact/strands/find_contacts.h"

#include <algorithm>
#include <bit>

#include "contact/strands/closest_segments.h"
#include "contact/strands/lanes.h"

namespace weft {
namespace {

using P = Pack<Real>;
constexpr std::size_t kWide = std::size_t(P::width);
constexpr std::size_t kGrain = 4096;

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
  if (bits == 0) return;
  const Vec3<P> n = (P(1) / sqrt(max(size, P(1e-30)))) * d;
  for (; bits; bits &= bits - 1) {
    const int k = std::countr_zero(bits);
    const SegmentPair& pair = pairs[std::size_t(k)];
    out.push_back({s.first[pair.i], s.first[pair.j], c.a[k], c.b[k], {{n[0][k], n[1][k], n[2][k]}}});
  }
}

}  // namespace

const std::vector<StrandContact>& StrandContactFinder::find(const StrandView& s, const FindOptions& o) {
  const std::span<const SegmentPair> pairs = candidates_.update(s, o.delta, o.skip);
  part_.resize(chunk_count(pairs.size(), kGrain));
  parallel_for(part_.size(), [&](std::size_t chunk) {
    part_[chunk].clear();
    const std::size_t end = std::min(pairs.size(), (chunk + 1) * kGrain);
    for (std::size_t k = chunk * kGrain; k < end; k += kWide)
      measure(s, pairs.subspan(k, std::min(kWide, end - k)), Real(o.delta), part_[chunk]);
  });
  contacts_.clear();
  for (const auto& part : part_) contacts_.insert(contacts_.end(), part.begin(), part.end());
  return contacts_;
}

}  // namespace weft
