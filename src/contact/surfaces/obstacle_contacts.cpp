#include "contact/surfaces/obstacle_contacts.h"

#include <algorithm>
#include <cmath>

#include "exec/loops.h"

namespace weft {
namespace {

constexpr std::size_t kChunk = 1024;
constexpr double kDeeper = 0.05;  // of the radius: by this the middle must be deeper than the corners
constexpr double kShown =
    0.7;  // of the radius: the middle of an edge or a triangle counts when nearer than this
constexpr double kNear = 0.05;  // of the radius: contacts begin to count this early

/// Kinds of features in keys of contacts.
constexpr std::uint64_t kVertex = 0xffffffff, kEdge = 0xfffffffe, kTriangle = 0xfffffffd;
ContactKey key(std::uint64_t kind, std::uint32_t obstacle, std::uint64_t feature) {
  return {(kind << 32) | obstacle, feature};
}

using Corners = std::array<Vec3d, 3>;
Corners corners_of(const SurfaceScene& s, const SurfaceElement& e) {
  return {s.x[e.vertex[0]], s.x[e.vertex[1]], s.x[e.vertex[2]]};
}

}  // namespace

struct ObstacleContacts::Case {
  const SurfaceScene& scene;
  const Obstacle& obstacle;
  const GapRules& rules;
  const Friction& friction;
};

void ObstacleContacts::begin(const SurfaceScene& scene, std::span<const Collider> colliders, double time,
                             double far) {
  std::size_t count = 0;
  for (std::uint32_t k = 0; k < colliders.size(); ++k) {
    const Collider& c = colliders[k];
    if (c.boundary == Boundary::symmetry || std::holds_alternative<MeshShape>(c.shape)) continue;
    if (count == obstacles_.size()) obstacles_.emplace_back();
    Obstacle& o = obstacles_[count++];
    o.collider = &c;
    o.number = k;
    o.shape.begin(scene, c, time, far);
  }
  obstacles_.resize(count);
}

void ObstacleContacts::complete(const Obstacle& o, const GapRules& rules, double friction,
                                SurfaceContact& c) const {
  const Collider& collider = *o.collider;
  c.collider = o.number;
  c.wall = collider.velocity_at(c.at);
  // The obstacle is where it ends the step; the gap counts from where it began.
  c.d += rules.dt * dot(c.wall, c.n);
  c.friction = collider.boundary == Boundary::separate ? friction : 0;
  if (collider.boundary != Boundary::separate && c.d <= c.keep) c.bilateral = true;
  if (collider.boundary == Boundary::sticky) c.friction = 1e9;
  set_tangents(c);
  set_bounds(c, rules);
}

void ObstacleContacts::find(const SurfaceScene& s, const GapRules& rules, const Friction& friction,
                            ContactList& out) const {
  for (const Obstacle& o : obstacles_) {
    if (!o.shape.any_near()) continue;
    const Case c{s, o, rules, friction};
    const std::size_t before = out.size();
    meet_vertices(c, out);
    if (!std::holds_alternative<Plane>(o.collider->shape)) {
      meet_edges(c, out);
      meet_triangles(c, out);
    }
    // Those that stay away need no impulse.
    const auto stays = [&](const SurfaceContact& contact) {
      double parts = -dot(contact.n, contact.wall);
      for (const SurfaceRow& r : out.rows_of(contact)) parts += r.w * dot(contact.n, s.v[r.vertex]);
      return !contact.bilateral && contact.d + rules.dt * parts > contact.keep * (1 + kNear);
    };
    auto& all = out.contacts;
    all.erase(std::remove_if(all.begin() + std::ptrdiff_t(before), all.end(), stays), all.end());
  }
}

void ObstacleContacts::meet_vertices(const Case& c, ContactList& out) const {
  const SurfaceScene& s = c.scene;
  const ConvexObstacle& shape = c.obstacle.shape;
  std::vector<ContactList> found(chunk_count(shape.near.size(), kChunk));
  parallel_chunks(shape.near.size(), kChunk, [&](Range r) {
    for (std::size_t k = r.begin; k < r.end; ++k) {
      const std::uint32_t v = shape.near[k];
      const double radius = s.radius(v);
      if (s.w[v] == 0 || shape.phi(v) - radius > norm(s.u[v]) + 2 * shape.way() + kNear * radius) continue;
      SurfaceContact contact;
      contact.key = key(kVertex, c.obstacle.number, v);
      contact.n = shape.normal(v);
      contact.at = s.x[v];
      contact.d = shape.phi(v);
      contact.keep = radius;
      complete(c.obstacle, c.rules, c.friction(s.part_of[v], c.obstacle.number), contact);
      ContactList& mine = found[r.begin / kChunk];
      mine.begin(contact);
      mine.add_row(s, {v, 1});
    }
  });
  for (const ContactList& f : found) out.append(f);
}

void ObstacleContacts::meet_edges(const Case& c, ContactList& out) const {
  const SurfaceScene& s = c.scene;
  const ConvexObstacle& shape = c.obstacle.shape;
  std::vector<ContactList> found(chunk_count(shape.elements.size(), kChunk));
  parallel_chunks(shape.elements.size(), kChunk, [&](Range r) {
    for (std::size_t i = r.begin; i < r.end; ++i)
      for (const std::uint32_t k : s.elements[shape.elements[i]].edge) {
        if (k == kNone) continue;  // another element's
        const auto [a, b] = s.edges[k];
        const double radius = s.radius(a), pa = shape.phi(a), pb = shape.phi(b);
        const Vec3d e = s.x[b] - s.x[a];
        const double length = norm(e), moves = std::max(norm(s.u[a]), norm(s.u[b]));
        if (0.5 * (pa + pb - length) > radius * (1 + kNear) + moves || s.w[a] + s.w[b] == 0) continue;
        const double shown = kShown * radius + moves, deeper = std::min(pa, pb) - kDeeper * radius;
        if (shape.least_between(s, a, b) > std::min(shown, deeper)) continue;
        const Distance middle = shape.distance(s.x[a] + e * 0.5);
        if (middle.phi - 0.5 * std::abs(dot(middle.n, e)) > std::min(shown, deeper)) continue;
        if (norm(shape.gap({s.x[a], s.x[b], s.x[b]}).p) > std::min(shown, deeper)) continue;
        const double at = shape.least_along(s.x[a], e);
        const Vec3d x = s.x[a] + e * at;
        const Distance d = shape.distance(x);
        if (d.phi > std::min(shown, deeper)) continue;
        SurfaceContact contact;
        contact.key = key(kEdge, c.obstacle.number, k);
        contact.n = d.n;
        contact.at = x;
        contact.d = d.phi;
        contact.keep = kShown * radius;  // or it would push on past where it ends
        complete(c.obstacle, c.rules, c.friction(s.part_of[a], c.obstacle.number), contact);
        ContactList& mine = found[r.begin / kChunk];
        mine.begin(contact);
        mine.add_row(s, {a, 1 - at});
        mine.add_row(s, {b, at});
      }
  });
  for (const ContactList& f : found) out.append(f);
}

/// The minimum over a triangle lies inside it only over a corner or something smaller than the triangle.
void ObstacleContacts::meet_triangles(const Case& c, ContactList& out) const {
  const SurfaceScene& s = c.scene;
  const ConvexObstacle& shape = c.obstacle.shape;
  std::vector<ContactList> found(chunk_count(shape.elements.size(), kChunk));
  parallel_chunks(shape.elements.size(), kChunk, [&](Range r) {
    for (std::size_t i = r.begin; i < r.end; ++i) {
      const SurfaceElement& t = s.elements[shape.elements[i]];
      if (t.corners() < 3) continue;
      const double radius = s.radius(t.vertex[0]);
      const Corners corner = corners_of(s, t);
      double mean = 0, least = 1e300, moves = 0, longest = 0, w = 0;
      for (std::size_t a = 0; a < 3; ++a) {
        const std::uint32_t v = t.vertex[a];
        mean += shape.phi(v) / 3;
        least = std::min(least, shape.phi(v));
        moves = std::max(moves, norm(s.u[v]));
        longest = std::max(longest, norm(corner[a] - corner[(a + 1) % 3]));
        w += s.w[v];
      }
      // phi changes by no more than the distance, in the mean at most two thirds of the longest edge.
      if (mean - 2.0 / 3 * longest > radius * (1 + kNear) + moves || w == 0) continue;
      if (shape.least_at_corner(s, t) || !shape.may_poke(corner, 2 * radius + moves)) continue;
      const Vec3d centre = (corner[0] + corner[1] + corner[2]) * (1.0 / 3);
      const Distance middle = shape.distance(centre);
      const double shown = kShown * radius + moves;
      double lower = 1e300;
      for (const Vec3d& x : corner) lower = std::min(lower, middle.phi + dot(middle.n, x - centre));
      // Nor where it lies flat: a corner has it.
      if (lower > shown || lower > least - kDeeper * radius) continue;
      if (norm(shape.gap(corner).p) > std::min(shown, least - kDeeper * radius)) continue;
      if (!(norm2(cross(corner[1] - corner[0], corner[2] - corner[0])) > 0)) continue;
      const std::array<double, 3> weight = shape.least_on(corner);
      const Vec3d x = corner[0] * weight[0] + corner[1] * weight[1] + corner[2] * weight[2];
      const Distance d = shape.distance(x);
      if (d.phi > shown || d.phi > least - kDeeper * radius) continue;
      // Deeper than every edge too, or an edge has it.
      bool inner = true;
      for (std::size_t a = 0; a < 3; ++a) {
        const Vec3d &from = corner[a], e = corner[(a + 1) % 3] - from;
        inner &= d.phi < shape.distance(from + e * shape.least_along(from, e)).phi - kDeeper * radius;
      }
      if (!inner) continue;
      SurfaceContact contact;
      contact.key = key(kTriangle, c.obstacle.number, shape.elements[i]);
      contact.n = d.n;
      contact.at = x;
      contact.d = d.phi;
      contact.keep = kShown * radius;  // or it would push on past where it ends
      complete(c.obstacle, c.rules, c.friction(s.part_of[t.vertex[0]], c.obstacle.number), contact);
      ContactList& mine = found[r.begin / kChunk];
      mine.begin(contact);
      for (std::size_t a = 0; a < 3; ++a) mine.add_row(s, {t.vertex[a], weight[a]});
    }
  });
  for (const ContactList& f : found) out.append(f);
}

}  // namespace weft
