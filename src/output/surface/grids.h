/// What every surface of points does with OpenVDB: balls, smoothing, triangles. Its templates take half a minute
/// to compile and are compiled here alone.
#pragma once
#include <openvdb/openvdb.h>

#include <span>

#include "output/surface/point_surface.h"

namespace weft {

constexpr double kBand = 3;  ///< half the width of the narrow band around a surface [voxels]

/// Distance to a ball about each point: phi = min_p |x - x_p| - radius. A minimum has no order, so any number
/// of threads gives the same grid. A ball smaller than a voxel would fall between them: it gets that size.
openvdb::FloatGrid::Ptr balls(std::span<const Vec3<float>> points, double radius, double voxel);

/// Passes of a Gaussian filter three voxels wide; then what is inside shrinks by `shrink` [m].
void smooth(openvdb::FloatGrid& grid, int passes, double shrink = 0);

/// The surface phi = level.
SurfaceMesh triangles_of(const openvdb::FloatGrid& grid, double level);

}  // namespace weft
