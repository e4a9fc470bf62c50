#include "geometry/shells/vertex_limits.h"

#include <map>

#include "geometry/shells/quad_sheet.h"

namespace weft {
namespace {

/// For each vertex the control points that matter and their weights, in the order of their numbers.
using Weights = std::vector<std::map<std::uint32_t, double>>;

Weights weights_of(const QuadMesh& mesh, BoundaryRule rule) {
  const std::size_t count = mesh.vertices.size();
  Weights inside(count), along(count);
  std::vector<int> quads(count, 0), open(count, 0);
  for (const auto& q : mesh.quads)
    for (std::size_t k = 0; k < 4; ++k) {
      // An edge inside has two quads: each gives half of it.
      auto& w = inside[q[k]];
      w[q[(k + 1) % 4]] += 2, w[q[(k + 3) % 4]] += 2, w[q[(k + 2) % 4]] += 1;
      ++quads[q[k]];
    }
  for (const QuadEdge& e : edges_of(mesh)) {
    if (e.forward + e.backward != 1) continue;
    along[e.a][e.b] += 1, along[e.b][e.a] += 1;
    ++open[e.a], ++open[e.b];
  }
  for (std::uint32_t v = 0; v < count; ++v) {
    const double n = quads[v];
    const bool edge = open[v] == 2 && (n > 1 || rule == BoundaryRule::edge_only);
    std::map<std::uint32_t, double> w;
    if (open[v] == 0 && n > 0) w = std::move(inside[v]), w[v] += n * n;
    else if (edge) w = std::move(along[v]), w[v] += 4;
    else w[v] = 1;
    double sum = 0;
    for (const auto& [at, weight] : w) sum += weight;
    for (auto& [at, weight] : w) weight /= sum;
    inside[v] = std::move(w);
  }
  return inside;
}

std::vector<Vec3d> weighted(const Weights& weights, const std::vector<Vec3d>& x) {
  std::vector<Vec3d> out(x.size());
  for (std::size_t v = 0; v < x.size(); ++v)
    for (const auto& [at, weight] : weights[v]) out[v] += weight * x[at];
  return out;
}

}  // namespace

VertexLimits vertex_limits(const QuadMesh& mesh, BoundaryRule rule) {
  VertexLimits out;
  out.begin.push_back(0);
  for (const auto& w : weights_of(mesh, rule)) {
    for (const auto& [at, weight] : w) out.vertices.push_back(at), out.weights.push_back(weight);
    out.begin.push_back(std::uint32_t(out.vertices.size()));
  }
  return out;
}

std::vector<Vec3d> limit_points(const QuadMesh& mesh, BoundaryRule rule) {
  return weighted(weights_of(mesh, rule), mesh.vertices);
}

void fit_limit(QuadMesh& mesh) {
  const Weights weights = weights_of(mesh, BoundaryRule::edge_and_corner);
  const std::vector<Vec3d> wanted = mesh.vertices;
  for (int round = 0; round < 40; ++round) {
    const std::vector<Vec3d> limit = weighted(weights, mesh.vertices);
    for (std::size_t v = 0; v < wanted.size(); ++v) mesh.vertices[v] += wanted[v] - limit[v];
  }
}

}  // namespace weft
