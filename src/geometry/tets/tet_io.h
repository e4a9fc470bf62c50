/// Reading tetrahedra: Gmsh (.msh 2 and 4.1), TetGen (.node and .ele), legacy VTK (.vtk), all as text.
/// Readers trust nothing: any bytes give a mesh or an Error E01xx that names the place. Elements other than
/// tetrahedra are skipped, of quadratic ones the corners are kept. Inverted tetrahedra are turned round, flat
/// ones refused, and vertices that no tetrahedron uses left out.
#pragma once
#include <filesystem>
#include <string>
#include <string_view>

#include "geometry/tet_mesh.h"

namespace weft {

/// The extension says how; of .node and .ele either may be named, both are read.
TetMesh read_tetrahedra(const std::filesystem::path& path);

TetMesh parse_gmsh(std::string_view data, const std::string& name);
TetMesh parse_vtk(std::string_view data, const std::string& name);

/// One of the two files of a TetGen mesh.
struct NamedText {
  std::string_view data;
  std::string name;
};
TetMesh parse_tetgen(const NamedText& nodes, const NamedText& elements);

}  // namespace weft
