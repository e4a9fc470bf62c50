/// The smooth surface of a heap of points, with the points' colours.
#include <cmath>

#include "exec/parallel.h"
#include "output/picture/near_points.h"
#include "output/picture/solid.h"
#include "output/point_surface.h"

namespace weft {

namespace {

/// Means over the points near each corner, with weights (1 - d^2/reach^2)^2.
std::vector<Vec3f> spread(std::span<const Vec3f> points, std::span<const Vec3f> values, float reach,
                          std::span<const Vec3f> at) {
  const NearPoints near(points, reach);
  std::vector<Vec3f> out(at.size());
  parallel_chunks(at.size(), 1024, [&](Range r) {
    for (std::size_t i = r.begin; i < r.end; ++i) {
      Vec3f sum = Vec3f::zero();
      float weight = 0;
      near.for_each(at[i], [&](std::uint32_t p, float d2) {
        const float s = 1 - d2 / (reach * reach), w = s * s;
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
  SurfaceMesh mesh = surface_of(points, o.radius, 0.9 * o.radius, 3);
  out.x = std::move(mesh.vertices);
  out.triangles = std::move(mesh.triangles);
  find_normals(out);
  if (own.empty()) out.colours.assign(colours.begin(), colours.end());
  else if (!out.x.empty()) out.colours = spread(points, own, float(4.5 * o.radius), out.x);
  return out;
}

}  // namespace weft
