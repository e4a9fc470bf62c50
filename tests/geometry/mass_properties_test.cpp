/// Closed forms against exact integrals over fine meshes of the same shapes, and the latter against boxes.
#include "geometry/mass_properties.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "geometry/distance_mesh.h"
#include "test_meshes.h"

namespace weft {
namespace {

/// A surface of revolution about z through (r, z) from the lower pole to the upper one.
TriangleMesh turned(const std::vector<std::array<double, 2>>& profile, std::uint32_t sides) {
  TriangleMesh mesh;
  for (const auto& [r, z] : profile)
    for (std::uint32_t i = 0; i < sides; ++i) {
      const double a = 2 * std::numbers::pi * i / sides;
      mesh.vertices.push_back({{r * std::cos(a), r * std::sin(a), z}});
    }
  for (std::uint32_t k = 0; k + 1 < profile.size(); ++k)
    for (std::uint32_t i = 0; i < sides; ++i) {
      const std::uint32_t a = k * sides + i, b = k * sides + (i + 1) % sides;
      mesh.triangles.push_back({a, b, b + sides});
      mesh.triangles.push_back({a, b + sides, a + sides});
    }
  return mesh;
}

TriangleMesh capsule_mesh(double radius, double half_length) {
  std::vector<std::array<double, 2>> profile;
  for (int i = 0; i <= 400; ++i) {
    const double a = std::numbers::pi * (double(i) / 400 - 0.5);
    profile.push_back({radius * std::cos(a), radius * std::sin(a) + (i < 200 ? -half_length : half_length)});
    if (i == 200) profile.insert(profile.end() - 1, {radius, -half_length});
  }
  return turned(profile, 400);
}

void expect_same(const MassProperties& a, const MassProperties& b, double tolerance) {
  EXPECT_NEAR(a.volume, b.volume, tolerance * b.volume);
  EXPECT_LT(norm(a.centre - b.centre), tolerance * std::cbrt(b.volume));
  EXPECT_LT(norm(a.inertia - b.inertia), tolerance * norm(b.inertia));
}

TEST(mass_properties, closed_forms_agree_with_meshes) {
  expect_same(mass_properties(turned({{0, -0.7}, {0.4, -0.7}, {0.4, 0.7}, {0, 0.7}}, 2000)),
              mass_properties(Cylinder{0.4, 0.7}), 1e-5);
  expect_same(mass_properties(capsule_mesh(0.3, 0.5)), mass_properties(Capsule{0.3, 0.5}), 2e-4);
  expect_same(mass_properties(capsule_mesh(0.3, 0)), mass_properties(Sphere{0.3}), 2e-4);
  const Vec3d half{{0.2, 0.5, 0.9}};
  expect_same(mass_properties(box_mesh(half)), mass_properties(Box{half}), 1e-14);
}

TEST(mass_properties, a_mesh_as_a_shape_is_the_same) {
  const TriangleMesh mesh = frame_mesh(0.9, 0.5, 0.25);
  expect_same(mass_properties(Shape{MeshShape{std::make_shared<DistanceMesh>(mesh)}}), mass_properties(mesh),
              1e-14);
}

TEST(mass_properties, a_hole_is_a_box_taken_away) {
  const MassProperties frame = mass_properties(frame_mesh(0.9, 0.5, 0.25));
  const MassProperties whole = mass_properties(Box{{{0.9, 0.9, 0.25}}});
  const MassProperties hole = mass_properties(Box{{{0.5, 0.5, 0.25}}});
  EXPECT_NEAR(frame.volume, whole.volume - hole.volume, 1e-14);
  EXPECT_LT(norm(frame.inertia - (whole.inertia - hole.inertia)), 1e-14);
}

TEST(mass_properties, moving_and_turning_the_mesh_moves_and_turns_them) {
  TriangleMesh mesh = box_mesh({{0.2, 0.5, 0.9}});
  const MassProperties before = mass_properties(mesh);
  const auto turn = Quaternion<double>::from_axis_angle(normalized(Vec3d{{1, 2, 3}}), 0.8);
  const Vec3d by{{100, -20, 7}};
  for (Vec3d& x : mesh.vertices) x = by + turn.rotate(x);
  const MassProperties after = mass_properties(mesh);
  const Mat3d R = turn.to_matrix();
  EXPECT_LT(norm(after.centre - by), 1e-12);
  EXPECT_LT(norm(after.inertia - R * before.inertia * transpose(R)), 1e-12);
}

}  // namespace
}  // namespace weft
