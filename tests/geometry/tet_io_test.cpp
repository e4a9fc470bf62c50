/// Readers of tetrahedra: the same cube in every format, and each format with one thing wrong.
#include "geometry/tets/tet_io.h"

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

#include "exec/error.h"
#include "geometry/mesh_checks.h"

namespace weft {
namespace {

namespace fs = std::filesystem;
const fs::path kGood = fs::path(WEFT_TEST_DATA) / "meshes" / "good";

std::string slurp(const std::string& file) {
  std::ifstream in(kGood / file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

TetMesh parse(const std::string& file, const std::string& data) {
  if (file.ends_with(".msh")) return parse_gmsh(data, file);
  if (file.ends_with(".vtk")) return parse_vtk(data, file);
  const std::string other = slurp(file == "cube.node" ? "cube.ele" : "cube.node");
  return file == "cube.node" ? parse_tetgen({data, file}, {other, "cube.ele"})
                             : parse_tetgen({other, "cube.node"}, {data, file});
}

TEST(tet_io, every_format_gives_the_same_cube) {
  for (const char* file : {"cube_2.msh", "cube_41.msh", "cube.node", "cube.ele", "cube.vtk", "cube_51.vtk"}) {
    const TetMesh mesh = read_tetrahedra(kGood / file);
    EXPECT_EQ(mesh.vertices.size(), 8u) << file;  // the vertex far away is used by nothing
    EXPECT_EQ(mesh.tetrahedra.size(), 5u) << file;
    EXPECT_NEAR(volume(mesh), 1, 1e-14) << file;  // inverted ones were turned round
    const TriangleMesh skin{mesh.vertices, boundary_faces(mesh)};
    EXPECT_TRUE(check_mesh(skin).closed()) << file;
    EXPECT_NEAR(signed_volume(skin), 1, 1e-14) << file;
  }
}

struct Broken {
  const char *file, *from, *to;
  const char *code, *what;
};

const Broken kTable[] = {
    {"cube_2.msh", "2.2 0 8", "1 0 8", "E0109", "format '1' is not read"},
    {"cube_2.msh", "2.2 0 8", "2.2 1 8", "E0109", "binary"},
    {"cube_2.msh", "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n", "", "E0109", "before $MeshFormat"},
    {"cube_2.msh", "$MeshFormat", "hello", "E0109", "outside any section"},
    {"cube_2.msh", "$EndPhysicalNames", "$End", "E0107", "ends before"},
    {"cube_2.msh", "\n9\n", "\n900000\n", "E0107", "too short"},
    {"cube_2.msh", "\n9\n", "\n-9\n", "E0108", "cannot be"},
    {"cube_2.msh", "\n9\n", "\n8\n", "E0109", "'99' stands outside"},
    {"cube_2.msh", "10 0 0 0", "10 0 zero 0", "E0110", "'zero' is not a number"},
    {"cube_2.msh", "10 0 0 0", "10 0 nan 0", "E0105", "not finite"},
    {"cube_2.msh", "11 1 0 0", "10 1 0 0", "E0110", "vertex 10 comes twice"},
    {"cube_2.msh", "10 13 15 16", "10 13 15 16000", "E0106", "vertex 16000"},
    {"cube_2.msh", "10 13 15 16", "10 13 15 15", "E0149", "is flat"},
    {"cube_2.msh", "10 13 15 16", "10 11 12 13", "E0149", "is flat"},
    {"cube_2.msh", "17 1 1 1", "17 1 1", "E0110", "'$EndNodes' is not"},
    {"cube_41.msh", "2 1 1 4", "2 1 1 4000", "E0107", "too short"},
    {"cube_41.msh", "3 1 4 5", "3 1 5 5", "E0148", "no tetrahedra"},
    {"cube_41.msh", "4.1 0 8", "4 0 8", "E0109", "format '4' is not read"},
    {"cube.node", "8 3 1 1", "8 2 1 1", "E0109", "three dimensions"},
    {"cube.node", "8 3 1 1", "8 3 -1 1", "E0108", "cannot be"},
    {"cube.node", "8 3 1 1", "9 3 1 1", "E0107", "ends where"},
    {"cube.ele", "5 4 1", "5 5 1", "E0109", "5 corners"},
    {"cube.ele", "5 4 1", "0 4 1", "E0148", "no tetrahedra"},
    {"cube.ele", "1 4 6 7", "1 4 6 9", "E0106", "vertex 9"},
    {"cube.vtk", "# vtk", "vtk", "E0109", "does not begin"},
    {"cube.vtk", "ASCII", "BINARY", "E0109", "expected 'ASCII', found 'BINARY'"},
    {"cube.vtk", "UNSTRUCTURED_GRID", "POLYDATA", "E0109", "expected 'UNSTRUCTURED_GRID'"},
    {"cube.vtk", "POINTS 8", "POINTS 99999999999999", "E0108", "cannot be"},
    {"cube.vtk", "POINTS 8", "POINTS 8000", "E0107", "too short"},
    {"cube.vtk", "4 0 3 5 6", "4 0 3 5 -6", "E0106", "vertex -6"},
    {"cube.vtk", "4 0 3 5 6", "x 0 3 5 6", "E0108", "no number of points"},
    {"cube.vtk", "4 0 3 5 6", "3 0 3 5\n", "E0110", "has 3 points"},
    {"cube.vtk", "CELL_TYPES 6", "CELL_TYPES 5", "E0111", "'10' is not known"},
    {"cube.vtk", "CELLS 6 29", "CELLZ 6 29", "E0111", "'CELLZ'"},
    {"cube_51.vtk", "0 4 8 12", "0 8 4 12", "E0108", "possible offset"},
    {"cube_51.vtk", "CELL_TYPES 5", "CELL_TYPES 4", "E0111", "'10'"},
};

TEST(tet_io, broken_files_say_where_and_why) {
  for (const Broken& b : kTable) {
    std::string data = slurp(b.file);
    const std::size_t at = data.find(b.from);
    ASSERT_NE(at, std::string::npos) << b.file << ": " << b.from;
    data.replace(at, std::string(b.from).size(), b.to);
    try {
      parse(b.file, data);
      ADD_FAILURE() << b.file << " with '" << b.to << "' was read without an error";
    } catch (const Error& e) {
      EXPECT_EQ(e.code, b.code) << b.file << " " << b.to << ": " << e.what();
      EXPECT_NE(std::string(e.what()).find(b.what), std::string::npos) << b.to << ": " << e.what();
      EXPECT_NE(e.where.find("cube"), std::string::npos) << e.where;
      EXPECT_FALSE(e.hint.empty());
    }
  }
}

TEST(tet_io, any_cut_file_is_refused_or_whole) {
  for (const char* file : {"cube_2.msh", "cube_41.msh", "cube.node", "cube.ele", "cube.vtk", "cube_51.vtk"}) {
    const std::string data = slurp(file);
    for (std::size_t n = 0; n < data.size(); ++n) {
      try {
        const TetMesh mesh = parse(file, data.substr(0, n));
        EXPECT_GT(mesh.tetrahedra.size(), 0u);
      } catch (const Error& e) {
        EXPECT_EQ(e.code.substr(0, 3), "E01");
      }
    }
  }
}

TEST(tet_io, other_files_are_refused) {
  const auto code = [](const fs::path& path) {
    try {
      read_tetrahedra(path);
    } catch (const Error& e) {
      return e.code;
    }
    return std::string();
  };
  EXPECT_EQ(code(kGood / "cube_quads.obj"), "E0102");
  EXPECT_EQ(code(kGood / "missing.msh"), "E0101");
}

}  // namespace
}  // namespace weft
