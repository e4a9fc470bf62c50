#include "geometry/surface_checks.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>

#include "exec/error.h"

namespace weft {
namespace {

[[noreturn]] void fail(const std::string& what) {
  throw Error("E0150", what, {}, "mend the mesh where it is made");
}

/// Directed edges as sortable numbers, from the high half to the low half.
using Edges = std::vector<std::uint64_t>;

void add_face(std::span<const std::uint32_t> face, std::size_t f, std::size_t vertices, Edges& edges) {
  if (face.size() < 3) fail(fmt::format("face {} has {} corners", f, face.size()));
  for (std::size_t k = 0; k < face.size(); ++k) {
    const std::uint64_t a = face[k], b = face[(k + 1) % face.size()];
    if (a >= vertices) fail(fmt::format("face {} has corner {}, but there are {} vertices", f, a, vertices));
    if (std::count(face.begin(), face.end(), face[k]) > 1)
      fail(fmt::format("face {} has vertex {} twice among its corners", f, a));
    edges.push_back(a << 32 | b);
  }
}

void check_edges(Edges& edges) {
  std::sort(edges.begin(), edges.end());
  const auto twice = std::adjacent_find(edges.begin(), edges.end());
  if (twice != edges.end())
    fail(
        fmt::format("two faces use the edge from vertex {} to {} in the same direction: they are wound in "
                    "opposite ways, or more than two faces meet there",
                    *twice >> 32, *twice & 0xffffffff));
}

}  // namespace

void check_surface(const PolygonMesh& mesh) {
  Edges edges;
  for (std::size_t f = 0; f < mesh.faces.size(); ++f) add_face(mesh.faces[f], f, mesh.vertices.size(), edges);
  check_edges(edges);
}

void check_surface(const QuadMesh& mesh) {
  Edges edges;
  edges.reserve(4 * mesh.quads.size());
  for (std::size_t f = 0; f < mesh.quads.size(); ++f) add_face(mesh.quads[f], f, mesh.vertices.size(), edges);
  check_edges(edges);
}

std::vector<bool> boundary_vertices(const QuadMesh& mesh) {
  Edges edges;
  edges.reserve(4 * mesh.quads.size());
  for (std::size_t f = 0; f < mesh.quads.size(); ++f) add_face(mesh.quads[f], f, mesh.vertices.size(), edges);
  std::sort(edges.begin(), edges.end());
  std::vector<bool> open(mesh.vertices.size(), false);
  for (std::uint64_t e : edges) {
    const std::uint64_t a = e >> 32, b = e & 0xffffffff;
    if (!std::binary_search(edges.begin(), edges.end(), b << 32 | a)) open[a] = open[b] = true;
  }
  return open;
}

}  // namespace weft
