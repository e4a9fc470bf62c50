/// The boundary of a solid's mesh.
#pragma once
#include "bodies/solid/tets.h"

namespace weft {

struct SolidSurface {
  std::vector<std::uint32_t> vertices;                  ///< of the body, in the caller's order
  std::vector<std::array<std::uint32_t, 3>> triangles;  ///< of `vertices`, counter-clockwise from outside
  TriangleMesh mesh;                                    ///< the same at rest

  SolidSurface(const TetMesh& rest, const Tets& tets) {
    triangles = boundary_faces(rest);
    std::vector<std::uint32_t> number(rest.vertices.size(), 0);
    for (const auto& t : triangles)
      for (const std::uint32_t v : t) number[v] = 1;
    for (std::size_t id = 0; id < number.size(); ++id) {
      if (!number[id]) continue;
      number[id] = std::uint32_t(vertices.size());
      vertices.push_back(tets.vertex_of(std::uint32_t(id)));
      mesh.vertices.push_back(rest.vertices[id]);
    }
    for (auto& t : triangles)
      for (std::uint32_t& v : t) v = number[v];
    mesh.triangles = triangles;
  }
};

}  // namespace weft
