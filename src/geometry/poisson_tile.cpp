/// Dart throwing that aims at what is still free (Ebeida and others 2012, "A simple algorithm for maximal
/// Poisson-disk sampling"): darts go to uniformly chosen squares not yet covered by a single disk; after each
/// round covered squares are dropped and the others halved.
/// The outcome is that of throwing darts everywhere, sooner.
#include "geometry/poisson_tile.h"

#include <algorithm>
#include <cmath>

#include "exec/parallel.h"
#include "geometry/random.h"

namespace weft {

namespace {

using Cell = std::array<std::uint32_t, 3>;

/// The points taken so far, in periodic bins of side r or a bit more:
/// neighbours are in the 3 x 3 x 3 bins around.
class Disks {
 public:
  Disks(const std::array<std::int64_t, 3>& n, bool plane)
      : plane_(plane), r_(plane ? kPoissonRadius2 : kPoissonRadius3) {
    std::size_t bins = 1;
    for (int k = 0; k < 3; ++k) {
      size[k] = double(n[std::size_t(k)]);
      bins_[k] = plane && k == 1 ? 1 : std::int64_t(std::floor(size[k] / r_));
      bins *= std::size_t(bins_[k]);
    }
    count_.assign(bins, 0);
    slot_.resize(bins * kSlots);
  }

  double radius() const { return r_; }

  /// Is the box of half size `half` around x within the disk of one point?
  bool covers(const Vec3d& x, const Vec3d& half) const {
    std::int64_t b[3];
    locate(x, b);
    double away2[3][3];  // squared distance of x to the bins before, at and after its own, by axis
    for (int k = 0; k < 3; ++k) {
      const double side = size[k] / double(bins_[k]), at = x[k] - double(b[k]) * side;
      away2[k][0] = at * at;
      away2[k][1] = 0;
      away2[k][2] = (side - at) * (side - at);
    }
    constexpr int kOrder[3] = {1, 0, 2};  // its own bin is the most likely to decide
    for (int i : kOrder)
      for (int j : kOrder)
        for (int k : kOrder) {
          if ((plane_ && j != 1) || away2[0][i] + away2[1][j] + away2[2][k] >= r_ * r_) continue;
          const std::size_t c = bin(b[0] + i - 1, b[1] + j - 1, b[2] + k - 1);
          for (std::size_t s = c * kSlots; s < c * kSlots + count_[c]; ++s)
            if (farthest2(slot_[s] - x, half) < r_ * r_) return true;
        }
    return false;
  }

  /// Takes the point unless another is closer than r.
  bool take(const Vec3d& x) {
    std::int64_t b[3];
    locate(x, b);
    const std::size_t c = bin(b[0], b[1], b[2]);
    if (count_[c] == kSlots || covers(x, Vec3d::zero())) return false;
    slot_[c * kSlots + count_[c]++] = x;
    return true;
  }

  double size[3]{};

 private:
  static constexpr std::uint8_t kSlots = 8;  // no more points fit in a bin of side r when r apart

  void locate(const Vec3d& x, std::int64_t b[3]) const {
    for (int k = 0; k < 3; ++k)
      b[k] = std::min(bins_[k] - 1, std::int64_t(x[k] / size[k] * double(bins_[k])));
  }
  std::size_t bin(std::int64_t i, std::int64_t j, std::int64_t k) const {
    const auto wrap = [](std::int64_t a, std::int64_t n) { return a < 0 ? a + n : (a >= n ? a - n : a); };
    return std::size_t(wrap(i, bins_[0]) + bins_[0] * (wrap(j, bins_[1]) + bins_[1] * wrap(k, bins_[2])));
  }
  /// Squared distance of the farthest corner of a box, seen from the nearest periodic copy of a point.
  double farthest2(const Vec3d& d, const Vec3d& half) const {
    double sum = 0;
    for (int k = 0; k < 3; ++k) {
      double a = std::fabs(d[k]);
      a = std::min(a, size[k] - a) + half[k];
      sum += a * a;
    }
    return sum;
  }

