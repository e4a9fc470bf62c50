/// Contact points and bends of cloth and fibres on a device.
///   elements   v, C of contact points;  d <- (I + dt C) d;  obstacles;  everything that follows from where the
///              vertices are now:  t, yielding, G, corner forces
///              p = m (v + dt' b),  Q = m (direct C + mirrored C^T) - dt' D^-1 stress     dt': of the next step
///   bends      forces on their vertices
/// Neither stress nor corner forces go from one stay to the next: both follow from x and d.
#pragma once
#include "bodies/thin/bend_energy.h"
#include "device/thin_elements.h"

namespace weft::WEFT_DEVICE {

/// What kernels of a thin body carry.
template <class Law>
struct ThinView {
  using Element = ThinElement<Law>;
  using Constants = typename Element::Constants;
  StepView v;
  MeshPoints vertices;
  PointSet contacts;
  ThinArrays at;
  Constants law;
  bool plastic;
  float tear2;  ///< square of the stretch at which a segment breaks; 0: never

  WEFT_KERNEL const Quad* places() const { return v.sort.parcels.a[v.control().to] + vertices.first; }
  /// D^-1 of the quadratic kernel.
  WEFT_KERNEL float stiff() const { return 4.0f * v.sort.h.inverse * v.sort.h.inverse; }
  /// Contact point e goes with its vertices where surfaces changed their velocities.
  WEFT_KERNEL void carry(std::size_t e, float* vel) const {
    constexpr int kCorners = Element::kCorners;
    const Vertices c = at.corner[e];
    const Quad w = at.place ? at.place[e] : quad(1.0f / kCorners, 1.0f / kCorners, 1.0f / kCorners, 0);
    const float weight[3] = {w.x, w.y, w.z};
    for (int a = 0; a < kCorners; ++a) {
      const Quad k = vertices.kick[c.at[a]];
      vel[0] = fmaf(weight[a], k.x, vel[0]), vel[1] = fmaf(weight[a], k.y, vel[1]),
      vel[2] = fmaf(weight[a], k.z, vel[2]);
    }
  }
  /// The momentum that formulas add to contact point e.
  WEFT_KERNEL void push(std::size_t e, const Element& q, float m_dt, float* p) const {
    if (!vertices.force.active()) return;
    constexpr int kCorners = Element::kCorners;
    const Vertices c = at.corner[e];
    const Quad w = at.place ? at.place[e] : quad(1.0f / kCorners, 1.0f / kCorners, 1.0f / kCorners, 0);
    const float weight[3] = {w.x, w.y, w.z}, x[3] = {q.place[0], q.place[1], q.place[2]};
    float rest[3] = {0, 0, 0}, b[3];
    for (int a = 0; a < kCorners; ++a)
      for (int k = 0; k < 3; ++k)
        rest[k] = fmaf(weight[a], vertices.rest[std::size_t(c.at[a]) * 3 + std::size_t(k)], rest[k]);
    vertices.force.at(rest, x, v.control().time, b);
    for (int k = 0; k < 3; ++k) p[k] = fmaf(m_dt, b[k], p[k]);
  }
};

/// Without `pushes` formulas are left out. Threads: 32 where blocks have few points. met: for the blocks near obstacles,
/// which want more registers than all the others have room for; without, for those.
template <class Law, bool pushes, int Threads, bool met = false>
struct MoveElements {
  static constexpr int threads = Threads, resident = met ? 4 : Threads == 32 ? 18 : 12;
  struct Shared {
    AnswerShared answers;
  };
  ThinView<Law> q;
  When when;

  template <int T>
  WEFT_KERNEL void run(Shared& s, int block, int thread) const {
    const Control& c = q.v.control();
    if (!is_wanted(c, when) || block >= c.busy || is_near(q.v, block) != met) return;
    move<T>(s, block, thread);
  }

