/// The smooth surface of a heap of points, with the points' colours (Zhu and Bridson 2005):
///   phi(x) = |x - sum w_i x_i| - b r,   w_i ~ (1 - |x - x_i|^2 / R^2)^3
/// The mean of the points around a place is the place itself inside the heap, and lags behind it outside:
/// flat heaps get flat surfaces, a point alone gets a ball, and there are no holes inside. Then it is
/// smoothed.
#include <openvdb/openvdb.h>
#include <openvdb/tools/LevelSetFilter.h>
#include <openvdb/tools/ParticlesToLevelSet.h>
#include <openvdb/tools/VolumeToMesh.h>

#include <cmath>

#include "exec/parallel.h"
#include "output/picture/near_points.h"
#include "output/picture/solid.h"

namespace weft {

namespace {

// In units of r, half the spacing of the points.
constexpr float kReach = 3.6f;   // R
constexpr float kOffset = 2.7f;  // b: thick enough for thin sheets to survive smoothing ...
constexpr double kShave = 1.0;   // ... and what it is too thick by comes off afterwards
constexpr double kVoxel = 0.9;
constexpr int kSmoothing = 3;  // passes of a Gaussian filter three voxels wide: points are never quite even
constexpr double kBand = 3;    // voxels on either side of the surface

/// What ParticlesToLevelSet wants to know of its points.
struct Balls {
  using PosType = openvdb::Vec3R;
  std::span<const Vec3f> points;
  std::size_t size() const { return points.size(); }
  void getPos(std::size_t i, openvdb::Vec3R& x) const {
    x = openvdb::Vec3R(points[i][0], points[i][1], points[i][2]);
  }
};

/// Voxels around all points; their values are replaced afterwards.
openvdb::FloatGrid::Ptr voxels_around(std::span<const Vec3f> points, double r) {
  openvdb::initialize();
  auto grid = openvdb::createLevelSet<openvdb::FloatGrid>(kVoxel * r, kBand);
  openvdb::tools::ParticlesToLevelSet<openvdb::FloatGrid> raster(*grid);
  raster.setRmin(0);
  raster.setRmax(1e6);
  raster.rasterizeSpheres(Balls{points}, 1.1 * r);
  return grid;
}

float distance_at(const NearPoints& near, std::span<const Vec3f> points, const Vec3f& x, float r) {
  const float reach2 = kReach * kReach * r * r;
  Vec3f sum = Vec3f::zero();
  float weight = 0;
  near.for_each(x, [&](std::uint32_t p, float d2) {
    const float s = 1 - d2 / reach2, w = s * s * s;
    sum += (points[p] - x) * w;
    weight += w;
  });
  const float far = float(kBand * kVoxel) * r;
  return weight > 0 ? std::min(far, norm(sum) / weight - kOffset * r) : far;
}

openvdb::FloatGrid::Ptr distances(std::span<const Vec3f> points, const NearPoints& near, double r) {
  openvdb::FloatGrid::Ptr grid = voxels_around(points, r);
  openvdb::tree::LeafManager<openvdb::FloatTree> leaves(grid->tree());
  parallel_for(leaves.leafCount(), [&](std::size_t i) {
    std::uint32_t cell = ~0u;
    bool deep = false;  // inside the heap, where the mean of the points is the place itself
    for (auto v = leaves.leaf(i).beginValueOn(); v; ++v) {
      const openvdb::Vec3d w = grid->indexToWorld(v.getCoord());
      const Vec3f x{{float(w[0]), float(w[1]), float(w[2])}};
      if (const std::uint32_t c = near.cell_of(x); c != cell) cell = c, deep = near.surrounded(x);
      if (deep) {
        v.setValue(-float(kBand * kVoxel * r));
        v.setValueOff();  // beyond the band that the filter works on
      } else {
        v.setValue(distance_at(near, points, x, float(r)));
      }
    }
  });
  openvdb::tools::LevelSetFilter<openvdb::FloatGrid> filter(*grid);
  filter.setSpatialScheme(openvdb::math::FIRST_BIAS);  // higher orders gain nothing here
  filter.setNormCount(1);
  for (int k = 0; k < kSmoothing; ++k) filter.gaussian(1);
  return grid;
}

void add_triangles(const openvdb::FloatGrid& grid, double level, Solid& out) {
  std::vector<openvdb::Vec3s> vertices;
  std::vector<openvdb::Vec4I> quads;
  openvdb::tools::volumeToMesh(grid, vertices, quads, level);
  out.x.reserve(vertices.size());
  for (const openvdb::Vec3s& v : vertices) out.x.push_back({{v[0], v[1], v[2]}});
  out.triangles.reserve(2 * quads.size());
  for (const openvdb::Vec4I& q : quads) {  // its quads run clockwise
    out.triangles.push_back({q[0], q[2], q[1]});
    out.triangles.push_back({q[0], q[3], q[2]});
  }
}

/// Means over the points near each corner.
std::vector<Vec3f> spread(const NearPoints& near, std::span<const Vec3f> values, float r,
                          std::span<const Vec3f> at) {
  const float reach2 = kReach * kReach * r * r;
  std::vector<Vec3f> out(at.size());
  parallel_chunks(at.size(), 1024, [&](Range range) {
    for (std::size_t i = range.begin; i < range.end; ++i) {
      Vec3f sum = Vec3f::zero();
      float weight = 0;
      near.for_each(at[i], [&](std::uint32_t p, float d2) {
        const float s = 1 - d2 / reach2, w = s * s;
        sum += values[p] * w;
        weight += w;
      });
      out[i] = weight > 0 ? sum * (1 / weight) : values[0];
    }
  });
  return out;
}

}  // namespace

Solid surface_of(const FrameObject& o, std::span<const Vec3f> colours) {
  Solid out;
  std::vector<Vec3f> points, own;
  for (std::size_t i = 0; i < o.position.size(); ++i) {
    const Vec3f& x = o.position[i];
    if (!std::isfinite(x[0] + x[1] + x[2])) continue;
    points.push_back(x);
    if (colours.size() > 1) own.push_back(colours[i]);
  }
  if (points.empty() || !(o.radius > 0)) return out;
  const auto r = float(o.radius);
  const NearPoints near(points, kReach * r);
  add_triangles(*distances(points, near, o.radius), -kShave * o.radius, out);
  find_normals(out);
  out.colours =
      own.empty() ? std::vector<Vec3f>(colours.begin(), colours.end()) : spread(near, own, r, out.x);
  return out;
}

}  // namespace weft
