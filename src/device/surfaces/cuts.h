/// The proof that awake pairs stay apart, and the net below the impulses: contact/surfaces/cut.h for kernels.
///   touch    what is not proven becomes a contact along the plane that keeps it best
///   mean     u_i <- c + share (u_i - c),  c the mean motion of the pair by mass; all pairs side by side, each with as
///            much of it as its most crowded vertex can bear, so that momentum is kept
///   hold     vertices of failing pairs move by no more than gamma d/2 (in the last rounds: not at all); what is held
///            wholly needs no plane
///   freeze   nothing moves in this step
///   last     what pins lead into each other is left alone from now on
#pragma once
#include "device/surfaces/touch.h"

namespace weft::WEFT_DEVICE {

enum class Look : int { touch, mean, hold, stop, last };

/// No vertex goes farther than its half of what may be lost.
WEFT_KERNEL bool is_held(const PairX& x, const PairX& y, double d) {
  const double most = 0.5 * kCloser * d;
  for (int k = 0; k < 4; ++k)
    if (norm2(y.x[k] - x.x[k]) > most * most) return false;
  return true;
}
constexpr double kSafe = 0.9;  ///< of what a cut may leave

struct Certify {
  static constexpr int threads = 128, resident = 4;
  struct Shared {};
  MeetView q;
  int blocks;
  Look look;

  template <int T>
  WEFT_KERNEL void run(Shared&, int block, int thread) const {
    if (!q.open()) return;
    for_some<T, threads>(q, block, thread, blocks, q.awakes(), [&](unsigned k) {
      const AwakePair& a = q.awake[k];
      const NearPair& p = q.pair[a.pair];
      PairX x, y;
      load_pair(q.start, p.i, x);
      load_pair(q.end, p.i, y);
      PairGap m;
      gap_of(a, m);
      if (is_held(x, y, m.d)) return;
      const Divider best = dividing_plane(p.edges, double(p.keep), m, x, y);
      if (!best.proven) fails(k, p, m, best, x, y);
    });
  }

