/// The list of pairs that may meet, for as long as vertices stay near where they were when it was made:
///   listed    d < keep (1 + slop) + R_a + R_b,     R = budget + 2 U,   U what a vertex may move in the step
///   holds     |x - x_list| + U <= R   for every vertex
///   asleep    d_list - keep (1 + slop) > |x - x_list|_a + |x - x_list|_b + 2 U
/// Elements lie in cells by the middles of their boxes; a cell is as large as the largest box, so that boxes that
/// overlap are in neighbouring cells.
#pragma once
#include "device/surfaces/touch.h"

namespace weft::WEFT_DEVICE {

constexpr float kSure = 1 + 1e-5f;  ///< beyond rounding

/// Before bodies move: where vertices are.
struct ReadStart {
  static constexpr int threads = 256, resident = 4;
  struct Shared {};
  MeetView q;
  template <int T>
  WEFT_KERNEL void run(Shared&, int block, int thread) const {
    if (!q.wanted()) return;
    const Quad* place = q.v.sort.parcels.a[q.control().where];
    for_items<T, threads>(block, thread, q.vertices, [&](std::size_t i) {
      const SurfacePart& p = q.part[q.part_of[i]];
      q.start[i] = place[p.parcels + (unsigned(i) - p.first)];
    });
  }
};

struct BeginMeeting {
  static constexpr int threads = 32, resident = 1;
  struct Shared {};
  MeetView q;
  template <int T>
  WEFT_KERNEL void run(Shared&, int, int thread) const {
    if (!q.wanted() || thread != 0) return;
    SurfaceControl& s = *q.s;
    s.awake = s.touches = 0;
    for (unsigned& n : s.failing) n = 0;
    s.parting = 0;
    s.stale = !s.built;
    s.fastest = s.extent = 0;
  }
};

/// After they have moved: how.
struct ReadMotion {
  static constexpr int threads = 256, resident = 4;
  struct Shared {};
  MeetView q;
  template <int T>
  WEFT_KERNEL void run(Shared&, int block, int thread) const {
    if (!q.wanted()) return;
    const Control& c = q.control();
    const ParcelArrays& parcels = q.v.sort.parcels;
    unsigned fastest = 0;
    for_items<T, threads>(block, thread, q.vertices, [&](std::size_t i) {
      const SurfacePart& p = q.part[q.part_of[i]];
      const unsigned own = unsigned(i) - p.first, at = p.parcels + own;
      const Quad y = parcels.a[c.to][at], b = parcels.b[at], x = q.start[i];
      const bool led = p.pins.any() && p.pins.leads(own, PinTime::now);
      const float w = led ? 0.0f : 1.0f / q.mass[i], m = 1.0f / y.w;
      const Quad v = quad(b.x * m, b.y * m, b.z * m, w);
      q.start[i] = quad(x.x, x.y, x.z, w);
      q.end[i] = q.given_end[i] = y;
      q.given[i] = q.now[i] = v;
      q.kick[i] = quad(0, 0, 0, 0);
      q.count[i] = q.cap[i] = 0;
      q.cut[i] = 0;
      const float u[3] = {y.x - x.x, y.y - x.y, y.z - x.z};
      const unsigned far = bits_of(sqrtf(u[0] * u[0] + u[1] * u[1] + u[2] * u[2]));
      fastest = fastest > far ? fastest : far;
    });
    fastest = warp_max(fastest);
    if (warp_leader(thread)) atomic_max(&q.s->fastest, fastest);
  }
};

WEFT_KERNEL float distance_of(const Quad& a, const Quad& b) {
  const float x = a.x - b.x, y = a.y - b.y, z = a.z - b.z;
  return sqrtf(x * x + y * y + z * z);
}

struct CheckList {
  static constexpr int threads = 256, resident = 4;
  struct Shared {};
  MeetView q;
  template <int T>
  WEFT_KERNEL void run(Shared&, int block, int thread) const {
    if (!q.wanted() || q.s->stale) return;
    const float U = q.farthest();
    for_items<T, threads>(block, thread, q.vertices, [&](std::size_t i) {
      const Quad b = q.listed[i];
      if (!((distance_of(q.start[i], b) + U) * kSure <= b.w)) q.s->stale = 1;  // whoever says it says the same
    });
  }
};

/// A box with what its element may move, and half of what is kept.
struct ElementBox {
  float low[3], high[3];
  WEFT_KERNEL void put(const Quad& x, float by) {
    const float at[3] = {x.x, x.y, x.z};
    for (int k = 0; k < 3; ++k) {
      const float r = (x.w + by) * kSure + 4e-7f * fabsf(at[k]);
      low[k] = fminf(low[k], at[k] - r), high[k] = fmaxf(high[k], at[k] + r);
    }
  }
  WEFT_KERNEL bool meets(const ElementBox& b) const {
    for (int k = 0; k < 3; ++k)
      if (low[k] > b.high[k] || b.low[k] > high[k]) return false;
    return true;
  }
};
WEFT_KERNEL ElementBox box_of(const MeetView& q, const unsigned* i, int n) {
  ElementBox box{{3e38f, 3e38f, 3e38f}, {-3e38f, -3e38f, -3e38f}};
  const float by = fmaxf(q.part[q.part_of[i[0]]].radius, 0.5f * q.least_keep) * float(1 + kSlop);
  for (int k = 0; k < n; ++k) box.put(q.listed[i[k]], by);
  return box;
}
/// Edges first, then triangles.
WEFT_KERNEL int element_of(const MeetView& q, unsigned e, unsigned* i) {
  if (e < q.edges) {
    i[0] = q.edge[e].x, i[1] = q.edge[e].y;
    return 2;
  }
  const Three t = q.triangle[e - q.edges];
  i[0] = t.at[0], i[1] = t.at[1], i[2] = t.at[2];
  return 3;
}
WEFT_KERNEL Lattice cell_of(const ElementBox& box, float inverse) {
  return {int(floorf(0.5f * (box.low[0] + box.high[0]) * inverse)),
          int(floorf(0.5f * (box.low[1] + box.high[1]) * inverse)),
          int(floorf(0.5f * (box.low[2] + box.high[2]) * inverse))};
}
WEFT_KERNEL unsigned bucket_of(const Lattice& c, unsigned buckets) {
  std::uint64_t k = (std::uint64_t(unsigned(c.x)) * 0x9e3779b97f4a7c15ull) ^
                    (std::uint64_t(unsigned(c.y)) * 0xc2b2ae3d27d4eb4full) ^
                    (std::uint64_t(unsigned(c.z)) * 0x165667b19e3779f9ull);
  k ^= k >> 29, k *= 0xbf58476d1ce4e5b9ull, k ^= k >> 32;
  return unsigned(k) & (buckets - 1);
}
WEFT_KERNEL float inverse_cell(const MeetView& q) { return 1.0f / (2.001f * float_of(q.s->extent)); }

struct BeginList {
  static constexpr int threads = 256, resident = 4;
  struct Shared {};
  MeetView q;
  template <int T>
  WEFT_KERNEL void run(Shared&, int block, int thread) const {
    if (!q.wanted() || !q.s->stale) return;
    const float R = q.budget + 2 * q.farthest();
    const std::size_t n = q.vertices > 2 * q.buckets ? q.vertices : 2 * q.buckets;
    for_items<T, threads>(block, thread, n, [&](std::size_t i) {
      if (i == 0) q.s->pairs = 0;
      if (i < 2 * std::size_t(q.buckets)) q.bucket[i] = 0;
      if (i < q.vertices) q.listed[i] = quad(q.start[i].x, q.start[i].y, q.start[i].z, R);
    });
  }
};

struct MeasureBoxes {
  static constexpr int threads = 256, resident = 4;
  struct Shared {};
  MeetView q;
  template <int T>
  WEFT_KERNEL void run(Shared&, int block, int thread) const {
    if (!q.wanted() || !q.s->stale) return;
    unsigned most = 0;
    for_items<T, threads>(block, thread, std::size_t(q.edges) + q.triangles, [&](std::size_t e) {
      unsigned i[3];
      const int n = element_of(q, unsigned(e), i);
      const ElementBox box = box_of(q, i, n);
      for (int k = 0; k < 3; ++k) {
        const unsigned half = bits_of(0.5f * (box.high[k] - box.low[k]));
        most = most > half ? most : half;
      }
    });
    most = warp_max(most);
    if (warp_leader(thread)) atomic_max(&q.s->extent, most);
  }
};

struct FillBuckets {
  static constexpr int threads = 256, resident = 4;
  struct Shared {};
  MeetView q;
  template <int T>
  WEFT_KERNEL void run(Shared&, int block, int thread) const {
    if (!q.wanted() || !q.s->stale) return;
    const float inverse = inverse_cell(q);
    for_items<T, threads>(block, thread, std::size_t(q.edges) + q.triangles, [&](std::size_t e) {
      unsigned i[3];
      const int n = element_of(q, unsigned(e), i);
      const unsigned b = bucket_of(cell_of(box_of(q, i, n), inverse), q.buckets);
      std::uint64_t* head = q.bucket + (n == 3 ? q.buckets : 0) + b;
      std::uint64_t seen = *head;
      for (;;) {
        q.next[e] = unsigned(seen);
        const std::uint64_t was = atomic_swap_if(head, seen, std::uint64_t(e) + 1);
        if (was == seen) break;
        seen = was;
      }
    });
  }
};

/// Vertices with triangles, and edges with edges of higher number.
struct FindPairs {
  static constexpr int threads = 128, resident = 4;
  struct Shared {};
  MeetView q;

