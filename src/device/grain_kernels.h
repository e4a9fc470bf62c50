/// Grains on a device: what one step does to the points of a block, and the two forms of their parcels.
///   step     x += dt v    F <- (I + dt C) F, yields (bodies/grains/grains_kernel.h, the same source)
///            p = m v    Q = m (direct C + mirrored C^T) - dt' D^-1 V tau      dt': of the next step
///   unmake   v = p/m    C from Q + dt' D^-1 V tau, tau from F once more
/// Where C cannot be found from Q (damping takes a part of it, viscosity adds to it) it is kept besides.
#pragma once
#include "bodies/grains/grains_kernel.h"
#include "device/formula.h"
#include "device/g2p.h"

namespace weft::WEFT_DEVICE {

/// What grains keep besides parcels: two copies of what moves when points change their order.
struct GrainArrays {
  Quad *f0[2], *f1[2];    ///< F row by row, but for its last number; J is f2
  float* f2[2];
  float* state[2];        ///< Law::n_state per point
  unsigned* home[2];      ///< which of the body's own points it is
  Quad *c0, *c1;          ///< C, where it is kept
  float* c2;
  const float* rest;      ///< by home, three each; null where nobody asks
};

/// What all kernels of grains of a law carry.
template <class Law>
struct GrainView {
  static constexpr int n_state = Law::n_state;
  StepView v;
  GrainArrays at;
  GrainsKernel<Law, float> law;
  float volume, direct, mirrored;  ///< [m^3]; as in GrainLoad, without the mass
  int set, body;
  unsigned first, count;
  bool keeps;  ///< C

  using Update = typename GrainsKernel<Law, float>::template Update<float>;

  WEFT_KERNEL void load_strain(int where, std::size_t i, Update& u) const {
    const std::size_t k = i - first;
    if constexpr (Law::volumetric) {
      u.J = at.f2[where][k];
    } else {
      const Quad a = at.f0[where][k], b = at.f1[where][k];
      u.F = Mat3<float>{{{a.x, a.y, a.z}, {a.w, b.x, b.y}, {b.z, b.w, at.f2[where][k]}}};
    }
    for (int s = 0; s < n_state; ++s) u.state[s] = at.state[where][k * n_state + std::size_t(s)];
  }
  WEFT_KERNEL void store_strain(int where, std::size_t i, const Update& u) const {
    const std::size_t k = i - first;
    if constexpr (Law::volumetric) {
      at.f2[where][k] = u.J;
    } else {
      at.f0[where][k] = quad(u.F(0, 0), u.F(0, 1), u.F(0, 2), u.F(1, 0));
      at.f1[where][k] = quad(u.F(1, 1), u.F(1, 2), u.F(2, 0), u.F(2, 1));
      at.f2[where][k] = u.F(2, 2);
    }
    for (int s = 0; s < n_state; ++s) at.state[where][k * n_state + std::size_t(s)] = u.state[s];
  }
  WEFT_KERNEL void keep(std::size_t i, const float* C) const {
    const std::size_t k = i - first;
    at.c0[k] = quad(C[0], C[1], C[2], C[3]);
    at.c1[k] = quad(C[4], C[5], C[6], C[7]);
    at.c2[k] = C[8];
  }
  WEFT_KERNEL void load_kept(std::size_t i, float* C) const {
    const std::size_t k = i - first;
    const Quad a = at.c0[k], b = at.c1[k];
    C[0] = a.x, C[1] = a.y, C[2] = a.z, C[3] = a.w, C[4] = b.x, C[5] = b.y, C[6] = b.z, C[7] = b.w, C[8] = at.c2[k];
  }
  /// dt D^-1 V.
  WEFT_KERNEL float kick(double dt) const { return float(dt) * 4.0f * v.sort.h.inverse * v.sort.h.inverse * volume; }

