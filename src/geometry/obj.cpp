/// Wavefront OBJ. Only `v` and `f` matter here; normals, texture coordinates, groups and materials are
/// skipped. A face corner is  v  v/vt  v//vn  v/vt/vn ; indices count from 1, negative ones from the last
/// vertex backwards.
#include <fmt/format.h>

#include "geometry/mesh_io.h"
#include "geometry/obj_elements.h"

namespace weft {

namespace {

using text::Token;

/// Reads the whole file; add(corners) is called for each face. Returns the vertices.
template <class Add>
std::vector<Vec3d> read_faces(std::string_view data, const std::string& name, Add&& add) {
  text::ObjElements obj(data, name, "face");
  std::vector<std::uint32_t> corners;
  const auto face = [&](const Token& keyword) {
    corners.clear();
    while (auto token = obj.in.word_on_line()) {
      if (token->word[0] == '#') break;
      corners.push_back(obj.read_index(*token));
    }
    if (corners.size() < 3)
      throw Error("E0110", fmt::format("a face needs at least 3 corners, this one has {}", corners.size()),
                  obj.in.where(keyword), "remove the face or export again; edges are written with 'l'");
    add(corners);
  };
  do {
    const auto keyword = obj.in.word_on_line();
    if (!keyword || keyword->word[0] == '#') continue;
    if (keyword->word == "v") obj.read_vertex(*keyword);
    else if (keyword->word == "f") face(*keyword);
    else obj.skip(*keyword);
  } while (obj.in.next_line());
  obj.require_vertices();
  return std::move(obj.vertices);
}

}  // namespace

TriangleMesh parse_obj(std::string_view data, const std::string& name) {
  TriangleMesh mesh;
  mesh.vertices = read_faces(data, name, [&](const std::vector<std::uint32_t>& c) {
    for (std::size_t k = 2; k < c.size(); ++k) mesh.triangles.push_back({c[0], c[k - 1], c[k]});
  });
  text::require_content(mesh.vertices.size(), mesh.triangles.size(), name);
  return mesh;
}

PolygonMesh parse_obj_polygons(std::string_view data, const std::string& name) {
  PolygonMesh mesh;
  mesh.vertices =
      read_faces(data, name, [&](const std::vector<std::uint32_t>& c) { mesh.faces.push_back(c); });
  text::require_content(mesh.vertices.size(), mesh.faces.size(), name);
  return mesh;
}

}  // namespace weft
