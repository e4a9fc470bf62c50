#include "contact/surfaces/untangle.h"

#include <algorithm>
#include <cmath>
#include <queue>

namespace weft {
namespace {

constexpr double kSeparated = 0.7;  // of a strand's edges that lead to one part: it is cut off
constexpr double kOneWay = 0.1;     // least mean of directions that counts as one
constexpr double kBorderCost =
    1e3;                          // what leads to a border slides along, what is cut off comes straight back
constexpr double kNowhere = 1e9;  // [m] to a border that there is not
constexpr double kSpeed = 0.5;    // [m/s]
constexpr double kCurve = 0.5;    // of a way: the mean of its curve, where neighbours have 1

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

/// Along the mesh, not over edges that cross.
std::vector<double> Untangler::distances(const SurfaceScene& scene,
                                         const std::vector<std::uint32_t>& from) const {
  std::vector<double> far(scene.size(), kNowhere);
  using Entry = std::pair<double, std::uint32_t>;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> queue;
  for (const std::uint32_t v : from)
    if (far[v] > 0) queue.push({far[v] = 0, v});
  while (!queue.empty()) {
    const auto [d, v] = queue.top();
    queue.pop();
    if (d > far[v]) continue;
    const auto [begin, end] = scene.edges_at(v);
    for (const std::uint32_t* e = begin; e != end; ++e) {
      const std::uint32_t other = scene.other_end(*e, v);
      const double there = d + norm(scene.x[v] - scene.x[other]);
      if (there < far[other] && !tangle_.cut(v, other)) queue.push({far[other] = there, other});
    }
  }
  return far;
}

Untangler::Side Untangler::find_sides(const SurfaceScene& scene) const {
  Side s;
  Groups groups(scene.size());
  for (const auto& e : scene.edges)
    if (!tangle_.cut(e[0], e[1])) groups.join(e[0], e[1]);
  s.label.resize(scene.size());
  for (std::uint32_t i = 0; i < scene.size(); ++i) s.label[i] = groups.find(i);
  std::vector<std::uint32_t> ends, border;
  for (const SurfaceCrossing& c : tangle_.crossings) ends.insert(ends.end(), c.edge.begin(), c.edge.end());
  for (std::size_t e = 0; e < scene.edges.size(); ++e)
    if (scene.opposite[e][0] != kNone && scene.opposite[e][1] == kNone)
      border.insert(border.end(), scene.edges[e].begin(), scene.edges[e].end());
  s.border = distances(scene, border);
  s.depth.assign(scene.size(), 0);
  const std::vector<double> far = distances(scene, ends);
  for (std::uint32_t i = 0; i < scene.size(); ++i)
    if (far[i] < kNowhere) s.depth[s.label[i]] = std::max(s.depth[s.label[i]], far[i]);
  return s;
}

Vec3d Untangler::back(const SurfaceScene& scene, const SurfaceCrossing& c, const Choice& choice) const {
  const Vec3d n = normal_of(scene, c.triangle);
  const double above = dot(n, scene.x[c.edge[1]] - scene.x[c.edge[0]]);  // the second end, over the first
  if (choice.label == kNone) return n * (choice.above ? -1.0 : 1.0);
  const bool first = label_[c.edge[0]] == choice.label, second = label_[c.edge[1]] == choice.label;
  if (first == second) return Vec3d::zero();
  return n * ((above > 0) == first ? 1.0 : -1.0);
}

Untangler::Choice Untangler::choose(const SurfaceScene& scene, const Side& side,
                                    std::span<const std::uint32_t> strand,
                                    std::span<const std::uint32_t> labels) const {
  double border[2] = {0, 0};
  for (const std::uint32_t k : strand) {
    const SurfaceCrossing& c = tangle_.crossings[k];
    const Vec3d n = normal_of(scene, c.triangle);
    const bool second = dot(n, scene.x[c.edge[1]] - scene.x[c.edge[0]]) > 0;
    border[0] += side.border[c.edge[second ? 0 : 1]];
    border[1] += side.border[c.edge[second ? 1 : 0]];
  }
  Choice best;
  const auto consider = [&](Choice c, double far) {
    Vec3d mean = Vec3d::zero();
    double told = 0;
    for (const std::uint32_t k : strand) {
      const Vec3d way = back(scene, tangle_.crossings[k], c);
      mean += way;
      told += norm(way);
    }
    if (told < kSeparated * double(strand.size())) return;
    c.cost = far / std::max(norm(mean) / told, kOneWay);
    if (c.cost < best.cost) best = c;
  };
  Choice c;
  c.strand = tangle_.crossings[strand[0]].strand;
  for (const std::uint32_t label : labels) {
    c.label = label;
    consider(c, side.depth[label]);
  }
  if (best.cost < 1e300) return best;
  // It ends inside its mesh: a slit, which leads to a border.
  c.label = kNone;
  for (const bool above : {false, true}) {
    c.above = above;
    consider(c, kBorderCost * border[above] / double(strand.size()));
  }
  return best;
}

void Untangler::choose(const SurfaceScene& scene) {
  choice_.assign(tangle_.curves, {});
  if (tangle_.crossings.empty()) return;
  const Side side = find_sides(scene);
  label_ = side.label;
  std::vector<std::vector<std::uint32_t>> strands(tangle_.curve_of.size()), labels(strands.size());
  for (std::uint32_t k = 0; k < tangle_.crossings.size(); ++k) {
    const SurfaceCrossing& c = tangle_.crossings[k];
    strands[c.strand].push_back(k);
    if (label_[c.edge[0]] != label_[c.edge[1]])
      for (const std::uint32_t v : c.edge) labels[c.strand].push_back(label_[v]);
  }
  // What lies between both strands of a curve is the loop that a cloth makes through itself: it can become smaller,
  // but not come back.
  std::vector<std::pair<std::uint32_t, std::uint32_t>> met;  // curve, label
  for (std::size_t s = 0; s < strands.size(); ++s) {
    std::sort(labels[s].begin(), labels[s].end());
    labels[s].erase(std::unique(labels[s].begin(), labels[s].end()), labels[s].end());
    for (const std::uint32_t label : labels[s]) met.push_back({tangle_.curve_of[s], label});
  }
  std::sort(met.begin(), met.end());
  for (std::size_t s = 0; s < strands.size(); ++s) {
    if (!scene.yields(tangle_.crossings[strands[s][0]].edge[0])) continue;
    std::erase_if(labels[s], [&](std::uint32_t label) {
      const auto [a, b] = std::equal_range(met.begin(), met.end(), std::pair{tangle_.curve_of[s], label});
      return b - a > 1;
    });
    const Choice c = choose(scene, side, strands[s], labels[s]);
    if (Choice& best = choice_[tangle_.curve_of[s]]; c.cost < best.cost) best = c;
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
    const Vec3d way = back(scene, c, choice_[c.curve]);
    if (norm2(way) == 0) continue;
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
