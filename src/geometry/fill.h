/// Filling a shape with points.
#pragma once
#include <cstdint>
#include <vector>

#include "geometry/shape.h"
#include "geometry/tets/stuffing.h"

namespace weft {

enum class Sampling { lattice, jittered, poisson };

struct Fill {
  double spacing;  ///< mean distance of neighbouring points [m]: spacing^3 is a point's volume
  Sampling sampling =
      Sampling::jittered;  ///< regular; one random point per lattice cell; Poisson disk (blue noise)
  std::uint64_t seed = 1;
  bool plane = false;  ///< plane mode: points in the plane y = 0 only, spacing^2 a point's area
};

/// Points inside the posed shape, in world coordinates. The same on every machine for the same arguments.
std::vector<Vec3d> fill(const Shape& shape, const Pose& pose, const Fill& options);

/// The same for what a level set has inside, which `bounds` hold; both in the axes of the pose.
std::vector<Vec3d> fill(const LevelSet& level_set, const Bounds& bounds, const Pose& pose,
                        const Fill& options);

}  // namespace weft
