/// Points of shells: what the grid tells them, the two forms of contact points, the surface beside control points.
#pragma once
#include "device/shell.h"

namespace weft::WEFT_DEVICE {

/// Control points move; contact points strain their fibres and keep v and C until their faces know where they are.
/// pinned: some control point may be; without that the kernel is faster.
template <bool pinned>
struct ShellPoints {
  static constexpr int threads = 64, resident = 14;
  struct Shared {
    AnswerShared answers;
  };
  ShellView g;
  When when;

  template <int T>
  WEFT_KERNEL void run(Shared& s, int block, int thread) const {
    const Control& c = g.v.control();
    if (!is_wanted(c, when) || block >= c.blocks) return;
    controls<T>(s, block, thread);
    contacts<T>(s, block, thread);
  }

 private:
  template <int T>
  WEFT_KERNEL void controls(Shared& s, int block, int thread) const {
    const StepView& v = g.v;
    const Control& c = v.control();
    const MeshPoints& at = g.control;
    const Lattice o = v.sort.blocks.origin[block];
    const float dt = float(c.dt);
    const bool near = g.meets(block);
    float far = 0;  // that pins moved a point besides
    Found found;
    answer_points<T>(v, at.set, when, block, thread, s.answers, [&](const AnsweredPoint& p) {
      const unsigned k = unsigned(p.from) - at.first;
      float vel[3] = {p.v[0], p.v[1], p.v[2]}, C[9], x[3], low[3];
      for (int j = 0; j < 9; ++j) C[j] = p.C[j];
      DeviceParcel q;
      q.m = p.place.w;
      bool led = false;
      if constexpr (pinned) led = at.pins.any() && prescribe(at.pins, k, PinTime::now, c.dt, p.place, vel, C, x);
      Found::raise(found.peaks.speed2, square3(vel));
      Found::raise(found.peaks.gradient2, square9(C));
      if (led) {
        keep_rest(k, low);
        const float by[3] = {vel[0] - p.v[0], vel[1] - p.v[1], vel[2] - p.v[2]};
        far = fmaxf(far, dt * sqrtf(square3(by)));  // than the grid takes it
      } else {
        move(p.place, k, vel, dt, x, low);
      }
      // Undamped: of what pins lead, as it is what they had where no step follows; and where obstacles come first.
      set_motion(q, led || near ? AffineRule{1, 0, 1, 0} : at.affine, vel, C);
      store3(g.at.low, k, low);
      v.sort.parcels.a[c.to][p.to] = quad(x[0], x[1], x[2], q.m);
      store_motion(q, v.sort.parcels, p.to);
      found.see_place(x[0], x[1], x[2], v.sort.h, o);
      found.see_bound(q, v.sort.h.dx);
    });
    publish<T>(v, at.set, at.body, block, thread, s.answers, found);
    const unsigned most = warp_max(bits_of(far));
    if (most && warp_leader(thread)) atomic_max(&v.sort.control->pushed, most);
  }
  /// x + low += dt v: what x + dt v loses to rounding is kept in low (bodies/shell/motion_kernel.h).
  WEFT_KERNEL void move(const Quad& place, unsigned k, const float* vel, float dt, float* x, float* low) const {
    const float was[3] = {place.x, place.y, place.z};
    load3(g.at.low, k, low);
    for (int a = 0; a < 3; ++a) {
      const float by = fmaf(vel[a], dt, low[a]);
      x[a] = was[a] + by;
      low[a] = by - (x[a] - was[a]);
    }
  }
  WEFT_KERNEL void keep_rest(unsigned k, float* low) const {
    double to[3];
    g.control.pins.target(k, PinTime::now, to);
    for (int a = 0; a < 3; ++a) low[a] = float(to[a] - double(float(to[a])));
  }
  template <int T>
  WEFT_KERNEL void contacts(Shared& s, int block, int thread) const {
    const StepView& v = g.v;
    const Control& c = v.control();
    const PointSet& at = g.contact;
    const float dt = float(c.dt);
    Found found;
    answer_points<T>(v, at.set, when, block, thread, s.answers, [&](const AnsweredPoint& p) {
      const unsigned k = unsigned(p.from) - at.first;
      float d[3], now[3];
      load3(g.at.d, k, d);
      for (int a = 0; a < 3; ++a)
        now[a] = fmaf(dt, p.C[3 * a] * d[0] + p.C[3 * a + 1] * d[1] + p.C[3 * a + 2] * d[2], d[a]);
      store3(g.at.d, k, now);
      g.at.home[k] = unsigned(block);
      DeviceParcel q;
      for (int a = 0; a < 3; ++a) q.p[a] = p.v[a];
      for (int a = 0; a < 9; ++a) q.Q[a] = p.C[a];
      store_motion(q, v.sort.parcels, p.to);
      Found::raise(found.peaks.speed2, square3(p.v));
      Found::raise(found.peaks.gradient2, square9(p.C));
    });
    publish<T>(v, at.set, at.body, block, thread, s.answers, found);  // nothing is known of places: faces add to it
  }
};

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
      float vel[3], C[9], low[3];
      for (int a = 0; a < 3; ++a) vel[a] = q.p[a] / q.m;
      for (int a = 0; a < 9; ++a) C[a] = q.Q[a] / q.m;
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
      if (!meet_obstacles(g.v, block, at.clearance, w.parcels.a[c.where][i].w, x.e, rest.p, rest.Q, true, &far)) continue;
      store_motion(rest, w.parcels, i);
      const Vec3<float> normal = cross(t1, t2);
      const float length = norm(normal);
      if (length > 0) store3(g.at.d, k, (normal * (1 / length)).e);
    }
  }

 private:
  WEFT_KERNEL void find_tangents(unsigned k, Vec3<float>& x, Vec3<float>& t1, Vec3<float>& t2) const {
    const ShellMesh& m = g.mesh;
    const unsigned slot = m.slot_of[k] / unsigned(m.touches), place = m.slot_of[k] % unsigned(m.touches), lane = slot % 16;
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

/// Contact points: rest form to ready form, and back.
struct ConvertContacts {
  static constexpr int threads = 128, resident = 4;
  struct Shared {};
  ShellView g;
  When when;
  bool make;

  template <int T>
  WEFT_KERNEL void run(Shared&, int block, int thread) const {
    const Control& c = g.v.control();
    if (!is_wanted(c, when)) return;
    for_items<T, threads>(block, thread, g.contact.count, [&](std::size_t k) {
      const std::size_t i = g.contact.first + k;
      DeviceParcel rest, q;
      load_place(g.v.sort.parcels, c.to, i, q);
      load_motion(g.v.sort.parcels, i, make ? rest : q);
      float d[3], pull[3];
      load3(g.at.d, k, d), load3(g.at.pull, k, pull);
      const double dt = make ? c.carried : when == When::remade ? c.replaced : c.carried;
      float b[3] = {0, 0, 0};
      if (g.control.force.active()) g.acceleration(k, q.x, b);
      if (make) {
        make_contact(g, rest.p, rest.Q, pull, d, dt, q);
        for (int a = 0; a < 3; ++a) q.p[a] = fmaf(q.m * float(dt), b[a], q.p[a]);
      } else {
        unmake_contact(g, pull, d, dt, q);
        for (int a = 0; a < 3; ++a) q.p[a] = fmaf(-float(dt), b[a], q.p[a]);
      }
      store_motion(q, g.v.sort.parcels, i);
    });
  }
};

/// What formulas add to the momenta of contact points after their faces have made their parcels.
struct PushContacts {
  static constexpr int threads = 128, resident = 4;
  struct Shared {};
  ShellView g;
  When when;

  template <int T>
  WEFT_KERNEL void run(Shared&, int block, int thread) const {
    const Control& c = g.v.control();
    if (!is_wanted(c, when)) return;
    for_items<T, threads>(block, thread, g.contact.count, [&](std::size_t k) {
      const std::size_t i = g.contact.first + k;
      DeviceParcel q;
      load_place(g.v.sort.parcels, c.to, i, q);
      load_motion(g.v.sort.parcels, i, q);
      float b[3];
      g.acceleration(k, q.x, b);
      for (int a = 0; a < 3; ++a) q.p[a] = fmaf(q.m * float(c.carried), b[a], q.p[a]);
      store_motion(q, g.v.sort.parcels, i);
      g.see_contact(q, g.at.home[k]);
    });
  }
};

/// From each control point to the limit surface beside it.
struct FindDips {
  static constexpr int threads = 128, resident = 4;
  struct Shared {};
  ShellView g;
  When when;

  template <int T>
  WEFT_KERNEL void run(Shared&, int block, int thread) const {
    const Control& c = g.v.control();
    if (!is_wanted(c, when) || g.v.obstacles.count == 0) return;
    const Quad* place = g.v.sort.parcels.a[c.to] + g.control.first;
    for_items<T, threads>(block, thread, g.control.count, [&](std::size_t k) {
      const Quad x = place[k];
      const Pair of = g.mesh.limit_of[k];
      float dip[3] = {0, 0, 0};
      for (unsigned j = of.x; j < of.y; ++j) {  // weights sum to one
        const Quad y = place[g.mesh.limit_at[j]];
        const float w = g.mesh.limit_weight[j];
        dip[0] = fmaf(w, y.x - x.x, dip[0]), dip[1] = fmaf(w, y.y - x.y, dip[1]), dip[2] = fmaf(w, y.z - x.z, dip[2]);
      }
      store3(g.at.dip, k, dip);
    });
  }
};

/// The pressure at the end of a step.
struct FindPressure {
  static constexpr int threads = 32, resident = 1;
  struct Shared {};
  const Control* control;
  const FormulaOp* of_time;
  int length;
  float constant;
  float* pressure;
  When when;

  template <int T>
  WEFT_KERNEL void run(Shared&, int, int thread) const {
    if (!is_wanted(*control, when) || thread != 0) return;
    const double t = control->time;
    *pressure = constant * float(run_formula(of_time, length, &t));
  }
};

}  // namespace weft::WEFT_DEVICE
