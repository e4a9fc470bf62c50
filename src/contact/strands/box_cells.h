/// Pairs of boxes that meet, each found once. A box lies in the cell of its centre, and cells are as large as
/// the largest box along each axis: boxes that meet are in the same cell or in neighbours. Boxes are kept
/// sorted by cell, z fastest, so that three cells in a row are one range. (HGG19 collects segments by their
/// ends in overlapping pads, which misses those that meet between their ends unless pads overlap by delta +
/// the longest segment; boxes of whole segments miss none, and nothing has to be sorted out afterwards.)
///
///   x  + y - 1   y   y + 1
///   0             c    r0       cell c looks at itself, at the next one along z,
///   1      r1    r2    r3       and at three cells along z of each of four rows
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
  void build(std::span<const SegmentBox> boxes);

  /// Boxes in order of cells: entries()[k].index says which.
  std::span<const KeyIndex> entries() const { return entries_; }

  /// Places among the entries: every box in `own` is to be tested with those after it up to `row_end`, and
  /// with all in `rows`.
  struct Cell {
    Range own;
    std::size_t row_end;
    std::array<Range, 4> rows;
  };
  std::size_t chunks() const { return chunk_count(entries_.size(), kChunk); }
  /// Calls f(Cell) for the cells that begin in a chunk.
  template <class F>
  void each_cell(std::size_t chunk, F&& f) const {
    const std::size_t end = std::min(entries_.size(), (chunk + 1) * kChunk);
    Rows rows;
    for (std::size_t i = chunk * kChunk; i < end; ++i)
      if (i == 0 || entries_[i - 1].key != entries_[i].key) f(cell_at(i, rows));
  }

 private:
  static constexpr std::size_t kChunk = 2048;
  /// Where the search of each row goes on: keys only grow.
  struct Rows {
    std::array<std::size_t, 4> at{}, end{};
    bool begun = false;
  };
  Cell cell_at(std::size_t i, Rows& rows) const;
  std::uint32_t key_of(const SegmentBox& b) const;

  std::array<double, 3> origin_{}, inverse_{};
  std::array<std::uint32_t, 3> count_{1, 1, 1};  ///< with an empty cell beyond every side
  std::vector<KeyIndex> entries_, scratch_;
};

}  // namespace weft