 private:
  WEFT_KERNEL void fails(unsigned k, const NearPair& p, const PairGap& m, const Divider& best, const PairX& x,
                         const PairX& y) const {
    const unsigned at = atomic_add(&q.s->failing[q.looks], 1u);
    switch (look) {
      case Look::touch: {
        PairGap end;
        measure_gap(p.edges, y, end);
        end.n = best.n;
        face_along(p.edges, x, end.n, end);
        end.d = 0;
        for (int c = 0; c < 4; ++c) end.d += end.w[c] * dot(end.n, x.x[c] - x.x[0]);
        add_touch(q, p, x, end, 0);
        break;
      }
      case Look::mean: {
        // sigma is concave: a share s of the motion about the mean leaves at least start + s (end - start).
        const double over = best.start - best.end, room = best.start - nearest_allowed(double(p.keep), m.d);
        q.failed[at] = k;
        q.share[at] = float(over > 0 ? fmax(0.0, fmin(kSafe * room / over, kSafe)) : kSafe);
        for (int c = 0; c < 4; ++c) atomic_add(&q.count[p.i[c]], 1u);
        break;
      }
      case Look::hold:
      case Look::stop: {
        const float most = look == Look::hold ? float(0.5 * kCloser * m.d * (1 - 1e-6)) : 0.0f;
        for (int c = 0; c < 4; ++c) atomic_max(&q.cap[p.i[c]], ~bits_of(most));
        break;
      }
      case Look::last:
        if (!q.has_room()) break;
        excuse(q, p);
        q.pair[q.awake[k].pair].room = 3e38f;  // asleep for good
        atomic_add(&q.s->given_up_now, 1u);
        break;
    }
  }
};

/// Where contacts or awake pairs had no room everything is done again, once the host has made some.
struct CheckRoom {
  static constexpr int threads = 32, resident = 1;
  struct Shared {};
  MeetView q;
  template <int T>
  WEFT_KERNEL void run(Shared&, int, int thread) const {
    if (q.wanted() && thread == 0 && !q.has_room()) wait_for_room(q);
  }
};

/// Contacts have done what they could: their counts become those of cuts.
struct BeginCuts {
  static constexpr int threads = 256, resident = 4;
  struct Shared {};
  MeetView q;
  template <int T>
  WEFT_KERNEL void run(Shared&, int block, int thread) const {
    if (!q.open()) return;
    for_items<T, threads>(block, thread, q.vertices, [&](std::size_t i) {
      q.count[i] = 0;
      for (int k = 0; k < 3; ++k) q.part_sum[0][3 * i + std::size_t(k)] = 0;
    });
  }
};

struct CutToMean {
  static constexpr int threads = 128, resident = 4;
  struct Shared {};
  MeetView q;
  int blocks;
  template <int T>
  WEFT_KERNEL void run(Shared&, int block, int thread) const {
    if (!q.open()) return;
    const double scale = 1 / (q.quantum * q.control().dt);
    for_some<T, threads>(q, block, thread, blocks, q.s->failing[q.looks - 1], [&](unsigned k) {
      const NearPair& p = q.pair[q.awake[q.failed[k]].pair];
      Vec3d u[4], mean = Vec3d::zero();
      double mass[4], whole = 0;
      bool led = false;
      unsigned most = 1;
      for (int a = 0; a < 4; ++a) {
        const Quad x = q.start[p.i[a]];
        u[a] = place_of(q.end[p.i[a]]) - place_of(x);
        mass[a] = x.w > 0 ? 1 / double(x.w) : 0;
        led |= !(x.w > 0);
        most = most > q.count[p.i[a]] ? most : q.count[p.i[a]];
      }
      for (int a = 0; a < 4; ++a) {
        const double by = led ? (mass[a] > 0 ? 0.0 : 1.0) : mass[a];
        mean += u[a] * by, whole += by;
      }
      mean *= 1 / whole;
      const double share = (1 - double(q.share[k])) / double(most);
      std::int64_t all[3] = {0, 0, 0};
      for (int a = 0; a < 4; ++a)
        for (int c = 0; c < 3; ++c) {
          std::int64_t by = (std::int64_t)rint((mean[c] - u[a][c]) * share * mass[a] * scale);
          if (a == 3 && !led) by = -all[c];
          all[c] += by;
          if (by) atomic_add(&q.part_sum[0][3 * std::size_t(p.i[a]) + std::size_t(c)], by);
        }
    });
  }
};

/// Moves what was cut. Look::mean: by the momenta that were added; else to what is allowed.
struct ApplyCuts {
  static constexpr int threads = 256, resident = 4;
  struct Shared {};
  MeetView q;
  Look look;
  template <int T>
  WEFT_KERNEL void run(Shared&, int block, int thread) const {
    if (!q.open()) return;
    const double by = q.quantum * q.control().dt;
    for_items<T, threads>(block, thread, q.vertices, [&](std::size_t i) {
      const Quad x = q.start[i], y = q.end[i];
      Vec3d u = place_of(y) - place_of(x);
      if (look == Look::last) {  // freeze
        if (i == 0) ++q.s->frozen;
        if (x.w > 0) q.end[i] = quad(x.x, x.y, x.z, y.w);
        return;
      }
      if (look == Look::mean) {
        if (!q.count[i]) return;
        q.count[i] = 0;
        for (int k = 0; k < 3; ++k) {
          u[k] += double(q.part_sum[0][3 * i + std::size_t(k)]) * by * double(x.w);
          q.part_sum[0][3 * i + std::size_t(k)] = 0;
        }
      } else {
        if (!q.cap[i]) return;
        const double most = double(float_of(~q.cap[i])), way = sqrt(norm2(u));
        if (!(way > most)) return;
        u *= most * (1 - 1e-6) / way;
      }
      if (!(x.w > 0)) return;
      Quad to = quad(float(double(x.x) + u[0]), float(double(x.y) + u[1]), float(double(x.z) + u[2]), y.w);
      const double most = q.cap[i] ? double(float_of(~q.cap[i])) : double(q.farthest());
      if (norm2(place_of(to) - place_of(x)) > most * most) to = quad(x.x, x.y, x.z, y.w);  // below rounding
      q.end[i] = to;
      q.cut[i] = 1;
    });
  }
};
/// Bodies get places and changes of velocity; what was cut has the velocity u/dt.
struct WriteSurfaces {
  static constexpr int threads = 256, resident = 4;
  struct Shared {};
  MeetView q;
  template <int T>
  WEFT_KERNEL void run(Shared&, int block, int thread) const {
    if (!q.wanted()) return;
    const Control& c = q.control();
    Quad* place = q.v.sort.parcels.a[c.to];
    const double per = 1 / c.dt;
    unsigned pushed = 0, cut = 0;
    for_items<T, threads>(block, thread, q.vertices, [&](std::size_t i) {
      const Quad x = q.start[i], y = q.end[i], given = q.given_end[i], v0 = q.given[i];
      if (!(x.w > 0)) return;
      const bool moved = y.x != given.x || y.y != given.y || y.z != given.z;
      Quad v = q.now[i];
      if (q.cut[i]) {
        v = quad(float((double(y.x) - double(x.x)) * per), float((double(y.y) - double(x.y)) * per),
                 float((double(y.z) - double(x.z)) * per), 0);
        ++cut;
      }
      const SurfacePart& p = q.part[q.part_of[i]];
      q.kick[i] = quad(v.x - v0.x, v.y - v0.y, v.z - v0.z, moved ? 1.0f : 0.0f);
      if (!moved && v.x == v0.x && v.y == v0.y && v.z == v0.z) return;
      atomic_max(&q.v.peaks[p.body].speed2, bits_of(v.x * v.x + v.y * v.y + v.z * v.z));
      if (!moved) return;
      place[p.parcels + (unsigned(i) - p.first)] = y;
      const unsigned far = bits_of(distance_of_ends(y, given));
      pushed = pushed > far ? pushed : far;
    });
    pushed = warp_max(pushed);
    if (pushed && warp_leader(thread)) atomic_max(&q.v.sort.control->pushed, pushed);
    if (cut) atomic_add(&q.s->cut_now, cut);
  }

 private:
  WEFT_KERNEL static float distance_of_ends(const Quad& a, const Quad& b) {
    const float x = a.x - b.x, y = a.y - b.y, z = a.z - b.z;
    return sqrtf(x * x + y * y + z * z);
  }
};

struct EndMeeting {
  static constexpr int threads = 32, resident = 1;
  struct Shared {};
  MeetView q;
  template <int T>
  WEFT_KERNEL void run(Shared&, int, int thread) const {
    if (!q.wanted() || thread != 0) return;
    SurfaceControl& s = *q.s;
    ++s.steps;
    s.contacts += s.touches, s.woken += s.awake;
    s.cut += s.cut_now, s.given_up += s.given_up_now;
    s.cut_now = s.given_up_now = 0;
    s.memory ^= 1, s.memory_dt = q.control().dt;
  }
};

}  // namespace weft::WEFT_DEVICE
