/// Boundaries and volumes of tetrahedra.
#include "geometry/tet_mesh.h"

#include <gtest/gtest.h>

#include "geometry/mesh_checks.h"

namespace weft {
namespace {

/// The unit cube as five tetrahedra: one in the middle, one at each of four corners.
TetMesh cube() {
  TetMesh mesh;
  for (int c = 0; c < 8; ++c) mesh.vertices.push_back({{double(c & 1), double(c >> 1 & 1), double(c >> 2)}});
  mesh.tetrahedra = {{0, 3, 5, 6}, {1, 0, 3, 5}, {2, 3, 0, 6}, {4, 5, 6, 0}, {7, 6, 5, 3}};
  for (auto& t : mesh.tetrahedra) {
    const Vec3d& x = mesh.vertices[t[0]];
    if (dot(mesh.vertices[t[1]] - x, cross(mesh.vertices[t[2]] - x, mesh.vertices[t[3]] - x)) < 0)
      std::swap(t[2], t[3]);
  }
  return mesh;
}

TEST(tet_mesh, one_tetrahedron_shows_its_four_faces_outwards) {
  const TetMesh one{{{{0, 0, 0}}, {{1, 0, 0}}, {{0, 1, 0}}, {{0, 0, 1}}}, {{0, 1, 2, 3}}};
  const TriangleMesh skin{one.vertices, boundary_faces(one)};
  EXPECT_EQ(skin.triangles.size(), 4u);
  EXPECT_TRUE(check_mesh(skin).closed());
  EXPECT_NEAR(signed_volume(skin), 1.0 / 6, 1e-15);
  EXPECT_NEAR(volume(one), 1.0 / 6, 1e-15);
}

TEST(tet_mesh, the_boundary_of_a_cube_is_closed_and_encloses_it) {
  const TetMesh mesh = cube();
  const TriangleMesh skin{mesh.vertices, boundary_faces(mesh)};
  EXPECT_EQ(skin.triangles.size(), 12u);
  EXPECT_TRUE(check_mesh(skin).closed());
  EXPECT_NEAR(signed_volume(skin), 1, 1e-14);
  EXPECT_NEAR(surface_area(skin), 6, 1e-14);
  EXPECT_NEAR(volume(mesh), 1, 1e-14);
}

TEST(tet_mesh, nothing_has_no_boundary) {
  EXPECT_TRUE(boundary_faces({}).empty());
  EXPECT_EQ(volume(TetMesh{}), 0);
}

}  // namespace
}  // namespace weft
