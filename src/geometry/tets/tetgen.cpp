/// TetGen's two files; '#' begins a comment.
///   .node  count 3 attributes markers  { number x y z { attribute } [marker] }
///   .ele   count corners attributes    { number { node } { attribute } },  4 corners, or 10: 6 on edges
#include <fmt/format.h>

#include "geometry/tets/tet_io.h"
#include "geometry/tets/tet_text.h"

namespace weft {
namespace {

using text::NumberReader;

std::size_t small(NumberReader& in, const char* what, std::int64_t most) {
  const std::int64_t n = in.whole(what);
  if (n < 0 || n > most)
    throw Error("E0108", fmt::format("{} cannot be {}", n, what), in.in.where(), "export the mesh again");
  return std::size_t(n);
}

void read_nodes(const NamedText& file, text::TetBuilder& mesh) {
  NumberReader in(file.data, file.name);
  in.comment = '#';
  const std::size_t n = in.count("the number of nodes", 8);
  if (in.whole("the dimension") != 3)
    throw Error("E0109", "the nodes are not in three dimensions", file.name,
                "only meshes in three dimensions are read");
  const std::size_t attributes = small(in, "the number of attributes", 1000);
  const std::size_t others = attributes + small(in, "the number of markers", 1);
  for (std::size_t i = 0; i < n; ++i) {
    const std::int64_t number = in.whole("a node's number");
    mesh.vertex(number, in.position(), in.in.where());
    in.skip(others, "an attribute");
  }
}

void read_elements(const NamedText& file, text::TetBuilder& mesh) {
  NumberReader in(file.data, file.name);
  in.comment = '#';
  const std::size_t n = in.count("the number of tetrahedra", 10);
  const std::int64_t corners = in.whole("the number of corners");
  if (corners != 4 && corners != 10)
    throw Error("E0109", fmt::format("tetrahedra of {} corners are not read", corners), in.in.where(),
                "they have 4, or 10 with the middles of their edges");
  const std::size_t others = std::size_t(corners) - 4 + small(in, "the number of attributes", 1000);
  for (std::size_t i = 0; i < n; ++i) {
    in.whole("a tetrahedron's number");
    const std::size_t line = in.in.line();
    std::array<std::int64_t, 4> c{};
    for (std::int64_t& v : c) v = in.whole("a node of a tetrahedron");
    in.skip(others, "an attribute");
    mesh.tetrahedron(c, line);
  }
}

}  // namespace

TetMesh parse_tetgen(const NamedText& nodes, const NamedText& elements) {
  text::TetBuilder mesh(elements.name);
  read_nodes(nodes, mesh);
  read_elements(elements, mesh);
  return mesh.finish();
}

}  // namespace weft
