/// The sixteen pairs of segments of two runs side by side: lane l of tile `base` pairs segment (base + l) / 4
/// of the one with segment (base + l) % 4 of the other. A pack of sixteen lanes needs one tile.
#pragma once
#include <algorithm>
#include <array>
#include <bit>

#include "contact/strands/lanes.h"
#include "contact/strands/runs.h"
#include "exec/array.h"
#include "exec/parallel.h"
#include "math/pack.h"

namespace weft {

/// Numbers of segments, four per run.
using RunNumbers = std::array<Array<Real>, 3>;

struct RunTile {
  using P = Pack<Real>;
  static constexpr std::size_t kTiles = std::max<std::size_t>(1, kRun* kRun / std::size_t(P::width));

  /// Which of the sixteen pairs a lane holds.
  static std::uint32_t at(std::size_t tile, int lane) {
    return std::uint32_t(tile) * P::width + std::uint32_t(lane);
  }
  /// Of the first run, each four times.
  static Vec3<P> rows(const RunNumbers& a, std::uint32_t run, std::size_t tile) {
    return take(a, run * kRun + tile * P::width / kRun, [](int l) { return l / int(kRun); });
  }
  /// Of the second run, all four again and again.
  static Vec3<P> columns(const RunNumbers& a, std::uint32_t run, std::size_t tile) {
    return take(a, run * kRun + tile * P::width % kRun, [](int l) { return l % int(kRun); });
  }

 private:
  template <class Which>
  static Vec3<P> take(const RunNumbers& a, std::size_t at, Which&& which) {
    P::Bits from{};
    for (int l = 0; l < P::width; ++l) from[l] = which(l);
    Vec3<P> r;
    for (int k = 0; k < 3; ++k)
      r[k] = P(P::Value(__builtin_shuffle(P::load(&a[std::size_t(k)][at]).v, from)));
    return r;
  }
};

/// Boxes of all segments, four per run; those that a run lacks have boxes that meet none.
struct RunBoxes {
  RunNumbers lower, upper;

  /// box(segment, lower, upper) gives a segment's box.
  template <class Box>
  void fill(std::span<const StrandRun> runs, Box&& box) {
    // A pack may begin at the last run.
    const std::size_t n = runs.size() * kRun + std::size_t(Pack<Real>::width);
    for (RunNumbers* t : {&lower, &upper})
      for (Array<Real>& a : *t) a.resize(n);
    parallel_chunks(runs.size(), 512, [&](Range r) {
      for (std::size_t run = r.begin; run < r.end; ++run)
        for (std::uint32_t k = 0; k < kRun; ++k) {
          const std::uint32_t segment = runs[run].segment + std::min(k, runs[run].count - 1);
          const std::size_t at = run * kRun + k;
          Vec3r low, high;
          box(segment, low, high);
          for (int d = 0; d < 3; ++d) {
            const auto e = std::size_t(d);
            lower[e][at] = k < runs[run].count ? low[d] : std::numeric_limits<Real>::max();
            upper[e][at] = k < runs[run].count ? high[d] : std::numeric_limits<Real>::lowest();
          }
        }
    });
  }
  /// Which pairs of segments of a tile of two runs have boxes that meet.
  Mask<Real> meet(const Vec3<Pack<Real>>& low, const Vec3<Pack<Real>>& high, std::uint32_t run,
                  std::size_t tile) const {
    const Vec3<Pack<Real>> low2 = RunTile::columns(lower, run, tile);
    const Vec3<Pack<Real>> high2 = RunTile::columns(upper, run, tile);
    auto both = (low[0] <= high2[0]) & (low2[0] <= high[0]);
    for (int k = 1; k < 3; ++k) both = both & (low[k] <= high2[k]) & (low2[k] <= high[k]);
    return both;
  }
  /// f(i, j), i < j, for segments of one run and of its partners whose boxes meet.
  template <class F>
  void each_meeting(std::span<const StrandRun> runs, std::uint32_t one,
                    std::span<const std::uint32_t> partners, F&& f) const {
    for (std::size_t tile = 0; tile < RunTile::kTiles; ++tile) {
      const auto low = RunTile::rows(lower, one, tile), high = RunTile::rows(upper, one, tile);
      for (const std::uint32_t two : partners)
        for (std::uint32_t bits = bits_of(meet(low, high, two, tile)); bits; bits &= bits - 1) {
          const std::uint32_t at = RunTile::at(tile, std::countr_zero(bits));
          const std::uint32_t i = runs[one].segment + at / kRun, j = runs[two].segment + at % kRun;
          if (i < j) f(i, j);
        }
    }
  }
};

}  // namespace weft
