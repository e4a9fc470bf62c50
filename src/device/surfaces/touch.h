/// Which awake pairs are contacts, and what a contact is: contact/surfaces/surface_contact.cpp for kernels.
#pragma once
#include "device/surfaces/geometry.h"
#include "device/surfaces/view.h"

namespace weft::WEFT_DEVICE {

// Pairs that are left alone: what begins crossed, and what could not be kept apart.

WEFT_HD inline std::uint64_t pair_key(const unsigned* i, bool edges) {
  std::uint64_t k = edges ? 0x9e3779b97f4a7c15ull : 0x632be59bd9b4e019ull;
  for (int a = 0; a < 4; ++a) {
    k = (k ^ i[a]) * 0xbf58476d1ce4e5b9ull;
    k ^= k >> 31;
  }
  return k ? k : 1;
}
WEFT_KERNEL bool is_excused(const MeetView& q, const NearPair& p) {
  const std::uint64_t key = pair_key(p.i, p.edges);
  for (unsigned at = unsigned(key) & (q.excuses - 1), n = 0; n < q.excuses; at = (at + 1) & (q.excuses - 1), ++n) {
    if (q.excused[at] == key) return true;
    if (!q.excused[at]) return false;
  }
  return false;
}
WEFT_KERNEL void excuse(const MeetView& q, const NearPair& p) {
  const std::uint64_t key = pair_key(p.i, p.edges);
  for (unsigned at = unsigned(key) & (q.excuses - 1), n = 0; n < q.excuses; at = (at + 1) & (q.excuses - 1), ++n) {
    const std::uint64_t was = atomic_swap_if(&q.excused[at], 0, key);
    if (was == key) return;
    if (was) continue;
    atomic_add(&q.s->excused, 1u);
    return;
  }
}

/// Where there is no room everything waits until the host has made some, and is then done again.
WEFT_KERNEL void wait_for_room(const MeetView& q) {
  Control& c = *q.v.sort.control;
  c.trouble |= kTooManyPairs;
  c.halt = 1;
}

// Contacts are local minima of the distance of two surfaces: others are ghosts at inner edges.

constexpr double kFlat = 0.03;  ///< sine by which a neighbour may rise towards the other surface
constexpr double kRidge = 0.2, kRidgeKeep = 0.7;  ///< of what is kept: contact/surfaces/surface_contact.cpp
constexpr double kNoWeight = 1e-6;
constexpr double kSkew = 0.1;      ///< sine between edges below which levers are ill-defined
constexpr double kLostGap = 0.02;  ///< of what is kept: gaps that have lost less stay

WEFT_KERNEL bool rises(const MeetView& q, unsigned vertex, const Vec3d& from, const Vec3d& n) {
  const Vec3d e = place_of(q.start[vertex]) - from;
  return dot(n, e) > kFlat * sqrt(norm2(e));
}
WEFT_KERNEL bool lowest_at_vertex(const MeetView& q, unsigned vertex, const Vec3d& at, const Vec3d& n) {
  for (unsigned k = q.edge_begin[vertex]; k < q.edge_begin[vertex + 1]; ++k) {
    const Pair e = q.edge[q.edge_at[k]];
    if (rises(q, e.x == vertex ? e.y : e.x, at, n)) return false;
  }
  return true;
}
WEFT_KERNEL unsigned edge_between(const MeetView& q, unsigned a, unsigned b) {
  for (unsigned k = q.edge_begin[a]; k < q.edge_begin[a + 1]; ++k) {
    const Pair e = q.edge[q.edge_at[k]];
    if (e.x == b || e.y == b) return q.edge_at[k];
  }
  return kNobody;
}
WEFT_KERNEL bool lowest_at_edge(const MeetView& q, unsigned a, unsigned b, const Vec3d& at, const Vec3d& n) {
  const unsigned e = edge_between(q, a, b);
  if (e == kNobody) return true;
  const Pair o = q.opposite[e];
  return !(o.x != kNobody && rises(q, o.x, at, n)) && !(o.y != kNobody && rises(q, o.y, at, n));
}
WEFT_KERNEL bool is_ridge(const MeetView& q, unsigned a, unsigned b, const Vec3d& at, const Vec3d& n,
                          double least) {
  const unsigned e = edge_between(q, a, b);
  if (e == kNobody) return true;
  const Pair o = q.opposite[e];
  if (o.x == kNobody || o.y == kNobody) return true;
  return -dot(n, place_of(q.start[o.x]) - at) - dot(n, place_of(q.start[o.y]) - at) > least;
}

WEFT_CALL bool faces(const MeetView& q, const NearPair& p, const PairX& x, const PairGap& m) {
  const Vec3d pa = p.edges ? x.x[0] * m.w[0] + x.x[1] * m.w[1] : x.x[0], pb = pa - m.n * m.d;
  if (p.edges) {
    for (const double w : m.w)
      if (fabs(w) < kNoWeight) return false;
    const double least = kRidge * double(p.keep);
    return lowest_at_edge(q, p.i[0], p.i[1], pa, -m.n) && lowest_at_edge(q, p.i[2], p.i[3], pb, m.n) &&
           is_ridge(q, p.i[0], p.i[1], pa, -m.n, least) && is_ridge(q, p.i[2], p.i[3], pb, m.n, least);
  }
  if (!lowest_at_vertex(q, p.i[0], x.x[0], -m.n)) return false;
  unsigned on[3];
  int count = 0;
  for (int k = 1; k < 4; ++k)
    if (m.w[k] < -kNoWeight) on[count++] = p.i[k];
  if (count == 3) return true;
  return count == 2 ? lowest_at_edge(q, on[0], on[1], pb, m.n) : lowest_at_vertex(q, on[0], pb, m.n);
}

/// Weights that shift the closest points along their surfaces by r across n.
WEFT_KERNEL bool shift_weights(bool edges, const PairX& x, const Vec3d* t, double r0, double r1, double* phi) {
  const Vec3d e1 = edges ? x.x[1] - x.x[0] : x.x[2] - x.x[1], e2 = edges ? x.x[3] - x.x[2] : x.x[3] - x.x[1];
  const double a1 = dot(e1, t[0]), a2 = dot(e1, t[1]), g1 = dot(e2, t[0]), g2 = dot(e2, t[1]);
  const double det = a1 * g2 - a2 * g1;
  if (fabs(det) <= kSkew * sqrt(norm2(e1) * norm2(e2))) return false;
  const double alpha = (r0 * g2 - r1 * g1) / det, beta = (a1 * r1 - a2 * r0) / det;
  if (edges) phi[0] = -alpha, phi[1] = alpha, phi[2] = -beta, phi[3] = beta;
  else phi[0] = 0, phi[1] = -alpha - beta, phi[2] = alpha, phi[3] = beta;
  return true;
}
WEFT_KERNEL void tangents_of(const Vec3d& n, Vec3d* t) {
  const Vec3d other = fabs(n[0]) < 0.6 ? Vec3d{{1, 0, 0}} : Vec3d{{0, 1, 0}};
  const Vec3d across = cross(n, other);
  t[0] = across * (1 / sqrt(norm2(across)));
  t[1] = cross(n, t[0]);
}
/// What meets along another direction than that of its closest points meets at points that lie along it.
WEFT_KERNEL void face_along(bool edges, const PairX& x, const Vec3d& n, PairGap& m) {
  Vec3d t[2], between = Vec3d::zero();
  tangents_of(n, t);
  for (int k = 1; k < 4; ++k) between += (x.x[k] - x.x[0]) * m.w[k];
  double phi[4];
  if (!shift_weights(edges, x, t, -dot(between, t[0]), -dot(between, t[1]), phi)) return;
  for (const double by : phi)
    if (fabs(by) > 1) return;
  for (int k = 0; k < 4; ++k) m.w[k] += phi[k];
}

/// What a contact had in the step before; null: nothing is known of it.
WEFT_KERNEL const Remembered* recall(const MeetView& q, std::uint64_t key) {
  if (!key || !(q.s->memory_dt > 0)) return nullptr;
  const std::uint64_t* keys = q.memory_key[q.s->memory];
  for (unsigned at = unsigned(key) & (q.memories - 1); keys[at]; at = (at + 1) & (q.memories - 1))
    if (keys[at] == key) return &q.memory[q.s->memory][at];
  return nullptr;
}
/// The smaller of the last two impulses: an impact is not repeated.
WEFT_KERNEL void begin_impulse(const MeetView& q, Touch& c) {
  for (int a = 0; a < 3; ++a) c.j[a] = c.ahead[a] = 0;
  const Remembered* r = recall(q, c.key);
  if (!r || !(r->n > 0)) return;
  const float share = fminf(1.0f, r->before / r->n) * float(q.control().dt / q.s->memory_dt);
  c.j[0] = share * r->n;
  for (int a = 0; a < 2; ++a)
    c.j[1 + a] = share * (c.t[a][0] * r->t[0] + c.t[a][1] * r->t[1] + c.t[a][2] * r->t[2]);
  for (int a = 0; a < 3; ++a) c.ahead[a] = c.j[a];
}

WEFT_CALL void add_touch(const MeetView& q, const NearPair& p, const PairX& x, const PairGap& m, std::uint64_t key) {
  bool answers = false;
  for (int k = 0; k < 4; ++k) answers |= q.start[p.i[k]].w > 0 && m.w[k] != 0;
  if (!answers) return;
  const unsigned at = atomic_add(&q.s->touches, 1u);
  if (at >= q.room.touches) return;
  Touch& c = q.touch[at];
  const double dt = q.control().dt;
  const bool ridges = p.edges && q.part[q.part_of[p.i[0]]].triangled && q.part[q.part_of[p.i[2]]].triangled;
  const double keep = double(p.keep) * (ridges ? kRidgeKeep : 1.0), gap = m.d - keep;
  Vec3d t[2];
  tangents_of(m.n, t);
  double phi[2][4] = {};
  const Vec3d e1 = p.edges ? x.x[1] - x.x[0] : x.x[2] - x.x[1], e2 = p.edges ? x.x[3] - x.x[2] : x.x[3] - x.x[1];
  if (sqrt(fmin(norm2(e1), norm2(e2))) > 2 * m.d)
    for (int a = 0; a < 2; ++a)
      if (!shift_weights(p.edges, x, t, a == 0 ? m.d : 0, a == 1 ? m.d : 0, phi[a]))
        for (int k = 0; k < 4; ++k) phi[0][k] = phi[1][k] = 0;
  double nearer = 0;  // by motion that has no momentum
  for (int k = 0; k < 4; ++k) {
    const unsigned i = p.i[k];
    const Quad v = q.given[i];
    nearer -= m.w[k] * dot(m.n, place_of(q.given_end[i]) - x.x[k] - Vec3d{{v.x, v.y, v.z}} * dt);
    c.i[k] = i, c.w[k] = float(m.w[k]);
    c.phi[0][k] = float(phi[0][k]), c.phi[1][k] = float(phi[1][k]);
    if (m.w[k] != 0 || phi[0][k] != 0 || phi[1][k] != 0) atomic_add(&q.count[i], 1u);
  }
  for (int a = 0; a < 3; ++a) c.n[a] = float(m.n[a]), c.t[0][a] = float(t[0][a]), c.t[1][a] = float(t[1][a]);
  c.bound = float(gap > 0 ? -gap / dt : 0.0);
  c.parting = gap > -kLostGap * keep ? c.bound : float(fmin(-0.1 * gap / dt, 0.1));
  if (c.parting > 0 || nearer > 1e-3 * keep) q.s->parting = 1;
  c.friction = p.friction;
  c.k_n = c.k_t = c.apart = 0;
  c.key = key;
  begin_impulse(q, c);
}

}  // namespace weft::WEFT_DEVICE
