#include "geometry/obj_elements.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>

namespace weft::text {

namespace {
constexpr std::array kSkipped = {
    "vt", "vn", "vp", "g", "o",     "s",   "usemtl",   "mtllib",   "usemap",     "maplib",
    "mg", "f",  "l",  "p", "bevel", "lod", "c_interp", "d_interp", "shadow_obj", "trace_obj"};
}

ObjElements::ObjElements(std::string_view data, const std::string& name, const char* element)
    : in(data, name), element_(element) {
  in.join_lines_at_backslash();
}

void ObjElements::read_vertex(const Token& keyword) {
  Vec3d x{};
  int n = 0;
  while (auto token = in.word_on_line()) {
    if (token->word[0] == '#') break;
    if (n < 3) {
      x[n] = coordinate(in, *token);
    } else if (n >= 7 || !number(token->word)) {  // x y z [w] or x y z r g b [a]
      throw Error("E0110", fmt::format("{} does not belong on a vertex line", quoted(token->word)),
                  in.where(*token), "a vertex is 'v x y z', with an optional weight or colour of numbers");
    }
    ++n;
  }
  if (n < 3)
    throw Error("E0110", fmt::format("a vertex needs 3 coordinates, this one has {}", n), in.where(keyword),
                "write 'v x y z'");
  vertices.push_back(x);
}

std::uint32_t ObjElements::read_index(const Token& token) {
  std::string_view rest = token.word;
  std::int64_t index = 0;
  for (int part = 0; part < 4; ++part) {
    const std::size_t slash = rest.find('/');
    const auto value = integer(rest.substr(0, slash));
    const bool absent = part > 0 && rest.substr(0, slash).empty();
    if (part == 3 || (!value && !absent))
      throw Error("E0110", fmt::format("{} is not a {} corner", quoted(token.word), element_),
                  in.where(token),
                  "a corner is an integer vertex index, optionally followed by /texture/normal indices");
    if (part == 0) index = *value;
    if (slash == std::string_view::npos) break;
    rest.remove_prefix(slash + 1);
  }
  const auto count = std::int64_t(vertices.size());
  if (index < 0) index = index < -count ? 0 : index + count + 1;
  if (index <= 0) out_of_range(token);
  if (index > count) forward_.push_back({token, index});
  return std::uint32_t(std::min<std::int64_t>(index - 1, std::numeric_limits<std::uint32_t>::max()));
}

void ObjElements::skip(const Token& keyword) const {
  if (std::find(kSkipped.begin(), kSkipped.end(), keyword.word) == kSkipped.end())
    throw Error("E0111", fmt::format("unknown OBJ element {}", quoted(keyword.word)), in.where(keyword),
                "export polygons (v and f lines) or polylines (v and l lines) only; free-form curves and "
                "surfaces are not read");
}

void ObjElements::require_vertices() const {
  for (const Forward& f : forward_)
    if (f.index > std::int64_t(vertices.size())) out_of_range(f.token);
}

void ObjElements::out_of_range(const Token& token) const {
  throw Error("E0106",
              fmt::format("{} refers to vertex {}, but there are {} vertices", element_, quoted(token.word),
                          vertices.size()),
              in.where(token), "indices count from 1; the file is incomplete or was edited by hand");
}

}  // namespace weft::text
