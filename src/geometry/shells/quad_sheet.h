/// The control mesh of a shell as plain data: quads whose Catmull-Clark limit is the surface, a pattern,
/// named rims.
#pragma once
#include <map>
#include <string>

#include "geometry/mesh.h"
#include "geometry/quad_mesh.h"

namespace weft {

struct QuadSheet : QuadMesh {
  /// Place of each corner of each quad in the pattern: warp along u, weft along v [m]; may be empty. Seams
  /// are cut.
  std::vector<std::array<float, 2>> uv;
  /// Rims by name: the vertices along an edge ("top", "waist"), for pins.
  std::map<std::string, std::vector<std::uint32_t>> rims;
};

/// An edge from a to b, a < b, and how many quads run along it each way.
struct QuadEdge {
  std::uint32_t a, b;
  int forward = 0, backward = 0;
};
/// Sorted by their vertices.
std::vector<QuadEdge> edges_of(const QuadMesh& mesh);
/// Mean length of the edges [m].
double mean_edge(const QuadMesh& mesh);
/// Vertices of open edges, loop after loop, each walked with the surface to its left.
std::vector<std::vector<std::uint32_t>> open_loops(const QuadMesh& mesh);
/// The vertices and all that share a quad with one of them, `rows` - 1 times over; sorted.
std::vector<std::uint32_t> rows_from(const QuadMesh& mesh, std::vector<std::uint32_t> vertices, int rows);
/// Every quad as two triangles, for drawing and for judges of triangles.
TriangleMesh fanned(const QuadMesh& mesh);

}  // namespace weft
