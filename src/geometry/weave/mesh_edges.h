/// The edges of a triangle mesh.
#pragma once
#include "geometry/mesh.h"

namespace weft {

/// An edge, its triangles (one or two) and the corners opposite to it.
struct MeshEdge {
  std::uint32_t a, b;  // a < b
  std::uint32_t triangle[2], opposite[2];
  int triangles = 0;
};

/// Sorted by their vertices.
std::vector<MeshEdge> edges_of(const TriangleMesh& mesh);

}  // namespace weft
