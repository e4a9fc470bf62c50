/// Points on a triangle mesh, dense enough for a grid, that can stand for the mass of its vertices.
///   x_q = sum_p b_pq x_p,   sum_q b_pq m_q = m_p at every vertex
/// Impulses on the points then carry linear and angular momentum to the vertices exactly.
#pragma once
#include <span>

#include "geometry/mesh.h"

namespace weft {

struct SurfacePoint {
  std::uint32_t triangle;
  std::array<double, 3> weight;  ///< barycentric, of the triangle's corners
  double area;                   ///< it stands for [m^2]
};

/// Points at most about `spacing` apart, at least three per triangle; the same for the same seed.
std::vector<SurfacePoint> sample_surface(const TriangleMesh& mesh, double spacing, std::uint64_t seed);
/// Masses of the points so that each vertex gets its own back (Richardson-Lucy). `worst` becomes the largest
/// |sum_q b_pq m_q / m_p - 1|.
std::vector<double> consistent_masses(const TriangleMesh& mesh, std::span<const SurfacePoint> points,
                                      std::span<const double> vertex_mass, double& worst);

}  // namespace weft
