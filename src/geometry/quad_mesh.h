/// Meshes of quadrilaterals and of any polygons as plain data: the control meshes of subdivision surfaces.
#pragma once
#include <array>
#include <cstdint>
#include <vector>

#include "math/vec.h"

namespace weft {

struct QuadMesh {
  std::vector<Vec3d> vertices;                      ///< [m]
  std::vector<std::array<std::uint32_t, 4>> quads;  ///< counter-clockwise seen from the side of the normal
};

struct PolygonMesh {
  std::vector<Vec3d> vertices;                    ///< [m]
  std::vector<std::vector<std::uint32_t>> faces;  ///< three or more corners each
};

}  // namespace weft
