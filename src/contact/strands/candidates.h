/// Pairs of runs whose segments may be near, found with a margin and kept until neighbours have moved against
/// each other by that. Which pairs are listed depends on when they were found; that all within reach are does
/// not, nor does their order.
#pragma once
#include "contact/strands/box_cells.h"
#include "contact/strands/motion_blocks.h"
#include "contact/strands/runs.h"
#include "exec/array.h"

namespace weft {

/// i < j.
struct RunPair {
  std::uint32_t i, j;
};

/// Runs in order of cells, side by side for packs.
struct SortedRuns {
  using Three = std::array<Array<Real>, 3>;
  Three p, q, lower, upper;  ///< ends of the chord, and boxes
  Array<Real> radius;        ///< of the capsule about the chord [m]
  std::vector<std::uint32_t> run;

  void fill(const StrandView& s, std::span<const StrandRun> runs, std::span<const SegmentBox> boxes,
            std::span<const KeyIndex> order);
};

class StrandCandidates {
 public:
  /// Sees to it that all pairs nearer than `reach` now are listed.
  void update(const StrandView& s, double reach);
  /// Whether those last listed include all that come nearer than `reach` within dt at velocities v.
  bool cover(const StrandView& s, std::span<const Vec3r> v, double dt, double reach) const;

  std::span<const StrandRun> runs() const { return runs_; }
  /// Runs near run r: itself first, then later ones in order.
  std::span<const std::uint32_t> partners(std::size_t r) const {
    return std::span(partners_).subspan(begin_[r], begin_[r + 1] - begin_[r]);
  }

 private:
  bool same(const StrandView& s) const;
  bool enough(const RelativeMotion& m, double reach) const;
  double search(const StrandView& s);
  void list_pairs();

  // When and for what the pairs were found.
  std::vector<std::uint32_t> first_, strand_;
  std::vector<StrandRun> runs_;
  double reach_ = 0;  ///< all nearer than this were listed [m]
  double apart_ = 0;  ///< runs in cubes that are not neighbours were no nearer than this [m]
  double slack_ = 0;  ///< what rounding may hide [m]
  int age_ = -1;      ///< updates since then
  MotionBlocks blocks_;

  std::vector<std::uint32_t> begin_, partners_;
  // Memory of the search.
  std::vector<SegmentBox> boxes_;
  BoxCells cells_;
  SortedRuns sorted_;
  std::vector<std::vector<RunPair>> part_;
  std::vector<KeyIndex> order_, scratch_;
};

}  // namespace weft
