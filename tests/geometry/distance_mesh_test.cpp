/// DistanceMesh against brute force over all triangles, and its sign against a solid angle.
#include "geometry/distance_mesh.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <numeric>

#include "exec/error.h"
#include "exec/parallel.h"
#include "geometry/closest_triangle.h"
#include "geometry/shape.h"
#include "test_meshes.h"

namespace weft {
namespace {

double brute_force_distance(const TriangleMesh& mesh, const Vec3d& x) {
  double best = INFINITY;
  for (const auto& t : mesh.triangles) {
    const auto p = closest_on_triangle(x, mesh.vertices[t[0]], mesh.vertices[t[1]], mesh.vertices[t[2]]);
    best = std::min(best, norm(p.point - x));
  }
  return best;
}

/// Winding number by Van Oosterom and Strackee's solid angle: 1 inside, 0 outside;
/// shares no code with the sign.
double winding(const TriangleMesh& mesh, const Vec3d& x) {
  double total = 0;
  for (const auto& t : mesh.triangles) {
    const Vec3d a = mesh.vertices[t[0]] - x, b = mesh.vertices[t[1]] - x, c = mesh.vertices[t[2]] - x;
    const double la = norm(a), lb = norm(b), lc = norm(c);
    total +=
        2 * std::atan2(dot(a, cross(b, c)), la * lb * lc + dot(a, b) * lc + dot(b, c) * la + dot(c, a) * lb);
  }
  return total / (4 * std::numbers::pi);
}

void expect_exact(const DistanceMesh& distance, const Vec3d& x) {
  const TriangleMesh& mesh = distance.mesh();
  const Closest c = distance.closest(x);
  EXPECT_NEAR(std::fabs(c.phi), brute_force_distance(mesh, x), 1e-14);
  EXPECT_NEAR(norm(c.n), 1, 1e-12);
  const auto& t = mesh.triangles[c.triangle];
  Vec3d at = Vec3d::zero();
  for (int k = 0; k < 3; ++k) {
    EXPECT_GE(c.barycentric[k], -1e-12);
    at += mesh.vertices[t[std::size_t(k)]] * c.barycentric[k];
  }
  EXPECT_NEAR(norm(x - c.n * c.phi - at), 0, 1e-12);
  if (std::fabs(c.phi) > 1e-9) {
    EXPECT_EQ(c.phi<0, winding(mesh, x)> 0.5) << x[0] << ' ' << x[1] << ' ' << x[2];
  }
}

TEST(closest_on_triangle, beats_every_sampled_point) {
  for (int i = 0; i < 200; ++i) {
    const Vec3d a = random_point(4 * i, 1), b = random_point(4 * i + 1, 1), c = random_point(4 * i + 2, 1);
    const Vec3d x = random_point(4 * i + 3, 2);
    const TrianglePoint p = closest_on_triangle(x, a, b, c);
    EXPECT_NEAR(norm(a * p.barycentric[0] + b * p.barycentric[1] + c * p.barycentric[2] - p.point), 0, 1e-13);
    double best = INFINITY;
    const int n = 40;
    for (int u = 0; u <= n; ++u)
      for (int v = 0; u + v <= n; ++v)
        best = std::min(best, norm(a + (b - a) * (double(u) / n) + (c - a) * (double(v) / n) - x));
    EXPECT_LE(norm(p.point - x), best + 1e-13);
    EXPECT_GE(norm(p.point - x), best - 0.1);
  }
}

TEST(closest_on_triangle, lines_and_points_for_triangles) {
  const Vec3d a{{0, 0, 0}}, b{{1, 0, 0}}, c{{3, 0, 0}};
  EXPECT_DOUBLE_EQ(norm(closest_on_triangle({{2, 1, 0}}, a, b, c).point - Vec3d{{2, 0, 0}}), 0);
  EXPECT_DOUBLE_EQ(norm(closest_on_triangle({{4, 1, 0}}, a, c, b).point - c), 0);
  EXPECT_DOUBLE_EQ(norm(closest_on_triangle({{4, 1, 0}}, b, b, b).point - b), 0);
  EXPECT_DOUBLE_EQ(norm(closest_on_triangle({{0.5, 1, 0}}, a, a, b).point - Vec3d{{0.5, 0, 0}}), 0);
}

TEST(distance_mesh, matches_brute_force) {
  for (const TriangleMesh& mesh : {box_mesh({{0.5, 0.6, 0.7}}), sphere_mesh(3), frame_mesh(0.9, 0.5, 0.2)}) {
    const DistanceMesh distance(mesh);
    for (int i = 0; i < 600; ++i) expect_exact(distance, random_point(i, 1.3));
  }
}

TEST(distance_mesh, sign_is_right_near_edges_and_vertices) {
  for (const TriangleMesh& mesh : {box_mesh({{0.5, 0.6, 0.7}}), sphere_mesh(1), frame_mesh(0.9, 0.5, 0.2)}) {
    const DistanceMesh distance(mesh);
    std::uint64_t i = 0;
    for (const auto& t : mesh.triangles)
      for (std::size_t k = 0; k < 3; ++k) {
        const Vec3d &a = mesh.vertices[t[k]], &b = mesh.vertices[t[(k + 1) % 3]];
        for (double size : {1e-1, 1e-3, 1e-6}) {
          expect_exact(distance, a + random_point(i++, size));
          expect_exact(distance, (a + b) * 0.5 + random_point(i++, size));
          expect_exact(distance, a + (a + b) * size);
        }
      }
  }
}

TEST(distance_mesh, box_mesh_equals_box) {
  const Vec3d half{{0.4, 0.2, 0.9}};
  const DistanceMesh mesh(box_mesh(half));
  for (int i = 0; i < 2000; ++i) {
    const Vec3d x = random_point(i, 1.5, 9);
    const Distance box = signed_distance(Box{half}, x);
    const Closest c = mesh.closest(x);
    EXPECT_NEAR(c.phi, box.phi, 1e-14);
    EXPECT_NEAR(norm(c.n - box.n), 0, 1e-9);
  }
}

TEST(distance_mesh, surface_points_get_the_outward_pseudonormal) {
  const DistanceMesh mesh(box_mesh(Vec3d::filled(0.5)));
  EXPECT_NEAR(norm(mesh.closest({{0.5, 0.1, 0.2}}).n - Vec3d{{1, 0, 0}}), 0, 1e-12);
  EXPECT_NEAR(norm(mesh.closest({{0.5, 0.5, 0.2}}).n - normalized(Vec3d{{1, 1, 0}})), 0, 1e-12);
  EXPECT_NEAR(norm(mesh.closest({{0.5, 0.5, -0.5}}).n - normalized(Vec3d{{1, 1, -1}})), 0, 1e-12);
}

TEST(distance_mesh, split_and_degenerate_triangles_do_no_harm) {
  TriangleMesh whole = box_mesh(Vec3d::filled(0.5)), soup;
  for (const auto& t : whole.triangles) {
    const auto n = std::uint32_t(soup.vertices.size());
    for (std::uint32_t v : t) soup.vertices.push_back(whole.vertices[v]);
    soup.triangles.push_back({n, n + 1, n + 2});
  }
  soup.triangles.push_back({0, 0, 1});
  const DistanceMesh a(whole), b(soup);
  for (int i = 0; i < 500; ++i)
    EXPECT_EQ(a.closest(random_point(i, 1)).phi, b.closest(random_point(i, 1)).phi);
}

TEST(distance_mesh, far_from_the_origin_it_stays_exact) {
  TriangleMesh mesh = sphere_mesh(2);
  for (Vec3d& x : mesh.vertices) x += Vec3d{{1e5, -3e5, 2e5}};
  const DistanceMesh distance(mesh);
  for (int i = 0; i < 300; ++i) {
    const Vec3d x = random_point(i, 1.5) + Vec3d{{1e5, -3e5, 2e5}};
    EXPECT_NEAR(std::fabs(distance.closest(x).phi), brute_force_distance(mesh, x), 1e-9);
  }
}

TEST(distance_mesh, update_equals_building_anew) {
  TriangleMesh mesh = sphere_mesh(3);
  DistanceMesh refitted(mesh);
  for (double step : {0.2, 0.5, 1.0}) {
    for (Vec3d& x : mesh.vertices)
      x = {{x[0] * (1 + step), x[1] + 0.3 * step * std::sin(3 * x[2]), x[2] - step}};
    refitted.update(mesh.vertices);
    const DistanceMesh fresh(mesh);
    for (int i = 0; i < 300; ++i) {
      const Closest a = refitted.closest(random_point(i, 4)), b = fresh.closest(random_point(i, 4));
      EXPECT_EQ(a.phi, b.phi);
      EXPECT_EQ(a.n, b.n);
      EXPECT_EQ(a.triangle, b.triangle);
    }
  }
}

TEST(distance_mesh, many_threads_get_the_same_answers) {
  const DistanceMesh mesh(sphere_mesh(4));
  std::vector<double> serial(4000), parallel(4000);
  for (std::size_t i = 0; i < serial.size(); ++i) serial[i] = mesh.closest(random_point(i, 2)).phi;
  parallel_for(parallel.size(), [&](std::size_t i) { parallel[i] = mesh.closest(random_point(i, 2)).phi; });
  EXPECT_EQ(serial, parallel);
}

TEST(distance_mesh, refuses_what_has_no_surface) {
  EXPECT_THROW(DistanceMesh(TriangleMesh{}), Error);
  EXPECT_THROW(DistanceMesh(TriangleMesh{{{{0, 0, 0}}, {{1, 0, 0}}}, {{0, 1, 1}}}), Error);
  EXPECT_THROW(DistanceMesh(TriangleMesh{{{{0, 0, 0}}}, {{0, 1, 2}}}), Error);
  DistanceMesh mesh(box_mesh(Vec3d::filled(1)));
  EXPECT_THROW(mesh.update(std::vector<Vec3d>(7)), Error);
}

}  // namespace
}  // namespace weft
