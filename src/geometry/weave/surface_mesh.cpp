/// First a net on the surface (surface_net.h), then the cut. Then the triangles are evened out by turns:
/// edges are flipped where that brings the vertices' numbers of neighbours nearer to six (four on a rim),
/// vertices move to the middle of their neighbours and back onto the surface.
#include "geometry/weave/surface_mesh.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "geometry/weave/mesh_edges.h"
#include "geometry/weave/surface_net.h"

namespace weft {

namespace {

using Index = std::uint32_t;
using Triangle = std::array<Index, 3>;

Vec3d slope(const Implicit& f, const Vec3d& x, double h) {
  Vec3d g{};
  for (int k = 0; k < 3; ++k) {
    Vec3d d = Vec3d::zero();
    d[k] = h;
    g[k] = (f(x + d) - f(x - d)) / (2 * h);
  }
  return g;
}

/// Takes away what lies above the cut, then triangles that would be left with no inner corner, until the rim
/// is a plain closed line.
void cut(TriangleMesh& mesh, double z) {
  std::erase_if(mesh.triangles, [&](const Triangle& t) {
    return mesh.vertices[t[0]][2] + mesh.vertices[t[1]][2] + mesh.vertices[t[2]][2] > 3 * z;
  });
  for (bool changed = true; changed;) {
    std::vector<int> rims(mesh.vertices.size(), 0);
    for (const MeshEdge& e : edges_of(mesh))
      if (e.triangles == 1) ++rims[e.a], ++rims[e.b];
    const auto bad = [&](const Triangle& t) {
      return (rims[t[0]] && rims[t[1]] && rims[t[2]]) || rims[t[0]] > 2 || rims[t[1]] > 2 || rims[t[2]] > 2;
    };
    changed = std::erase_if(mesh.triangles, bad) > 0;
  }
}

/// Vertices that no triangle uses are left out.
void compact(TriangleMesh& mesh) {
  std::vector<Index> name(mesh.vertices.size(), Index(-1));
  std::vector<Vec3d> kept;
  for (Triangle& t : mesh.triangles)
    for (Index& v : t) {
      if (name[v] == Index(-1)) {
        name[v] = Index(kept.size());
        kept.push_back(mesh.vertices[v]);
      }
      v = name[v];
    }
  mesh.vertices = std::move(kept);
}

struct Evener {
  TriangleMesh& mesh;
  const Implicit& f;
  double h;
  Opening opening;
  std::vector<bool> on_rim;

  void find_rim() {
    on_rim.assign(mesh.vertices.size(), false);
    for (const MeshEdge& e : edges_of(mesh))
      if (e.triangles == 1) on_rim[e.a] = on_rim[e.b] = true;
  }

  Vec3d area(const Triangle& t) const {
    const auto& x = mesh.vertices;
    return cross(x[t[1]] - x[t[0]], x[t[2]] - x[t[0]]);
  }

  void flip() {
    const std::vector<MeshEdge> edges = edges_of(mesh);
    std::vector<int> neighbours(mesh.vertices.size(), 0);
    std::set<std::array<Index, 2>> present;
    for (const MeshEdge& e : edges) {
      ++neighbours[e.a], ++neighbours[e.b];
      present.insert({e.a, e.b});
    }
    std::vector<bool> touched(mesh.triangles.size(), false);
    const auto strain = [&](Index v, int change) {
      const int off = neighbours[v] + change - (on_rim[v] ? 4 : 6);
      return off * off;
    };
    for (const MeshEdge& e : edges) {
      if (e.triangles != 2 || touched[e.triangle[0]] || touched[e.triangle[1]]) continue;
      const Index c = e.opposite[0], d = e.opposite[1];
      const int before = strain(e.a, 0) + strain(e.b, 0) + strain(c, 0) + strain(d, 0);
      const int after = strain(e.a, -1) + strain(e.b, -1) + strain(c, 1) + strain(d, 1);
      if (after >= before || present.count({std::min(c, d), std::max(c, d)})) continue;
      // Does the first triangle run from a to b?
      const Triangle& t = mesh.triangles[e.triangle[0]];
      const bool forward =
          (t[0] == e.a && t[1] == e.b) || (t[1] == e.a && t[2] == e.b) || (t[2] == e.a && t[0] == e.b);
      const Index a = forward ? e.a : e.b, b = forward ? e.b : e.a;
      const Triangle p{c, a, d}, q{d, b, c};
      const Vec3d up = area(t) + area(mesh.triangles[e.triangle[1]]);
      const double least = 0.1 * norm(up);
      if (dot(area(p), up) < least * norm(up) || dot(area(q), up) < least * norm(up)) continue;
      mesh.triangles[e.triangle[0]] = p;
      mesh.triangles[e.triangle[1]] = q;
      touched[e.triangle[0]] = touched[e.triangle[1]] = true;
      present.insert({std::min(c, d), std::max(c, d)});
      --neighbours[a], --neighbours[b], ++neighbours[c], ++neighbours[d];
    }
  }

  /// Onto f = 0, on the rim within the plane of the cut: Newton's steps along the slope.
  void project(Index v) {
    Vec3d& x = mesh.vertices[v];
    if (on_rim[v]) x[2] = opening.z;
    for (int step = 0; step < 4; ++step) {
      Vec3d g = slope(f, x, 1e-3 * h);
      if (on_rim[v]) g[2] = 0;
      const double g2 = norm2(g);
      if (g2 > 1e-6) x -= g * (f(x) / g2);
    }
  }

  void relax() {
    std::vector<Vec3d> sum(mesh.vertices.size(), Vec3d::zero());
    std::vector<int> n(mesh.vertices.size(), 0);
    for (const MeshEdge& e : edges_of(mesh)) {
      const bool rim = e.triangles == 1;
      for (const auto& [v, w] : {std::array{e.a, e.b}, std::array{e.b, e.a}})
        if (rim || !on_rim[v]) sum[v] += mesh.vertices[w], ++n[v];
    }
    for (Index v = 0; v < mesh.vertices.size(); ++v) {
      if (n[v] == 0) continue;
      mesh.vertices[v] += (sum[v] * (1.0 / n[v]) - mesh.vertices[v]) * 0.6;
      project(v);
    }
  }
};

}  // namespace

TriangleMesh mesh_surface(const Implicit& f, const Bounds& bounds, double spacing, const Opening& opening) {
  // Cells that a surface passes through number 1.5 area / h^2 on average over its directions; equilateral
  // triangles have one vertex in sqrt(3)/2 spacing^2.
  const double h = std::sqrt(1.5 * 0.8660254) * spacing;
  TriangleMesh mesh = surface_net(f, bounds, h);
  if (opening.z < bounds.upper[2]) cut(mesh, opening.z);
  compact(mesh);
  Evener evener{mesh, f, h, opening, {}};
  evener.find_rim();
  for (int round = 0; round < 16; ++round) {
    evener.flip();
    evener.relax();
  }
  return mesh;
}

}  // namespace weft
