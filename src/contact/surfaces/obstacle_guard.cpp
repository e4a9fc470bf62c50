/// ObstacleContacts: certificates. sigma is concave while all points go straight, so that one plane with
/// sigma > 0 when the step begins and when it ends proves it for the whole step.
#include <algorithm>
#include <cmath>

#include "contact/surfaces/near_pair.h"
#include "contact/surfaces/obstacle_contacts.h"
#include "exec/loops.h"
#include "geometry/closest_triangle.h"

namespace weft {
namespace {

constexpr std::size_t kChunk = 512;
constexpr double kLeastStart =
    0.02;                   // of the distance of the nearest corner: so far off a plane must lie at first
constexpr int kThrows = 8;  // from the obstacle to the triangle and back, in search of a plane

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
  if (corners == 3) return shape.least_on(x, ConvexObstacle::kFine);
  const double s = shape.least_along(x[0], x[1] - x[0], ConvexObstacle::kFine);
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
  const double wish = 0.5 * radius + kRounding;
  f.start = f.end = -1e300;
  const auto proves = [&](const Vec3d& m) {
    const double start = before(m), end = after(m);
    if (start > 0 && (end > f.end || f.start <= 0)) f.start = start, f.end = end;
    return start > kLeastStart * std::max(low, 0.0) && start > 0 &&
           end >= std::min((1 - kCloser) * start, wish);
  };
  // Cheap first: across the nearest corner, then from one to the other and back. Any plane proves it.
  if (proves(shape.distance(s.x[lowest] + s.u[lowest]).n)) return false;
  Vec3d p = (c.y[0] + c.y[1] + c.y[2]) * (1.0 / 3);
  for (int k = 0; k < kThrows; ++k) {
    const Distance d = shape.distance(p);
    if (!(d.phi > 0)) break;
    if (proves(d.n)) return false;
    p = closest_on_triangle(p - d.n * d.phi, c.y[0], c.y[1], c.y[2]).point;
  }
  f.w = nearest(shape, c.x, c.count);
  const Distance d0 = shape.distance_before(mean(c.x, f.w));
  const Distance d1 = shape.distance(mean(c.y, nearest(shape, c.y, c.count)));
  if (!(d0.phi > 0)) return false;  // it begins inside
  f.n = d0.n;
  f.d = d0.phi;
  bool proven = false;
  for (const Vec3d& m : {d1.n, d0.n, d0.n + d1.n}) {
    const double length = norm(m);
    if (length > 0.1) proven |= proves(m * (1 / length));
  }
  f.need = std::min((1 - kCloser) * f.start, wish);
  return !proven;
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
