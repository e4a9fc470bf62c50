/// The mesh readers on files that are right: every format and encoding gives the same cube.
#include "geometry/mesh_io.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "exec/error.h"
#include "geometry/mesh_checks.h"

namespace weft {
namespace {

namespace fs = std::filesystem;
const fs::path kGood = fs::path(WEFT_TEST_DATA) / "meshes" / "good";

void expect_cube(const TriangleMesh& mesh) {
  ASSERT_EQ(mesh.vertices.size(), 8u);
  ASSERT_EQ(mesh.triangles.size(), 12u);
  const MeshReport report = check_mesh(mesh);
  EXPECT_TRUE(report.closed());
  EXPECT_EQ(report.degenerate, 0u);
  EXPECT_NEAR(report.volume, 8, 1e-12);
  EXPECT_NEAR(report.area, 24, 1e-12);
  for (int k = 0; k < 3; ++k) {
    EXPECT_EQ(report.bounds.lower[k], -1);
    EXPECT_EQ(report.bounds.upper[k], 1);
  }
}

class GoodMesh : public testing::TestWithParam<const char*> {};

TEST_P(GoodMesh, is_the_cube) { expect_cube(read_mesh(kGood / GetParam())); }

INSTANTIATE_TEST_SUITE_P(formats, GoodMesh,
                         testing::Values("cube_quads.obj", "cube_negative.obj", "cube_continued.obj",
                                         "cube_ascii.ply", "cube_little.ply", "cube_big.ply",
                                         "cube_faces_first.ply", "cube_ascii.stl", "cube_binary.stl"));

TEST(mesh_io, obj_survives_writing_and_reading) {
  TriangleMesh mesh = read_mesh(kGood / "cube_quads.obj");
  for (auto& x : mesh.vertices) x = x * (1.0 / 3) + Vec3d{{1e-17, 0.1, 1e8}};
  const fs::path path = fs::temp_directory_path() / "weft_round_trip.OBJ";
  write_obj(path, mesh);
  const TriangleMesh again = read_mesh(path);
  EXPECT_EQ(again.vertices, mesh.vertices);
  EXPECT_EQ(again.triangles, mesh.triangles);
  fs::remove(path);
}

TEST(mesh_io, obj_faces_may_name_later_vertices) {
  const TriangleMesh mesh = parse_obj("f 1 2 3\nv 0 0 0\nv 1 0 0\nv 0 1 0\n", "forward.obj");
  EXPECT_EQ(mesh.triangles[0], (std::array<std::uint32_t, 3>{0, 1, 2}));
}

TEST(mesh_io, obj_polygons_are_fanned) {
  const TriangleMesh mesh =
      parse_obj("v 0 0 0\nv 1 0 0\nv 1 1 0\nv .5 1.5 0\nv 0 1 0\nf 1 2 3 4 5", "pentagon.obj");
  ASSERT_EQ(mesh.triangles.size(), 3u);
  EXPECT_EQ(mesh.triangles[2], (std::array<std::uint32_t, 3>{0, 3, 4}));
}

TEST(mesh_io, stl_welds_zero_and_minus_zero) {
  const TriangleMesh mesh = parse_stl(
      "solid\nfacet normal 0 0 1 outer loop vertex 0 0 0 vertex 1 0 0 vertex 0 1 0 endloop endfacet\n"
      "facet normal 0 0 1 outer loop vertex 1 0 -0 vertex 1 1 0 vertex -0 1 0 endloop endfacet\nendsolid\n",
      "weld.stl");
  EXPECT_EQ(mesh.vertices.size(), 4u);
}

TEST(mesh_io, pc2_gives_positions_over_time) {
  const PointCache cache = read_pc2(kGood / "cube.pc2", 8);
  ASSERT_EQ(cache.samples.size(), 3u);
  EXPECT_EQ(cache.first_frame, 1);
  EXPECT_EQ(cache.samples[2][1], (Vec3d{{3, -1, -1}}));
}

TEST(mesh_io, sequence_follows_the_numbers_of_its_files) {
  const MeshSequence s = read_mesh_sequence(kGood / "slide_###.obj");
  EXPECT_EQ(s.numbers, (std::vector<long>{1, 3, 5}));
  ASSERT_EQ(s.frames.size(), 3u);
  for (std::size_t f = 0; f < 3; ++f) EXPECT_EQ(s.frames[f][0][0], -1.0 + double(f));
  EXPECT_EQ(s.first.triangles.size(), 12u);
}

TEST(mesh_io, sequence_of_unlike_meshes_is_refused) {
  const std::vector<fs::path> files = {kGood / "cube_quads.obj", kGood / "cube_big.ply",
                                       kGood / "cube_ascii.stl"};
  try {
    read_mesh_sequence(std::span<const fs::path>(files));
    FAIL();
  } catch (const Error& e) {
    EXPECT_EQ(e.code, "E0114");
    EXPECT_NE(e.where.find("cube_ascii.stl"), std::string::npos);
  }
}

std::string code_of(const fs::path& pattern) {
  try {
    read_mesh_sequence(pattern);
  } catch (const Error& e) {
    return e.code;
  }
  return "none";
}

TEST(mesh_io, sequence_patterns_that_cannot_work) {
  EXPECT_EQ(code_of(kGood / "slide_001.obj"), "E0116");
  EXPECT_EQ(code_of(kGood / "#slide_#.obj"), "E0116");
  EXPECT_EQ(code_of(kGood / "nothing_####.obj"), "E0116");
  EXPECT_EQ(code_of(kGood / "no_folder" / "a_#.obj"), "E0116");
}

TEST(mesh_io, point_cache_of_another_mesh_is_refused) {
  try {
    read_pc2(kGood / "cube.pc2", 9);
    FAIL();
  } catch (const Error& e) {
    EXPECT_EQ(e.code, "E0115");
  }
}

}  // namespace
}  // namespace weft
