/// Boxes of things near each other: sorted along a Morton curve; four and four make leaves, four leaves a box, and so
/// on to the root. For contact/surfaces/count.cpp alone.
#pragma once
#include <algorithm>
#include <cstdint>
#include <vector>

#include "exec/parallel.h"
#include "exec/radix_sort.h"
#include "geometry/mesh.h"

namespace weft {

inline bool touch(const Bounds& a, const Bounds& b) {
  return a.lower[0] <= b.upper[0] && b.lower[0] <= a.upper[0] && a.lower[1] <= b.upper[1] &&
         b.lower[1] <= a.upper[1] && a.lower[2] <= b.upper[2] && b.lower[2] <= a.upper[2];
}
inline void join(Bounds& a, const Bounds& b) { a.add(b.lower), a.add(b.upper); }

/// Every third bit, for numbers of 21 bits.
inline std::uint64_t spread(std::uint64_t a) {
  a = (a | a << 32) & 0x1f00000000ffffull;
  a = (a | a << 16) & 0x1f0000ff0000ffull;
  a = (a | a << 8) & 0x100f00f00f00f00full;
  a = (a | a << 4) & 0x10c30c30c30c30c3ull;
  return (a | a << 2) & 0x1249249249249249ull;
}

class BoxTree {
 public:
  explicit BoxTree(const std::vector<Bounds>& boxes) : order_(sorted(boxes)) {
    boxes_.resize(boxes.size());
    for (std::size_t i = 0; i < boxes.size(); ++i) boxes_[i] = boxes[order_[i]];
    add_level(boxes_.size(), [&](std::size_t i) -> const Bounds& { return boxes_[i]; });
    while (levels_.back().size() > 1) {
      const std::size_t below = levels_.size() - 1;
      add_level(levels_[below].size(), [&](std::size_t i) -> const Bounds& { return levels_[below][i]; });
    }
  }
  std::size_t leaves() const { return levels_.front().size(); }
  const Bounds& leaf(std::size_t l) const { return levels_.front()[l]; }
  Range of(std::size_t l) const { return {l * kFan, std::min(order_.size(), (l + 1) * kFan)}; }
  std::uint32_t operator[](std::size_t i) const { return order_[i]; }
  const Bounds& box(std::size_t i) const { return boxes_[i]; }  ///< of thing i in this order

  /// Calls f(leaf) for leaves from `first` on that touch `box`, in ascending order.
  template <class F>
  void visit(const Bounds& box, std::size_t first, F&& f) const {
    descend(levels_.size() - 1, 0, box, first, f);
  }

 private:
  static constexpr std::size_t kFan = 4;  ///< things per leaf, and boxes per box
  static constexpr int kBits = 21;        ///< of a Morton code per axis

  template <class F>
  void descend(std::size_t level, std::size_t node, const Bounds& box, std::size_t first, F& f) const {
    if ((node + 1) << (2 * level) <= first || !touch(levels_[level][node], box)) return;
    if (level == 0) return f(node);
    const std::size_t end = std::min(levels_[level - 1].size(), (node + 1) * kFan);
    for (std::size_t child = node * kFan; child < end; ++child) descend(level - 1, child, box, first, f);
  }

  template <class At>
  void add_level(std::size_t n, At&& at) {
    std::vector<Bounds> level(chunk_count(n, kFan));
    parallel_chunks(level.size(), 1024, [&](Range r) {
      for (std::size_t b = r.begin; b < r.end; ++b)
        for (std::size_t i = b * kFan; i < std::min(n, (b + 1) * kFan); ++i) join(level[b], at(i));
    });
    levels_.push_back(std::move(level));
  }

  /// By the Morton codes of the boxes' centres, in two passes of a stable sort.
  static std::vector<std::uint32_t> sorted(const std::vector<Bounds>& boxes) {
    Bounds all;
    for (const Bounds& b : boxes) join(all, b);
    const Vec3d size = all.upper - all.lower;
    const double scale = double((1 << kBits) - 1) / std::max({size[0], size[1], size[2], 1e-300});
    std::vector<std::uint64_t> code(boxes.size());
    std::vector<KeyIndex> items(boxes.size()), scratch;
    parallel_chunks(boxes.size(), 4096, [&](Range r) {
      for (std::size_t i = r.begin; i < r.end; ++i) {
        const Vec3d at = ((boxes[i].lower + boxes[i].upper) * 0.5 - all.lower) * scale;
        for (int k = 0; k < 3; ++k) code[i] |= spread(std::uint64_t(at[k])) << k;
        items[i] = {std::uint32_t(code[i]), std::uint32_t(i)};
      }
    });
    radix_sort(items, scratch);
    for (KeyIndex& item : items) item.key = std::uint32_t(code[item.index] >> 32);
    radix_sort(items, scratch);
    std::vector<std::uint32_t> order(items.size());
    for (std::size_t i = 0; i < items.size(); ++i) order[i] = items[i].index;
    return order;
  }

  std::vector<std::uint32_t> order_;
  std::vector<Bounds> boxes_;
  std::vector<std::vector<Bounds>> levels_;
};

}  // namespace weft