 private:
  template <int T>
  WEFT_KERNEL void move(Shared& s, int block, int thread) const {
    const Control& c = q.v.control();
    const SortView& w = q.v.sort;
    const Lattice o = w.blocks.origin[block];
    const float dt = float(c.dt), next = float(c.carried);
    Found found;
    answer_points<T>(q.v, q.contacts.set, when, block, thread, s.answers, [&](const AnsweredPoint& p) {
      const std::size_t e = p.from - q.contacts.first;
      ThinElement<Law> x;
      x.load_normals(q.at, e);
      x.load(q.at, e, q.places());
      x.strain(p.C, dt);
      Found::raise(found.peaks.speed2, square3(p.v));
      Found::raise(found.peaks.gradient2, square9(p.C));
      DeviceParcel out;
      out.m = p.place.w;
      float vel[3] = {p.v[0], p.v[1], p.v[2]};
      if (q.vertices.kick) q.carry(e, vel);
      if constexpr (met) meet(block, p, vel, x, out);
      else set_motion(out, q.contacts.affine, vel, p.C);
      const ThinModulus<float> modulus = x.respond(q.law, q.plastic);
      Found::raise(found.peaks.modulus, modulus.normal);
      Found::raise(found.peaks.mesh,
                   modulus.tangent * ThinElement<Law>::Kernel::heights(x.rest.B, w.h.inverse * w.h.inverse));
      x.store_normals(q.at, e);
      x.store_forces(q.at, e);
      x.tear(q.at, e, q.tear2);
      const float kick = -next * q.stiff();
      for (int a = 0; a < 3; ++a)
        for (int b = 0; b < 3; ++b) out.Q[3 * a + b] = fmaf(kick, x.stress(a, b), out.Q[3 * a + b]);
      if constexpr (pushes) q.push(e, x, out.m * next, out.p);
      w.parcels.a[c.to][p.to] = quad(x.place[0], x.place[1], x.place[2], out.m);
      store_motion(out, w.parcels, p.to);
      found.see_place(x.place[0], x.place[1], x.place[2], w.h, o);
      found.see_bound(out, w.h.dx);
    });
    publish<T>(q.v, q.contacts.set, q.contacts.body, block, thread, s.answers, found);
  }
  /// Obstacles; the momenta of what is left.
  WEFT_KERNEL void meet(int block, const AnsweredPoint& p, float* vel, ThinElement<Law>& x,
                        DeviceParcel& out) const {
    float C[9], at[3] = {x.place[0], x.place[1], x.place[2]};
    for (int k = 0; k < 9; ++k) C[k] = p.C[k];
    float far = 0;  // it stays where the vertices are
    if (meet_obstacles(q.v, block, q.contacts.clearance, out.m, at, vel, C, true, &far)) x.forget_press();
    set_motion(out, q.contacts.affine, vel, C);
  }
};

/// What is done with contact points in the rest form.
enum class ThinTask : int { measure, make, unmake, stress };

template <class Law>
struct RestElements {
  static constexpr int threads = 128, resident = 4;
  struct Shared {};
  ThinView<Law> q;
  When when;
  ThinTask task;
  float* stress;  ///< nine numbers each, for ThinTask::stress

  template <int T>
  WEFT_KERNEL void run(Shared&, int block, int thread) const {
    const Control& c = q.v.control();
    if (!is_wanted(c, when)) return;
    BodyPeaks peaks{};
    for_items<T, threads>(block, thread, q.contacts.count, [&](std::size_t e) {
      ThinElement<Law> x;
      x.load_normals(q.at, e);
      x.load(q.at, e, q.places());
      const ThinModulus<float> modulus = x.respond(q.law, false);  // what has yielded stays
      const float h = q.v.sort.h.inverse;
      switch (task) {
        case ThinTask::measure:
          Found::raise(peaks.modulus, modulus.normal);
          Found::raise(peaks.mesh, modulus.tangent * ThinElement<Law>::Kernel::heights(x.rest.B, h * h));
          break;
        case ThinTask::make:
          make(e, x);
          break;
        case ThinTask::unmake:
          unmake(e, x);
          break;
        case ThinTask::stress:
          for (int k = 0; k < 9; ++k) stress[9 * e + std::size_t(k)] = x.stress(k / 3, k % 3);
          break;
      }
    });
    if (task == ThinTask::measure) raise_peaks_together(q.v.peaks[q.contacts.body], peaks, thread);
  }

