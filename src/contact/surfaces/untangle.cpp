#include "contact/surfaces/untangle.h"

#include <algorithm>
#include <cmath>
#include <queue>
#include <tuple>

namespace weft {
namespace {

constexpr double kOneWay = 0.1;  // least mean of directions that counts as one
constexpr double kLoop = 0.5;    // of a strand's crossings: edges that join it to another strand of its curve
constexpr double kLoopCost = 1e6;   // comes last
constexpr double kTouching = 0.05;  // of the thickness: a distance that is lost
constexpr double kNowhere = 1e9;    // [m]
constexpr double kBegun = 0.2;      // of the cost, for what is coming back already
constexpr double kSpeed = 0.5;      // [m/s]
constexpr double kCurve = 0.5;      // of a way: the mean of its curve, where neighbours have 1

Vec3d normal_of(const SurfaceScene& s, const std::array<std::uint32_t, 3>& t) {
  const Vec3d n = cross(s.x[t[1]] - s.x[t[0]], s.x[t[2]] - s.x[t[0]]);
  return n * (1 / std::max(norm(n), 1e-300));
}

bool closed(const SurfaceScene& s, std::uint32_t vertex) { return s.parts[s.part_of[vertex]].mesh->closed; }

bool out_of_closed(const SurfaceScene& s, const SurfaceCrossing& c) {
  return closed(s, c.edge[0]) || closed(s, c.triangle[0]);
}

using Edge = std::array<std::uint32_t, 2>;
Edge ordered(std::uint32_t a, std::uint32_t b) { return {std::min(a, b), std::max(a, b)}; }

}  // namespace

void Untangler::look(const SurfaceScene& scene, bool everywhere) {
  std::vector<char> also;
  if (!everywhere && !insiders_.empty()) insiders_.mark(scene, also);
  const bool changed = tangle_.look(scene, everywhere, std::move(also));
  insiders_.look(scene, tangle_, everywhere);
  if (changed || everywhere) choose(scene);
}

void Untangler::excuse(const SurfaceScene& scene, NearPairs& list) const {
  using Key = std::array<std::uint32_t, 4>;
  const auto key = [](const Edge& e, const Edge& f) {
    return e < f ? Key{e[0], e[1], f[0], f[1]} : Key{f[0], f[1], e[0], e[1]};
  };
  std::vector<Key> vertices, edges;
  for (const SurfaceCrossing& c : tangle_.crossings) {
    std::array<std::uint32_t, 3> t = c.triangle;
    std::sort(t.begin(), t.end());
    for (const std::uint32_t v : c.edge) vertices.push_back({v, t[0], t[1], t[2]});
    for (std::size_t k = 0; k < 3; ++k)
      edges.push_back(key(c.edge, ordered(c.triangle[k], c.triangle[(k + 1) % 3])));
  }
  std::sort(vertices.begin(), vertices.end());
  std::sort(edges.begin(), edges.end());
  for (NearPair& p : list.pairs) {
    if (p.edges) {
      p.crossing = std::binary_search(edges.begin(), edges.end(),
                                      key(ordered(p.i[0], p.i[1]), ordered(p.i[2], p.i[3])));
    } else {
      Key k = p.i;
      std::sort(k.begin() + 1, k.end());
      p.crossing = std::binary_search(vertices.begin(), vertices.end(), k);
    }
  }
  insiders_.excuse(scene, list);
}

void Untangler::excuse_touching(const SurfaceScene& scene, NearPairs& list) const {
  if (!tangled()) return;
  const auto beside = [&](const NearPair& p) {
    const std::size_t b = p.edges ? 2 : 1;
    for (std::size_t i = 0; i < b; ++i)
      for (std::size_t j = b; j < 4; ++j)
        if (tangle_.joined(p.i[i], p.i[j])) return true;
    return false;
  };
  std::erase_if(list.awake, [&](const AwakePair& a) {
    NearPair& p = list.pairs[a.pair];
    const double thick = scene.radius(p.i[0]) + scene.radius(p.i[3]);
    if (a.at.d < std::max(kTouching * thick, kRounding) && beside(p)) p.crossing = true;
    return p.crossing;
  });
}

/// How far each side of a strand reaches, along the mesh and not over edges that cross. A vertex is of the side that is
/// nearest; a cloth that is wound through itself has a loop between two strands of one curve: it could become smaller,
/// but not come back.
std::vector<Untangler::Side> Untangler::find_sides(const SurfaceScene& scene,
                                                   std::vector<std::uint32_t>& of) const {
  struct Entry {
    double far;
    std::uint32_t vertex, side;
    bool operator>(const Entry& b) const {
      return std::tie(far, vertex, side) > std::tie(b.far, b.vertex, b.side);
    }
  };
  std::vector<double> far(scene.size(), kNowhere);
  of.assign(scene.size(), kNone);
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> queue;
  const auto reach = [&](std::uint32_t v, double d, std::uint32_t side) {
    if (d < far[v]) queue.push({far[v] = d, v, of[v] = side});
  };
  for (const SurfaceCrossing& c : tangle_.crossings) {
    const bool second = dot(normal_of(scene, c.triangle), scene.x[c.edge[1]] - scene.x[c.edge[0]]) > 0;
    for (std::uint32_t k = 0; k < 2; ++k)
      reach(c.edge[k], 0, 2 * c.strand + std::uint32_t((k == 1) == second));
  }
  std::vector<Side> sides(2 * tangle_.curve_of.size());
  while (!queue.empty()) {
    const Entry e = queue.top();
    queue.pop();
    if (e.far > far[e.vertex] || e.side != of[e.vertex]) continue;
    Side& side = sides[e.side];
    side.depth = e.far;
    if (e.far == 0) ++side.ends, side.coming += !coming_.empty() && coming_[e.vertex];
    const auto [begin, end] = scene.edges_at(e.vertex);
    for (const std::uint32_t* k = begin; k != end; ++k) {
      const std::uint32_t other = scene.other_end(*k, e.vertex);
      if (!tangle_.cut(e.vertex, other))
        reach(other, e.far + norm(scene.x[e.vertex] - scene.x[other]), e.side);
    }
  }
  for (const auto& e : scene.edges) {
    const std::uint32_t a = of[e[0]], b = of[e[1]];
    if (a == kNone || b == kNone || a / 2 == b / 2 || tangle_.cut(e[0], e[1])) continue;
    if (tangle_.curve_of[a / 2] == tangle_.curve_of[b / 2]) ++sides[a].joined, ++sides[b].joined;
  }
  return sides;
}

void Untangler::choose(const SurfaceScene& scene) {
  choice_.assign(tangle_.curves, {});
  if (tangle_.crossings.empty()) return coming_.clear();
  if (coming_.size() != scene.size()) coming_.clear();
  std::vector<std::uint32_t> of;
  const std::vector<Side> sides = find_sides(scene, of);
  std::vector<Vec3d> mean(tangle_.curve_of.size(), Vec3d::zero());
  std::vector<double> count(mean.size(), 0);
  for (const SurfaceCrossing& c : tangle_.crossings) {
    mean[c.strand] += normal_of(scene, c.triangle);
    count[c.strand] += scene.yields(c.edge[0]);
  }
  for (std::uint32_t s = 0; s < mean.size(); ++s) {
    if (!(count[s] > 0)) continue;
    const double one_way = std::max(norm(mean[s]) / count[s], kOneWay);
    for (const bool above : {false, true}) {
      const Side& side = sides[2 * s + above];
      const double begun = 2 * side.coming > side.ends ? kBegun : 1;
      const double cost =
          begun * side.depth / one_way * (double(side.joined) > kLoop * count[s] ? kLoopCost : 1);
      if (Choice& best = choice_[tangle_.curve_of[s]]; cost < best.cost) best = {s, above, cost};
    }
  }
  coming_.assign(scene.size(), 0);
  for (std::size_t v = 0; v < scene.size(); ++v) {
    if (of[v] == kNone) continue;
    const Choice& c = choice_[tangle_.curve_of[of[v] / 2]];
    coming_[v] = c.strand != kNone && of[v] == 2 * c.strand + std::uint32_t(c.above);
  }
}

Vec3d Untangler::outward(const SurfaceScene& scene, const SurfaceCrossing& c) {
  if (closed(scene, c.triangle[0])) return normal_of(scene, c.triangle);
  Vec3d n = Vec3d::zero();
  for (const std::uint32_t triangle : c.beside)
    if (triangle != kNone) n -= normal_of(scene, scene.elements[triangle].vertex);
  return n * (1 / std::max(norm(n), 1e-300));
}

std::vector<Vec3d> Untangler::ways(const SurfaceScene& scene) const {
  struct Told {
    std::uint32_t curve, vertex;
    Vec3d way;
  };
  const auto& all = tangle_.crossings;
  std::vector<Told> told;
  std::vector<Vec3d> mean(tangle_.curves, Vec3d::zero());
  std::vector<double> count(tangle_.curves, 0);
  for (const SurfaceCrossing& c : all) {
    if (c.strand != choice_[c.curve].strand || out_of_closed(scene, c)) continue;
    // Across the triangle, towards the side that stays.
    const Vec3d way = normal_of(scene, c.triangle) * (choice_[c.curve].above ? -1.0 : 1.0);
    for (const std::uint32_t v : c.edge) told.push_back({c.curve, v, way});
    for (const std::uint32_t v : c.triangle) told.push_back({c.curve, v, way});
    mean[c.curve] += way;
    count[c.curve] += 1;
  }
  const auto before = [](const Told& a, const Told& b) {
    return std::pair{a.curve, a.vertex} < std::pair{b.curve, b.vertex};
  };
  std::stable_sort(told.begin(), told.end(), before);
  std::vector<Vec3d> ways(all.size(), Vec3d::zero());
  for (std::size_t k = 0; k < all.size(); ++k) {
    const SurfaceCrossing& c = all[k];
    if (out_of_closed(scene, c)) {
      ways[k] = outward(scene, c);
      continue;
    }
    if (!(count[c.curve] > 0)) continue;
    Vec3d way = Vec3d::zero();
    const auto gather = [&](std::uint32_t v) {
      for (auto t = std::lower_bound(told.begin(), told.end(), Told{c.curve, v, way}, before);
           t != told.end() && t->curve == c.curve && t->vertex == v; ++t)
        way += t->way;
    };
    for (const std::uint32_t v : c.edge) gather(v);
    for (const std::uint32_t v : c.triangle) gather(v);
    way = way * (1 / std::max(norm(way), 1e-300)) + mean[c.curve] * (kCurve / count[c.curve]);
    const double sign = c.strand == choice_[c.curve].strand ? 1 : -1;
    ways[k] = way * (sign / std::max(norm(way), 1e-300));
  }
  return ways;
}

void Untangler::add_contacts(const SurfaceScene& scene, const GapRules& rules, ContactList& out,
                             const Added& added) const {
  insiders_.add_contacts(scene, rules, out, added);
  const std::vector<Vec3d> way = ways(scene);
  for (std::size_t k = 0; k < way.size(); ++k) {
    if (norm2(way[k]) == 0) continue;
    const SurfaceCrossing& crossing = tangle_.crossings[k];
    const double s = crossing.along;
    SurfaceContact c;
    c.n = way[k];
    set_tangents(c);
    c.part = {scene.part_of[crossing.edge[0]], scene.part_of[crossing.triangle[0]]};
    c.rigid = {scene.parts[c.part[0]].rigid, scene.parts[c.part[1]].rigid};
    c.at = scene.x[crossing.edge[0]] * (1 - s) + scene.x[crossing.edge[1]] * s;
    c.parting = out_of_closed(scene, crossing) ? rules.most : kSpeed;
    out.begin(c);
    if (c.rigid[0] == kNone) {
      out.add_row(scene, {crossing.edge[0], 1 - s});
      out.add_row(scene, {crossing.edge[1], s});
    }
    if (c.rigid[1] == kNone)
      for (int a = 0; a < 3; ++a)
        out.add_row(scene, {crossing.triangle[std::size_t(a)], -crossing.weight[a]});
    added(out.contacts.back());
  }
}

}  // namespace weft
