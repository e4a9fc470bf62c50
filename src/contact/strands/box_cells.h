/// Pairs of boxes that meet, each found once. Cells of a grid list every box that touches them. Two boxes
/// that meet share at least the cell of the lower corner of what they have in common, and are looked at in
/// that cell alone: no pair has to be sorted out later. (HGG19 collects segments by their ends in overlapping
/// pads, which misses those that meet between their ends unless pads overlap by delta + the longest segment;
/// boxes of whole segments miss none.)
#pragma once
#include <array>
#include <span>

#include "exec/parallel.h"
#include "exec/radix_sort.h"
#include "math/real.h"

namespace weft {

struct SegmentBox {
  std::array<Real, 3> lower, upper;
};

class BoxCells {
 public:
  /// Sorts boxes into cells of about `size`.
  void build(std::span<const SegmentBox> boxes, double size);

  /// All boxes of one cell, in order.
  struct Cell {
    std::array<int, 3> place;
    std::span<const KeyIndex> boxes;  ///< .index says which
  };
  std::size_t chunks() const { return chunk_count(entries_.size(), kChunk); }
  /// Calls f(Cell) for the cells that begin in a chunk.
  template <class F>
  void each_cell(std::size_t chunk, F&& f) const {
    const std::size_t end = std::min(entries_.size(), (chunk + 1) * kChunk);
    for (std::size_t i = chunk * kChunk; i < end; ++i) {
      const std::uint32_t key = entries_[i].key;
      if (i > 0 && entries_[i - 1].key == key) continue;
      std::size_t j = i + 1;
      while (j < entries_.size() && entries_[j].key == key) ++j;
      if (j - i > 1) f(Cell{place_of(key), {&entries_[i], j - i}});
    }
  }
  /// The cell of a box's lower corner.
  std::array<int, 3> first_cell(const SegmentBox& b) const { return cell_of(b.lower); }

 private:
  static constexpr std::size_t kChunk = 4096;
  std::array<int, 3> cell_of(const std::array<Real, 3>& x) const;
  std::array<int, 3> place_of(std::uint32_t key) const;

  double inverse_ = 1;
  std::array<double, 3> origin_{};
  std::array<int, 3> count_{1, 1, 1};
  std::vector<std::size_t> first_;
  std::vector<KeyIndex> entries_, scratch_;
};

}  // namespace weft
