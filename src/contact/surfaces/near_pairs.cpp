#include "contact/surfaces/near_pairs.h"

#include <algorithm>
#include <cmath>

#include "exec/loops.h"

namespace weft {
namespace {

constexpr std::size_t kChunk = 4096;
constexpr double kFarthest = 0.25;    // of the mean edge: budgets for some steps go no farther
constexpr double kNearest = 0.25;     // of what is kept: budgets of what does not move
constexpr std::size_t kMany = 32;     // one element of so many to be searched around: better anew
constexpr double kLonger = 1.5;       // than it was: better anew
constexpr double kLeastKeep = 0.005;  // of the mean edge: what has no thickness keeps this
constexpr double kRestShare = 0.5;    // of the distance at rest: parts of one body keep no more

PairPlaces places(const NearPair& p, const std::vector<Vec3d>& x) {
  return {x[p.i[0]], x[p.i[1]], x[p.i[2]], x[p.i[3]]};
}

}  // namespace

void NearPairs::renew(const SurfaceScene& scene, const Friction& friction, double fraction) {
  if (built_) {
    const ElementMotion::Spent spent = motion_.spent(scene, fraction, (1 + kSlop) * most_keep_);
    if (spent.none() || reach_out(scene, spent, friction)) return;
  }
  find(scene, friction);
}

bool NearPairs::meet(const SurfaceScene& scene, std::uint32_t a, std::uint32_t b) const {
  const SurfacePart &pa = scene.parts[a], &pb = scene.parts[b];
  if (a == b) return pa.meets_itself;
  if (pa.strands && pb.strands) return false;
  if (!pa.yields && !pb.yields) return false;  // rigid bodies and obstacles: contact/rigid_contacts.h
  return !(pa.obstacle && !pb.meets_meshes) && !(pb.obstacle && !pa.meets_meshes);
}

/// Strands among themselves, say: there is nothing to look for.
bool NearPairs::any_meet(const SurfaceScene& scene) const {
  for (std::uint32_t a = 0; a < scene.parts.size(); ++a)
    for (std::uint32_t b = 0; b <= a; ++b)
      if (meet(scene, a, b)) return true;
  return false;
}

void NearPairs::measure(const SurfaceScene& scene) {
  double radius = 0, edge = 0;
  std::size_t edges = 0;
  for (const SurfacePart& p : scene.parts) radius = std::max(radius, p.mesh->radius);
  for (const auto& e : scene.edges)
    if (scene.yields(e[0])) edge += norm(scene.x[e[0]] - scene.x[e[1]]), ++edges;
  mean_edge_ = edges ? edge / double(edges) : 1;
  most_keep_ = std::max(2 * radius, kLeastKeep * mean_edge_);
}

void NearPairs::find(const SurfaceScene& scene, const Friction& friction) {
  ++renewals;
  measure(scene);
  const double keep = (1 + kSlop) * most_keep_;
  motion_.begin(scene, {kNearest * most_keep_, kFarthest * mean_edge_, 2 * keep + mean_edge_});
  searched_ = any_meet(scene);
  std::vector<std::vector<Found>> found;
  if (searched_) {
    tree_.build(scene, [&](std::size_t e) { return 0.5 * keep + motion_.margin(std::uint32_t(e)); });
    found.resize(tree_.chunks());
  }
  parallel_for(found.size(), [&](std::size_t c) {
    tree_.each_pair(c, [&](std::uint32_t a, std::uint32_t b) {
      const double drift = motion_.drift(a, b);
      if (drift >= 0)
        add_pairs(scene, a, b, {-1e300, motion_.budget(a) + motion_.budget(b) + drift}, found[c]);
    });
  });
  pairs.clear();
  elements_.clear();
  normal_.clear();
  wake_.clear();
  append(scene, friction, found);
  first_count_ = pairs.size();
  built_ = true;
}

void NearPairs::append(const SurfaceScene& scene, const Friction& friction,
                       std::span<const std::vector<Found>> found) {
  std::vector<std::size_t> first{pairs.size()};
  for (const auto& some : found) first.push_back(first.back() + some.size());
  pairs.resize(first.back());
  elements_.resize(first.back());
  normal_.resize(first.back(), Vec3d::zero());
  wake_.resize(first.back(), -1);
  parallel_for(found.size(), [&](std::size_t c) {
    std::uint32_t last_a = kNone, last_b = kNone;
    float mu = 0;
    for (std::size_t k = 0; k < found[c].size(); ++k) {
      const Found& f = found[c][k];
      const std::uint32_t a = scene.part_of[f.pair.i[0]], b = scene.part_of[f.pair.i[2]];
      if (a != last_a || b != last_b) mu = float(friction(a, b)), last_a = a, last_b = b;
      pairs[first[c] + k] = f.pair;
      pairs[first[c] + k].friction = mu;
      elements_[first[c] + k] = motion_.two(f.a, f.b);
    }
  });
}

/// Distances are those when the list was made: what a larger budget lets in was not in the list before.
bool NearPairs::reach_out(const SurfaceScene& scene, const ElementMotion::Spent& spent,
                          const Friction& friction) {
  std::size_t searches = spent.elements.size();
  for (const auto& d : spent.drifts) searches += motion_.elements_of(d).size();
  if (spent.lost || searches * kMany > scene.elements.size()) return false;
  if (double(pairs.size()) > kLonger * double(first_count_) + double(scene.elements.size())) return false;
  ++additions;
  const double keep = (1 + kSlop) * most_keep_;
  std::vector<std::vector<Found>> found(1);
  const auto each_near = [&](std::uint32_t e, auto&& f) {
    if (!searched_) return;
    tree_.each_near(scene, motion_.start(), e, 0.5 * keep + motion_.whole_margin(e), f);
  };
  for (const auto& d : spent.drifts) {
    const double before = motion_.drift(d);
    motion_.grow(d);
    for (const KeyIndex& k : motion_.elements_of(d))
      each_near(k.index, [&](std::uint32_t other) {
        if (!motion_.counts(d, other)) return;
        const double own = motion_.budget(k.index) + motion_.budget(other);
        add_pairs(scene, k.index, other, {own + before, own + motion_.drift(d)}, found[0]);
      });
  }
  for (const auto& s : spent.elements) {
    const std::uint32_t e = s.element;
    const double before = motion_.budget(e);
    motion_.grow(s);
    each_near(e, [&](std::uint32_t other) {
      const double drift = motion_.drift(e, other), theirs = motion_.budget(other);
      if (other != e && drift >= 0)
        add_pairs(scene, e, other, {before + theirs + drift, motion_.budget(e) + theirs + drift}, found[0]);
    });
  }
  append(scene, friction, found);
  return true;
}

void NearPairs::add_pairs(const SurfaceScene& scene, std::uint32_t a, std::uint32_t b, const Shell& shell,
                          std::vector<Found>& out) const {
  if (!meet(scene, scene.part_of[scene.elements[a].vertex[0]], scene.part_of[scene.elements[b].vertex[0]]))
    return;
  const SurfaceElement &ea = scene.elements[a], &eb = scene.elements[b];
  const auto vertex_triangle = [&](const SurfaceElement& from, const SurfaceElement& to) {
    if (to.corners() < 3) return;
    for (int k = 0; k < from.corners(); ++k)
      if (from.owned & (1 << k))
        add(scene, {{{from.vertex[k], to.vertex[0], to.vertex[1], to.vertex[2]}, 0, 0, false, false}, a, b},
            shell, out);
  };
  vertex_triangle(ea, eb);
  vertex_triangle(eb, ea);
  for (const std::uint32_t one : ea.edge) {
    if (one == kNone) continue;
    for (const std::uint32_t other : eb.edge) {
      if (other == kNone) continue;
      // One order whatever the search came upon first.
      const auto &p = scene.edges[std::min(one, other)], &q = scene.edges[std::max(one, other)];
      add(scene, {{{p[0], p[1], q[0], q[1]}, 0, 0, true, false}, a, b}, shell, out);
    }
  }
}

void NearPairs::add(const SurfaceScene& scene, Found f, const Shell& shell, std::vector<Found>& out) const {
  NearPair& p = f.pair;
  for (int a = 0; a < (p.edges ? 2 : 1); ++a)
    for (int b = p.edges ? 2 : 1; b < 4; ++b)
      if (p.i[a] == p.i[b]) return;
  double keep = std::max(scene.radius(p.i[0]) + scene.radius(p.i[2]), kLeastKeep * mean_edge_);
  const PairPlaces x = places(p, motion_.start());
  const double kept = keep * (1 + kSlop), far = kept + shell.high;
  // Cheap first: the boxes of the two sides.
  for (int k = 0; k < 3; ++k) {
    double a0 = x[0][k], a1 = a0, b0 = x[3][k], b1 = b0;
    if (p.edges) a0 = std::min(a0, x[1][k]), a1 = std::max(a1, x[1][k]);
    for (int b = p.edges ? 2 : 1; b < 3; ++b) b0 = std::min(b0, x[b][k]), b1 = std::max(b1, x[b][k]);
    if (a0 - b1 > far || b0 - a1 > far) return;
  }
  const double d = measure_pair(p.edges, x).d;
  if (d >= far || d < kept + shell.low) return;
  if (scene.part_of[p.i[0]] == scene.part_of[p.i[2]]) {
    const PairPlaces rest{scene.rest(p.i[0]), scene.rest(p.i[1]), scene.rest(p.i[2]), scene.rest(p.i[3])};
    keep = std::min(keep, kRestShare * measure_pair(p.edges, rest).d);
  }
  p.keep = float(keep);
  out.push_back(f);
}

void NearPairs::wake(const SurfaceScene& scene) {
  motion_.measure(scene);
  std::vector<std::vector<AwakePair>> found(chunk_count(pairs.size(), kChunk));
  parallel_chunks(pairs.size(), kChunk, [&](Range r) {
    auto& mine = found[r.begin / kChunk];
    for (std::size_t k = r.begin; k < r.end; ++k) {
      const NearPair& p = pairs[k];
      const double gone = motion_.gone(elements_[k]), step = motion_.step(elements_[k]);
      if (gone + step <= wake_[k] || p.crossing) continue;
      const PairPlaces x = places(p, scene.x);
      PairPlaces y = x;
      for (int a = 0; a < 4; ++a) y[a] += scene.u[p.i[a]];
      // The plane it was last seen across may still lie between them.
      const double limit = double(p.keep) + slop(p), before = separation(p.edges, x, normal_[k]);
      if (before > limit && separation(p.edges, y, normal_[k]) > limit) {
        if (before - limit > step) wake_[k] = gone + before - limit;
        continue;
      }
      const PairMeasure m = measure_pair(p.edges, x);
      normal_[k] = m.n;
      if (m.d - limit > step) wake_[k] = gone + m.d - limit;
      else mine.push_back({std::uint32_t(k), m, false});
    }
  });
  awake.clear();
  for (const auto& f : found) awake.insert(awake.end(), f.begin(), f.end());
}

}  // namespace weft
