/// Impulses that part what touches, all contacts side by side; every vertex shares its mass among its contacts, so that
/// no order counts and rounds converge (Tonge et al. 2012). Nesterov's step makes few rounds enough:
///
///   j+ = max(0, y_n + (bound - v_n)/k_n),   j_t+ = (y_t - v_t/k_t) shortened to mu j_n+
///   y  = j+ + beta (j+ - j),   v = v_0 + sum y/m          y = j in the last round
///
/// What acts on vertices is summed in quanta, and the four of a contact sum to zero: momentum is exact.
#pragma once
#include "device/surfaces/touch.h"

namespace weft::WEFT_DEVICE {

WEFT_KERNEL float dot_quad(const float* n, const Quad& v) { return n[0] * v.x + n[1] * v.y + n[2] * v.z; }

/// What impulses have done to a vertex is the sum of all that its contacts give. In each round one such sum is read, the
/// next is made, and the one after is cleared by whoever will add to it: no pass over vertices between rounds.
WEFT_KERNEL void clear_sums(const Touch& c, std::int64_t* sum) {
  for (int a = 0; a < 4; ++a)
    for (int k = 0; k < 3; ++k) sum[3 * std::size_t(c.i[a]) + std::size_t(k)] = 0;
}

/// k_n and k_t, from how many contacts there are now.
struct Respond {
  static constexpr int threads = 128, resident = 4;
  struct Shared {};
  MeetView q;
  int blocks;
  template <int T>
  WEFT_KERNEL void run(Shared&, int block, int thread) const {
    if (!q.open()) return;
    for_some<T, threads>(q, block, thread, blocks, q.touches(), [&](unsigned k) {
      Touch& c = q.touch[k];
      float n = 0, t[2] = {0, 0};
      for (int a = 0; a < 4; ++a) {
        const float w = q.start[c.i[a]].w * float(q.count[c.i[a]]);
        n += w * c.w[a] * c.w[a];
        for (int b = 0; b < 2; ++b) t[b] += w * (c.w[a] * c.w[a] + c.phi[b][a] * c.phi[b][a]);
      }
      c.k_n = n, c.k_t = fmaxf(t[0], t[1]), c.apart = 0;
      for (int b = 0; b < 2; ++b) clear_sums(c, q.sum[b]), clear_sums(c, q.part_sum[b]);
    });
  }
};

/// Momenta that sum to zero.
WEFT_KERNEL void push_vertices(const MeetView& q, const Touch& c, std::int64_t* sum, const float* by) {
  const float normal[3] = {by[0], by[1], by[2]};
  const double scale = 1 / q.quantum;
  std::int64_t add[4][3];
  int heaviest = 0;
  for (int a = 1; a < 4; ++a)
    if (fabsf(c.w[a]) > fabsf(c.w[heaviest])) heaviest = a;
  for (int k = 0; k < 3; ++k) {
    const float J = c.n[k] * normal[0] + c.t[0][k] * normal[1] + c.t[1][k] * normal[2];
    std::int64_t all = 0;
    for (int a = 0; a < 4; ++a) {
      const float P = J * c.w[a] + c.n[k] * (c.phi[0][a] * by[1] + c.phi[1][a] * by[2]);
      add[a][k] = (std::int64_t)rint(double(P) * scale);
      all += add[a][k];
    }
    add[heaviest][k] -= all;
  }
  for (int a = 0; a < 4; ++a)
    for (int k = 0; k < 3; ++k)
      if (add[a][k]) atomic_add(&sum[3 * std::size_t(c.i[a]) + std::size_t(k)], add[a][k]);
}

WEFT_KERNEL Quad with_impulses(const MeetView& q, const Quad& v, const std::int64_t* sum, std::size_t i) {
  const double by = q.quantum * double(v.w);
  return quad(float(double(v.x) + double(sum[3 * i]) * by), float(double(v.y) + double(sum[3 * i + 1]) * by),
              float(double(v.z) + double(sum[3 * i + 2]) * by), v.w);
}

/// Rounds go on from where contacts stand.
struct DepositTouches {
  static constexpr int threads = 128, resident = 4;
  struct Shared {};
  MeetView q;
  int blocks;
  template <int T>
  WEFT_KERNEL void run(Shared&, int block, int thread) const {
    if (!q.open()) return;
    for_some<T, threads>(q, block, thread, blocks, q.touches(), [&](unsigned k) {
      const Touch& c = q.touch[k];
      if (c.ahead[0] != 0) push_vertices(q, c, q.sum[0], c.ahead);
    });
  }
};

struct SolveTouches {
  static constexpr int threads = 128, resident = 4;
  struct Shared {};
  MeetView q;
  int blocks, round;
  float beta;
  template <int T>
  WEFT_KERNEL void run(Shared&, int block, int thread) const {
    if (!q.open()) return;
    const std::int64_t* sum = q.sum[round % 3];
    for_some<T, threads>(q, block, thread, blocks, q.touches(), [&](unsigned k) {
      Touch& c = q.touch[k];
      clear_sums(c, q.sum[(round + 2) % 3]);
      if (!(c.k_n > 0)) return;
      float v[3] = {0, 0, 0}, s[3] = {0, 0, 0};
      for (int a = 0; a < 4; ++a) {
        const Quad u = with_impulses(q, q.given[c.i[a]], sum, c.i[a]);
        v[0] = fmaf(c.w[a], u.x, v[0]), v[1] = fmaf(c.w[a], u.y, v[1]), v[2] = fmaf(c.w[a], u.z, v[2]);
        const float along = dot_quad(c.n, u);
        s[1] = fmaf(c.phi[0][a], along, s[1]), s[2] = fmaf(c.phi[1][a], along, s[2]);
      }
      for (int a = 0; a < 3; ++a) {
        s[0] += c.n[a] * v[a];
        s[1] += c.t[0][a] * v[a], s[2] += c.t[1][a] * v[a];
      }
      float j[3];
      j[0] = fmaxf(0.0f, c.ahead[0] + (c.bound - s[0]) / c.k_n);
      j[1] = c.ahead[1] - s[1] / c.k_t, j[2] = c.ahead[2] - s[2] / c.k_t;
      const float most = c.friction * j[0], along = sqrtf(j[1] * j[1] + j[2] * j[2]);
      const float share = along > most ? most / along : 1.0f;
      j[1] *= share, j[2] *= share;
      for (int a = 0; a < 3; ++a) {
        c.ahead[a] = fmaf(beta, j[a] - c.j[a], j[a]);
        c.j[a] = j[a];
      }
      push_vertices(q, c, q.sum[(round + 1) % 3], c.ahead);
    });
  }
};

/// Lost gaps are restored by motion, not by momentum:  v' = v + (u_0/dt - v_0) + these impulses.
struct PartTouches {
  static constexpr int threads = 128, resident = 4;
  struct Shared {};
  MeetView q;
  int blocks, round, last;  ///< which sum holds the impulses
  template <int T>
  WEFT_KERNEL void run(Shared&, int block, int thread) const {
    if (!q.open() || !q.s->parting) return;
    const std::int64_t *sum = q.sum[last], *part = q.part_sum[round % 3];
    const double per = 1 / q.control().dt;
    for_some<T, threads>(q, block, thread, blocks, q.touches(), [&](unsigned k) {
      Touch& c = q.touch[k];
      clear_sums(c, q.part_sum[(round + 2) % 3]);
      if (!(c.k_n > 0)) return;
      float v = 0;
      for (int a = 0; a < 4; ++a) {
        const std::size_t i = c.i[a];
        const Vec3d u = (place_of(q.given_end[i]) - place_of(q.start[i])) * per;
        Quad at = with_impulses(q, quad(float(u[0]), float(u[1]), float(u[2]), q.start[i].w), sum, i);
        at = with_impulses(q, at, part, i);
        v = fmaf(c.w[a], dot_quad(c.n, at), v);
      }
      c.apart = fmaxf(0.0f, c.apart + (c.parting - v) / c.k_n);
      const float by[3] = {c.apart, 0, 0};
      if (by[0] != 0) push_vertices(q, c, q.part_sum[(round + 1) % 3], by);
    });
  }
};

// Impulses begin from those of the step before, within a stretch of steps that a resumed run makes alike.

struct ForgetTouches {
  static constexpr int threads = 256, resident = 4;
  struct Shared {};
  MeetView q;
  template <int T>
  WEFT_KERNEL void run(Shared&, int block, int thread) const {
    if (!q.wanted()) return;
    for_items<T, threads>(block, thread, q.memories,
                          [&](std::size_t k) { q.memory_key[q.s->memory ^ 1][k] = 0; });
  }
};
/// An impulse that could not do its work is forgotten, or it would grow from step to step.
struct RememberTouches {
  static constexpr int threads = 128, resident = 4;
  struct Shared {};
  MeetView q;
  int blocks;
  template <int T>
  WEFT_KERNEL void run(Shared&, int block, int thread) const {
    if (!q.wanted() || 2 * q.s->touches > q.memories) return;
    for_some<T, threads>(q, block, thread, blocks, q.touches(), [&](unsigned k) {
      const Touch& c = q.touch[k];
      if (!c.key || !(c.j[0] > 0)) return;
      float v = 0;
      for (int a = 0; a < 4; ++a) v = fmaf(c.w[a], dot_quad(c.n, q.now[c.i[a]]), v);
      if (v < c.bound - 2e-2f) return;
      Remembered r{c.j[0], 0, {0, 0, 0}};
      for (int a = 0; a < 3; ++a) r.t[a] = c.t[0][a] * c.j[1] + c.t[1][a] * c.j[2];
      if (const Remembered* old = recall(q, c.key)) r.before = old->n * float(q.control().dt / q.s->memory_dt);
      const int to = q.s->memory ^ 1;
      unsigned at = unsigned(c.key) & (q.memories - 1);
      while (atomic_swap_if(&q.memory_key[to][at], 0, c.key)) at = (at + 1) & (q.memories - 1);
      q.memory[to][at] = r;
    });
  }
};

/// Where vertices go with the velocities found.
struct PlaceEnds {
  static constexpr int threads = 256, resident = 4;
  struct Shared {};
  MeetView q;
  int last, last_part;  ///< which sums hold the impulses
  template <int T>
  WEFT_KERNEL void run(Shared&, int block, int thread) const {
    if (!q.open() || !q.s->touches) return;
    const double dt = q.control().dt, farthest = double(q.farthest());
    const bool parting = q.s->parting != 0;
    for_items<T, threads>(block, thread, q.vertices, [&](std::size_t i) {
      const Quad x = q.start[i];
      if (!q.count[i] || !(x.w > 0)) return;
      const Quad y = q.given_end[i];
      q.now[i] = with_impulses(q, q.given[i], q.sum[last], i);
      Vec3d u = place_of(y) - place_of(x) + (place_of(q.now[i]) - place_of(q.given[i])) * dt;
      if (parting) {
        const double by = q.quantum * double(x.w) * dt;
        for (int k = 0; k < 3; ++k) u[k] += double(q.part_sum[last_part][3 * i + std::size_t(k)]) * by;
      }
      // As far as awake pairs were looked for.
      const double way = sqrt(norm2(u)), most = farthest * 0.999;
      if (way > most) u *= most / way;
      q.cut[i] = way > most;
      q.end[i] = quad(float(double(x.x) + u[0]), float(double(x.y) + u[1]), float(double(x.z) + u[2]), y.w);
    });
  }
};

}  // namespace weft::WEFT_DEVICE
