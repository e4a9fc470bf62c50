#include "contact/surfaces/near_pairs.h"

#include <algorithm>
#include <cmath>

#include "exec/loops.h"

namespace weft {
namespace {

constexpr std::size_t kChunk = 4096;
constexpr double kSteps = 2;  // of the present relative motion that a list must outlive
constexpr double kFew = 1,
                 kMany = 6;  // pairs per element: with fewer the list reaches farther, with more less far
constexpr double kGrow = 1.5;
constexpr double kFarthest = 0.5;     // of the mean edge
constexpr double kLeastKeep = 0.005;  // of the mean edge: what has no thickness keeps this
constexpr double kRestShare = 0.5;    // of the distance at rest: parts of one body keep no more

PairPlaces places(const NearPair& p, const std::vector<Vec3d>& x) {
  return {x[p.i[0]], x[p.i[1]], x[p.i[2]], x[p.i[3]]};
}

}  // namespace

bool NearPairs::holds(const SurfaceScene& scene, double fraction) const {
  const MotionCells::Spread s = cells_.measure_since(scene);
  return s.nearby <= fraction * reach_ && s.all <= fraction * (cells_.apart() - (1 + kSlop) * most_keep_);
}

void NearPairs::renew(const SurfaceScene& scene, const Friction& friction, double fraction) {
  if (built_ && holds(scene, fraction)) return;
  find(scene, friction);
}

bool NearPairs::meet(const SurfaceScene& scene, std::uint32_t a, std::uint32_t b) const {
  const SurfacePart &pa = scene.parts[a], &pb = scene.parts[b];
  if (a == b) return pa.meets_itself;
  if (pa.strands && pb.strands) return false;
  if (!pa.yields && !pb.yields) return false;  // rigid bodies and obstacles: contact/rigid_contacts.h
  return !(pa.obstacle && !pb.meets_meshes) && !(pb.obstacle && !pa.meets_meshes);
}

void NearPairs::find(const SurfaceScene& scene, const Friction& friction) {
  ++renewals;
  double radius = 0, edge = 0;
  std::size_t edges = 0;
  for (const SurfacePart& p : scene.parts) radius = std::max(radius, p.mesh->radius);
  for (const auto& e : scene.edges)
    if (scene.yields(e[0])) edge += norm(scene.x[e[0]] - scene.x[e[1]]), ++edges;
  mean_edge_ = edges ? edge / double(edges) : 1;
  most_keep_ = std::max(2 * radius, kLeastKeep * mean_edge_);
  // How far things move against each other in a step: the list should last for some.
  if (!built_) cells_.build(scene, 4 * most_keep_ + mean_edge_);
  const double moving = cells_.measure_step(scene).nearby;
  // A long reach makes the list long, a short one makes it often.
  if (reach_ == 0) reach_ = 0.5 * kFarthest * mean_edge_;
  const double per_element = double(pairs.size()) / double(scene.elements.size());
  if (built_ && per_element < kFew) reach_ *= kGrow;
  if (built_ && per_element > kMany) reach_ /= kGrow;
  reach_ = std::clamp(reach_, most_keep_, std::max(most_keep_, kFarthest * mean_edge_));
  reach_ = std::max(reach_, kSteps * moving);
  const double far = most_keep_ * (1 + kSlop) + reach_;
  cells_.build(scene, std::max(2 * far, mean_edge_));
  tree_.build(scene, 0.5 * far);
  std::vector<std::vector<NearPair>> found(tree_.chunks());
  parallel_for(found.size(), [&](std::size_t c) {
    tree_.each_pair(c, [&](std::uint32_t a, std::uint32_t b) {
      const SurfaceElement &ea = scene.elements[a], &eb = scene.elements[b];
      if (meet(scene, scene.part_of[ea.vertex[0]], scene.part_of[eb.vertex[0]]))
        add_pairs(scene, ea, eb, found[c]);
    });
  });
  pairs.clear();
  for (const auto& f : found) pairs.insert(pairs.end(), f.begin(), f.end());
  std::uint32_t last_a = kNone, last_b = kNone;
  float mu = 0;
  cell_.resize(pairs.size());
  normal_.assign(pairs.size(), Vec3d::zero());
  for (std::size_t k = 0; k < pairs.size(); ++k) {
    NearPair& p = pairs[k];
    const std::uint32_t a = scene.part_of[p.i[0]], b = scene.part_of[p.i[2]];
    if (a != last_a || b != last_b) mu = float(friction(a, b)), last_a = a, last_b = b;
    p.friction = mu;
    cell_[k] = scene.parts[a].yields && scene.parts[b].yields ? cells_.cell_of(p.i[0]) : kNone;
  }
  wake_.assign(pairs.size(), -1);
  built_ = true;
}

void NearPairs::add_pairs(const SurfaceScene& scene, const SurfaceElement& a, const SurfaceElement& b,
                          std::vector<NearPair>& out) const {
  const auto vertex_triangle = [&](const SurfaceElement& from, const SurfaceElement& to) {
    if (to.corners() < 3) return;
    for (int k = 0; k < from.corners(); ++k)
      if (from.owned & (1 << k))
        add(scene, {{from.vertex[k], to.vertex[0], to.vertex[1], to.vertex[2]}, 0, 0, false, false}, out);
  };
  vertex_triangle(a, b);
  vertex_triangle(b, a);
  for (const std::uint32_t ea : a.edge) {
    if (ea == kNone) continue;
    for (const std::uint32_t eb : b.edge) {
      if (eb == kNone) continue;
      const auto &p = scene.edges[ea], &q = scene.edges[eb];
      // One order whatever the search came upon first.
      if (ea < eb) add(scene, {{p[0], p[1], q[0], q[1]}, 0, 0, true, false}, out);
      else add(scene, {{q[0], q[1], p[0], p[1]}, 0, 0, true, false}, out);
    }
  }
}

void NearPairs::add(const SurfaceScene& scene, NearPair p, std::vector<NearPair>& out) const {
  for (int a = 0; a < (p.edges ? 2 : 1); ++a)
    for (int b = p.edges ? 2 : 1; b < 4; ++b)
      if (p.i[a] == p.i[b]) return;
  double keep = std::max(scene.radius(p.i[0]) + scene.radius(p.i[2]), kLeastKeep * mean_edge_);
  const PairPlaces x = places(p, scene.x);
  const double far = keep * (1 + kSlop) + reach_;
  // Cheap first: the boxes of the two sides.
  for (int k = 0; k < 3; ++k) {
    double a0 = x[0][k], a1 = a0, b0 = x[3][k], b1 = b0;
    if (p.edges) a0 = std::min(a0, x[1][k]), a1 = std::max(a1, x[1][k]);
    for (int b = p.edges ? 2 : 1; b < 3; ++b) b0 = std::min(b0, x[b][k]), b1 = std::max(b1, x[b][k]);
    if (a0 - b1 > far || b0 - a1 > far) return;
  }
  if (measure_pair(p.edges, x).d >= far) return;
  if (scene.part_of[p.i[0]] == scene.part_of[p.i[2]]) {
    const PairPlaces rest{scene.rest(p.i[0]), scene.rest(p.i[1]), scene.rest(p.i[2]), scene.rest(p.i[3])};
    keep = std::min(keep, kRestShare * measure_pair(p.edges, rest).d);
  }
  p.keep = float(keep);
  out.push_back(p);
}

void NearPairs::wake(const SurfaceScene& scene) {
  cells_.measure_step(scene);
  std::vector<std::vector<AwakePair>> found(chunk_count(pairs.size(), kChunk));
  parallel_chunks(pairs.size(), kChunk, [&](Range r) {
    auto& mine = found[r.begin / kChunk];
    for (std::size_t k = r.begin; k < r.end; ++k) {
      const NearPair& p = pairs[k];
      const std::uint32_t cell = cell_[k];
      double gone = 0, step = 0;
      if (cell != kNone) {
        gone = cells_.odometer(cell);
        step = cells_.step(cell);
        if (gone + step <= wake_[k] || p.crossing) continue;
      } else if (p.crossing) {
        continue;
      }
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
      if (cell == kNone) {
        for (int a = 0; a < 4; ++a)
          for (int b = a + 1; b < 4; ++b) step = std::max(step, norm(scene.u[p.i[a]] - scene.u[p.i[b]]));
        if (m.d - limit > step) continue;
      } else if (m.d - limit > step) {
        wake_[k] = gone + m.d - limit;
        continue;
      }
      mine.push_back({std::uint32_t(k), m, false});
    }
  });
  awake.clear();
  for (const auto& f : found) awake.insert(awake.end(), f.begin(), f.end());
}

}  // namespace weft
