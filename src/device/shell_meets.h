/// Shells and obstacles, in blocks that have some near (world/keep_out.cpp): kernels of their own, so that those that
/// every block needs keep their registers.
#pragma once
#include "device/shell.h"

namespace weft::WEFT_DEVICE {

/// Control points of blocks that obstacles are near. What must not sink into them is the surface beside each.
struct MeetControls {
  static constexpr int threads = 64, resident = 4;
  struct Shared {
    AnswerShared known;  // only what `publish` needs of it
  };
  ShellView g;
  When when;

  template <int T>
  WEFT_KERNEL void run(Shared& s, int block, int thread) const {
    const SortView& w = g.v.sort;
    const Control& c = *w.control;
    if (!is_wanted(c, when) || block >= c.blocks || !g.meets(block)) return;
    const MeshPoints& at = g.control;
    const std::size_t here = std::size_t(at.set) * std::size_t(w.blocks.capacity) + std::size_t(block);
    const unsigned n = w.blocks.count[here], first = at.first + w.blocks.start[here];
    if (!n) return;
    if (thread == 0) s.known.mask = s.known.bound = 0, s.known.peaks = BodyPeaks{};
    float far = 0;  // that obstacles moved a point
    Found found;
    for (unsigned t = unsigned(thread); t < n; t += T) {
      const std::size_t i = w.list[first + t];
      const unsigned k = unsigned(i) - at.first;
      DeviceParcel q;
      load_place(w.parcels, c.to, i, q);
      load_motion(w.parcels, i, q);
      const bool led = at.pins.any() && at.pins.leads(k, PinTime::now);
      const float inverse = q.m > 0 ? 1.0f / q.m : 0.0f;  // beyond clamped edges they have no mass
      float vel[3], C[9], low[3];
      for (int a = 0; a < 3; ++a) vel[a] = q.p[a] * inverse;
      for (int a = 0; a < 9; ++a) C[a] = q.Q[a] * inverse;
      load3(g.at.low, k, low);
      meet(block, k, q, low, vel, C, !led, far);
      store3(g.at.low, k, low);
      set_motion(q, led ? AffineRule{1, 0, 1, 0} : at.affine, vel, C);
      w.parcels.a[c.to][i] = quad(q.x[0], q.x[1], q.x[2], q.m);
      store_motion(q, w.parcels, i);
      found.see_place(q.x[0], q.x[1], q.x[2], w.h, w.blocks.origin[block]);
      found.see_bound(q, w.h.dx);
    }
    publish<T>(g.v, at.set, at.body, block, thread, s.known, found);
    const unsigned most = warp_max(bits_of(far));
    if (most && warp_leader(thread)) atomic_max(&w.control->pushed, most);
  }

 private:
  WEFT_KERNEL void meet(int block, unsigned k, DeviceParcel& q, float* low, float* vel, float* C, bool moves,
                        float& far) const {
    float dip[3], y[3], was[3];
    load3(g.at.dip, k, dip);
    for (int a = 0; a < 3; ++a) was[a] = y[a] = q.x[a] + dip[a];
    meet_obstacles(g.v, block, g.control.clearance, q.m, y, vel, C, moves, &far);
    for (int a = 0; a < 3; ++a) {
      const float by = y[a] - was[a], before = q.x[a];
      if (by == 0) continue;
      q.x[a] = before + (by + low[a]);
      low[a] = by + low[a] - (q.x[a] - before);
    }
  }
};

/// Contact points of such blocks, where their control points have taken them. They stay there; what strained the fibre
/// was another C, and it forgets (bodies/contact_points.h).
struct MeetContacts {
  static constexpr int threads = 64, resident = 4;
  struct Shared {};
  ShellView g;
  When when;

  template <int T>
  WEFT_KERNEL void run(Shared&, int block, int thread) const {
    const SortView& w = g.v.sort;
    const Control& c = *w.control;
    if (!is_wanted(c, when) || block >= c.blocks || !g.meets(block)) return;
    const PointSet& at = g.contact;
    const std::size_t here = std::size_t(at.set) * std::size_t(w.blocks.capacity) + std::size_t(block);
    const unsigned n = w.blocks.count[here], first = at.first + w.blocks.start[here];
    for (unsigned t = unsigned(thread); t < n; t += T) {
      const std::size_t i = w.list[first + t];
      const unsigned k = unsigned(i) - at.first;
      DeviceParcel rest;
      load_motion(w.parcels, i, rest);
      Vec3<float> x, t1, t2;
      find_tangents(k, x, t1, t2);
      float far = 0;
      const float m = w.parcels.a[c.where][i].w;
      if (!meet_obstacles(g.v, block, at.clearance, m, x.e, rest.p, rest.Q, true, &far)) continue;
      store_motion(rest, w.parcels, i);
      const Vec3<float> normal = cross(t1, t2);
      const float length = norm(normal);
      if (length > 0) store3(g.at.d, k, (normal * (1 / length)).e);
    }
  }

 private:
  WEFT_KERNEL void find_tangents(unsigned k, Vec3<float>& x, Vec3<float>& t1, Vec3<float>& t2) const {
    const ShellMesh& m = g.mesh;
    const unsigned touches = unsigned(m.touches), slot = m.slot_of[k] / touches, place = m.slot_of[k] % touches;
    const unsigned lane = slot % 16;
    const ShellGroup& group = m.group[slot / 16];
    const Quad* at = g.v.sort.parcels.a[g.v.control().to] + g.control.first;
    const unsigned stride = group.shared ? 1 : 16;
    const float* weight = m.weight + group.first_weight + (group.shared ? 0 : lane) +
                          stride * (unsigned(m.bends) * group.points * 6 + place * group.points * 3);
    x = t1 = t2 = Vec3<float>::zero();
    Quad from{};
    for (unsigned p = 0; p < group.points; ++p, weight += 3 * stride) {
      const Quad q = at[m.member[group.first_member + m.local[group.first_local + p * 16 + lane]]];
      if (p == 0) from = q;
      const Vec3<float> y{{q.x - from.x, q.y - from.y, q.z - from.z}};
      x += y * weight[0], t1 += y * weight[stride], t2 += y * weight[2 * stride];
    }
    x += Vec3<float>{{from.x, from.y, from.z}};
  }
};

}  // namespace weft::WEFT_DEVICE
