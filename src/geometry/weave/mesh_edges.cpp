#include "geometry/weave/mesh_edges.h"

#include <algorithm>
#include <tuple>

namespace weft {

std::vector<MeshEdge> edges_of(const TriangleMesh& mesh) {
  std::vector<MeshEdge> sides;
  for (std::uint32_t t = 0; t < mesh.triangles.size(); ++t)
    for (std::size_t k = 0; k < 3; ++k) {
      const auto& v = mesh.triangles[t];
      const std::uint32_t a = v[k], b = v[(k + 1) % 3];
      sides.push_back({std::min(a, b), std::max(a, b), {t, t}, {v[(k + 2) % 3], v[(k + 2) % 3]}, 1});
    }
  std::sort(sides.begin(), sides.end(), [](const MeshEdge& e, const MeshEdge& g) {
    return std::tie(e.a, e.b, e.triangle[0]) < std::tie(g.a, g.b, g.triangle[0]);
  });
  std::vector<MeshEdge> edges;
  for (const MeshEdge& side : sides) {
    if (edges.empty() || edges.back().a != side.a || edges.back().b != side.b) {
      edges.push_back(side);
    } else {
      edges.back().triangle[1] = side.triangle[0];
      edges.back().opposite[1] = side.opposite[0];
      ++edges.back().triangles;
    }
  }
  return edges;
}

}  // namespace weft
