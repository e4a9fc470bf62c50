/// Whether faces join to a surface with or without boundary.
#pragma once
#include "geometry/quad_mesh.h"

namespace weft {

/// Throws Error E0150 with the first fault: a corner that is no vertex or comes twice in a face, a face of
/// fewer than three corners, an edge of three faces, neighbours of opposite orientation.
void check_surface(const PolygonMesh& mesh);
void check_surface(const QuadMesh& mesh);

/// Which vertices lie on an open boundary.
std::vector<bool> boundary_vertices(const QuadMesh& mesh);

}  // namespace weft
