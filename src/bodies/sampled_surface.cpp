/// Where collision points are, and what each stands for.
#include <cmath>

#include "bodies/collision_points.h"

namespace weft {

SampledSurface sample_triangles(const TriangleMesh& mesh, std::vector<std::uint32_t> vertices,
                                std::span<const double> mass, double spacing) {
  SampledSurface out;
  out.vertices = std::move(vertices);
  const std::vector<SurfacePoint> made = sample_surface(mesh, spacing, 1);
  std::vector<double> vertex_mass;
  for (const std::uint32_t v : out.vertices) vertex_mass.push_back(mass[v]);
  const std::vector<double> point_mass = consistent_masses(mesh, made, vertex_mass, out.worst);
  for (std::size_t q = 0; q < made.size(); ++q) {
    const auto& t = mesh.triangles[made[q].triangle];
    const auto& X = mesh.vertices;
    const double area = 0.5 * norm(cross(X[t[1]] - X[t[0]], X[t[2]] - X[t[0]]));
    out.points.push_back({t, made[q].weight, point_mass[q], made[q].area / area});
  }
  return out;
}

/// The middles of equal parts: each end of a segment gets half of its mass back.
SampledSurface sample_segments(std::span<const Vec3d> rest,
                               std::span<const std::array<std::uint32_t, 2>> segments,
                               std::span<const double> mass, double spacing) {
  SampledSurface out;
  for (std::uint32_t v = 0; v < rest.size(); ++v) out.vertices.push_back(v);
  for (std::size_t e = 0; e < segments.size(); ++e) {
    const auto [a, b] = segments[e];
    const int n = std::max(1, int(std::ceil(norm(rest[b] - rest[a]) / spacing - 1e-9)));
    for (int k = 0; k < n; ++k) {
      const double s = (k + 0.5) / n;
      out.points.push_back({{a, b, b}, {1 - s, s, 0}, mass[e] / n, 1.0 / n});
    }
  }
  return out;
}

}  // namespace weft
