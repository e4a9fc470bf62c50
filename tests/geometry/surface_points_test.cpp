/// Points on surfaces: their density, the area they stand for,
/// and masses that give every vertex its own back.
#include "geometry/surface_points.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "geometry/mesh_checks.h"
#include "test_meshes.h"

namespace weft {
namespace {

Vec3d place(const TriangleMesh& mesh, const SurfacePoint& q) {
  const auto& t = mesh.triangles[q.triangle];
  return mesh.vertices[t[0]] * q.weight[0] + mesh.vertices[t[1]] * q.weight[1] +
         mesh.vertices[t[2]] * q.weight[2];
}

TEST(surface_points, weights_lie_in_their_triangles_and_areas_add_up) {
  for (double spacing : {2.0, 0.2, 0.03}) {
    const TriangleMesh mesh = sphere_mesh(2);
    double area = 0;
    for (const SurfacePoint& q : sample_surface(mesh, spacing, 3)) {
      for (const double b : q.weight) EXPECT_GT(b, 0);
      EXPECT_NEAR(q.weight[0] + q.weight[1] + q.weight[2], 1, 1e-14);
      area += q.area;
    }
    EXPECT_NEAR(area, surface_area(mesh), 1e-10);
  }
}

TEST(surface_points, a_short_triangle_gets_three_points) {
  const TriangleMesh mesh = sphere_mesh(2);
  EXPECT_EQ(sample_surface(mesh, 10, 1).size(), 3 * mesh.triangles.size());
}

TEST(surface_points, no_place_is_farther_than_the_spacing_from_a_point) {
  // Long thin triangles and fat ones alike.
  for (const Vec3d& half : {Vec3d{{0.5, 0.5, 0.5}}, Vec3d{{2, 0.04, 0.3}}}) {
    const TriangleMesh mesh = box_mesh(half);
    const double spacing = 0.05;
    const auto points = sample_surface(mesh, spacing, 1);
    EXPECT_LT(double(points.size()) * spacing * spacing, 4 * surface_area(mesh));
    std::vector<Vec3d> x;
    for (const SurfacePoint& q : points) x.push_back(place(mesh, q));
    for (std::uint64_t i = 0; i < 300; ++i) {
      const auto t = std::uint32_t(Random{5}.uniform(i, 3) * 12);
      const double r = std::sqrt(Random{5}.uniform(i, 0)), s = Random{5}.uniform(i, 1);
      const Vec3d y = place(mesh, {t, {1 - r, r * (1 - s), r * s}, 0});
      double nearest = 1e300;
      for (const Vec3d& p : x) nearest = std::min(nearest, norm(p - y));
      EXPECT_LT(nearest, spacing);
    }
  }
}

TEST(surface_points, the_same_seed_gives_the_same_points) {
  const TriangleMesh mesh = sphere_mesh(1);
  const auto a = sample_surface(mesh, 0.05, 1), b = sample_surface(mesh, 0.05, 1);
  const auto c = sample_surface(mesh, 0.05, 2);
  ASSERT_EQ(a.size(), b.size());
  EXPECT_TRUE(std::equal(a.begin(), a.end(), b.begin(),
                         [](const auto& p, const auto& q) { return p.weight == q.weight; }));
  EXPECT_FALSE(std::equal(a.begin(), a.end(), c.begin(),
                          [](const auto& p, const auto& q) { return p.weight == q.weight; }));
}

/// The sphere of physics_hybrid 1.4: 128 triangles, vertex masses scattered by 30 %.
TEST(surface_points, every_vertex_of_a_sphere_gets_its_own_mass_back) {
  const TriangleMesh mesh = sphere_mesh(2);
  ASSERT_EQ(mesh.triangles.size(), 128u);
  std::vector<double> mass;
  double total = 0;
  for (std::size_t p = 0; p < mesh.vertices.size(); ++p) {
    mass.push_back(1 + 0.6 * (Random{11}.uniform(p) - 0.5));
    total += mass.back();
  }
  for (double spacing : {1.0, 0.15, 0.05}) {
    const auto points = sample_surface(mesh, spacing, 1);
    double worst = 1;
    const std::vector<double> m = consistent_masses(mesh, points, mass, worst);
    EXPECT_LT(worst, 1e-9) << spacing;
    // What `worst` says, checked by hand; and linear and angular momentum of any velocities.
    std::vector<double> back(mass.size(), 0.0);
    double sum = 0, smallest = 1e300;
    Vec3d at_points = Vec3d::zero(), at_vertices = Vec3d::zero();
    for (std::size_t q = 0; q < points.size(); ++q) {
      const auto& t = mesh.triangles[points[q].triangle];
      const Vec3d dv = random_point(q, 1);
      at_points += cross(place(mesh, points[q]), dv) * m[q];
      for (std::size_t k = 0; k < 3; ++k) {
        back[t[k]] += points[q].weight[k] * m[q];
        at_vertices += cross(mesh.vertices[t[k]], dv) * (points[q].weight[k] * m[q]);
      }
      sum += m[q];
      smallest = std::min(smallest, m[q]);
    }
    for (std::size_t p = 0; p < mass.size(); ++p) EXPECT_NEAR(back[p] / mass[p], 1, 1e-9);
    EXPECT_NEAR(sum, total, 1e-9 * total);
    EXPECT_GT(smallest, 0);
    EXPECT_LT(norm(at_points - at_vertices), 1e-12);
  }
}

TEST(surface_points, vertices_without_a_triangle_are_left_out) {
  TriangleMesh mesh = sphere_mesh(1);
  mesh.vertices.push_back({{0, 0, 0}});
  const std::vector<double> mass(mesh.vertices.size(), 2.0);
  double worst = 1, sum = 0;
  for (const double m : consistent_masses(mesh, sample_surface(mesh, 1, 1), mass, worst)) sum += m;
  EXPECT_LT(worst, 1e-9);
  EXPECT_NEAR(sum, 2.0 * double(mesh.vertices.size() - 1), 1e-9);
}

}  // namespace
}  // namespace weft
