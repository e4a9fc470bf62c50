/// What all mesh formats share: opening a file, choosing a reader, writing OBJ.
#include "geometry/mesh_io.h"

#include <fmt/format.h>

#include <cctype>
#include <fstream>
#include <system_error>

#include "exec/error.h"

namespace weft {

namespace fs = std::filesystem;

std::string mesh_file_bytes(const fs::path& path) {
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  const std::string name = path.string();
  if (!fs::exists(status))
    throw Error("E0101", "there is no such file", name,
                "check the spelling; relative paths start at the scene's folder");
  if (!fs::is_regular_file(status))
    throw Error("E0101", "this is not a regular file", name, "name a mesh file, not a folder or a device");
  std::ifstream in(path, std::ios::binary);
  const std::uintmax_t size = fs::file_size(path, error);
  if (!in || error) throw Error("E0101", "the file cannot be opened", name, "check its permissions");
  if (size > (std::uintmax_t(16) << 30))
    throw Error("E0108", fmt::format("the file has {} bytes; at most 16 GiB are read", size), name,
                "simplify the mesh");
  std::string data(std::size_t(size), '\0');
  in.read(data.data(), std::streamsize(size));
  if (std::uintmax_t(in.gcount()) != size)
    throw Error("E0101", "the file could not be read to its end", name,
                "check the disk and that nobody is writing it");
  return data;
}

std::string extension_of(const fs::path& path) {
  std::string extension = path.extension().string();
  for (char& c : extension) c = char(std::tolower(static_cast<unsigned char>(c)));
  return extension;
}

PolygonMesh read_polygons(const fs::path& path) {
  if (extension_of(path) == ".obj") return parse_obj_polygons(mesh_file_bytes(path), path.string());
  TriangleMesh mesh = read_mesh(path);
  PolygonMesh out{std::move(mesh.vertices), {}};
  for (const auto& t : mesh.triangles) out.faces.push_back({t[0], t[1], t[2]});
  return out;
}

TriangleMesh read_mesh(const fs::path& path) {
  const std::string name = path.string(), data = mesh_file_bytes(path), extension = extension_of(path);
  if (data.empty()) throw Error("E0103", "the file is empty", name, "export the mesh again");
  if (extension == ".obj") return parse_obj(data, name);
  if (extension == ".ply") return parse_ply(data, name);
  if (extension == ".stl") return parse_stl(data, name);
  throw Error("E0102", fmt::format("meshes with extension '{}' are not read", extension), name,
              "convert the mesh to .obj, .ply or .stl");
}

void write_obj(const fs::path& path, const TriangleMesh& mesh) {
  std::string out;
  for (const Vec3d& x : mesh.vertices)
    fmt::format_to(std::back_inserter(out), "v {} {} {}\n", x[0], x[1], x[2]);
  for (const auto& t : mesh.triangles)
    fmt::format_to(std::back_inserter(out), "f {} {} {}\n", t[0] + std::uint64_t(1), t[1] + std::uint64_t(1),
                   t[2] + std::uint64_t(1));
  std::ofstream file(path, std::ios::binary);
  file << out;
  file.close();
  if (!file)
    throw Error("E0113", "the mesh could not be written", path.string(),
                "check the folder and free disk space", Exit::disk);
}

}  // namespace weft
