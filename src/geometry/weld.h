/// Vertices at one place made one, so that triangles around it know each other.
#pragma once
#include "geometry/mesh.h"

namespace weft {

/// Vertices with the same coordinates become one, the first; triangles that shrink to a line are left out.
TriangleMesh welded(const TriangleMesh& mesh);

}  // namespace weft
