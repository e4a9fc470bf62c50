#include "output/surface/grids.h"

#include <openvdb/tools/LevelSetFilter.h>
#include <openvdb/tools/ParticlesToLevelSet.h>
#include <openvdb/tools/VolumeToMesh.h>

#include <algorithm>

namespace weft {

namespace {

/// What ParticlesToLevelSet wants to know of its points.
struct Balls {
  using PosType = openvdb::Vec3R;
  std::span<const Vec3<float>> points;
  std::size_t size() const { return points.size(); }
  void getPos(std::size_t i, openvdb::Vec3R& x) const {
    x = openvdb::Vec3R(points[i][0], points[i][1], points[i][2]);
  }
};

}  // namespace

openvdb::FloatGrid::Ptr balls(std::span<const Vec3<float>> points, double radius, double voxel) {
  openvdb::FloatGrid::Ptr grid = openvdb::createLevelSet<openvdb::FloatGrid>(voxel, kBand);
  openvdb::tools::ParticlesToLevelSet<openvdb::FloatGrid> raster(*grid);
  raster.setRmin(0);
  raster.setRmax(1e6);
  raster.rasterizeSpheres(Balls{points}, std::max(radius, voxel));
  return grid;
}

void smooth(openvdb::FloatGrid& grid, int passes, double shrink) {
  openvdb::tools::LevelSetFilter<openvdb::FloatGrid> filter(grid);
  filter.setSpatialScheme(openvdb::math::FIRST_BIAS);  // the surface is smooth already, higher orders gain
  filter.setNormCount(1);                              // nothing and take five times as long
  for (int k = 0; k < passes; ++k) filter.gaussian(1);
  if (shrink > 0) filter.offset(float(shrink));
}

SurfaceMesh triangles_of(const openvdb::FloatGrid& grid, double level) {
  SurfaceMesh mesh;
  std::vector<openvdb::Vec3s> vertices;
  std::vector<openvdb::Vec4I> quads;
  openvdb::tools::volumeToMesh(grid, vertices, quads, level);
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
