#include "contact/surfaces/obstacle_contacts.h"

#include <algorithm>
#include <cmath>

#include "exec/loops.h"

namespace weft {
namespace {

constexpr std::size_t kChunk = 1024;
constexpr int kHalvings = 12;     // of an edge in search of its minimum
constexpr double kEnds = 0.02;    // of an edge: nearer to an end the end has it
constexpr double kDeeper = 0.05;  // of the radius: by this the middle must be deeper than the corners
constexpr double kShown =
    0.7;  // of the radius: the middle of an edge or a triangle counts when nearer than this
constexpr double kNear = 0.05;  // of the radius: contacts begin to count this early
constexpr double kFarInside = 1e30;

double speed_of(const Collider& c, const Bounds& b) {
  double most = norm(c.linear);
  if (norm2(c.angular) > 0)
    for (int k = 0; k < 8; ++k) {
      const Vec3d corner{{k & 1 ? b.upper[0] : b.lower[0], k & 2 ? b.upper[1] : b.lower[1],
                          k & 4 ? b.upper[2] : b.lower[2]}};
      most = std::max(most, norm(c.velocity_at(corner)));
    }
  return most;
}

/// Where phi is least on the segment from a along e; phi is convex there.
double least_along(const Collider& c, const Vec3d& a, const Vec3d& e) {
  if (std::holds_alternative<Sphere>(c.shape))
    return std::clamp(dot(c.pose.position - a, e) / std::max(norm2(e), 1e-300), 0.0, 1.0);
  double low = 0, high = 1;
  for (int k = 0; k < kHalvings; ++k) {
    const double s = 0.5 * (low + high);
    (dot(c.distance(a + e * s).n, e) > 0 ? high : low) = s;
  }
  return 0.5 * (low + high);
}

using Corners = std::array<Vec3d, 3>;

/// Where phi is least on a triangle, barycentric. Along lines from the first corner to the opposite side the
/// minima themselves are convex:  x(q, p) = x0 + q (e1 + p (e2 - e1)),  outer search over q, inner over p.
std::array<double, 3> least_on(const Collider& c, const Corners& x) {
  if (std::holds_alternative<Sphere>(c.shape)) {
    const Vec3d w = closest_on_triangle(c.pose.position, x[0], x[1], x[2]).barycentric;
    return {w[0], w[1], w[2]};
  }
  const Vec3d e1 = x[1] - x[0], side = x[2] - x[1];
  double low = 0, high = 1;
  for (int round = 0; round < kHalvings; ++round) {
    const double q = 0.5 * (low + high), p = least_along(c, x[0] + e1 * q, side * q);
    const Vec3d out = e1 + side * p;
    (dot(c.distance(x[0] + out * q).n, out) > 0 ? high : low) = q;
  }
  const double q = 0.5 * (low + high), p = least_along(c, x[0] + e1 * q, side * q);
  return {1 - q, q * (1 - p), q * p};
}

}  // namespace

void ObstacleContacts::meet(const Case& c, ContactList& out) {
  const SurfaceScene& s = c.scene;
  const std::uint32_t first = s.first(c.part);
  const std::size_t n = s.count(c.part);
  const double radius = s.parts[c.part].mesh->radius, dt = c.rules.dt;
  Bounds box;
  for (std::size_t i = 0; i < n; ++i) box.add(s.x[first + i]);
  const double wall = speed_of(c.collider, box) * dt;
  phi_.assign(n, kFarInside);
  std::vector<ContactList> found(chunk_count(n, kChunk));
  parallel_chunks(n, kChunk, [&](Range r) {
    for (std::size_t i = r.begin; i < r.end; ++i) {
      const std::uint32_t v = first + std::uint32_t(i);
      const Distance d = c.collider.distance(s.x[v]);
      phi_[i] = d.phi;
      if (s.w[v] == 0 || d.phi - radius > norm(s.u[v]) + 2 * wall + kNear * radius) continue;
      SurfaceContact contact;
      contact.key = {(std::uint64_t(0xffffffff) << 32) | c.number, v};
      contact.n = d.n;
      contact.wall = c.collider.velocity_at(s.x[v]);
      contact.collider = c.number;
      contact.at = s.x[v];
      // The obstacle is where it ends the step; the gap counts from where it began.
      contact.d = d.phi + dt * dot(contact.wall, d.n);
      contact.keep = radius;
      ContactList& mine = found[r.begin / kChunk];
      mine.begin(contact);
      mine.add_row(s, {v, 1});
    }
  });
  const std::size_t before = out.size();
  for (const ContactList& f : found) out.append(f);
  if (!std::holds_alternative<Plane>(c.collider.shape)) {
    meet_edges(c, out);
    meet_triangles(c, out);
  }
  for (std::size_t k = before; k < out.size(); ++k) {
    SurfaceContact& contact = out.contacts[k];
    contact.friction = c.collider.boundary == Boundary::separate ? c.friction : 0;
    if (c.collider.boundary != Boundary::separate && contact.d <= contact.keep) contact.bilateral = true;
    if (c.collider.boundary == Boundary::sticky) contact.friction = 1e9;
    set_tangents(contact);
    set_bounds(contact, c.rules);
  }
  // Those that stay away need no impulse.
  const auto stays = [&](const SurfaceContact& contact) {
    double parts = -dot(contact.n, contact.wall);
    for (const SurfaceRow& r : out.rows_of(contact)) parts += r.w * dot(contact.n, s.v[r.vertex]);
    return !contact.bilateral && contact.d + dt * parts > contact.keep * (1 + kNear);
  };
  auto& all = out.contacts;
  all.erase(std::remove_if(all.begin() + std::ptrdiff_t(before), all.end(), stays), all.end());
}

void ObstacleContacts::meet_edges(const Case& c, ContactList& out) const {
  const SurfaceScene& s = c.scene;
  const std::uint32_t first = s.first(c.part);
  const double radius = s.parts[c.part].mesh->radius, dt = c.rules.dt;
  const Range of = s.edges_of(c.part);
  const std::size_t from = of.begin, to = of.end;
  std::vector<ContactList> found(chunk_count(to - from, kChunk));
  parallel_chunks(to - from, kChunk, [&](Range r) {
    for (std::size_t k = from + r.begin; k < from + r.end; ++k) {
      const auto [a, b] = s.edges[k];
      const double pa = phi_[a - first], pb = phi_[b - first];
      const Vec3d e = s.x[b] - s.x[a];
      const double length = norm(e), moves = std::max(norm(s.u[a]), norm(s.u[b]));
      if (0.5 * (pa + pb - length) > radius * (1 + kNear) + moves || s.w[a] + s.w[b] == 0) continue;
      // phi is convex: its tangent in the middle is nowhere above it.
      const double shown = kShown * radius + moves;
      const Distance middle = c.collider.distance(s.x[a] + e * 0.5);
      if (middle.phi - 0.5 * std::abs(dot(middle.n, e)) > shown) continue;
      const double at = least_along(c.collider, s.x[a], e);
      if (at < kEnds || at > 1 - kEnds) continue;
      const Vec3d x = s.x[a] + e * at;
      const Distance d = c.collider.distance(x);
      if (d.phi > shown || d.phi > std::min(pa, pb) - kDeeper * radius) continue;
      SurfaceContact contact;
      contact.key = {(std::uint64_t(0xfffffffe) << 32) | c.number, k};
      contact.n = d.n;
      contact.wall = c.collider.velocity_at(x);
      contact.collider = c.number;
      contact.at = x;
      contact.d = d.phi + dt * dot(contact.wall, d.n);
      contact.keep = radius;
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
  const std::uint32_t first = s.first(c.part);
  const double radius = s.parts[c.part].mesh->radius, dt = c.rules.dt;
  const ContactMesh& mesh = *s.parts[c.part].mesh;
  std::vector<ContactList> found(chunk_count(mesh.triangles.size(), kChunk));
  parallel_chunks(mesh.triangles.size(), kChunk, [&](Range r) {
    for (std::size_t k = r.begin; k < r.end; ++k) {
      const auto& t = mesh.triangles[k];
      double mean = 0, least = 1e300, moves = 0, longest = 0, w = 0;
      for (int a = 0; a < 3; ++a) {
        mean += phi_[t[a]] / 3;
        least = std::min(least, phi_[t[a]]);
        moves = std::max(moves, norm(s.u[first + t[a]]));
        longest = std::max(longest, norm(s.x[first + t[a]] - s.x[first + t[(a + 1) % 3]]));
        w += s.w[first + t[a]];
      }
      // phi changes by no more than the distance, in the mean at most two thirds of the longest edge.
      if (mean - 2.0 / 3 * longest > radius * (1 + kNear) + moves || w == 0) continue;
      const Corners corner{s.x[first + t[0]], s.x[first + t[1]], s.x[first + t[2]]};
      const Vec3d centre = (corner[0] + corner[1] + corner[2]) * (1.0 / 3);
      const Distance middle = c.collider.distance(centre);
      const double shown = kShown * radius + moves;
      double lower = 1e300;
      for (const Vec3d& x : corner) lower = std::min(lower, middle.phi + dot(middle.n, x - centre));
      if (lower > shown || !(norm2(cross(corner[1] - corner[0], corner[2] - corner[0])) > 0)) continue;
      const std::array<double, 3> weight = least_on(c.collider, corner);
      if (*std::min_element(weight.begin(), weight.end()) < kEnds) continue;
      const Vec3d x = corner[0] * weight[0] + corner[1] * weight[1] + corner[2] * weight[2];
      const Distance d = c.collider.distance(x);
      if (d.phi > shown || d.phi > least - kDeeper * radius) continue;
      // Deeper than every edge too, or an edge has it.
      bool inner = true;
      for (int a = 0; a < 3; ++a) {
        const Vec3d &from = corner[std::size_t(a)], e = corner[std::size_t(a + 1) % 3] - from;
        inner &=
            d.phi < c.collider.distance(from + e * least_along(c.collider, from, e)).phi - kDeeper * radius;
      }
      if (!inner) continue;
      SurfaceContact contact;
      contact.key = {(std::uint64_t(0xfffffffd) << 32) | c.number, (std::uint64_t(c.part) << 32) | k};
      contact.n = d.n;
      contact.wall = c.collider.velocity_at(x);
      contact.collider = c.number;
      contact.at = x;
      contact.d = d.phi + dt * dot(contact.wall, d.n);
      contact.keep = radius;
      ContactList& mine = found[r.begin / kChunk];
      mine.begin(contact);
      for (int a = 0; a < 3; ++a) mine.add_row(s, {first + t[a], weight[std::size_t(a)]});
    }
  });
  for (const ContactList& f : found) out.append(f);
}

}  // namespace weft
