#include "contact/strands/motion_blocks.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "exec/parallel.h"

namespace weft {
namespace {

constexpr std::size_t kGrain = 2048;
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

void MotionBlocks::build(const StrandView& s, double size) {
  start_.assign(s.x.begin(), s.x.end());
  const std::size_t n = s.first.size();
  struct Item {
    std::uint64_t key;
    std::uint32_t segment;
  };
  std::vector<Item> items(n);
  const auto cube_of = [&](std::size_t i) {
    std::array<std::int64_t, 3> c;
    for (int k = 0; k < 3; ++k)
      c[std::size_t(k)] = std::int64_t(std::clamp(std::floor(double(s.x[s.first[i]][k]) / size), -1e6, 1e6));
    return c;
  };
  parallel_chunks(n, kGrain, [&](Range r) {
    for (std::size_t i = r.begin; i < r.end; ++i) items[i] = {key_of(cube_of(i)), std::uint32_t(i)};
  });
  std::stable_sort(items.begin(), items.end(), [](const Item& a, const Item& b) { return a.key < b.key; });
  segments_.resize(n);
  begin_.clear();
  std::vector<std::uint64_t> keys;
  for (std::size_t l = 0; l < n; ++l) {
    segments_[l] = items[l].segment;
    if (l > 0 && items[l - 1].key == items[l].key) continue;
    begin_.push_back(std::uint32_t(l));
    keys.push_back(items[l].key);
  }
  next_.assign(1, 0);
  neighbours_.clear();
  for (std::size_t b = 0; b < keys.size(); ++b) {
    const std::array<std::int64_t, 3> c = cube_of(segments_[begin_[b]]);
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

RelativeMotion MotionBlocks::motion(const StrandView& s, std::span<const Vec3r> v, double dt) const {
  if (begin_.empty()) return {};
  std::vector<Box> boxes(begin_.size() - 1);
  parallel_for(boxes.size(), [&](std::size_t b) {
    Real sound = 0;  // not when a place is not a number
    for (std::size_t l = begin_[b]; l < begin_[b + 1]; ++l)
      for (std::uint32_t end : {0u, 1u}) {
        const std::uint32_t k = s.first[segments_[l]] + end;
        Vec3r moved = s.x[k] - start_[k];
        if (!v.empty()) moved += Real(dt) * v[k];
        boxes[b].add(moved, moved);
        sound += Real(0) * (moved[0] + moved[1] + moved[2]);
      }
    if (!(sound == 0)) boxes[b].add({{-kFar, -kFar, -kFar}}, {{kFar, kFar, kFar}});
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
