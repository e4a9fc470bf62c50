/// Tetrahedra as plain data.
#pragma once
#include "geometry/mesh.h"

namespace weft {

struct TetMesh {
  std::vector<Vec3d> vertices;                           ///< [m]
  std::vector<std::array<std::uint32_t, 4>> tetrahedra;  ///< det [x1 - x0, x2 - x0, x3 - x0] > 0
};

/// Faces that belong to one tetrahedron only, counter-clockwise seen from outside, in a fixed order.
std::vector<std::array<std::uint32_t, 3>> boundary_faces(const TetMesh& mesh);
/// [m^3]
double volume(const TetMesh& mesh);

}  // namespace weft
