/// The mesh readers on files that are wrong: each has one expected error, with its place.
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <filesystem>

#include "exec/error.h"
#include "geometry/mesh_io.h"

namespace weft {
namespace {

namespace fs = std::filesystem;
const fs::path kBroken = fs::path(WEFT_TEST_DATA) / "meshes" / "broken";

struct Broken {
  const char* file;
  const char* code;
  const char* place;  ///< what follows the file's name in `where`
  const char* what;   ///< part of the message
};

const Broken kTable[] = {
    {"missing.obj", "E0101", "", "no such file"},
    {"empty.obj", "E0103", "", "the file is empty"},
    {"only_comment.obj", "E0103", "", "no vertices"},
    {"no_faces.obj", "E0104", "", "no faces"},
    {"nan_vertex.obj", "E0105", ":2:3", "'nan' is not finite"},
    {"inf_vertex.obj", "E0105", ":2:7", "'-inf' is not finite"},
    {"huge_vertex.obj", "E0105", ":2:3", "beyond 1e9 m"},
    {"index_high.obj", "E0106", ":4:7", "vertex '4', but there are 3"},
    {"index_zero.obj", "E0106", ":4:3", "vertex '0'"},
    {"index_negative.obj", "E0106", ":4:9", "vertex '-4'"},
    {"index_overflow.obj", "E0106", ":4:7", "vertex '4294967297'"},
    {"two_corners.obj", "E0110", ":4:1", "at least 3 corners, this one has 2"},
    {"two_coordinates.obj", "E0110", ":2:1", "needs 3 coordinates, this one has 2"},
    {"word_for_number.obj", "E0110", ":2:5", "'zero' is not a number"},
    {"bad_corner.obj", "E0110", ":4:5", "'2/x' is not a face corner"},
    {"unknown_element.obj", "E0111", ":4:1", "unknown OBJ element 'curv'"},
    {"truncated_line.obj", "E0110", ":5:1", "needs 3 coordinates, this one has 2"},
    {"not_a_mesh.obj", "E0111", ":1:1", "unknown OBJ element"},
    {"magic.ply", "E0109", ":1:1", "does not begin with 'ply'"},
    {"no_end_header.ply", "E0107", ":9:1", "without 'end_header'"},
    {"format.ply", "E0109", ":2:8", "unknown PLY format 'unicode'"},
    {"version.ply", "E0109", ":2:14", "version '2.0'"},
    {"type.ply", "E0109", ":5:10", "unknown PLY type 'half'"},
    {"no_z.ply", "E0109", ":3:1", "lack one of the properties x, y, z"},
    {"no_indices.ply", "E0109", ":7:1", "lack the list 'vertex_indices'"},
    {"count_absurd.ply", "E0108", ":3:16", "'99999999999999' is no possible count"},
    {"count_negative.ply", "E0108", ":3:16", "'-3' is no possible count"},
    {"count_too_big.ply", "E0107", ":3:1", "promises 3000000000 x 'vertex'"},
    {"truncated_ascii.ply", "E0107", ":13:1", "does not fit"},
    {"nan.ply", "E0105", ":11:3", "nan is not finite"},
    {"index.ply", "E0106", ":13:7", "face 0 refers to vertex 3, but there are 3"},
    {"two_corners.ply", "E0110", ":13:1", "face 0 has 2 corners"},
    {"fraction_index.ply", "E0110", ":13:7", "'1.5' is not a whole number"},
    {"trailing.ply", "E0109", ":14:1", "data follows the last element"},
    {"stray_property.ply", "E0109", ":3:1", "'property' does not belong"},
    {"empty_mesh.ply", "E0103", "", "no vertices"},
    {"no_faces.ply", "E0104", "", "no faces"},
    {"truncated_binary.ply", "E0107", ": byte 205", "does not fit"},
    {"list_absurd.ply", "E0107", ": byte 205", "a list of 255 items does not fit"},
    {"list_negative.ply", "E0108", ": byte 203", "a list cannot have -3 items"},
    {"inf_binary.ply", "E0105", ": byte 185", "inf is not finite"},
    {"empty.stl", "E0103", "", "the file is empty"},
    {"short.stl", "E0107", ": byte 50", "header of 84 bytes"},
    {"truncated_binary.stl", "E0107", ": byte 80", "promises 12 triangles, but the file holds 11"},
    {"count.stl", "E0107", ": byte 80", "promises 4000000000 triangles"},
    {"count_small.stl", "E0109", ": byte 634", "data follows the last triangle"},
    {"no_triangles.stl", "E0104", "", "no faces"},
    {"nan_binary.stl", "E0105", ": byte 96", "nan is not finite"},
    {"truncated_ascii.stl", "E0107", ":5:12", "ends before 'endsolid'"},
    {"keyword.stl", "E0110", ":7:3", "expected 'endloop', found 'endlop'"},
    {"number.stl", "E0110", ":5:13", "'o' is not a number"},
    {"nan_ascii.stl", "E0105", ":5:11", "'nan' is not finite"},
    {"no_facets.stl", "E0104", "", "no faces"},
    {"magic.pc2", "E0109", ": byte 0", "does not begin with POINTCACHE2"},
    {"truncated.pc2", "E0107", ": byte 16", "promises 3 samples of 8 points"},
    {"header.pc2", "E0107", ": byte 20", "header has 32 bytes"},
    {"absurd.pc2", "E0107", ": byte 16", "promises 4294967295 samples"},
    {"version.pc2", "E0109", ": byte 12", "PC2 version 7"},
    {"nan.pc2", "E0105", ": byte 32", "nan is not finite"},
    {"rate.pc2", "E0109", ": byte 20", "makes no sense"},
};

class BrokenMesh : public testing::TestWithParam<Broken> {};

TEST_P(BrokenMesh, says_where_what_and_what_to_do) {
  const fs::path path = kBroken / GetParam().file;
  try {
    if (path.extension() == ".pc2") read_pc2(path);
    else read_mesh(path);
    FAIL() << path << " was read without an error";
  } catch (const Error& e) {
    EXPECT_EQ(e.code, GetParam().code) << e.what();
    EXPECT_TRUE(e.where.starts_with(path.string() + GetParam().place)) << e.where;
    EXPECT_NE(std::string(e.what()).find(GetParam().what), std::string::npos) << e.what();
    EXPECT_FALSE(e.hint.empty());
    EXPECT_EQ(e.exit, Exit::bad_input);
  }
}

INSTANTIATE_TEST_SUITE_P(files, BrokenMesh, testing::ValuesIn(kTable), [](const auto& info) {
  std::string name = info.param.file;
  for (char& c : name) c = std::isalnum(static_cast<unsigned char>(c)) ? c : '_';
  return name;
});

TEST(broken_mesh, every_file_is_in_the_table) {
  for (const auto& entry : fs::directory_iterator(kBroken)) {
    const std::string file = entry.path().filename().string();
    EXPECT_TRUE(std::any_of(std::begin(kTable), std::end(kTable), [&](const Broken& b) {
      return b.file == file;
    })) << file;
  }
}

TEST(broken_mesh, folders_and_other_formats) {
  const auto code = [](const fs::path& path) {
    try {
      read_mesh(path);
    } catch (const Error& e) {
      return e.code;
    }
    return std::string("none");
  };
  EXPECT_EQ(code(kBroken), "E0101");
  EXPECT_EQ(code("/dev/zero"), "E0101");
  EXPECT_EQ(code(fs::path(WEFT_TEST_DATA) / "grid_bc.json"), "E0102");
}

}  // namespace
}  // namespace weft
