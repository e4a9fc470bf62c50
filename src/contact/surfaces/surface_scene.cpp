#include "contact/surfaces/surface_scene.h"

#include <algorithm>
#include <cmath>
#include <tuple>

#include "exec/loops.h"

namespace weft {

void SurfaceScene::lay_out(std::vector<SurfacePart> all) {
  parts = std::move(all);
  first_.assign(1, 0);
  any_carried_ = false;
  part_of.clear();
  for (std::size_t p = 0; p < parts.size(); ++p) {
    const ContactMesh& mesh = *parts[p].mesh;
    const std::size_t n = mesh.rest.size() + (mesh.carried() ? mesh.mover_count : 0);
    any_carried_ |= mesh.carried();
    first_.push_back(first_.back() + std::uint32_t(n));
    part_of.insert(part_of.end(), n, std::uint32_t(p));
  }
  const std::size_t n = part_of.size();
  x.assign(n, Vec3d::zero());
  u = v = x;
  w.assign(n, 0);
  elements.clear();
  edges.clear();
  opposite.clear();
  first_edge_.assign(1, 0);
  for (std::size_t p = 0; p < parts.size(); ++p) {
    add_edges(p);
    first_edge_.push_back(edges.size());
  }
  std::vector<char> taken(n, 0);
  for (SurfaceElement& e : elements)
    for (int k = 0; k < e.corners(); ++k)
      if (!taken[e.vertex[k]]) {
        taken[e.vertex[k]] = 1;
        e.owned |= std::uint8_t(1 << k);
      }
  edge_begin_.assign(n + 1, 0);
  for (const auto& e : edges) ++edge_begin_[e[0] + 1], ++edge_begin_[e[1] + 1];
  for (std::size_t i = 0; i < n; ++i) edge_begin_[i + 1] += edge_begin_[i];
  edge_at_.resize(2 * edges.size());
  std::vector<std::uint32_t> next(edge_begin_.begin(), edge_begin_.end() - 1);
  for (std::uint32_t e = 0; e < edges.size(); ++e)
    for (const std::uint32_t v_ : edges[e]) edge_at_[next[v_]++] = e;
}

void SurfaceScene::add_edges(std::size_t part) {
  const ContactMesh& mesh = *parts[part].mesh;
  const std::uint32_t first = first_[part];
  struct Side {
    std::uint32_t low, high, element;
    int k;
  };
  std::vector<Side> sides;
  for (const auto& t : mesh.triangles) {
    SurfaceElement e;
    for (int k = 0; k < 3; ++k) e.vertex[k] = first + t[k];
    e.edge = {kNone, kNone, kNone};
    for (int k = 0; k < 3; ++k) {
      const auto [low, high] = std::minmax(e.vertex[k], e.vertex[(k + 1) % 3]);
      sides.push_back({low, high, std::uint32_t(elements.size()), k});
    }
    elements.push_back(e);
  }
  std::sort(sides.begin(), sides.end(), [](const Side& a, const Side& b) {
    return std::tie(a.low, a.high, a.element, a.k) < std::tie(b.low, b.high, b.element, b.k);
  });
  for (std::size_t i = 0; i < sides.size();) {
    const Side& s = sides[i];
    const std::uint32_t edge = std::uint32_t(edges.size());
    edges.push_back({s.low, s.high});
    opposite.push_back({kNone, kNone});
    elements[s.element].edge[s.k] = edge;
    int seen = 0;
    for (; i < sides.size() && sides[i].low == edges[edge][0] && sides[i].high == edges[edge][1]; ++i)
      if (seen < 2) opposite[edge][seen++] = elements[sides[i].element].vertex[(sides[i].k + 2) % 3];
  }
  for (const auto& s : mesh.segments) {
    SurfaceElement e;
    e.vertex = {first + s[0], first + s[1], kNone};
    e.edge = {std::uint32_t(edges.size()), kNone, kNone};
    edges.push_back({e.vertex[0], e.vertex[1]});
    opposite.push_back({kNone, kNone});
    elements.push_back(e);
  }
}

template <class F>
void SurfaceScene::each_carried(F&& f) const {
  for (std::size_t p = 0; p < parts.size(); ++p)
    if (parts[p].mesh->carried())
      parallel_each(count(p), 1024, [&](std::size_t k) { f(first_[p] + std::uint32_t(k)); });
}

void SurfaceScene::measure() {
  struct Extent {
    Vec3d lower{{1e300, 1e300, 1e300}}, upper{{-1e300, -1e300, -1e300}};
    double way2 = 0;
    void add(const Vec3d& low, const Vec3d& high, double way) {
      for (int a = 0; a < 3; ++a) {
        lower[a] = std::min(lower[a], low[a]);
        upper[a] = std::max(upper[a], high[a]);
      }
      way2 = std::max(way2, way);
    }
  };
  const auto part = [&](Range r) {
    Extent e;
    for (std::size_t i = r.begin; i < r.end; ++i)
      if (parts[part_of[i]].yields) e.add(x[i], x[i], norm2(u[i]));
    return e;
  };
  const Extent all = reduce_chunks(size(), 4096, Extent{}, part, [](Extent a, const Extent& b) {
    a.add(b.lower, b.upper, b.way2);
    return a;
  });
  lower = all.lower, upper = all.upper, fastest = std::sqrt(all.way2);
}

void SurfaceScene::carry() {
  each_carried([&](std::uint32_t i) {
    x[i] = mean_of_movers(x, i);
    u[i] = mean_of_movers(u, i);
    v[i] = mean_of_movers(v, i);
    w[i] = 0;
    each_mover(i, [&](std::uint32_t k, double weight) { w[i] += weight * weight * w[k]; });
  });
}

void SurfaceScene::carry_motion() {
  each_carried([&](std::uint32_t i) { u[i] = mean_of_movers(u, i); });
}

std::uint32_t SurfaceScene::edge_between(std::uint32_t a, std::uint32_t b) const {
  const auto [begin, end] = edges_at(a);
  for (const std::uint32_t* e = begin; e != end; ++e)
    if (other_end(*e, a) == b) return *e;
  return kNone;
}

}  // namespace weft
