/// Is a triangle mesh fit to be a solid? Edges are compared after exactly equal vertices are merged, so that
/// meshes whose vertices were split along seams still count as closed.
#pragma once
#include <string>

#include "geometry/mesh.h"

namespace weft {

struct MeshReport {
  std::size_t degenerate = 0;     ///< triangles without area
  std::size_t open_edges = 0;     ///< edges with one triangle
  std::size_t crowded_edges = 0;  ///< edges with more than two triangles
  std::size_t flipped_edges = 0;  ///< edges whose two triangles run along them in the same direction
  double area = 0;                ///< [m^2]
  double volume = 0;              ///< [m^3]; negative when inside out, meaningless unless closed
  double thinnest = 0;            ///< [m]; see thinnest_extent
  Bounds bounds;
  bool oriented() const { return flipped_edges == 0; }
  bool closed() const {
    return open_edges + crowded_edges + flipped_edges == 0;
  }  ///< every edge twice, opposite
};

MeshReport check_mesh(const TriangleMesh& mesh);

/// Error E0112 unless the mesh is closed and consistently oriented,
/// E0117 when it is inside out or has no volume.
void require_solid(const TriangleMesh& mesh, const std::string& name);

/// For each vertex the index of the first vertex at exactly the same place.
std::vector<std::uint32_t> merge_equal_vertices(const std::vector<Vec3d>& vertices);

double signed_volume(const TriangleMesh& mesh);  ///< [m^3], by the divergence theorem
double surface_area(const TriangleMesh& mesh);   ///< [m^2]

/// The size of the mesh across its thinnest direction (over the axes and its principal axes); for a hollow
/// mesh, such as a bowl, its wall: twice volume over area. A collider thinner than two grid cells lets
/// material through.
double thinnest_extent(const TriangleMesh& mesh);

}  // namespace weft