  /// p and Q of the next step, whose `kick` is k; `u` knows tau.
  WEFT_KERNEL void fill(DeviceParcel& q, const float* vel, const float* C, const Update& u, float k) const {
    const float m = q.m;
    for (int a = 0; a < 3; ++a) q.p[a] = m * vel[a];
    const float d = m * direct, r = m * mirrored;
WEFT_UNROLL
    for (int a = 0; a < 3; ++a)
WEFT_UNROLL
      for (int c = 0; c < 3; ++c) {
        const float affine = keeps ? d * C[3 * a + c] + r * C[3 * c + a] : m * C[3 * a + c];
        q.Q[3 * a + c] = affine - k * u.tau(a, c);
      }
  }
  /// tau of the state as it is, nothing yields; C: for viscosity.
  WEFT_KERNEL void find_stress(Update& u, const float* C) const { law.stress_of(u, C); }
};

template <class Law>
struct MoveGrains {
  static constexpr int threads = 128, resident = Law::plastic ? 6 : 7;
  struct Shared {
    AnswerShared answers;
  };
  GrainView<Law> g;
  When when;

  template <int T>
  WEFT_KERNEL void run(Shared& s, int block, int thread) const {
    const Control& c = g.v.control();
    if (!is_wanted(c, when) || block >= c.busy) return;
    Found found;
    const Lattice o = g.v.sort.blocks.origin[block];
    const Spacing& h = g.v.sort.h;
    // Read once: after the first store nobody could say that they are still the same.
    const int where = c.where, to = c.to;
    const float kick = g.kick(c.carried);
    const ParcelArrays& parcels = g.v.sort.parcels;
    Quad* const place_to = parcels.a[to];
    GrainsKernel<Law, float> law = g.law;
    law.dt = float(c.dt);
    answer_points<T>(g.v, g.set, when, block, thread, s.answers, [&](const AnsweredPoint& p) {
      typename GrainView<Law>::Update u;
      g.load_strain(where, p.from, u);
      Mat3<float> G;
      float c2 = 0;
WEFT_UNROLL
      for (int k = 0; k < 9; ++k) {
        G(k / 3, k % 3) = p.C[k];
        c2 = fmaf(p.C[k], p.C[k], c2);
      }
      Found::raise(found.peaks.gradient2, c2);
      Found::raise(found.peaks.speed2, p.v[0] * p.v[0] + p.v[1] * p.v[1] + p.v[2] * p.v[2]);
      law.strain(u, G);
      law.constitute_left(u, p.C);
      g.store_strain(to, p.to, u);
      Found::raise(found.peaks.modulus, u.modulus);
      if (when == When::sorting) g.at.home[to][p.to - g.first] = g.at.home[where][p.from - g.first];
      if (g.keeps) g.keep(p.to, p.C);
      DeviceParcel q;
      q.m = p.place.w;
      q.x[0] = fmaf(law.dt, p.v[0], p.place.x);
      q.x[1] = fmaf(law.dt, p.v[1], p.place.y);
      q.x[2] = fmaf(law.dt, p.v[2], p.place.z);
      place_to[p.to] = quad(q.x[0], q.x[1], q.x[2], q.m);
      found.see_place(q.x[0], q.x[1], q.x[2], h, o);
      g.fill(q, p.v, p.C, u, kick);
      store_motion(q, parcels, p.to);
      found.see_bound(q, h.dx);
    });
    publish<T>(g.v, g.set, g.body, block, thread, s.answers, found);
  }
};

/// Rest form to ready form and back, and what limits the next step, for every point as it lies.
enum class GrainTask : int { make, unmake, measure };
template <class Law>
struct RestGrains {
  static constexpr int threads = 128, resident = 4;
  struct Shared {};
  GrainView<Law> g;
  When when;
  GrainTask task;

