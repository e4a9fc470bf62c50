/// Points as OpenVDB grids: the level set of their surface and the density they fill space with. Only what
/// makes or writes grids includes this; everybody else wants output/surface/point_surface.h.
#pragma once
#include <openvdb/openvdb.h>

#include <span>

#include "math/vec.h"

namespace weft {

struct PointGrid {
  double radius = 0;  ///< of a point: half the mean spacing [m]
  double voxel = 0;   ///< edge of a voxel [m]
  int smoothing = 2;  ///< passes of a Gaussian filter over three voxels
};

/// Signed distance to the surface of the space the points fill, negative inside.
///   phi = smooth(min_p |x - x_p| - 2 r) + r
/// Balls of twice the radius leave no gap between neighbours; what they are too large by comes off after
/// smoothing, so that the surface passes a radius outside the outermost points. Smoothing shrinks what is
/// small to nothing; points it leaves outside get their own ball of radius r back.
openvdb::FloatGrid::Ptr level_set_of(std::span<const Vec3<float>> points, const PointGrid& grid);

/// Fraction of each voxel that the points fill: sum_p w(x_i - x_p) (2 r)^3 / h^3, with linear weights w.
openvdb::FloatGrid::Ptr density_of(std::span<const Vec3<float>> points, const PointGrid& grid);

}  // namespace weft
