#include "geometry/tets/tet_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace weft::text {

std::optional<Token> NumberReader::next_or_end() {
  for (;;) {
    auto token = in.word();
    if (!token || !comment || token->word[0] != comment) return token;
    in.rest_of_line();
  }
}

Token NumberReader::next(const char* what) {
  if (const auto token = next_or_end()) return *token;
  throw Error("E0107", fmt::format("the file ends where {} should follow", what), in.where(),
              "it was cut while being copied or written: export it again");
}

std::int64_t NumberReader::whole(const char* what) {
  const Token token = next(what);
  if (const auto value = integer(token.word)) return *value;
  throw Error("E0110", fmt::format("{} is not {}", quoted(token.word), what), in.where(token),
              "a whole number belongs here: export the mesh again");
}

double NumberReader::real(const char* what) {
  const Token token = next(what);
  if (const auto value = number(token.word)) return *value;
  throw Error("E0110", fmt::format("{} is not {}", quoted(token.word), what), in.where(token),
              "a number belongs here: export the mesh again");
}

Vec3d NumberReader::position() {
  Vec3d x{};
  for (int k = 0; k < 3; ++k) x[k] = coordinate(in, next("a coordinate"));
  return x;
}

std::size_t NumberReader::count(const char* what, std::size_t bytes) {
  const std::size_t line = in.line();
  const std::int64_t n = whole(what);
  const std::string where = fmt::format("{}:{}", in.name(), line);
  if (n < 0 || n >= std::numeric_limits<std::uint32_t>::max())
    throw Error("E0108", fmt::format("{} cannot be {}", n, what), where, "export the mesh again");
  if (std::size_t(n) > in.remaining() / bytes)
    throw Error("E0107", fmt::format("the file says {} is {} and is too short for that", what, n), where,
                "it was cut while being copied or written: export it again");
  return std::size_t(n);
}

void NumberReader::skip(std::size_t n, const char* what) {
  for (std::size_t k = 0; k < n; ++k) next(what);
}

void TetBuilder::vertex(std::int64_t number, const Vec3d& x, const std::string& where) {
  if (!index_.emplace(number, std::uint32_t(vertices_.size())).second)
    throw Error("E0110", fmt::format("vertex {} comes twice", number), where, "export the mesh again");
  vertices_.push_back(x);
}

void TetBuilder::tetrahedron(const std::array<std::int64_t, 4>& numbers, std::size_t line) {
  tetrahedra_.push_back({numbers, line});
}

TetMesh TetBuilder::finish() const {
  if (vertices_.empty())
    throw Error("E0103", "the mesh is empty: it has no vertices", name_,
                "check that the right object was exported");
  if (tetrahedra_.empty())
    throw Error("E0148", "the mesh has no tetrahedra", name_,
                "export the volume, not only its surface; closed surfaces are read from .obj .ply .stl");
  constexpr auto kUnused = std::numeric_limits<std::uint32_t>::max();
  std::vector<std::uint32_t> number(vertices_.size(), kUnused);
  TetMesh mesh;
  for (const Corners& c : tetrahedra_) {
    const std::string where = fmt::format("{}:{}", name_, c.line);
    std::array<std::uint32_t, 4> t{};
    for (std::size_t k = 0; k < 4; ++k) {
      const auto found = index_.find(c.numbers[k]);
      if (found == index_.end())
        throw Error("E0106", fmt::format("a tetrahedron has vertex {}, which does not exist", c.numbers[k]),
                    where, "the file was cut or edited by hand: export it again");
      std::uint32_t& n = number[found->second];
      if (n == kUnused) {
        n = std::uint32_t(mesh.vertices.size());
        mesh.vertices.push_back(vertices_[found->second]);
      }
      t[k] = n;
    }
    const Vec3d &o = mesh.vertices[t[0]], a = mesh.vertices[t[1]] - o, b = mesh.vertices[t[2]] - o,
                e = mesh.vertices[t[3]] - o;
    const double six = dot(a, cross(b, e));
    const double longest2 =
        std::max({norm2(a), norm2(b), norm2(e), norm2(b - a), norm2(e - b), norm2(a - e)});
    if (!(std::fabs(six) > 1e-9 * longest2 * std::sqrt(longest2)))
      throw Error("E0149", fmt::format("tetrahedron {} is flat", mesh.tetrahedra.size()), where,
                  "mend the mesh: a tetrahedron without volume has no stiffness");
    if (six < 0) std::swap(t[2], t[3]);
    mesh.tetrahedra.push_back(t);
  }
  return mesh;
}

}  // namespace weft::text
