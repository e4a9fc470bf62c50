#include "output/point_surface.h"

#include <openvdb/tools/VolumeToMesh.h>

#include "output/point_level_set.h"

namespace weft {

SurfaceMesh surface_of(std::span<const Vec3<float>> points, double radius, double voxel, int smoothing) {
  SurfaceMesh mesh;
  if (points.empty()) return mesh;
  std::vector<openvdb::Vec3s> vertices;
  std::vector<openvdb::Vec4I> quads;
  openvdb::tools::volumeToMesh(*level_set_of(points, {radius, voxel, smoothing}), vertices, quads, 0.0);
  mesh.vertices.reserve(vertices.size());
  for (const openvdb::Vec3s& v : vertices) mesh.vertices.push_back({{v[0], v[1], v[2]}});
  mesh.triangles.reserve(2 * quads.size());
  for (const openvdb::Vec4I& q : quads) {  // its quads run clockwise
    mesh.triangles.push_back({q[0], q[2], q[1]});
    mesh.triangles.push_back({q[0], q[3], q[2]});
  }
  return mesh;
}

}  // namespace weft
