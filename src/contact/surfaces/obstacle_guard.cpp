/// ObstacleContacts: certificates. sigma is concave while all points go straight, so that one plane with
/// sigma > 0 when the step begins and when it ends proves it for the whole step.
#include <algorithm>
#include <cmath>

#include "contact/surfaces/near_pair.h"
#include "contact/surfaces/obstacle_contacts.h"
#include "exec/loops.h"

namespace weft {
namespace {

constexpr std::size_t kChunk = 512;
constexpr double kLeastStart = 1e-3;  // of the distance: so far off a plane must lie at first

struct Ends {
  std::array<Vec3d, 3> x, y;  ///< of the corners, when the step begins and when it ends
  std::size_t count;
};

Ends ends_of(const SurfaceScene& s, const SurfaceElement& e) {
  Ends c;
  c.count = std::size_t(e.corners());
  for (std::size_t k = 0; k < 3; ++k) {
    const std::uint32_t v = e.vertex[std::min(k, c.count - 1)];
    c.x[k] = s.x[v];
    c.y[k] = s.x[v] + s.u[v];
  }
  return c;
}

double least(const std::array<Vec3d, 3>& x, const Vec3d& n) {
  return std::min(dot(n, x[0]), std::min(dot(n, x[1]), dot(n, x[2])));
}

/// Where phi is least on a segment or a triangle.
std::array<double, 3> nearest(const ConvexObstacle& shape, const std::array<Vec3d, 3>& x,
                              std::size_t corners) {
  if (corners == 3) return shape.least_on(x);
  const double s = shape.least_along(x[0], x[1] - x[0]);
  return {1 - s, s, 0};
}

Vec3d mean(const std::array<Vec3d, 3>& x, const std::array<double, 3>& w) {
  return x[0] * w[0] + x[1] * w[1] + x[2] * w[2];
}

}  // namespace

bool ObstacleContacts::fails(const SurfaceScene& s, const Obstacle& o, const SurfaceElement& e,
                             FailingElement& f) const {
  const ConvexObstacle& shape = o.shape;
  const double radius = s.radius(e.vertex[0]);
  double low = 1e300, moves = 0, size = 0;
  std::uint32_t lowest = e.vertex[0];
  for (int k = 0; k < e.corners(); ++k) {
    const std::uint32_t v = e.vertex[k];
    if (shape.phi(v) < low) low = shape.phi(v), lowest = v;
    moves = std::max(moves, norm(s.u[v]));
    size = std::max(size, norm(s.x[v] - s.x[e.vertex[(k + 1) % e.corners()]]));
  }
  // No place of it is farther than two thirds of its size from a corner.
  if (low - 2.0 / 3 * size > 0.5 * radius + moves + shape.way()) return false;
  const Ends c = ends_of(s, e);
  const auto before = [&](const Vec3d& n) { return least(c.x, n) - shape.reach_before(n); };
  const auto after = [&](const Vec3d& n) { return least(c.y, n) - shape.reach(n); };
  f.start = f.end = -1e300;
  f.d = low;
  const auto proves = [&](const Vec3d& m) {
    const double start = before(m), end = after(m);
    f.need = std::min((1 - kCloser) * f.d, 0.5 * radius) + kRounding;
    if (start < std::max(kLeastStart * f.d, kRounding)) return false;
    if (end > f.end) f.start = start, f.end = end;
    return end >= f.need;
  };
  // Cheap first: across the nearest corner. Any plane proves it.
  if (low > 0 && (proves(shape.normal(lowest)) || proves(shape.distance(s.x[lowest] + s.u[lowest]).n)))
    return false;
  const Vec3d gap = shape.gap_before(c.x).p;
  f.d = norm(gap);
  if (!(f.d > kRounding)) return false;  // it begins inside
  f.n = gap * (1 / f.d);
  if (proves(f.n)) return false;
  const Vec3d between = shape.plane_between(c.x, c.y);
  if (norm2(between) > 0 && proves(between)) return false;
  // What slides over a rim turns: it meets where it would be nearest when the step ends.
  f.w = nearest(shape, c.y, c.count);
  const Vec3d last = shape.distance(mean(c.y, f.w)).n;
  if (before(last) > 0) f.n = last;
  else f.w = nearest(shape, c.x, c.count);
  return true;
}

std::vector<FailingElement> ObstacleContacts::failing(const SurfaceScene& scene) const {
  std::vector<FailingElement> all;
  for (std::uint32_t k = 0; k < obstacles_.size(); ++k) {
    const Obstacle& o = obstacles_[k];
    const std::vector<std::uint32_t>& near = o.shape.elements;
    std::vector<std::vector<FailingElement>> found(chunk_count(near.size(), kChunk));
    parallel_chunks(near.size(), kChunk, [&](Range r) {
      for (std::size_t i = r.begin; i < r.end; ++i) {
        FailingElement f;
        f.element = near[i];
        f.obstacle = k;
        if (fails(scene, o, scene.elements[near[i]], f)) found[r.begin / kChunk].push_back(f);
      }
    });
    for (const auto& f : found) all.insert(all.end(), f.begin(), f.end());
  }
  return all;
}

void ObstacleContacts::add(const SurfaceScene& scene, const FailingElement& f, const GapRules& rules,
                           const Friction& friction, ContactList& out) const {
  const Obstacle& o = obstacles_[f.obstacle];
  const SurfaceElement& e = scene.elements[f.element];
  const Ends c = ends_of(scene, e);
  SurfaceContact contact;
  contact.n = f.n;
  contact.at = mean(c.x, f.w);
  contact.d = dot(f.n, contact.at) - o.shape.reach(f.n);
  contact.keep = scene.radius(e.vertex[0]);
  complete(o, rules, friction(scene.part_of[e.vertex[0]], o.number), contact);
  out.begin(contact);
  for (std::size_t k = 0; k < c.count; ++k)
    if (f.w[k] > 0) out.add_row(scene, {e.vertex[k], f.w[k]});
}

Vec3d ObstacleContacts::way_of(const SurfaceScene& scene, const FailingElement& f, double dt) const {
  const SurfaceElement& e = scene.elements[f.element];
  Vec3d x = Vec3d::zero();
  for (int k = 0; k < e.corners(); ++k) x += scene.x[e.vertex[k]] * (1.0 / e.corners());
  return obstacles_[f.obstacle].collider->velocity_at(x) * dt;
}

}  // namespace weft
