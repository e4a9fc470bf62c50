#include "output/point_level_set.h"

#include <openvdb/tools/Composite.h>
#include <openvdb/tools/FastSweeping.h>
#include <openvdb/tools/LevelSetFilter.h>
#include <openvdb/tools/LevelSetUtil.h>
#include <openvdb/tools/Morphology.h>
#include <openvdb/tools/ParticlesToLevelSet.h>
#include <openvdb/tools/Prune.h>
#include <openvdb/tools/SignedFloodFill.h>

#include <algorithm>
#include <cmath>

namespace weft {

namespace {

constexpr double kHalfWidth = 3;  ///< of the narrow band [voxels]

/// What ParticlesToLevelSet wants to know of its points.
struct Balls {
  using PosType = openvdb::Vec3R;
  std::span<const Vec3<float>> points;
  std::size_t size() const { return points.size(); }
  void getPos(std::size_t i, openvdb::Vec3R& x) const {
    x = openvdb::Vec3R(points[i][0], points[i][1], points[i][2]);
  }
};

/// Distance to a ball about each point: phi = min_p |x - x_p| - radius. A minimum has no order, so any number
/// of threads gives the same grid.
openvdb::FloatGrid::Ptr balls(std::span<const Vec3<float>> points, double radius, double voxel) {
  openvdb::FloatGrid::Ptr grid = openvdb::createLevelSet<openvdb::FloatGrid>(voxel, kHalfWidth);
  openvdb::tools::ParticlesToLevelSet<openvdb::FloatGrid> raster(*grid);
  raster.setRmin(0);
  raster.setRmax(1e6);
  raster.rasterizeSpheres(Balls{points}, std::max(radius, voxel));  // a smaller one falls between the voxels
  return grid;
}

/// Inside many balls the distance to the nearest ball's surface is not that to the surface of all: it is
/// solved for anew, |grad phi| = 1, in a band below the surface; what is deeper is simply inside.
openvdb::FloatGrid::Ptr with_true_distances(openvdb::FloatGrid::Ptr grid, double voxel) {
  constexpr int kBand = int(kHalfWidth) + 1;
  const auto deep = openvdb::tools::sdfInteriorMask(*grid, 0.0f);
  openvdb::tools::erodeActiveValues(deep->tree(), kBand, openvdb::tools::NN_FACE,
                                    openvdb::tools::EXPAND_TILES);
  grid->tree().topologyDifference(deep->tree());
  openvdb::tools::signedFloodFill(grid->tree());
  openvdb::tools::pruneLevelSet(grid->tree());
  grid = openvdb::tools::sdfToSdf(*grid, 0.0f, 1);
  openvdb::tools::changeLevelSetBackground(grid->tree(), float(kHalfWidth * voxel));
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
  openvdb::tools::LevelSetFilter<openvdb::FloatGrid> filter(*grid);
  filter.setSpatialScheme(openvdb::math::FIRST_BIAS);  // the surface is smooth already, higher orders gain
  filter.setNormCount(1);                              // nothing and take five times as long
  for (int k = 0; k < g.smoothing; ++k) filter.gaussian(1);
  filter.offset(float(g.radius));
  const std::vector<Vec3<float>> lone = outside(points, *grid, -0.5 * g.radius);
  if (!lone.empty()) openvdb::tools::csgUnion(*grid, *balls(lone, g.radius, g.voxel));
  return grid;
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
