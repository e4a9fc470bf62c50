/// A tree of boxes around elements, to find those that are near each other whatever their sizes. Elements are
/// sorted along a space-filling curve and gathered in leaves of a few; the tree over the leaves is complete,
/// so that it needs no pointers: node k has the children 2 k and 2 k + 1.
#pragma once
#include <span>

#include "contact/surfaces/surface_scene.h"
#include "exec/parallel.h"
#include "exec/radix_sort.h"

namespace weft {

class ElementTree {
 public:
  /// Boxes around the elements at x, larger by margin(element) on every side.
  template <class F>
  void build(const SurfaceScene& scene, F&& margin) {
    boxes_.resize(scene.elements.size());
    parallel_chunks(boxes_.size(), 1024, [&](Range r) {
      for (std::size_t e = r.begin; e < r.end; ++e) boxes_[e] = around(scene.x, scene.elements[e], margin(e));
    });
    sort();
  }
  /// Calls f(element) for all whose boxes meet that of an element, larger by `margin`, with its corners at x; for itself too.
  template <class F>
  void each_near(const SurfaceScene& scene, const std::vector<Vec3d>& x, std::uint32_t element, double margin,
                 F&& f) const {
    const Box mine = around(x, scene.elements[element], margin);
    std::array<std::uint32_t, 64> stack;
    int depth = 0;
    if (nodes_[1].meets(mine)) stack[depth++] = 1;
    while (depth > 0) {
      const std::size_t at = stack[--depth];
      if (at >= width_) {
        const Range r = items(at - width_);
        for (std::size_t i = r.begin; i < r.end; ++i)
          if (boxes_[i].meets(mine)) f(order_[i].index);
        continue;
      }
      if (nodes_[2 * at + 1].meets(mine)) stack[depth++] = std::uint32_t(2 * at + 1);
      if (nodes_[2 * at].meets(mine)) stack[depth++] = std::uint32_t(2 * at);
    }
  }

  std::size_t chunks() const { return chunk_count(leaves_, kLeafChunk); }
  /// Calls f(element, element) for all pairs whose boxes meet, each once, by leaves of one chunk.
  template <class F>
  void each_pair(std::size_t chunk, F&& f) const {
    const std::size_t end = std::min(leaves_, (chunk + 1) * kLeafChunk);
    for (std::size_t leaf = chunk * kLeafChunk; leaf < end; ++leaf) {
      in_leaf(leaf, f);
      find(leaf, f);
    }
  }

 private:
  static constexpr std::size_t kLeaf = 4, kLeafChunk = 64;
  struct Box {
    std::array<float, 3> lower, upper;
    bool meets(const Box& b) const {
      return lower[0] <= b.upper[0] && b.lower[0] <= upper[0] && lower[1] <= b.upper[1] &&
             b.lower[1] <= upper[1] && lower[2] <= b.upper[2] && b.lower[2] <= upper[2];
    }
    void add(const Box& b) {
      for (int k = 0; k < 3; ++k) {
        lower[k] = std::min(lower[k], b.lower[k]);
        upper[k] = std::max(upper[k], b.upper[k]);
      }
    }
  };
  static Box empty();
  static Box around(const std::vector<Vec3d>& x, const SurfaceElement& e, double margin);
  void sort();
  Range items(std::size_t leaf) const { return {leaf * kLeaf, std::min(boxes_.size(), (leaf + 1) * kLeaf)}; }

  template <class F>
  void in_leaf(std::size_t leaf, F&& f) const {
    const Range r = items(leaf);
    for (std::size_t i = r.begin; i < r.end; ++i)
      for (std::size_t j = i + 1; j < r.end; ++j)
        if (boxes_[i].meets(boxes_[j])) f(order_[i].index, order_[j].index);
  }
  /// Leaves after this one.
  template <class F>
  void find(std::size_t leaf, F&& f) const {
    const Box mine = nodes_[width_ + leaf];
    std::array<std::uint32_t, 64> stack;
    int depth = 0;
    // The subtrees to the right of the path from this leaf to the root, nearest first.
    for (std::size_t at = width_ + leaf; at > 1; at /= 2)
      if (at % 2 == 0 && nodes_[at + 1].meets(mine)) {
        stack[depth++] = std::uint32_t(at + 1);
        descend(mine, leaf, stack, depth, f);
      }
  }
  template <class F>
  void descend(const Box& mine, std::size_t leaf, std::array<std::uint32_t, 64>& stack, int& depth,
               F&& f) const {
    while (depth > 0) {
      const std::size_t at = stack[--depth];
      if (at >= width_) {
        meet(leaf, at - width_, f);
        continue;
      }
      if (nodes_[2 * at + 1].meets(mine)) stack[depth++] = std::uint32_t(2 * at + 1);
      if (nodes_[2 * at].meets(mine)) stack[depth++] = std::uint32_t(2 * at);
    }
  }
  template <class F>
  void meet(std::size_t a, std::size_t b, F&& f) const {
    const Range ra = items(a), rb = items(b);
    for (std::size_t i = ra.begin; i < ra.end; ++i) {
      if (!boxes_[i].meets(nodes_[width_ + b])) continue;
      for (std::size_t j = rb.begin; j < rb.end; ++j)
        if (boxes_[i].meets(boxes_[j])) f(order_[i].index, order_[j].index);
    }
  }

  std::size_t leaves_ = 0, width_ = 1;  ///< of the last row, a power of two
  std::vector<KeyIndex> order_, scratch_;
  std::vector<Box> boxes_;  ///< in that order
  std::vector<Box> nodes_;
};

}  // namespace weft
