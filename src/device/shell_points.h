/// Points of shells: what the grid tells them, the two forms of contact points, the surface beside control points.
#pragma once
#include "device/shell.h"

namespace weft::WEFT_DEVICE {

/// Control points move; contact points strain their fibres and keep v and C until their faces know where they are.
/// pinned: some control point may be; without that the kernel is faster.
template <bool pinned>
struct ShellPoints {
  static constexpr int threads = 64, resident = 12;
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
