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
constexpr double kNear = 0.05;    // of the radius: contacts begin to count this early
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
  double low = 0, high = 1;
  for (int k = 0; k < kHalvings; ++k) {
    const double s = 0.5 * (low + high);
    (dot(c.distance(a + e * s).n, e) > 0 ? high : low) = s;
  }
  return 0.5 * (low + high);
}

}  // namespace

void ObstacleContacts::meet(const Case& c, std::vector<SurfaceContact>& out) {
  const SurfaceScene& s = c.scene;
  const std::uint32_t first = s.first(c.part);
  const std::size_t n = s.count(c.part);
  const double radius = s.parts[c.part].mesh->radius, dt = c.rules.dt;
  Bounds box;
  for (std::size_t i = 0; i < n; ++i) box.add(s.x[first + i]);
  const double wall = speed_of(c.collider, box) * dt;
  phi_.assign(n, kFarInside);
  std::vector<std::vector<SurfaceContact>> found(chunk_count(n, kChunk));
  parallel_chunks(n, kChunk, [&](Range r) {
    for (std::size_t i = r.begin; i < r.end; ++i) {
      const std::uint32_t v = first + std::uint32_t(i);
      const Distance d = c.collider.distance(s.x[v]);
      phi_[i] = d.phi;
      if (s.w[v] == 0 || d.phi - radius > norm(s.u[v]) + 2 * wall + kNear * radius) continue;
      SurfaceContact contact;
      contact.key = {(std::uint64_t(0xffffffff) << 32) | c.number, v};
      contact.row[0] = {v, 1, {0, 0}};
      contact.rows = 1;
      contact.n = d.n;
      contact.wall = c.collider.velocity_at(s.x[v]);
      contact.collider = c.number;
      contact.at = s.x[v];
      // The obstacle is where it ends the step; the gap counts from where it began.
      contact.d = d.phi + dt * dot(contact.wall, d.n);
      contact.keep = radius;
      found[r.begin / kChunk].push_back(contact);
    }
  });
  const std::size_t before = out.size();
  for (const auto& f : found) out.insert(out.end(), f.begin(), f.end());
  if (!std::holds_alternative<Plane>(c.collider.shape)) {
    meet_edges(c, out);
    meet_triangles(c, out);
  }
  for (std::size_t k = before; k < out.size(); ++k) {
    SurfaceContact& contact = out[k];
    contact.friction = c.collider.boundary == Boundary::separate ? c.friction : 0;
    if (c.collider.boundary != Boundary::separate && contact.d <= contact.keep) contact.bilateral = true;
    if (c.collider.boundary == Boundary::sticky) contact.friction = 1e9;
    set_tangents(contact);
    set_bounds(contact, c.rules);
  }
  // Those that stay away need no impulse.
  const auto stays = [&](const SurfaceContact& contact) {
    double parts = -dot(contact.n, contact.wall);
    for (int k = 0; k < contact.rows; ++k)
      parts += contact.row[k].w * dot(contact.n, s.v[contact.row[k].vertex]);
    return !contact.bilateral && contact.d + dt * parts > contact.keep * (1 + kNear);
  };
  out.erase(std::remove_if(out.begin() + std::ptrdiff_t(before), out.end(), stays), out.end());
}

