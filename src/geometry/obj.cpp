/// Wavefront OBJ. Only `v` and `f` matter here; normals, texture coordinates, groups and materials are
/// skipped. A face corner is  v  v/vt  v//vn  v/vt/vn ; indices count from 1, negative ones from the last
/// vertex backwards.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>

#include "geometry/mesh_io.h"
#include "geometry/text.h"

namespace weft {

namespace {

using text::Cursor;
using text::Token;

/// Elements that carry nothing a simulation needs.
constexpr std::array kSkipped = {"vt",       "vn",       "vp",     "g",          "o",        "s", "usemtl",
                                 "mtllib",   "usemap",   "maplib", "mg",         "l",        "p", "bevel",
                                 "c_interp", "d_interp", "lod",    "shadow_obj", "trace_obj"};

/// A face may name a vertex that comes later; it is checked at the end.
struct Forward {
  Token token;
  std::int64_t index;
};

struct ObjReader {
  Cursor in;
  TriangleMesh mesh;
  std::vector<Forward> forward;

  void vertex(const Token& keyword) {
    Vec3d x{};
    int n = 0;
    while (auto token = in.word_on_line()) {
      if (token->word[0] == '#') break;
      if (n < 3) {
        x[n] = text::coordinate(in, *token);
      } else if (n >= 7 || !text::number(token->word)) {  // x y z [w] or x y z r g b [a]
        throw Error("E0110", fmt::format("{} does not belong on a vertex line", text::quoted(token->word)),
                    in.where(*token), "a vertex is 'v x y z', with an optional weight or colour of numbers");
      }
      ++n;
    }
    if (n < 3)
      throw Error("E0110", fmt::format("a vertex needs 3 coordinates, this one has {}", n), in.where(keyword),
                  "write 'v x y z'");
    mesh.vertices.push_back(x);
  }

  /// The index before the first slash; the others must be integers or absent.
  std::uint32_t corner(const Token& token) {
    std::string_view rest = token.word;
    std::int64_t index = 0;
    for (int part = 0; part < 4; ++part) {
      const std::size_t slash = rest.find('/');
      const auto value = text::integer(rest.substr(0, slash));
      const bool absent = part > 0 && rest.substr(0, slash).empty();
      if (part == 3 || (!value && !absent))
        throw Error("E0110", fmt::format("{} is not a face corner", text::quoted(token.word)),
                    in.where(token),
                    "a corner is an integer vertex index, optionally followed by /texture/normal indices");
      if (part == 0) index = *value;
      if (slash == std::string_view::npos) break;
      rest.remove_prefix(slash + 1);
    }
    const auto count = std::int64_t(mesh.vertices.size());
    if (index < 0) index = index < -count ? 0 : index + count + 1;
    if (index <= 0) out_of_range(token);
    if (index > count) forward.push_back({token, index});
    return std::uint32_t(std::min<std::int64_t>(index - 1, std::numeric_limits<std::uint32_t>::max()));
  }

  [[noreturn]] void out_of_range(const Token& token) const {
    throw Error("E0106",
                fmt::format("face refers to vertex {}, but there are {} vertices", text::quoted(token.word),
                            mesh.vertices.size()),
                in.where(token), "indices count from 1; the file is incomplete or was edited by hand");
  }

  void face(const Token& keyword) {
    std::uint32_t first = 0, previous = 0;
    int n = 0;
    while (auto token = in.word_on_line()) {
      if (token->word[0] == '#') break;
      const std::uint32_t index = corner(*token);
      if (n == 0) first = index;
      if (n >= 2) mesh.triangles.push_back({first, previous, index});
      previous = index;
      ++n;
    }
    if (n < 3)
      throw Error("E0110", fmt::format("a face needs at least 3 corners, this one has {}", n),
                  in.where(keyword), "remove the face or export again; edges are written with 'l'");
  }

  TriangleMesh read() {
    in.join_lines_at_backslash();
    do {
      const auto keyword = in.word_on_line();
      if (!keyword || keyword->word[0] == '#') continue;
      if (keyword->word == "v") {
        vertex(*keyword);
      } else if (keyword->word == "f") {
        face(*keyword);
      } else if (std::find(kSkipped.begin(), kSkipped.end(), keyword->word) == kSkipped.end()) {
        throw Error("E0111", fmt::format("unknown OBJ element {}", text::quoted(keyword->word)),
                    in.where(*keyword),
                    "export polygons only (v and f lines); curves and free-form surfaces are not read");
      }
    } while (in.next_line());
    for (const Forward& f : forward)
      if (f.index > std::int64_t(mesh.vertices.size())) out_of_range(f.token);
    text::require_content(mesh, in.name());
    return std::move(mesh);
  }
};

}  // namespace

TriangleMesh parse_obj(std::string_view data, const std::string& name) {
  return ObjReader{Cursor(data, name), {}, {}}.read();
}

}  // namespace weft
