#include "contact/strands/motion_blocks.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "exec/parallel.h"

namespace weft {
namespace {

constexpr Real kFar = std::numeric_limits<Real>::max();

/// A cube's three coordinates in one number that grows with them in order.
std::uint64_t key_of(const std::array<std::int64_t, 3>& c) {
  std::uint64_t key = 0;
  for (const std::int64_t k : c) key = key << 21 | (std::uint64_t(k + (1 << 20)) & 0x1fffff);
  return key;
}

struct Box {
  Vec3r lower{{kFar, kFar, kFar}}, upper{{-kFar, -kFar, -kFar}};

  void add(const Vec3r& low, const Vec3r& high) {
    for (int k = 0; k < 3; ++k) {
      lower[k] = std::min(lower[k], low[k]);
      upper[k] = std::max(upper[k], high[k]);
    }
  }
  double diagonal() const { return upper[0] < lower[0] ? 0 : norm(upper.as<double>() - lower.as<double>()); }
};

}  // namespace

void MotionBlocks::build(std::span<const Vec3r> x, std::span<const StrandRun> runs, double size) {
  start_.assign(x.begin(), x.end());
  const std::size_t n = runs.size();
  struct Item {
    std::uint64_t key;
    std::uint32_t run;
  };
  std::vector<Item> items(n);
  const auto cube_of = [&](const StrandRun& run) {
    std::array<std::int64_t, 3> c;
    for (int k = 0; k < 3; ++k)
      c[std::size_t(k)] = std::int64_t(std::clamp(std::floor(double(x[run.vertex][k]) / size), -1e6, 1e6));
    return c;
  };
  for (std::size_t i = 0; i < n; ++i) items[i] = {key_of(cube_of(runs[i])), std::uint32_t(i)};
  std::stable_sort(items.begin(), items.end(), [](const Item& a, const Item& b) { return a.key < b.key; });
  runs_.resize(n);
  begin_.clear();
  std::vector<std::uint64_t> keys;
  for (std::size_t l = 0; l < n; ++l) {
    runs_[l] = runs[items[l].run];
    if (l > 0 && items[l - 1].key == items[l].key) continue;
    begin_.push_back(std::uint32_t(l));
    keys.push_back(items[l].key);
  }
  next_.assign(1, 0);
  neighbours_.clear();
  for (std::size_t b = 0; b < keys.size(); ++b) {
    const std::array<std::int64_t, 3> c = cube_of(runs_[begin_[b]]);
    for (std::int64_t dx = -1; dx <= 1; ++dx)
      for (std::int64_t dy = -1; dy <= 1; ++dy)
        for (std::int64_t dz = -1; dz <= 1; ++dz) {
          const std::uint64_t key = key_of({c[0] + dx, c[1] + dy, c[2] + dz});
          const auto at = std::lower_bound(keys.begin(), keys.end(), key);
          if (at != keys.end() && *at == key) neighbours_.push_back(std::uint32_t(at - keys.begin()));
        }
    next_.push_back(std::uint32_t(neighbours_.size()));
  }
  begin_.push_back(std::uint32_t(n));
}

RelativeMotion MotionBlocks::motion(std::span<const Vec3r> x, std::span<const Vec3r> v, double dt) const {
  std::vector<Box> boxes(begin_.size() - 1);
  parallel_for(boxes.size(), [&](std::size_t b) {
    // Coordinates of a run's vertices in a row, which the compiler does side by side.
    constexpr std::size_t kMost = 3 * (kRun + 1);
    Real low[kMost], high[kMost], sound[kMost];
    for (std::size_t c = 0; c < kMost; ++c) low[c] = kFar, high[c] = -kFar, sound[c] = 0;
    const auto take = [&](const Real* now, const Real* then, const Real* rate, std::size_t count) {
      for (std::size_t c = 0; c < count; ++c) {
        const Real moved = rate ? (now[c] - then[c]) + Real(dt) * rate[c] : now[c] - then[c];
        low[c] = std::min(low[c], moved);
        high[c] = std::max(high[c], moved);
        sound[c] += Real(0) * moved;
      }
    };
    for (std::size_t l = begin_[b]; l < begin_[b + 1]; ++l) {
      const std::uint32_t k = runs_[l].vertex;
      const std::size_t count = 3 * (runs_[l].count + 1);
      const auto both = [&](const Real* rate) {
        if (count == kMost) take(&x[k][0], &start_[k][0], rate, kMost);
        else take(&x[k][0], &start_[k][0], rate, count);
      };
      both(nullptr);
      if (!v.empty()) both(&v[k][0]);
    }
    for (std::size_t c = 0; c < kMost; ++c) {
      const auto k = int(c % 3);
      boxes[b].lower[k] = std::min(boxes[b].lower[k], low[c]);
      boxes[b].upper[k] = std::max(boxes[b].upper[k], high[c]);
      // A place that is not a number has gone any way.
      if (!(sound[c] == 0)) boxes[b].lower[k] = -kFar, boxes[b].upper[k] = kFar;
    }
  });
  RelativeMotion m;
  Box all;
  for (std::size_t b = 0; b < boxes.size(); ++b) {
    Box near;
    for (std::size_t e = next_[b]; e < next_[b + 1]; ++e)
      near.add(boxes[neighbours_[e]].lower, boxes[neighbours_[e]].upper);
    m.nearby = std::max(m.nearby, near.diagonal());
    all.add(boxes[b].lower, boxes[b].upper);
  }
  m.all = all.diagonal();
  return m;
}

}  // namespace weft
