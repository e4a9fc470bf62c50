#include "geometry/shells/quad_sheet.h"

#include <algorithm>

namespace weft {

std::vector<QuadEdge> edges_of(const QuadMesh& mesh) {
  std::vector<QuadEdge> edges;
  edges.reserve(4 * mesh.quads.size());
  for (const auto& q : mesh.quads)
    for (std::size_t k = 0; k < 4; ++k) {
      const std::uint32_t a = q[k], b = q[(k + 1) % 4];
      edges.push_back({std::min(a, b), std::max(a, b), a<b, a> b});
    }
  std::sort(edges.begin(), edges.end(),
            [](const QuadEdge& p, const QuadEdge& q) { return p.a != q.a ? p.a < q.a : p.b < q.b; });
  std::size_t kept = 0;
  for (std::size_t i = 0; i < edges.size(); ++i) {
    if (kept > 0 && edges[kept - 1].a == edges[i].a && edges[kept - 1].b == edges[i].b) {
      edges[kept - 1].forward += edges[i].forward;
      edges[kept - 1].backward += edges[i].backward;
    } else {
      edges[kept++] = edges[i];
    }
  }
  edges.resize(kept);
  return edges;
}

double mean_edge(const QuadMesh& mesh) {
  double sum = 0;
  const std::vector<QuadEdge> edges = edges_of(mesh);
  for (const QuadEdge& e : edges) sum += norm(mesh.vertices[e.b] - mesh.vertices[e.a]);
  return edges.empty() ? 0 : sum / double(edges.size());
}

std::vector<std::vector<std::uint32_t>> open_loops(const QuadMesh& mesh) {
  std::map<std::uint32_t, std::uint32_t> next;  // along an open edge as its one quad runs
  for (const QuadEdge& e : edges_of(mesh)) {
    if (e.forward + e.backward != 1) continue;
    if (e.forward) next.emplace(e.a, e.b);
    else next.emplace(e.b, e.a);
  }
  std::vector<std::vector<std::uint32_t>> loops;
  while (!next.empty()) {
    auto& loop = loops.emplace_back();
    for (auto at = next.begin(); at != next.end();) {
      loop.push_back(at->first);
      const std::uint32_t to = at->second;
      next.erase(at);
      at = next.find(to);
    }
  }
  return loops;
}

std::vector<std::uint32_t> rows_from(const QuadMesh& mesh, std::vector<std::uint32_t> vertices, int rows) {
  std::vector<char> in(mesh.vertices.size(), 0);
  for (const std::uint32_t v : vertices) in[v] = 1;
  for (int row = 1; row < rows; ++row) {
    std::vector<char> wider = in;
    for (const auto& q : mesh.quads)
      if (in[q[0]] || in[q[1]] || in[q[2]] || in[q[3]])
        for (const std::uint32_t v : q) wider[v] = 1;
    in = std::move(wider);
  }
  vertices.clear();
  for (std::uint32_t v = 0; v < in.size(); ++v)
    if (in[v]) vertices.push_back(v);
  return vertices;
}

TriangleMesh fanned(const QuadMesh& mesh) {
  TriangleMesh out{mesh.vertices, {}};
  for (const auto& q : mesh.quads) {
    out.triangles.push_back({q[0], q[1], q[2]});
    out.triangles.push_back({q[0], q[2], q[3]});
  }
  return out;
}

}  // namespace weft
