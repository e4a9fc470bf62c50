#include "output/surface/point_surface.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "exec/threads.h"

namespace weft {
namespace {

/// A ball of radius 0.5 about (1, 2, 3), filled on a lattice.
std::vector<Vec3<float>> ball(float spacing) {
  std::vector<Vec3<float>> points;
  const int n = int(0.5f / spacing) + 1;
  for (int i = -n; i <= n; ++i)
    for (int j = -n; j <= n; ++j)
      for (int k = -n; k <= n; ++k) {
        const Vec3<float> x{{spacing * float(i), spacing * float(j), spacing * float(k)}};
        if (norm(x) < 0.5f) points.push_back(x + Vec3<float>{{1, 2, 3}});
      }
  return points;
}

TEST(PointSurface, ABallOfPointsHasTheSurfaceOfABall) {
  const float spacing = 0.05f;
  const SurfaceMesh mesh = surface_of(ball(spacing), spacing / 2, spacing / 2, 2);
  ASSERT_GT(mesh.triangles.size(), 1000u);
  for (const Vec3<float>& v : mesh.vertices)
    EXPECT_NEAR(norm(v - Vec3<float>{{1, 2, 3}}), 0.5, 1.2 * spacing);
  // Closed: each edge is passed once in each direction. Outside is outside: the volume is positive and right.
  std::map<std::pair<std::uint32_t, std::uint32_t>, int> edges;
  double volume = 0;
  for (const auto& t : mesh.triangles) {
    for (std::size_t k = 0; k < 3; ++k) ++edges[{t[k], t[(k + 1) % 3]}];
    const auto a = mesh.vertices[t[0]].as<double>(), b = mesh.vertices[t[1]].as<double>(),
               c = mesh.vertices[t[2]].as<double>();
    volume += dot(a, cross(b, c)) / 6;
  }
  for (const auto& [e, count] : edges) {
    EXPECT_EQ(count, 1);
    EXPECT_EQ(edges.count({e.second, e.first}), 1u);
  }
  const double exact = 4.0 / 3 * 3.14159265 * 0.125;
  EXPECT_NEAR(volume, exact, 0.1 * exact);
}

/// Triangles above a point, seen along z.
int crossings(const SurfaceMesh& mesh, const Vec3<float>& p) {
  int n = 0;
  for (const auto& t : mesh.triangles) {
    Vec3d v[3];
    for (std::size_t k = 0; k < 3; ++k) v[k] = (mesh.vertices[t[k]] - p).as<double>();
    const auto side = [](const Vec3d& a, const Vec3d& b) { return a[0] * b[1] - a[1] * b[0]; };
    const double a = side(v[1], v[2]), b = side(v[2], v[0]), c = side(v[0], v[1]);
    const bool covers = (a > 0 && b > 0 && c > 0) || (a < 0 && b < 0 && c < 0);
    n += covers && (a * v[0][2] + b * v[1][2] + c * v[2][2]) / (a + b + c) > 0;
  }
  return n;
}

TEST(PointSurface, EveryPointIsInside) {
  std::vector<Vec3<float>> points;  // crowded on the left, alone on the right
  std::uint64_t seed = 3;
  const auto random = [&] {
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return float(seed >> 40) / float(1 << 24);
  };
  for (int i = 0; i < 600; ++i)
    points.push_back({{std::pow(random(), 3.0f), 0.5f * random(), 0.5f * random()}});
  const SurfaceMesh mesh = surface_of(points, 0.02, 0.02, 2);
  for (const Vec3<float>& p : points)
    EXPECT_EQ(crossings(mesh, p) % 2, 1) << p[0] << " " << p[1] << " " << p[2];
}

TEST(PointSurface, AHeapHasNoHolesInside) {
  std::vector<Vec3<float>> points;  // a cube of 12 x 12 x 12, each up to a third of the spacing out of place
  std::uint64_t seed = 5;
  const auto shift = [&] {
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return 0.6f * (float(seed >> 40) / float(1 << 24) - 0.5f);
  };
  for (int i = 0; i < 1728; ++i)
    points.push_back({{float(i % 12) + shift(), float(i / 12 % 12) + shift(), float(i / 144) + shift()}});
  for (const Vec3<float>& v : surface_of(points, 0.5, 0.5, 2).vertices) {
    const float depth = std::min({v[0], v[1], v[2], 11 - v[0], 11 - v[1], 11 - v[2]});
    EXPECT_LT(depth, 1) << v[0] << " " << v[1] << " " << v[2];
  }
}

TEST(PointSurface, AnyNumberOfThreadsGivesTheSameTriangles) {
  SurfaceMesh meshes[2];
  for (int k = 0; k < 2; ++k) {
    const ThreadLimit limit(k == 0 ? 1 : 4);
    meshes[k] = surface_of(ball(0.03f), 0.015, 0.015, 2);
  }
  EXPECT_EQ(meshes[0].vertices, meshes[1].vertices);
  EXPECT_EQ(meshes[0].triangles, meshes[1].triangles);
}

TEST(PointSurface, NoPointsNoSurfaceAndOnePointASmallBall) {
  EXPECT_TRUE(surface_of({}, 0.1, 0.1, 2).triangles.empty());
  const std::vector<Vec3<float>> one{{{0, 0, 0}}};
  const SurfaceMesh mesh = surface_of(one, 0.1, 0.05, 2);
  ASSERT_FALSE(mesh.triangles.empty());
  for (const Vec3<float>& v : mesh.vertices) EXPECT_NEAR(norm(v), 0.1, 0.04);
}

}  // namespace
}  // namespace weft
