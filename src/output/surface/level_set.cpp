#include "output/surface/level_set.h"

#include <openvdb/tools/Composite.h>
#include <openvdb/tools/FastSweeping.h>
#include <openvdb/tools/LevelSetUtil.h>
#include <openvdb/tools/Morphology.h>
#include <openvdb/tools/Prune.h>
#include <openvdb/tools/SignedFloodFill.h>

#include <cmath>

#include "output/surface/grids.h"
#include "output/surface/point_surface.h"

namespace weft {

namespace {

/// Inside many balls the distance to the nearest ball's surface is not that to the surface of all: it is
/// solved for anew, |grad phi| = 1, in a band below the surface; what is deeper is simply inside.
openvdb::FloatGrid::Ptr with_true_distances(openvdb::FloatGrid::Ptr grid, double voxel) {
  constexpr int kDeep = int(kBand) + 1;
  const auto deep = openvdb::tools::sdfInteriorMask(*grid, 0.0f);
  openvdb::tools::erodeActiveValues(deep->tree(), kDeep, openvdb::tools::NN_FACE,
                                    openvdb::tools::EXPAND_TILES);
  grid->tree().topologyDifference(deep->tree());
  openvdb::tools::signedFloodFill(grid->tree());
  openvdb::tools::pruneLevelSet(grid->tree());
  grid = openvdb::tools::sdfToSdf(*grid, 0.0f, 1);
  openvdb::tools::changeLevelSetBackground(grid->tree(), float(kBand * voxel));
  return grid;
}

/// The points where phi > limit.
std::vector<Vec3<float>> outside(std::span<const Vec3<float>> points, const openvdb::FloatGrid& phi,
                                 double limit) {
  std::vector<Vec3<float>> found;
  const auto at = phi.getConstAccessor();
  for (const Vec3<float>& x : points)
    if (at.getValue(phi.transform().worldToIndexCellCentered(openvdb::Vec3d(x[0], x[1], x[2]))) > limit)
      found.push_back(x);
  return found;
}

}  // namespace

openvdb::FloatGrid::Ptr level_set_of(std::span<const Vec3<float>> points, const PointGrid& g) {
  openvdb::initialize();
  openvdb::FloatGrid::Ptr grid = balls(points, 2 * g.radius, g.voxel);
  if (points.empty()) return grid;
  grid = with_true_distances(grid, g.voxel);
  smooth(*grid, g.smoothing, g.radius);
  const std::vector<Vec3<float>> lone = outside(points, *grid, -0.5 * g.radius);
  if (!lone.empty()) openvdb::tools::csgUnion(*grid, *balls(lone, g.radius, g.voxel));
  return grid;
}

SurfaceMesh surface_of(std::span<const Vec3<float>> points, double radius, double voxel, int smoothing) {
  return points.empty() ? SurfaceMesh{}
                        : triangles_of(*level_set_of(points, {radius, voxel, smoothing}), 0.0);
}

openvdb::FloatGrid::Ptr density_of(std::span<const Vec3<float>> points, const PointGrid& g) {
  openvdb::initialize();
  openvdb::FloatGrid::Ptr grid = openvdb::FloatGrid::create(0.0f);
  grid->setTransform(openvdb::math::Transform::createLinearTransform(g.voxel));
  grid->setGridClass(openvdb::GRID_FOG_VOLUME);
  auto at = grid->getAccessor();
  const float share = float(std::pow(2 * g.radius / g.voxel, 3));
  for (const Vec3<float>& x : points) {  // one after the other: a sum of floats has an order
    int base[3];
    float w[3];
    for (int k = 0; k < 3; ++k) {
      const double s = double(x[k]) / g.voxel;
      base[k] = int(std::floor(s));
      w[k] = float(s - base[k]);
    }
    for (int c = 0; c < 8; ++c) {
      const openvdb::Coord ijk(base[0] + (c & 1), base[1] + (c >> 1 & 1), base[2] + (c >> 2));
      const float weight = (c & 1 ? w[0] : 1 - w[0]) * (c & 2 ? w[1] : 1 - w[1]) * (c & 4 ? w[2] : 1 - w[2]);
      if (weight > 0) at.setValue(ijk, at.getValue(ijk) + weight * share);
    }
  }
  return grid;
}

}  // namespace weft
