/// Tetrahedra that fill shapes: the angles that Labelle and Shewchuk prove, closed boundaries, volumes.
#include "geometry/tets/stuffing.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "exec/error.h"
#include "exec/threads.h"
#include "geometry/distance_mesh.h"
#include "geometry/mesh_checks.h"
#include "geometry/random.h"
#include "geometry/surface_points.h"
#include "test_meshes.h"

namespace weft {
namespace {

constexpr double kDegree = std::numbers::pi / 180;

double smallest_volume(const TetMesh& mesh) {
  double smallest = 1e300;
  for (const auto& t : mesh.tetrahedra) {
    const Vec3d& x = mesh.vertices[t[0]];
    const double six = dot(mesh.vertices[t[1]] - x, cross(mesh.vertices[t[2]] - x, mesh.vertices[t[3]] - x));
    smallest = std::min(smallest, six / 6);
  }
  return smallest;
}

TriangleMesh skin_of(const TetMesh& mesh) { return {mesh.vertices, boundary_faces(mesh)}; }

void expect_sound(const TetMesh& mesh) {
  const DihedralRange angles = dihedral_range(mesh);
  EXPECT_GT(angles.smallest, 10.7 * kDegree);
  EXPECT_LT(angles.largest, 164.8 * kDegree);
  EXPECT_GT(smallest_volume(mesh), 0);
  const MeshReport report = check_mesh(skin_of(mesh));
  EXPECT_TRUE(report.closed()) << report.open_edges << " " << report.crowded_edges << " "
                               << report.flipped_edges;
  EXPECT_NEAR(report.volume, volume(mesh), 1e-12 * report.volume);
}

TEST(stuffing, a_regular_tetrahedron_has_its_known_angle) {
  const TetMesh mesh{{{{1, 1, 1}}, {{1, -1, -1}}, {{-1, 1, -1}}, {{-1, -1, 1}}}, {{0, 2, 1, 3}}};
  EXPECT_NEAR(dihedral_range(mesh).smallest, std::acos(1.0 / 3), 1e-14);
  EXPECT_NEAR(dihedral_range(mesh).largest, std::acos(1.0 / 3), 1e-14);
}

TEST(stuffing, shapes_become_sound_tetrahedra_of_their_volume) {
  const Shape shapes[] = {Sphere{0.5}, Capsule{0.3, 0.4}, Cylinder{0.45, 0.5},
                          MeshShape{std::make_shared<DistanceMesh>(sphere_mesh(3))},
                          MeshShape{std::make_shared<DistanceMesh>(frame_mesh(0.9, 0.4, 0.3))}};
  for (const Shape& shape : shapes)
    for (double spacing : {0.15, 0.06}) {
      const TetMesh mesh = tetrahedra_of(shape, spacing);
      expect_sound(mesh);
      EXPECT_NEAR(volume(mesh) / volume(shape), 1, 2.5 * spacing * spacing / 0.09) << shape.index();
      // Twelve per cube; at the surface they are smaller.
      const double count = 12 * volume(shape) / std::pow(spacing, 3);
      EXPECT_GT(double(mesh.tetrahedra.size()), 0.8 * count);
      EXPECT_LT(double(mesh.tetrahedra.size()), 2.2 * count);
    }
}

TEST(stuffing, the_volume_of_a_ball_converges_with_second_order) {
  double error[2];
  for (int k = 0; k < 2; ++k)
    error[k] = std::fabs(volume(tetrahedra_of(Sphere{0.5}, k ? 0.05 : 0.1)) / volume(Shape{Sphere{0.5}}) - 1);
  EXPECT_LT(error[1], 0.004);
  EXPECT_GT(error[0] / error[1], 3);
}

/// Balls, slabs and waves of any place and size against the lattice: every stencil occurs.
TEST(stuffing, the_proven_angles_hold_for_many_surfaces) {
  for (std::uint64_t i = 0; i < 60; ++i) {
    const Vec3d c = random_point(i, 0.2, 3), n = normalized(random_point(i, 1, 4)), k = random_point(i, 6, 5);
    const auto wave = [&](const Vec3d& x) {
      const double ball = norm(x - c) - 0.5, slab = std::fabs(dot(n, x - c)) - 0.3;
      return std::max(ball, slab) + 0.05 * std::sin(dot(k, x));
    };
    const TetMesh mesh = stuff([&](const Vec3d& x) { return 0.6 * wave(x); },
                               {{{-0.9, -0.9, -0.9}}, {{0.9, 0.9, 0.9}}}, 0.09 + 0.001 * double(i));
    expect_sound(mesh);
  }
}

TEST(stuffing, surface_vertices_lie_on_the_surface) {
  const TetMesh mesh = tetrahedra_of(Sphere{0.5}, 0.07);
  for (const auto& t : boundary_faces(mesh))
    for (const std::uint32_t v : t) EXPECT_NEAR(norm(mesh.vertices[v]), 0.5, 1e-6);
}

TEST(stuffing, masses_of_surface_points_are_consistent) {
  const TetMesh mesh = tetrahedra_of(Sphere{0.5}, 0.07);
  std::vector<double> mass(mesh.vertices.size(), 0.0);
  for (const auto& t : mesh.tetrahedra) {
    const Vec3d& x = mesh.vertices[t[0]];
    const double m = dot(mesh.vertices[t[1]] - x, cross(mesh.vertices[t[2]] - x, mesh.vertices[t[3]] - x)) / 24;
    for (const std::uint32_t v : t) mass[v] += m;
  }
  const TriangleMesh skin = skin_of(mesh);
  double worst = 1;
  consistent_masses(skin, sample_surface(skin, 0.05, 1), mass, worst);
  EXPECT_LT(worst, 1e-6);
}

TEST(stuffing, the_same_for_any_number_of_threads) {
  const auto with = [](int threads) {
    const ThreadLimit limit(threads);
    return tetrahedra_of(Capsule{0.3, 0.4}, 0.05);
  };
  const TetMesh one = with(1), two = with(2);
  EXPECT_TRUE(one.vertices == two.vertices);
  EXPECT_TRUE(one.tetrahedra == two.tetrahedra);
}

TEST(stuffing, nonsense_is_refused) {
  const auto code = [](const Shape& shape, double spacing) {
    try {
      tetrahedra_of(shape, spacing);
    } catch (const Error& e) {
      return e.code;
    }
    return std::string();
  };
  EXPECT_EQ(code(Sphere{0.5}, 0), "E0146");
  EXPECT_EQ(code(Sphere{0.5}, -1), "E0146");
  EXPECT_EQ(code(Sphere{0.5}, NAN), "E0146");
  EXPECT_EQ(code(Sphere{0.5}, 1e-4), "E0146");
  EXPECT_EQ(code(Plane{}, 0.1), "E0146");
}

TEST(stuffing, a_shape_between_the_lattice_points_is_refused) {
  const auto inside_of_nothing = [](const Vec3d&) { return 1.0; };
  try {
    stuff(inside_of_nothing, {{{-1, -1, -1}}, {{1, 1, 1}}}, 0.5);
    FAIL();
  } catch (const Error& e) {
    EXPECT_EQ(e.code, "E0147");
  }
}

TEST(tet_block, cells_match_and_fill_the_box) {
  const Vec3d size{{1, 0.5, 0.75}};
  const TetMesh mesh = tet_block(size, {4, 2, 3});
  EXPECT_EQ(mesh.tetrahedra.size(), 5u * 24u);
  EXPECT_EQ(mesh.vertices.size(), 5u * 3u * 4u);
  EXPECT_GT(smallest_volume(mesh), 0);
  EXPECT_NEAR(volume(mesh), product(size), 1e-14);
  const TriangleMesh skin = skin_of(mesh);
  EXPECT_EQ(skin.triangles.size(), 2u * 2u * (4 * 2 + 2 * 3 + 3 * 4));
  EXPECT_TRUE(check_mesh(skin).closed());
  EXPECT_NEAR(surface_area(skin), 2 * (0.5 + 0.375 + 0.75), 1e-13);
}

TEST(tet_block, a_box_is_a_block) {
  EXPECT_EQ(tetrahedra_of(Box{{{0.5, 0.25, 0.1}}}, 0.1).tetrahedra.size(), 5u * 10u * 5u * 2u);
  EXPECT_EQ(tetrahedra_of(Box{{{0.5, 0.25, 0.1}}}, 10).tetrahedra.size(), 5u);
}

}  // namespace
}  // namespace weft
