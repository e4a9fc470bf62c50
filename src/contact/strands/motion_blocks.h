/// How far runs have moved against each other since they were found. Runs are kept in cubes of side H
/// by their first vertices, and for every cube the box of its vertices' displacements since then is known.
///   nearby, in the same cube or in neighbours: their displacements differ by at most the diagonal of the
///   box of displacements of the cube and its neighbours
///   all others: they were H - 2 L apart or more (L: the longest run), and their displacements differ by
///   at most the diagonal of the box of all
/// Hair that swings or falls moves far, but neighbours move alike.
#pragma once
#include <array>
#include <vector>

#include "contact/strands/runs.h"

namespace weft {

struct RelativeMotion {
  double nearby = 0, all = 0;
};

class MotionBlocks {
 public:
  /// Begins anew at the present places, with cubes of side `size`.
  void build(std::span<const Vec3r> x, std::span<const StrandRun> runs, double size);
  /// Since then. With velocities: the most until dt from now.
  RelativeMotion motion(std::span<const Vec3r> x, std::span<const Vec3r> v = {}, double dt = 0) const;

 private:
  std::vector<Vec3r> start_;          ///< vertices
  std::vector<StrandRun> runs_;       ///< in order of cubes
  std::vector<std::uint32_t> begin_;  ///< cubes: their runs
  std::vector<std::uint32_t> next_,
      neighbours_;  ///< cubes: where their neighbours begin in, and which they are
};

}  // namespace weft