  bool plane_;
  double r_;
  std::int64_t bins_[3]{};
  std::vector<std::uint8_t> count_;
  std::vector<Vec3d> slot_;
};

/// `total` points, or fewer when no room is left.
std::vector<Vec3d> throw_darts(Disks& disks, std::size_t total, bool plane, const Random& random) {
  Cell squares{1, 1, 1};  // a square's diagonal is at most r at first
  for (int k = 0; k < 3; ++k)
    if (!(plane && k == 1))
      squares[std::size_t(k)] = std::uint32_t(std::ceil(disks.size[k] * std::sqrt(3.0) / disks.radius()));
  std::vector<Cell> free;
  for (std::uint32_t k = 0; k < squares[2]; ++k)
    for (std::uint32_t j = 0; j < squares[1]; ++j)
      for (std::uint32_t i = 0; i < squares[0]; ++i) free.push_back({i, j, k});
  const auto place = [&](const Cell& c, const Vec3d& u) {
    Vec3d x{};
    for (int k = 0; k < 3; ++k)
      x[k] = (double(c[std::size_t(k)]) + u[k]) * disks.size[k] / double(squares[std::size_t(k)]);
    if (plane) x[1] = 0.5;
    return x;
  };
  std::vector<Vec3d> taken;
  std::uint64_t dart = 0;
  for (int level = 0; !free.empty() && level < 12; ++level) {
    for (std::size_t round = 0; round < free.size() && taken.size() < total; ++round, ++dart) {
      const std::size_t at = std::size_t(random.uniform(dart, 3) * double(free.size()));
      const Vec3d x = place(free[at], random.uniform3(dart));
      if (disks.take(x)) taken.push_back(x);
    }
    if (taken.size() == total) break;
    for (int k = 0; k < 3; ++k) squares[std::size_t(k)] *= plane && k == 1 ? 1 : 2;
    Vec3d half{};
    for (int k = 0; k < 3; ++k)
      half[k] = plane && k == 1 ? 0 : disks.size[k] / double(squares[std::size_t(k)]) / 2;
    constexpr std::size_t kChunk = 4096;
    std::vector<std::vector<Cell>> finer(chunk_count(free.size(), kChunk));
    parallel_chunks(free.size(), kChunk, [&](Range range) {
      std::vector<Cell>& out = finer[range.begin / kChunk];
      for (std::size_t i = range.begin; i < range.end; ++i) {
        const Cell& c = free[i];
        const Cell even{2 * c[0], plane ? 0 : 2 * c[1], 2 * c[2]};
        if (disks.covers(place(even, {{1, plane ? 0.5 : 1, 1}}), half * 2.0)) continue;
        for (std::uint32_t child = 0; child < 8; ++child) {
          if (plane && (child & 2)) continue;
          const Cell f{2 * c[0] + (child & 1), plane ? 0 : 2 * c[1] + (child >> 1 & 1),
                       2 * c[2] + (child >> 2)};
          if (!disks.covers(place(f, Vec3d::filled(0.5)), half)) out.push_back(f);
        }
      }
    });
    free.clear();
    for (const auto& part : finer) free.insert(free.end(), part.begin(), part.end());
  }
  return taken;
}

}  // namespace

PoissonTile make_poisson_tile(std::array<std::int64_t, 3> cells, bool plane, std::uint64_t seed) {
  PoissonTile tile;
  for (std::size_t k = 0; k < 3; ++k)
    tile.n[k] = std::clamp<std::int64_t>(cells[k], plane ? 16 : 8, plane ? 256 : 24);
  if (plane) tile.n[1] = 1;
  const auto total = std::size_t(tile.n[0] * tile.n[1] * tile.n[2]);
  Disks disks(tile.n, plane);
  std::vector<Vec3d> taken = throw_darts(disks, total, plane, Random{mix_bits(seed)});
  std::vector<std::size_t> home;
  for (Vec3d& x : taken) {
    std::int64_t c[3];
    for (int k = 0; k < 3; ++k) {
      c[k] = std::min(tile.n[std::size_t(k)] - 1, std::int64_t(x[k]));
      x[k] -= double(c[k]);
    }
    home.push_back(std::size_t(c[0] + tile.n[0] * (c[1] + tile.n[1] * c[2])));
  }
  tile.first.assign(total + 1, 0);
  for (std::size_t c : home) ++tile.first[c];
  exclusive_scan(tile.first);
  tile.points.resize(taken.size());
  std::vector<std::uint32_t> next(tile.first.begin(), tile.first.end() - 1);
  for (std::size_t p = 0; p < taken.size(); ++p) tile.points[next[home[p]]++] = taken[p];
  return tile;
}

}  // namespace weft
