/// The smooth surface of a heap of points, as triangles.
#pragma once
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "math/vec.h"

namespace weft {

struct SurfaceMesh {
  std::vector<Vec3<float>> vertices;
  std::vector<std::array<std::uint32_t, 3>> triangles;  ///< counter-clockwise seen from outside
};

/// The zero of the points' level set (output/surface/level_set.h). `radius` is half the points' spacing,
/// `voxel` the size of its cells (about the radius), `smoothing` the passes of its filter (2; more flatten
/// more). The same triangles for any number of threads. Nothing for no points.
SurfaceMesh surface_of(std::span<const Vec3<float>> points, double radius, double voxel, int smoothing);

}  // namespace weft
