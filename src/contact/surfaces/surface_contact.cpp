#include "contact/surfaces/surface_contact.h"

#include <algorithm>
#include <cmath>

namespace weft {
namespace {

constexpr double kFlat = 0.03;  // sine by which a neighbour may rise towards the other surface
constexpr double kRidgeKeep = 0.7;
constexpr double kRidge = 0.2;        // of what is kept: by this an edge must stand out to meet another
constexpr double kWeight = 1e-12;     // below it a closest point lies on an edge or a corner
constexpr double kFarthestShift = 1;  // of an edge: points that meet along another direction lie no farther
constexpr double kSkew = 0.1;         // sine between edges below which levers are ill-defined
constexpr double kLost = 0.02;        // of what is kept: gaps that have lost less are left as they are
constexpr double kShortest = 2;       // edges, in distances: below it levers would be long

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

/// The surface falls away from the edge on both sides together, by more than `least`; a border does, and a segment.
/// Where two nearly flat surfaces lie on each other their edges cross everywhere, and all say what vertices say.
bool is_ridge(const SurfaceScene& s, std::uint32_t a, std::uint32_t b, const Vec3d& q, const Vec3d& n,
              double least) {
  const std::uint32_t edge = s.edge_between(a, b);
  if (edge == kNone) return true;
  double falls = 0;
  for (const std::uint32_t o : s.opposite[edge]) {
    if (o == kNone) return true;
    falls -= dot(n, s.x[o] - q);
  }
  return falls > least;
}

Vec3d side_a(const SurfaceScene& s, const NearPair& p, const PairMeasure& m) {
  return p.edges ? s.x[p.i[0]] * m.w[0] + s.x[p.i[1]] * m.w[1] : s.x[p.i[0]];
}

using PairRows = std::array<SurfaceRow, 4>;

/// Weights that shift the closest points along their surfaces by r across n (side a's against side b's): those of
///   sum phi_i = 0 on each side,   sum phi_i x_i = r.t
/// False where edges are nearly parallel, or triangles slivers.
bool shift_weights(const SurfaceScene& s, const NearPair& p, const Vec3d (&t)[2],
                   const std::array<double, 2>& r, std::array<double, 4>& phi) {
  const Vec3d e1 = p.edges ? s.x[p.i[1]] - s.x[p.i[0]] : s.x[p.i[2]] - s.x[p.i[1]];
  const Vec3d e2 = p.edges ? s.x[p.i[3]] - s.x[p.i[2]] : s.x[p.i[3]] - s.x[p.i[1]];
  const double a1 = dot(e1, t[0]), a2 = dot(e1, t[1]), g1 = dot(e2, t[0]), g2 = dot(e2, t[1]);
  const double det = a1 * g2 - a2 * g1;
  if (std::abs(det) <= kSkew * norm(e1) * norm(e2)) return false;
  const double alpha = (r[0] * g2 - r[1] * g1) / det, beta = (a1 * r[1] - a2 * r[0]) / det;
  if (p.edges) phi = {-alpha, alpha, -beta, beta};
  else phi = {0, -alpha - beta, alpha, beta};
  return true;
}

void add_levers(const SurfaceScene& s, const NearPair& p, const SurfaceContact& c, PairRows& row) {
  const double l1 = p.edges ? norm(s.x[p.i[1]] - s.x[p.i[0]]) : norm(s.x[p.i[2]] - s.x[p.i[1]]);
  const double l2 = p.edges ? norm(s.x[p.i[3]] - s.x[p.i[2]]) : norm(s.x[p.i[3]] - s.x[p.i[1]]);
  if (std::min(l1, l2) <= kShortest * c.d) return;
  std::array<double, 4> phi;
  for (int k = 0; k < 2; ++k) {
    if (!shift_weights(s, p, c.t, {k == 0 ? c.d : 0, k == 1 ? c.d : 0}, phi)) return;
    for (int i = 0; i < 4; ++i) row[std::size_t(i)].phi[k] = phi[std::size_t(i)];
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

SurfaceContact& ContactList::begin(const SurfaceContact& c) {
  contacts.push_back(c);
  contacts.back().first = std::uint32_t(rows.size());
  contacts.back().rows = 0;
  return contacts.back();
}

void ContactList::add_row(const SurfaceScene& scene, const SurfaceRow& of) {
  SurfaceContact& c = contacts.back();
  const auto add = [&](std::uint32_t mover, double weight) {
    rows.push_back({mover, weight * of.w, {weight * of.phi[0], weight * of.phi[1]}});
    ++c.rows;
  };
  if (!scene.carried(of.vertex)) return add(of.vertex, 1);
  scene.each_mover(of.vertex, [&](std::uint32_t mover, double weight) {
    for (SurfaceRow& r : rows_of(c))
      if (r.vertex == mover) {
        r.w += weight * of.w;
        for (int a = 0; a < 2; ++a) r.phi[a] += weight * of.phi[a];
        return;
      }
    add(mover, weight);
  });
}

void ContactList::drop_last() {
  rows.resize(contacts.back().first);
  contacts.pop_back();
}

void ContactList::append(const ContactList& more) {
  const std::uint32_t by = std::uint32_t(rows.size());
  rows.insert(rows.end(), more.rows.begin(), more.rows.end());
  contacts.insert(contacts.end(), more.contacts.begin(), more.contacts.end());
  for (std::size_t k = contacts.size() - more.contacts.size(); k < contacts.size(); ++k)
    contacts[k].first += by;
}

SurfaceContact& add_contact(const SurfaceScene& scene, const NearPair& pair, const PairMeasure& m,
                            ContactList& out) {
  SurfaceContact c;
  c.key = {(std::uint64_t(pair.i[0]) << 32) | pair.i[1],
           (std::uint64_t(pair.i[2]) << 32) | (pair.edges ? 0x80000000u : 0u) | pair.i[3]};
  c.n = m.n;
  c.d = m.d;
  // Two ridges count from a fifth of what is kept: pushed to the whole of it they would be lost, and found again.
  const bool ridges = pair.edges && scene.triangled(pair.i[0]) && scene.triangled(pair.i[2]);
  c.keep = double(pair.keep) * (ridges ? kRidgeKeep : 1);
  c.friction = double(pair.friction);
  set_tangents(c);
  const int b = pair.edges ? 2 : 1;
  c.part = {scene.part_of[pair.i[0]], scene.part_of[pair.i[3]]};
  const SurfacePart &pa = scene.parts[c.part[0]], &pb = scene.parts[c.part[1]];
  c.rigid = {pa.rigid, pb.rigid};
  c.at = side_a(scene, pair, m);
  if (!pa.yields) c.at -= m.n * m.d;
  PairRows row;
  for (int k = 0; k < 4; ++k) row[std::size_t(k)] = {pair.i[k], m.w[k], {0, 0}};
  if (pa.yields && pb.yields) add_levers(scene, pair, c, row);
  SurfaceContact& added = out.begin(c);
  // Rigid sides answer as a whole; obstacles' vertices stay, for their velocities count.
  for (int k = pa.rigid != kNone ? b : 0; k < (pb.rigid != kNone ? b : 4); ++k)
    out.add_row(scene, row[std::size_t(k)]);
  return added;
}

void face_along(const SurfaceScene& s, const NearPair& p, const Vec3d& n, PairMeasure& m) {
  SurfaceContact c;
  c.n = n;
  set_tangents(c);
  Vec3d between = Vec3d::zero();
  for (int k = 1; k < 4; ++k) between += (s.x[p.i[k]] - s.x[p.i[0]]) * m.w[k];
  std::array<double, 4> phi;
  if (!shift_weights(s, p, c.t, {-dot(between, c.t[0]), -dot(between, c.t[1])}, phi)) return;
  for (const double by : phi)
    if (std::abs(by) > kFarthestShift) return;
  for (std::size_t k = 0; k < 4; ++k) m.w[k] += phi[k];
}

bool faces(const SurfaceScene& s, const NearPair& p, const PairMeasure& m) {
  const Vec3d pa = side_a(s, p, m), pb = pa - m.n * m.d;
  if (p.edges) {
    // At an end the pairs of vertex and triangle have it.
    for (const double w : m.w)
      if (std::abs(w) < kWeight) return false;
    const double least = kRidge * double(p.keep);
    return lowest_at_edge(s, p.i[0], p.i[1], pa, -m.n) && lowest_at_edge(s, p.i[2], p.i[3], pb, m.n) &&
           is_ridge(s, p.i[0], p.i[1], pa, -m.n, least) && is_ridge(s, p.i[2], p.i[3], pb, m.n, least);
  }
  if (!lowest_at_vertex(s, p.i[0], s.x[p.i[0]], -m.n)) return false;
  std::array<std::uint32_t, 3> on;
  int count = 0;
  for (int k = 1; k < 4; ++k)
    if (m.w[k] < -kWeight) on[count++] = p.i[k];
  if (count == 3) return true;
  return count == 2 ? lowest_at_edge(s, on[0], on[1], pb, m.n) : lowest_at_vertex(s, on[0], pb, m.n);
}

void set_response(const SurfaceScene& s, std::span<const RigidTrial> rigid, std::span<const SurfaceRow> rows,
                  SurfaceContact& c) {
  double n = 0, t[2] = {0, 0};
  for (const SurfaceRow& r : rows) {
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
