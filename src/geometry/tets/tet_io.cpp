#include "geometry/tets/tet_io.h"

#include <fmt/format.h>

#include "exec/error.h"
#include "geometry/mesh_io.h"

namespace weft {
namespace {

std::string bytes_of(const std::filesystem::path& path) {
  std::string data = mesh_file_bytes(path);
  if (data.empty()) throw Error("E0103", "the file is empty", path.string(), "export the mesh again");
  return data;
}

}  // namespace

TetMesh read_tetrahedra(const std::filesystem::path& path) {
  const std::string extension = extension_of(path);
  if (extension == ".msh") return parse_gmsh(bytes_of(path), path.string());
  if (extension == ".vtk") return parse_vtk(bytes_of(path), path.string());
  if (extension == ".node" || extension == ".ele") {
    std::filesystem::path node = path, ele = path;
    if (extension == ".node") ele.replace_extension(".ele");
    else node.replace_extension(".node");
    const std::string nodes = bytes_of(node), elements = bytes_of(ele);
    return parse_tetgen({nodes, node.string()}, {elements, ele.string()});
  }
  throw Error("E0102", fmt::format("tetrahedra with extension '{}' are not read", extension), path.string(),
              "convert the mesh to .msh, .vtk or .node and .ele");
}

}  // namespace weft
