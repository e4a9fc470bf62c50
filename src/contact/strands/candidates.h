/// Pairs of segments that may be near, found with a margin and kept until the margin is used up: segments
/// move a small part of their distance a step. Which pairs are listed depends on when they were found; that
/// all within reach are listed does not, nor does their order.
#pragma once
#include "contact/strands/box_cells.h"
#include "contact/strands/motion_blocks.h"
#include "contact/strands/strands.h"
#include "exec/array.h"

namespace weft {

/// Segments, i < j.
struct SegmentPair {
  std::uint32_t i, j;
};

/// Segments in order of cells, side by side for packs.
struct SortedSegments {
  using Three = std::array<Array<Real>, 3>;
  Three p, q, lower, upper;  ///< ends and boxes
  std::vector<std::uint32_t> segment;

  void fill(const StrandView& s, std::span<const SegmentBox> boxes, std::span<const KeyIndex> order);
};

class StrandCandidates {
 public:
  /// All pairs nearer than `reach` now (and some more), in order of (i, j), without neighbours along a
  /// strand.
  std::span<const SegmentPair> update(const StrandView& s, double reach, std::uint32_t skip);
  /// Whether the pairs last listed include all that come nearer than `reach` within dt at velocities v.
  bool cover(const StrandView& s, std::span<const Vec3r> v, double dt, double reach,
             std::uint32_t skip) const;
  std::span<const SegmentPair> pairs() const { return pairs_; }

 private:
  bool same(const StrandView& s, std::uint32_t skip) const;
  bool enough(const RelativeMotion& m, double reach) const;
  void search(const StrandView& s);
  void sort_pairs();

  // When and for what the pairs were found.
  std::vector<std::uint32_t> first_, strand_;
  std::uint32_t skip_ = 0;
  double reach_ = 0;  ///< all nearer than this were listed [m]
  double apart_ = 0;  ///< segments in cubes that are not neighbours were no nearer than this [m]
  double slack_ = 0;  ///< what rounding may hide [m]
  int age_ = 0;       ///< updates since then
  MotionBlocks blocks_;

  std::vector<SegmentPair> pairs_;
  // Memory of the search.
  std::vector<SegmentBox> boxes_;
  BoxCells cells_;
  SortedSegments sorted_;
  std::vector<std::vector<SegmentPair>> part_;
  std::vector<SegmentPair> found_;
  std::vector<KeyIndex> order_, scratch_;
};

}  // namespace weft
