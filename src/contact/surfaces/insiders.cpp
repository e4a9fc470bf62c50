#include "contact/surfaces/insiders.h"

#include <algorithm>
#include <cmath>
#include <deque>
#include <numbers>

#include "geometry/mesh.h"

namespace weft {
namespace {

using Corners = std::array<std::uint32_t, 3>;

TrianglePoint nearest_on(const SurfaceScene& s, const SurfaceElement& e, const Vec3d& x) {
  return closest_on_triangle(x, s.x[e.vertex[0]], s.x[e.vertex[1]], s.x[e.vertex[2]]);
}

/// Van Oosterom and Strackee (1983), in parts of the whole sphere.
double solid_angle(const SurfaceScene& s, const Corners& t, const Vec3d& x) {
  const Vec3d a = s.x[t[0]] - x, b = s.x[t[1]] - x, c = s.x[t[2]] - x;
  const double la = norm(a), lb = norm(b), lc = norm(c);
  const double below = la * lb * lc + dot(a, b) * lc + dot(b, c) * la + dot(c, a) * lb;
  return std::atan2(dot(a, cross(b, c)), below) / (2 * std::numbers::pi);
}

bool holds(const Bounds& box, const Vec3d& x) {
  for (int k = 0; k < 3; ++k)
    if (!(x[k] > box.lower[k] && x[k] < box.upper[k])) return false;
  return true;
}

}  // namespace

void Insiders::look(const SurfaceScene& scene, const Tangle& tangle, bool everywhere) {
  if (everywhere) {
    all_.clear();
    Groups pieces(scene.size());
    bool split = false;
    for (std::uint32_t around = 0; around < scene.parts.size(); ++around) {
      if (!scene.parts[around].mesh->closed) continue;
      if (!split)
        for (const auto& e : scene.edges)
          if (!tangle.cut(e[0], e[1])) pieces.join(e[0], e[1]);
      split = true;
      for (std::uint32_t part = 0; part < scene.parts.size(); ++part)
        if (part != around && parts_meet(scene, part, around)) find(scene, pieces, part, around);
    }
    if (!empty()) join_elements(scene);
    // One vertex per piece is known; the others follow it.
    std::vector<Insider> seeds;
    seeds.swap(all_);
    for (const Insider& i : seeds) follow(scene, tangle, i.vertex, i.element);
    std::sort(all_.begin(), all_.end(),
              [](const Insider& a, const Insider& b) { return a.vertex < b.vertex; });
    return;
  }
  const auto left = [&](Insider& i) {
    i.element = walk(scene, i.vertex, i.element);
    const SurfaceElement& e = scene.elements[i.element];
    const Vec3d &x = scene.x[i.vertex], p = nearest_on(scene, e, x).point;
    // At an edge or a corner all triangles that are as near have a say.
    Vec3d n = Vec3d::zero();
    const double least = norm(x - p) * (1 + 1e-9);
    for (const std::uint32_t v : e.vertex)
      for (std::uint32_t k = begin_[v]; k < begin_[v + 1]; ++k) {
        const Corners& t = scene.elements[at_[k]].vertex;
        if (norm(x - nearest_on(scene, scene.elements[at_[k]], x).point) <= least)
          n += normalized(cross(scene.x[t[1]] - scene.x[t[0]], scene.x[t[2]] - scene.x[t[0]]));
      }
    return dot(n, x - p) > 0;
  };
  all_.erase(std::remove_if(all_.begin(), all_.end(), left), all_.end());
}

/// One vertex of each piece of `part` that is inside.
void Insiders::find(const SurfaceScene& scene, Groups& pieces, std::uint32_t part, std::uint32_t around) {
  const auto each = [&](auto&& f) {
    for (std::uint32_t k = 0; k < scene.elements.size(); ++k)
      if (scene.part_of[scene.elements[k].vertex[0]] == around && scene.elements[k].corners() == 3) f(k);
  };
  Bounds box;
  for (std::size_t i = 0; i < scene.count(around); ++i) box.add(scene.x[scene.first(around) + i]);
  std::vector<std::uint32_t> seen;
  for (std::size_t i = 0; i < scene.count(part); ++i) {
    const std::uint32_t v = scene.first(part) + std::uint32_t(i);
    const Vec3d& x = scene.x[v];
    if (!holds(box, x)) continue;
    const std::uint32_t piece = pieces.find(v);
    if (std::find(seen.begin(), seen.end(), piece) != seen.end()) continue;
    seen.push_back(piece);
    double turns = 0, least = 1e300;
    std::uint32_t nearest = kNone;
    each([&](std::uint32_t k) {
      turns += solid_angle(scene, scene.elements[k].vertex, x);
      const double d = norm2(x - nearest_on(scene, scene.elements[k], x).point);
      if (d < least) least = d, nearest = k;
    });
    if (turns > 0.5) all_.push_back({v, nearest});
  }
}

void Insiders::follow(const SurfaceScene& scene, const Tangle& tangle, std::uint32_t vertex,
                      std::uint32_t element) {
  std::vector<char> seen(scene.size(), 0);
  std::deque<Insider> next{{vertex, element}};
  seen[vertex] = 1;
  while (!next.empty()) {
    Insider i = next.front();
    next.pop_front();
    i.element = walk(scene, i.vertex, i.element);
    all_.push_back(i);
    const auto [begin, end] = scene.edges_at(i.vertex);
    for (const std::uint32_t* e = begin; e != end; ++e) {
      const std::uint32_t other = scene.other_end(*e, i.vertex);
      if (seen[other] || tangle.cut(i.vertex, other)) continue;
      seen[other] = 1;
      next.push_back({other, i.element});
    }
  }
}

std::uint32_t Insiders::walk(const SurfaceScene& scene, std::uint32_t vertex, std::uint32_t element) const {
  const Vec3d& x = scene.x[vertex];
  double least = norm2(x - nearest_on(scene, scene.elements[element], x).point);
  for (bool on = true; on;) {
    on = false;
    const Corners corners = scene.elements[element].vertex;
    for (const std::uint32_t v : corners)
      for (std::uint32_t k = begin_[v]; k < begin_[v + 1]; ++k) {
        const double d = norm2(x - nearest_on(scene, scene.elements[at_[k]], x).point);
        if (d < least) least = d, element = at_[k], on = true;
      }
  }
  return element;
}

void Insiders::join_elements(const SurfaceScene& scene) {
  begin_.assign(scene.size() + 1, 0);
  for (const SurfaceElement& e : scene.elements)
    if (e.corners() == 3)
      for (const std::uint32_t v : e.vertex) ++begin_[v + 1];
  for (std::size_t i = 0; i < scene.size(); ++i) begin_[i + 1] += begin_[i];
  at_.resize(begin_.back());
  std::vector<std::uint32_t> next(begin_.begin(), begin_.end() - 1);
  for (std::uint32_t k = 0; k < scene.elements.size(); ++k)
    if (scene.elements[k].corners() == 3)
      for (const std::uint32_t v : scene.elements[k].vertex) at_[next[v]++] = k;
}

void Insiders::mark(const SurfaceScene& scene, std::vector<char>& vertices) const {
  vertices.resize(scene.size(), 0);
  std::vector<char> around(scene.parts.size(), 0);
  for (const Insider& i : all_) {
    vertices[i.vertex] = 1;
    around[part_around(scene, i)] = 1;
  }
  for (std::size_t v = 0; v < scene.size(); ++v)
    if (around[scene.part_of[v]]) vertices[v] = 1;
}

void Insiders::excuse(const SurfaceScene& scene, NearPairs& list) const {
  if (empty()) return;
  std::vector<std::uint32_t> around(scene.size(), kNone);
  for (const Insider& i : all_) around[i.vertex] = part_around(scene, i);
  for (NearPair& p : list.pairs) {
    const int b = p.edges ? 2 : 1;
    const std::uint32_t part_a = scene.part_of[p.i[0]], part_b = scene.part_of[p.i[3]];
    for (int k = 0; k < 4; ++k) p.crossing |= around[p.i[std::size_t(k)]] == (k < b ? part_b : part_a);
  }
}

void Insiders::add_contacts(const SurfaceScene& scene, const GapRules& rules, ContactList& out,
                            const std::function<void(SurfaceContact&)>& added) const {
  for (const Insider& i : all_) {
    const SurfaceElement& e = scene.elements[i.element];
    const TrianglePoint p = nearest_on(scene, e, scene.x[i.vertex]);
    SurfaceContact c;
    const Vec3d way = p.point - scene.x[i.vertex];
    c.n = norm2(way) > 0 ? normalized(way)
                         : normalized(cross(scene.x[e.vertex[1]] - scene.x[e.vertex[0]],
                                            scene.x[e.vertex[2]] - scene.x[e.vertex[0]]));
    set_tangents(c);
    c.part = {scene.part_of[i.vertex], scene.part_of[e.vertex[0]]};
    c.rigid = {scene.parts[c.part[0]].rigid, scene.parts[c.part[1]].rigid};
    c.at = scene.x[i.vertex];
    c.parting = rules.most;
    out.begin(c);
    if (c.rigid[0] == kNone) out.add_row(scene, {i.vertex, 1});
    if (c.rigid[1] == kNone)
      for (int k = 0; k < 3; ++k) out.add_row(scene, {e.vertex[std::size_t(k)], -p.barycentric[k]});
    added(out.contacts.back());
  }
}

}  // namespace weft
