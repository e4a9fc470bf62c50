#include "geometry/poisson_tile.h"

#include <algorithm>
#include <cmath>

#include "exec/parallel.h"
#include "geometry/random.h"

namespace weft {

namespace {

/// Bins of side r: a point's neighbours are in the 3 x 3 x 3 bins around it. A bin of side r holds at most a few.
class Darts {
 public:
  Darts(std::array<std::int64_t, 3> n, bool plane) : plane_(plane), r_(plane ? kPoissonRadius2 : kPoissonRadius3) {
    std::size_t bins = 1;
    for (int k = 0; k < 3; ++k) {
      size_[k] = double(n[std::size_t(k)]);
      bins_[k] = plane && k == 1 ? 1 : std::int64_t(std::floor(size_[k] / r_));
      bins *= std::size_t(bins_[k]);
    }
    count_.assign(bins, 0);
    slot_.resize(bins * kSlots);
  }

  /// Takes the dart unless a point is closer than r.
  bool throw_at(const Vec3d& x) {
    std::int64_t b[3];
    for (int k = 0; k < 3; ++k) b[k] = std::min(bins_[k] - 1, std::int64_t(x[k] / size_[k] * double(bins_[k])));
    const std::int64_t reach_y = plane_ ? 0 : 1;
    for (std::int64_t dz = -1; dz <= 1; ++dz)
      for (std::int64_t dy = -reach_y; dy <= reach_y; ++dy)
        for (std::int64_t dx = -1; dx <= 1; ++dx)
          if (conflicts(bin(b[0] + dx, b[1] + dy, b[2] + dz), x)) return false;
    const std::size_t c = bin(b[0], b[1], b[2]);
    if (count_[c] == kSlots) return false;
    slot_[c * kSlots + count_[c]++] = x;
    return true;
  }

 private:
  static constexpr std::uint8_t kSlots = 10;

  std::size_t bin(std::int64_t i, std::int64_t j, std::int64_t k) const {
    const auto wrap = [](std::int64_t a, std::int64_t n) { return a < 0 ? a + n : (a >= n ? a - n : a); };
    return std::size_t(wrap(i, bins_[0]) + bins_[0] * (wrap(j, bins_[1]) + bins_[1] * wrap(k, bins_[2])));
  }
  bool conflicts(std::size_t c, const Vec3d& x) const {
    for (std::size_t s = c * kSlots; s < c * kSlots + count_[c]; ++s) {
      Vec3d d = slot_[s] - x;
      for (int k = 0; k < 3; ++k) {  // the nearest periodic copy
        if (d[k] > size_[k] / 2) d[k] -= size_[k];
        if (d[k] < -size_[k] / 2) d[k] += size_[k];
      }
      if (norm2(d) < r_ * r_) return true;
    }
    return false;
  }

  bool plane_;
  double r_;
  double size_[3]{};
  std::int64_t bins_[3]{};
  std::vector<std::uint8_t> count_;
  std::vector<Vec3d> slot_;
};

}  // namespace

PoissonTile make_poisson_tile(std::array<std::int64_t, 3> cells, bool plane, std::uint64_t seed) {
  PoissonTile tile;
  for (std::size_t k = 0; k < 3; ++k) tile.n[k] = std::clamp<std::int64_t>(cells[k], 8, plane ? 512 : 32);
  if (plane) tile.n[1] = 1;
  const auto total = std::size_t(tile.n[0] * tile.n[1] * tile.n[2]);
  const Random random{mix_bits(seed)};
  Darts darts(tile.n, plane);
  std::vector<Vec3d> taken;
  std::vector<std::size_t> home;
  const std::uint64_t budget = 4000 * std::uint64_t(total);  // never reached at these radii; bounds the time
  for (std::uint64_t dart = 0; taken.size() < total && dart < budget; ++dart) {
    Vec3d x = random.uniform3(dart);
    for (int k = 0; k < 3; ++k) x[k] *= double(tile.n[std::size_t(k)]);
    if (plane) x[1] = 0.5;
    if (!darts.throw_at(x)) continue;
    std::int64_t c[3];
    for (int k = 0; k < 3; ++k) {
      c[k] = std::min(tile.n[std::size_t(k)] - 1, std::int64_t(x[k]));
      x[k] -= double(c[k]);
    }
    taken.push_back(x);
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
