#include "contact/surfaces/surface_contact.h"

#include <algorithm>
#include <cmath>

namespace weft {
namespace {

constexpr double kFlat = 0.03;     // sine by which a neighbour may rise towards the other surface
constexpr double kWeight = 1e-12;  // below it a closest point lies on an edge or a corner
constexpr double kSkew = 0.1;      // sine between edges below which levers are ill-defined
constexpr double kLost = 0.02;     // of what is kept: gaps that have lost less are left as they are
constexpr double kShortest = 2;    // edges, in distances: below it levers would be long

bool rises(const SurfaceScene& s, std::uint32_t vertex, const Vec3d& from, const Vec3d& n) {
  const Vec3d e = s.x[vertex] - from;
  return dot(n, e) > kFlat * norm(e);
}

/// No neighbour of the vertex reaches over the point q of the surface, seen along n.
bool lowest_at_vertex(const SurfaceScene& s, std::uint32_t vertex, const Vec3d& q, const Vec3d& n) {
  const auto [begin, end] = s.edges_at(vertex);
  for (const std::uint32_t* e = begin; e != end; ++e)
    if (rises(s, s.other_end(*e, vertex), q, n)) return false;
  return true;
}

bool lowest_at_edge(const SurfaceScene& s, std::uint32_t a, std::uint32_t b, const Vec3d& q, const Vec3d& n) {
  const std::uint32_t edge = s.edge_between(a, b);
  if (edge == kNone) return true;
  for (const std::uint32_t o : s.opposite[edge])
    if (o != kNone && rises(s, o, q, n)) return false;
  return true;
}

Vec3d side_a(const SurfaceScene& s, const NearPair& p, const PairMeasure& m) {
  return p.edges ? s.x[p.i[0]] * m.w[0] + s.x[p.i[1]] * m.w[1] : s.x[p.i[0]];
}

void add_levers(const SurfaceScene& s, const NearPair& p, double d, SurfaceContact& c) {
  const int b = p.edges ? 2 : 1;
  const Vec3d e1 = p.edges ? s.x[p.i[1]] - s.x[p.i[0]] : s.x[p.i[2]] - s.x[p.i[1]];
  const Vec3d e2 = p.edges ? s.x[p.i[3]] - s.x[p.i[2]] : s.x[p.i[3]] - s.x[p.i[1]];
  const double l1 = norm(e1), l2 = norm(e2);
  const double a1 = dot(e1, c.t[0]), a2 = dot(e1, c.t[1]), g1 = dot(e2, c.t[0]), g2 = dot(e2, c.t[1]);
  const double det = a1 * g2 - a2 * g1;
  if (std::abs(det) <= kSkew * l1 * l2 || std::min(l1, l2) <= kShortest * d) return;
  for (int k = 0; k < 2; ++k) {
    const double r0 = k == 0 ? d : 0, r1 = k == 1 ? d : 0;
    const double alpha = (r0 * g2 - r1 * g1) / det, beta = (a1 * r1 - a2 * r0) / det;
    if (p.edges) {
      c.row[0].phi[k] = -alpha, c.row[1].phi[k] = alpha;
      c.row[2].phi[k] = -beta, c.row[3].phi[k] = beta;
    } else {
      c.row[b].phi[k] = -alpha - beta, c.row[b + 1].phi[k] = alpha, c.row[b + 2].phi[k] = beta;
    }
  }
}

}  // namespace

void set_tangents(SurfaceContact& c) {
  const Vec3d other = std::abs(c.n[0]) < 0.6 ? Vec3d{{1, 0, 0}} : Vec3d{{0, 1, 0}};
  c.t[0] = normalized(cross(c.n, other));
  c.t[1] = cross(c.n, c.t[0]);
}

void set_bounds(SurfaceContact& c, const GapRules& rules) {
  const double gap = c.d - c.keep;
  c.bound = gap > 0 ? -gap / rules.dt : 0;
  c.parting = gap > -kLost * c.keep ? c.bound : std::min(-rules.share * gap / rules.dt, rules.most);
}

SurfaceContact contact_of(const SurfaceScene& scene, const NearPair& pair, const PairMeasure& m) {
  SurfaceContact c;
  c.key = {(std::uint64_t(pair.i[0]) << 32) | pair.i[1],
           (std::uint64_t(pair.i[2]) << 32) | (pair.edges ? 0x80000000u : 0u) | pair.i[3]};
  c.n = m.n;
  c.d = m.d;
  c.keep = double(pair.keep);
  c.friction = double(pair.friction);
  set_tangents(c);
  const int b = pair.edges ? 2 : 1;
  const SurfacePart &pa = scene.parts[scene.part_of[pair.i[0]]], &pb = scene.parts[scene.part_of[pair.i[3]]];
  c.part = {scene.part_of[pair.i[0]], scene.part_of[pair.i[3]]};
  c.rigid = {pa.rigid, pb.rigid};
  c.at = side_a(scene, pair, m);
  if (!pa.yields) c.at -= m.n * m.d;
  for (int k = 0; k < 4; ++k) c.row[k] = {pair.i[k], m.w[k], {0, 0}};
  c.rows = 4;
  if (pa.yields && pb.yields) add_levers(scene, pair, m.d, c);
  // Rigid sides answer as a whole; obstacles' vertices stay, for their velocities count.
  if (pa.rigid != kNone) {
    std::copy(c.row.begin() + b, c.row.begin() + 4, c.row.begin());
    c.rows = 4 - b;
  } else if (pb.rigid != kNone) {
    c.rows = b;
  }
  return c;
}

bool faces(const SurfaceScene& s, const NearPair& p, const PairMeasure& m) {
  const Vec3d pa = side_a(s, p, m), pb = pa - m.n * m.d;
  if (p.edges) {
    // At an end the pairs of vertex and triangle have it.
    for (const double w : m.w)
      if (std::abs(w) < kWeight) return false;
    return lowest_at_edge(s, p.i[0], p.i[1], pa, -m.n) && lowest_at_edge(s, p.i[2], p.i[3], pb, m.n);
  }
  if (!lowest_at_vertex(s, p.i[0], s.x[p.i[0]], -m.n)) return false;
  std::array<std::uint32_t, 3> on;
  int count = 0;
  for (int k = 1; k < 4; ++k)
    if (m.w[k] < -kWeight) on[count++] = p.i[k];
  if (count == 3) return true;
  return count == 2 ? lowest_at_edge(s, on[0], on[1], pb, m.n) : lowest_at_vertex(s, on[0], pb, m.n);
}

void set_response(const SurfaceScene& s, std::span<const RigidTrial> rigid, SurfaceContact& c) {
  double n = 0, t[2] = {0, 0};
  for (int k = 0; k < c.rows; ++k) {
    const SurfaceRow& r = c.row[k];
    const double w = s.w[r.vertex];
    n += w * r.w * r.w;
    for (int a = 0; a < 2; ++a) t[a] += w * (r.w * r.w + r.phi[a] * r.phi[a]);
  }
  for (const std::uint32_t g : c.rigid) {
    if (g == kNone) continue;
    const RigidTrial& body = rigid[g];
    const Vec3d arm = c.at - body.centre;
    const auto answer = [&](const Vec3d& d) {
      const Vec3d turn = cross(arm, d);
      return body.inverse_mass + dot(turn, body.inverse_inertia * turn);
    };
    n += answer(c.n);
    for (int a = 0; a < 2; ++a) t[a] += answer(c.t[a]);
  }
  c.k_n = n;
  c.k_t = std::max(t[0], t[1]);
}

}  // namespace weft
