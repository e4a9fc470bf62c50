/// Wavefront OBJ. Only `v` and `f` matter here; normals, texture coordinates, groups and materials are
/// skipped. A face corner is  v  v/vt  v//vn  v/vt/vn ; indices count from 1, negative ones from the last
/// vertex backwards.
#include <fmt/format.h>

#include "geometry/mesh_io.h"
#include "geometry/obj_elements.h"

namespace weft {

namespace {

using text::Token;

struct ObjReader {
  text::ObjElements obj;
  TriangleMesh mesh;

  void face(const Token& keyword) {
    std::uint32_t first = 0, previous = 0;
    int n = 0;
    while (auto token = obj.in.word_on_line()) {
      if (token->word[0] == '#') break;
      const std::uint32_t index = obj.read_index(*token);
      if (n == 0) first = index;
      if (n >= 2) mesh.triangles.push_back({first, previous, index});
      previous = index;
      ++n;
    }
    if (n < 3)
      throw Error("E0110", fmt::format("a face needs at least 3 corners, this one has {}", n),
                  obj.in.where(keyword), "remove the face or export again; edges are written with 'l'");
  }

  TriangleMesh read() {
    do {
      const auto keyword = obj.in.word_on_line();
      if (!keyword || keyword->word[0] == '#') continue;
      if (keyword->word == "v") obj.read_vertex(*keyword);
      else if (keyword->word == "f") face(*keyword);
      else obj.skip(*keyword);
    } while (obj.in.next_line());
    obj.require_vertices();
    mesh.vertices = std::move(obj.vertices);
    text::require_content(mesh, obj.in.name());
    return std::move(mesh);
  }
};

}  // namespace

TriangleMesh parse_obj(std::string_view data, const std::string& name) {
  return ObjReader{text::ObjElements(data, name, "face"), {}}.read();
}

}  // namespace weft