  template <int T>
  WEFT_KERNEL void run(Shared&, int block, int thread) const {
    const Control& c = g.v.control();
    if (!is_wanted(c, when)) return;
    Found found;
    for_items<T, threads>(block, thread, g.count, [&](std::size_t k) {
      const std::size_t i = g.first + k;
      typename GrainView<Law>::Update u;
      g.load_strain(c.to, i, u);
      DeviceParcel q;
      load_place(g.v.sort.parcels, c.to, i, q);
      load_motion(g.v.sort.parcels, i, q);
      float C[9] = {};
      if (task == GrainTask::unmake) {
        if (g.keeps) g.load_kept(i, C);
        g.find_stress(u, C);
        unmake(q, u, C, when == When::remade ? c.replaced : c.carried);
        store_motion(q, g.v.sort.parcels, i);
        return;
      }
      for (int a = 0; a < 9; ++a) C[a] = q.Q[a];
      const float vel[3] = {q.p[0], q.p[1], q.p[2]};
      g.find_stress(u, C);
      if (task == GrainTask::make) {
        g.fill(q, vel, C, u, g.kick(c.carried));
        if (g.keeps) g.keep(i, C);
        store_motion(q, g.v.sort.parcels, i);
        return;
      }
      float c2 = 0;
      for (int a = 0; a < 9; ++a) c2 += C[a] * C[a];
      Found::raise(found.peaks.speed2, vel[0] * vel[0] + vel[1] * vel[1] + vel[2] * vel[2]);
      Found::raise(found.peaks.gradient2, c2);
      Found::raise(found.peaks.modulus, u.modulus);
    });
    if (task == GrainTask::measure) raise_peaks_together(g.v.peaks[g.body], found.peaks, thread);
  }

 private:
  WEFT_KERNEL void unmake(DeviceParcel& q, const typename GrainView<Law>::Update& u, const float* kept, double dt) const {
    const float inverse = 1.0f / q.m, k = g.kick(dt);
    for (int a = 0; a < 3; ++a) q.p[a] *= inverse;
    for (int a = 0; a < 9; ++a) q.Q[a] = g.keeps ? kept[a] : (q.Q[a] + k * u.tau(a / 3, a % 3)) * inverse;
  }
};

/// A body force, where there is one: p += m dt' b, after parcels are ready, and away from them before they rest. By
/// itself, since formulas want a stack of their own.
struct ForceGrains {
  static constexpr int threads = 128, resident = 4;
  struct Shared {};
  StepView v;
  ForceView force;
  const unsigned* home[2];
  const float* rest;
  unsigned first, count;
  When when;
  bool away;

  template <int T>
  WEFT_KERNEL void run(Shared&, int block, int thread) const {
    const Control& c = v.control();
    if (!is_wanted(c, when)) return;
    const double dt = away && when == When::remade ? -c.replaced : away ? -c.carried : c.carried;
    for_items<T, threads>(block, thread, count, [&](std::size_t k) {
      const Quad place = v.sort.parcels.a[c.to][first + k];
      const float x[3] = {place.x, place.y, place.z};
      float b[3];
      force.at(rest + std::size_t(home[c.to][k]) * 3, x, c.time, b);
      Quad& p = v.sort.parcels.b[first + k];
      const float by = place.w * float(dt);
      p = quad(fmaf(by, b[0], p.x), fmaf(by, b[1], p.y), fmaf(by, b[2], p.z), p.w);
    });
  }
};

/// One field between the body's own memory, as the host lays it out (bodies/field_view.h), and the points.
enum class GrainField : int { place, velocity, gradient, strain, state, stress };
template <class Law>
struct CopyGrains {
  static constexpr int threads = 256, resident = 4;
  struct Shared {};
  GrainView<Law> g;
  GrainField what;
  bool home;  ///< towards the body's own memory
  float* at;  ///< in groups of sixteen
  int n;      ///< numbers per point