  template <int T>
  WEFT_KERNEL void run(Shared&, int block, int thread) const {
    if (!q.wanted() || !q.s->stale) return;
    for_items<T, threads>(block, thread, std::size_t(q.vertices) + q.edges, [&](std::size_t k) {
      const unsigned at = q.backwards ? unsigned(q.vertices + q.edges - 1 - k) : unsigned(k);
      if (at < q.vertices) around(true, at);
      else around(false, at - q.vertices);
    });
  }

 private:
  WEFT_KERNEL void around(bool vertex, unsigned one) const {
    if (vertex && !q.triangles) return;
    const float inverse = inverse_cell(q);
    unsigned i[4] = {one, one, 0, 0};
    if (!vertex) i[0] = q.edge[one].x, i[1] = q.edge[one].y;
    const ElementBox box = box_of(q, i, vertex ? 1 : 2);
    const Lattice c = cell_of(box, inverse);
    const std::uint64_t* bucket = q.bucket + (vertex ? q.buckets : 0);
    for (int d = 0; d < 27; ++d) {
      const Lattice cell{c.x + d / 9 - 1, c.y + d / 3 % 3 - 1, c.z + d % 3 - 1};
      for (unsigned e = unsigned(bucket[bucket_of(cell, q.buckets)]); e; e = q.next[e - 1]) {
        if (!vertex && e - 1 <= one) continue;
        unsigned to[3];
        const int n = element_of(q, e - 1, to);
        const ElementBox other = box_of(q, to, n);
        if (!box.meets(other)) continue;
        const Lattice its = cell_of(other, inverse);
        if (its.x != cell.x || its.y != cell.y || its.z != cell.z) continue;
        for (int k = 0; k < (vertex ? 3 : 2); ++k) i[vertex ? k + 1 : k + 2] = to[k];
        add(!vertex, i);
      }
    }
  }
  WEFT_KERNEL void add(bool edges, const unsigned* i) const {
    for (int a = 0; a < (edges ? 2 : 1); ++a)
      for (int b = edges ? 2 : 1; b < 4; ++b)
        if (i[a] == i[b]) return;
    const unsigned pa = q.part_of[i[0]], pb = q.part_of[i[2]];
    if (pa == pb && !q.part[pa].itself) return;
    double keep = fmax(double(q.part[pa].radius) + double(q.part[pb].radius), double(q.least_keep));
    PairX x;
    PairGap m;
    load_pair(q.listed, i, x);
    measure_gap(edges, x, m);
    const double kept = keep * (1 + kSlop), reach = double(farthest_of(edges, i, 0)) + double(farthest_of(edges, i, 1));
    if (m.d > kept + reach || !(m.d > 1e-12)) return;  // of what touches nothing can be proven
    if (pa == pb) {
      PairX rest;
      PairGap r;
      for (int k = 0; k < 4; ++k) rest.x[k] = q.rest[i[k]].template as<double>();
      measure_gap(edges, rest, r);
      keep = fmin(keep, 0.5 * r.d);
    }
    NearPair p{{i[0], i[1], i[2], i[3]}, float(keep), q.friction[pa * unsigned(q.parts) + pb], 0, edges};
    p.room = float(m.d - keep * (1 + kSlop));
    if (double(p.room) > reach) return;
    if (q.s->excused && is_excused(q, p)) return;
    const unsigned k = atomic_add(&q.s->pairs, 1u);
    if (k < q.room.pairs) q.pair[k] = p;
  }
  WEFT_KERNEL float farthest_of(bool edges, const unsigned* i, int side) const {
    const int begin = side == 0 ? 0 : edges ? 2 : 1, end = side == 0 ? (edges ? 2 : 1) : 4;
    float most = 0;
    for (int k = begin; k < end; ++k) most = fmaxf(most, q.listed[i[k]].w);
    return most;
  }
};

struct EndList {
  static constexpr int threads = 32, resident = 1;
  struct Shared {};
  MeetView q;
  template <int T>
  WEFT_KERNEL void run(Shared&, int, int thread) const {
    if (!q.wanted() || !q.s->stale || thread != 0) return;
    q.s->built = q.s->pairs <= q.room.pairs;
    q.s->stale = 0;
    ++q.s->renewals;
    if (!q.s->built) wait_for_room(q);
  }
};

/// Who may come within what is kept, whatever impulses do in this step; and of these who would.
struct WakePairs {
  static constexpr int threads = 128, resident = 4;
  struct Shared {};
  MeetView q;
  int blocks;