 private:
  WEFT_KERNEL void make(std::size_t e, const ThinElement<Law>& x) const {
    const Control& c = q.v.control();
    const std::size_t i = q.contacts.first + e;
    DeviceParcel rest, out;
    load_place(q.v.sort.parcels, c.to, i, out);
    load_motion(q.v.sort.parcels, i, rest);
    set_motion(out, q.contacts.affine, rest.p, rest.Q);
    const float dt = float(c.carried), kick = -dt * q.stiff();
    for (int k = 0; k < 9; ++k) out.Q[k] = fmaf(kick, x.stress(k / 3, k % 3), out.Q[k]);
    q.push(e, x, out.m * dt, out.p);
    x.store_forces(q.at, e);
    store_motion(out, q.v.sort.parcels, i);
  }
  WEFT_KERNEL void unmake(std::size_t e, const ThinElement<Law>& x) const {
    const Control& c = q.v.control();
    const std::size_t i = q.contacts.first + e;
    DeviceParcel made, rest;
    load_place(q.v.sort.parcels, c.to, i, made);
    load_motion(q.v.sort.parcels, i, made);
    const float dt = float(when == When::remade ? c.replaced : c.carried), kick = -dt * q.stiff();
    q.push(e, x, -made.m * dt, made.p);
    const float inverse = 1.0f / made.m;
    for (int k = 0; k < 9; ++k) made.Q[k] = fmaf(-kick, x.stress(k / 3, k % 3), made.Q[k]) * inverse;
    for (int a = 0; a < 3; ++a) {
      rest.p[a] = made.p[a] * inverse;
      for (int b = 0; b < 3; ++b) rest.Q[3 * a + b] = q.contacts.affine.undone(made.Q, a, b);
    }
    store_motion(rest, q.v.sort.parcels, i);
  }
};

/// Hinges in float: only differences of neighbours' places count. The direction in which a rod bends is that of a
/// difference of unit vectors that vanishes where it is straight: rods need double.
/// Of hinges the gradients of their angles only: their moments follow from all angles (BearMoments).
template <class S, bool hinges>
struct BendForces {
  static constexpr int threads = 128, resident = sizeof(S) == 4 ? 6 : 4, kVertices = hinges ? 4 : 3;
  struct Shared {};
  StepView v;
  const Vertices* bend;
  const Two* rule;  ///< stiffness, and theta or kappa without stress
  Quad* force;      ///< three per bend: three numbers for each of four vertices
  float* angle;     ///< theta - rest of each hinge
  unsigned first, count;
  int body;
  When when;

  template <int T>
  WEFT_KERNEL void run(Shared&, int block, int thread) const {
    const Control& c = v.control();
    if (!is_wanted(c, when)) return;
    const Quad* place = v.sort.parcels.a[c.to] + first;
    BodyPeaks peaks{};
    for_items<T, threads>(block, thread, count, [&](std::size_t k) {
      const Vertices b = bend[k];
      const Two r = rule[k];
      Four<Vec3<S>> x;
      S inverse_mass[4];
      for (unsigned a = 0; a < 4; ++a) {
        const Quad q = place[b.at[a]];
        x[a] = {{S(q.x), S(q.y), S(q.z)}};
        inverse_mass[a] = S(1) / S(q.w);
      }
      const BendAnswer<S> answer = answer_of(x, r);
      float f[12];
      S rate = 0;
      for (unsigned a = 0; a < 4; ++a) {
        for (unsigned j = 0; j < 3; ++j)
          f[3 * a + j] = float(answer.angle_gradient[a][int(j)] * (hinges ? S(1) : -answer.derivative));
        if (a < kVertices) rate += norm2(answer.angle_gradient[a]) * inverse_mass[a];
      }
      for (int j = 0; j < 3; ++j)
        force[3 * k + std::size_t(j)] = quad(f[4 * j], f[4 * j + 1], f[4 * j + 2], f[4 * j + 3]);
      if constexpr (hinges) angle[k] = answer.derivative;
      Found::raise(peaks.bend, float(S(2) * S(r.x) * rate));
    });
    if (peaks.bend <= v.peaks[body].bend) peaks.bend = 0;  // most warps need not say so
    raise_peaks_together(v.peaks[body], peaks, thread);
  }

 private:
  WEFT_KERNEL static BendAnswer<S> answer_of(const Four<Vec3<S>>& x, const Two& r) {
    if constexpr (hinges) return bend_hinge<S>(x, S(0.5), S(r.y));
    else return bend_rod<S>(x, S(r.x), S(r.y));
  }
};

/// f_a = -tau grad_a theta,  tau = P (theta - rest) of all hinges (bodies/thin/hinges.h).
struct BearMoments {
  static constexpr int threads = 128, resident = 8;
  struct Shared {};
  StepView v;
  const unsigned* begin;  ///< of the rows of P
  const Two* entry;       ///< hinge, value
  const float* angle;
  Quad* force;
  unsigned count;
  When when;

  template <int T>
  WEFT_KERNEL void run(Shared&, int block, int thread) const {
    if (!is_wanted(v.control(), when)) return;
    for_items<T, threads>(block, thread, count, [&](std::size_t k) {
      float tau = 0;
      for (unsigned e = begin[k]; e < begin[k + 1]; ++e) tau -= entry[e].y * angle[bits_of(entry[e].x)];
      for (unsigned j = 0; j < 3; ++j) {
        const Quad f = force[3 * k + j];
        force[3 * k + j] = quad(f.x * tau, f.y * tau, f.z * tau, f.w * tau);
      }
    });
  }
};

}  // namespace weft::WEFT_DEVICE