void ObstacleContacts::meet_edges(const Case& c, std::vector<SurfaceContact>& out) const {
  const SurfaceScene& s = c.scene;
  const std::uint32_t first = s.first(c.part);
  const double radius = s.parts[c.part].mesh->radius, dt = c.rules.dt;
  const Range of = s.edges_of(c.part);
  const std::size_t from = of.begin, to = of.end;
  std::vector<std::vector<SurfaceContact>> found(chunk_count(to - from, kChunk));
  parallel_chunks(to - from, kChunk, [&](Range r) {
    for (std::size_t k = from + r.begin; k < from + r.end; ++k) {
      const auto [a, b] = s.edges[k];
      const double pa = phi_[a - first], pb = phi_[b - first];
      const Vec3d e = s.x[b] - s.x[a];
      const double length = norm(e), moves = std::max(norm(s.u[a]), norm(s.u[b]));
      if (0.5 * (pa + pb - length) > radius * (1 + kNear) + moves || s.w[a] + s.w[b] == 0) continue;
      const double at = least_along(c.collider, s.x[a], e);
      if (at < kEnds || at > 1 - kEnds) continue;
      const Vec3d x = s.x[a] + e * at;
      const Distance d = c.collider.distance(x);
      if (d.phi > radius * (1 + kNear) + moves || d.phi > std::min(pa, pb) - kDeeper * radius) continue;
      SurfaceContact contact;
      contact.key = {(std::uint64_t(0xfffffffe) << 32) | c.number, k};
      contact.row[0] = {a, 1 - at, {0, 0}};
      contact.row[1] = {b, at, {0, 0}};
      contact.rows = 2;
      contact.n = d.n;
      contact.wall = c.collider.velocity_at(x);
      contact.collider = c.number;
      contact.at = x;
      contact.d = d.phi + dt * dot(contact.wall, d.n);
      contact.keep = radius;
      found[r.begin / kChunk].push_back(contact);
    }
  });
  for (const auto& f : found) out.insert(out.end(), f.begin(), f.end());
}

/// The minimum over a triangle lies inside it only under a corner or something smaller than the triangle. Along
/// lines from the first corner's side to the opposite one the minima themselves are convex.
void ObstacleContacts::meet_triangles(const Case& c, std::vector<SurfaceContact>& out) const {
  const SurfaceScene& s = c.scene;
  const std::uint32_t first = s.first(c.part);
  const double radius = s.parts[c.part].mesh->radius, dt = c.rules.dt;
  const ContactMesh& mesh = *s.parts[c.part].mesh;
  std::vector<std::vector<SurfaceContact>> found(chunk_count(mesh.triangles.size(), kChunk));
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
      const Vec3d &x0 = s.x[first + t[0]], &x1 = s.x[first + t[1]], &x2 = s.x[first + t[2]];
      const Vec3d e1 = x1 - x0, e2 = x2 - x0;
      if (!(norm2(cross(e1, e2)) > 0)) continue;
      // x(q, p) = x0 + q (e1 + p (e2 - e1)): outer search over q, inner over p.
      double low = 0, high = 1, p = 0.5;
      for (int round = 0; round < kHalvings; ++round) {
        const double q = 0.5 * (low + high);
        p = least_along(c.collider, x0 + e1 * q, (e2 - e1) * q);
        (dot(c.collider.distance(x0 + e1 * q + (e2 - e1) * (q * p)).n, e1 + (e2 - e1) * p) > 0 ? high : low) =
            q;
      }
      const double q = 0.5 * (low + high);
      const std::array<double, 3> weight{1 - q, q * (1 - p), q * p};
      if (*std::min_element(weight.begin(), weight.end()) < kEnds) continue;
      const Vec3d x = x0 * weight[0] + x1 * weight[1] + x2 * weight[2];
      const Distance d = c.collider.distance(x);
      if (d.phi > radius * (1 + kNear) + moves || d.phi > least - kDeeper * radius) continue;
      // Deeper than every edge too, or an edge has it.
      bool inner = true;
      for (int a = 0; a < 3; ++a) {
        const Vec3d &from = s.x[first + t[a]], e = s.x[first + t[(a + 1) % 3]] - from;
        inner &=
            d.phi < c.collider.distance(from + e * least_along(c.collider, from, e)).phi - kDeeper * radius;
      }
      if (!inner) continue;
      SurfaceContact contact;
      contact.key = {(std::uint64_t(0xfffffffd) << 32) | c.number, (std::uint64_t(c.part) << 32) | k};
      for (int a = 0; a < 3; ++a) contact.row[a] = {first + t[a], weight[a], {0, 0}};
      contact.rows = 3;
      contact.n = d.n;
      contact.wall = c.collider.velocity_at(x);
      contact.collider = c.number;
      contact.at = x;
      contact.d = d.phi + dt * dot(contact.wall, d.n);
      contact.keep = radius;
      found[r.begin / kChunk].push_back(contact);
    }
  });
  for (const auto& f : found) out.insert(out.end(), f.begin(), f.end());
}

}  // namespace weft