  template <int T>
  WEFT_KERNEL void run(Shared&, int block, int thread) const {
    if (!q.wanted()) return;
    const float U = q.farthest();
    for_some<T, threads>(q, block, thread, blocks, q.s->pairs, [&](unsigned k) {
      const NearPair p = q.pair[k];
      float gone[4];
      for (int a = 0; a < 4; ++a) gone[a] = distance_of(q.start[p.i[a]], q.listed[p.i[a]]);
      const float a = p.edges ? fmaxf(gone[0], gone[1]) : gone[0];
      const float b = p.edges ? fmaxf(gone[2], gone[3]) : fmaxf(gone[1], fmaxf(gone[2], gone[3]));
      if (p.room > (a + b + 2 * U) * kSure) return;
      PairX x;
      PairGap m;
      load_pair(q.start, p.i, x);
      measure_gap(p.edges, x, m);
      if (m.d > double(p.keep) * (1 + kSlop) + 2 * double(U)) return;
      const unsigned share = ~bits_of(float(m.d / double(p.keep)));
      if (share > q.s->nearest) atomic_max(&q.s->nearest, share);
      const unsigned at = atomic_add(&q.s->awake, 1u);
      if (at >= q.room.awake) return;
      AwakePair& w = q.awake[at];
      w.pair = k, w.d = float(m.d);
      for (int c = 0; c < 3; ++c) w.n[c] = float(m.n[c]);
      for (int c = 0; c < 4; ++c) w.w[c] = float(m.w[c]);
      double ends = m.d;
      for (int c = 0; c < 4; ++c) ends += m.w[c] * dot(m.n, place_of(q.end[p.i[c]]) - x.x[c]);
      if (ends < double(p.keep) * (1 + 0.5 * kSlop) && faces(q, p, x, m))
        add_touch(q, p, x, m, pair_key(p.i, p.edges));
    });
  }
};

}  // namespace weft::WEFT_DEVICE