  template <int T>
  WEFT_KERNEL void run(Shared&, int block, int thread) const {
    const Control& c = g.v.control();
    const ParcelArrays& q = g.v.sort.parcels;
    for_items<T, threads>(block, thread, g.count, [&](std::size_t k) {
      const std::size_t i = g.first + k, own = g.at.home[c.to][k];
      float value[9];
      if (home) {
        read(c, q, i, value);
        for (int a = 0; a < n; ++a) *slot(own, a) = value[a];
      } else {
        for (int a = 0; a < n; ++a) value[a] = *slot(own, a);
        write(c, q, i, value);
      }
    });
  }

 private:
  WEFT_KERNEL float* slot(std::size_t own, int a) const {
    return at + (own / 16 * std::size_t(n) + std::size_t(a)) * 16 + own % 16;
  }
  WEFT_KERNEL void read(const Control& c, const ParcelArrays& q, std::size_t i, float* value) const {
    typename GrainView<Law>::Update u;
    DeviceParcel p;
    switch (what) {
      case GrainField::place: {
        const Quad a = q.a[c.to][i];
        value[0] = a.x, value[1] = a.y, value[2] = a.z;
        break;
      }
      case GrainField::velocity:
        load_motion(q, i, p);
        for (int a = 0; a < 3; ++a) value[a] = p.p[a];
        break;
      case GrainField::gradient:
        load_motion(q, i, p);
        for (int a = 0; a < 9; ++a) value[a] = p.Q[a];
        break;
      case GrainField::strain:
        g.load_strain(c.to, i, u);
        if constexpr (Law::volumetric) value[0] = u.J;
        else
          for (int a = 0; a < 9; ++a) value[a] = u.F(a / 3, a % 3);
        break;
      case GrainField::state:
        for (int a = 0; a < n; ++a) value[a] = g.at.state[c.to][(i - g.first) * std::size_t(n) + std::size_t(a)];
        break;
      case GrainField::stress:
        g.load_strain(c.to, i, u);
        load_motion(q, i, p);
        g.find_stress(u, p.Q);
        for (int a = 0, s = 0; a < 3; ++a)
          for (int b = a; b < 3; ++b, ++s) value[s] = u.tau(a, b);
        break;
    }
  }
  WEFT_KERNEL void write(const Control& c, const ParcelArrays& q, std::size_t i, const float* value) const {
    const std::size_t k = i - g.first;
    switch (what) {
      case GrainField::place:
        q.a[c.to][i] = quad(value[0], value[1], value[2], q.a[c.to][i].w);
        break;
      case GrainField::velocity:
        q.b[i].x = value[0], q.b[i].y = value[1], q.b[i].z = value[2];
        break;
      case GrainField::gradient:
        q.b[i].w = value[0];
        q.c[i] = quad(value[1], value[2], value[3], value[4]);
        q.d[i] = quad(value[5], value[6], value[7], value[8]);
        break;
      case GrainField::strain:
        if constexpr (Law::volumetric) {
          g.at.f2[c.to][k] = value[0];
        } else {
          g.at.f0[c.to][k] = quad(value[0], value[1], value[2], value[3]);
          g.at.f1[c.to][k] = quad(value[4], value[5], value[6], value[7]);
          g.at.f2[c.to][k] = value[8];
        }
        break;
      case GrainField::state:
        for (int a = 0; a < n; ++a) g.at.state[c.to][k * std::size_t(n) + std::size_t(a)] = value[a];
        break;
      case GrainField::stress: break;  // follows from the strain
    }
  }
};

/// Masses, and who is who: point k is the body's own point k.
template <class Law>
struct BeginGrains {
  static constexpr int threads = 256, resident = 4;
  struct Shared {};
  GrainView<Law> g;
  float mass;
  template <int T>
  WEFT_KERNEL void run(Shared&, int block, int thread) const {
    const int to = g.v.control().to;
    for_items<T, threads>(block, thread, g.count, [&](std::size_t k) {
      g.v.sort.parcels.a[to][g.first + k].w = mass;
      g.at.home[to][k] = unsigned(k);
    });
  }
};

}  // namespace weft::WEFT_DEVICE
