/// The smooth surface of a heap of points, with the points' colours (Zhu and Bridson 2005):
///   phi(x) = |x - sum w_i x_i| - b r,   w_i ~ (1 - |x - x_i|^2 / R^2)^3
/// The mean of the points around a place is the place itself inside the heap, and lags behind it outside:
/// flat heaps get flat surfaces, a point alone gets a ball, and there are no holes inside.
/// Then it is smoothed.
#include <openvdb/tree/LeafManager.h>

#include <cmath>

#include "exec/parallel.h"
#include "output/picture/near_points.h"
#include "output/picture/solid.h"
#include "output/surface/grids.h"

namespace weft {

namespace {

// In units of r, half the spacing of the points.
constexpr float kReach = 3.6f;   // R
constexpr float kOffset = 2.7f;  // b: thick enough for thin sheets to survive smoothing ...
constexpr double kShave = 1.0;   // ... and what it is too thick by comes off afterwards
constexpr double kVoxel = 0.9;
constexpr int kSmoothing = 3;  // passes: points are never quite even

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
  openvdb::initialize();
  openvdb::FloatGrid::Ptr grid = balls(points, 1.1 * r, kVoxel * r);  // for their voxels: values are replaced
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
  smooth(*grid, kSmoothing);
  return grid;
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
  SurfaceMesh mesh = triangles_of(*distances(points, near, o.radius), -kShave * o.radius);
  out.x = std::move(mesh.vertices);
  out.triangles = std::move(mesh.triangles);
  find_normals(out);
  out.colours =
      own.empty() ? std::vector<Vec3f>(colours.begin(), colours.end()) : spread(near, own, r, out.x);
  return out;
}

}  // namespace weft
