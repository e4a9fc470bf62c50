/// Closedness, orientation, volume and thickness of meshes with known answers.
#include "geometry/mesh_checks.h"

#include <gtest/gtest.h>

#include <numbers>

#include "exec/error.h"
#include "math/quaternion.h"
#include "test_meshes.h"

namespace weft {
namespace {

std::string code_of(const TriangleMesh& mesh) {
  try {
    require_solid(mesh, "test");
  } catch (const Error& e) {
    return e.code;
  }
  return "fine";
}

TEST(mesh_checks, closed_meshes_pass) {
  EXPECT_EQ(code_of(box_mesh({{1, 2, 3}})), "fine");
  EXPECT_EQ(code_of(sphere_mesh(2)), "fine");
  EXPECT_EQ(code_of(frame_mesh(1, 0.5, 0.25)), "fine");
}

TEST(mesh_checks, volumes_and_areas) {
  EXPECT_NEAR(signed_volume(box_mesh({{1, 2, 3}})), 48, 1e-12);
  EXPECT_NEAR(surface_area(box_mesh({{1, 2, 3}})), 88, 1e-12);
  EXPECT_NEAR(signed_volume(frame_mesh(1, 0.5, 0.25)), 0.5 * (4 - 1), 1e-12);
  // The faceted sphere approaches the round one with the square of the edge length.
  const double ball = 4 * std::numbers::pi / 3;
  EXPECT_NEAR((ball - signed_volume(sphere_mesh(4))) / (ball - signed_volume(sphere_mesh(5))), 4, 0.05);
  EXPECT_NEAR(signed_volume(sphere_mesh(5)), ball, 0.01);
}

TEST(mesh_checks, holes_flips_and_crowds_are_counted) {
  TriangleMesh mesh = box_mesh({{1, 1, 1}});
  mesh.triangles.pop_back();
  EXPECT_EQ(check_mesh(mesh).open_edges, 3u);
  EXPECT_EQ(code_of(mesh), "E0112");

  mesh = box_mesh({{1, 1, 1}});
  std::swap(mesh.triangles[0][0], mesh.triangles[0][1]);
  EXPECT_EQ(check_mesh(mesh).flipped_edges, 3u);
  EXPECT_FALSE(check_mesh(mesh).oriented());
  EXPECT_EQ(code_of(mesh), "E0112");

  mesh = box_mesh({{1, 1, 1}});
  mesh.triangles.push_back(mesh.triangles[0]);
  EXPECT_EQ(check_mesh(mesh).crowded_edges, 3u);

  mesh = box_mesh({{1, 1, 1}});
  for (auto& t : mesh.triangles) std::swap(t[0], t[1]);
  EXPECT_TRUE(check_mesh(mesh).closed());
  EXPECT_EQ(code_of(mesh), "E0117");
}

TEST(mesh_checks, degenerate_triangles_are_counted) {
  TriangleMesh mesh = box_mesh({{1, 1, 1}});
  mesh.vertices.push_back((mesh.vertices[0] + mesh.vertices[1]) * 0.5);
  mesh.triangles.push_back({0, 8, 1});
  mesh.triangles.push_back({2, 2, 3});
  EXPECT_EQ(check_mesh(mesh).degenerate, 2u);
}

TEST(mesh_checks, thinnest_extent_sees_tilted_plates_and_walls) {
  EXPECT_NEAR(thinnest_extent(box_mesh({{1, 0.01, 2}})), 0.02, 1e-12);
  TriangleMesh plate = box_mesh({{1, 1.5, 0.01}});
  const auto q = Quaternion<double>::from_axis_angle(normalized(Vec3d{{1, 2, 0.5}}), 0.7);
  for (Vec3d& x : plate.vertices) x = q.rotate(x);
  EXPECT_NEAR(thinnest_extent(plate), 0.02, 1e-4);
  EXPECT_NEAR(thinnest_extent(sphere_mesh(4)), 2, 0.01);

  TriangleMesh shell = sphere_mesh(4);  // a hollow ball with walls of 0.02
  const auto n = std::uint32_t(shell.vertices.size());
  const std::size_t outer = shell.triangles.size();
  for (std::uint32_t v = 0; v < n; ++v) shell.vertices.push_back(shell.vertices[v] * 0.98);
  for (std::size_t t = 0; t < outer; ++t)
    shell.triangles.push_back(
        {n + shell.triangles[t][0], n + shell.triangles[t][2], n + shell.triangles[t][1]});
  EXPECT_NEAR(thinnest_extent(shell), 0.02, 0.002);
}

}  // namespace
}  // namespace weft
