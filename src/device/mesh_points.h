/// Vertices of meshes that the grid moves, whatever is between them: cloth, fibres, shells. In a step:
///   move    v, C from the grid, or from pins;  x += dt v;  obstacles
///           p = m v,   Q = m (direct C + mirrored C^T)
///   add     p += dt' (f + m b),   f what the elements around it feel, summed by Sum;  dt' of the next step
///           what pins lead:   p = m (x_T - x)/dt',   Q = m [omega]x,   x_T at the end of the next step
/// make and unmake do the same to the rest form and back:
///   v = (p - dt' (f + m b))/m,   C = undo Q/m + undo_mirrored (Q/m)^T
/// Where damping leaves nothing of the symmetric part of C (nu = 1) it is not found again: it acts on nothing.
///
///   struct Sum { WEFT_KERNEL void add(unsigned vertex, float* f) const; };   the same order every time
#pragma once
#include "device/formula.h"
#include "device/g2p.h"
#include "device/mesh_meets.h"

namespace weft::WEFT_DEVICE {

/// What damping nu makes of C, and how C is found again.
struct AffineRule {
  float direct, mirrored, undo, undo_mirrored;

  static AffineRule of(double damping) {
    const double a = 1 - 0.5 * damping, b = -0.5 * damping, left = 1 - damping;
    if (left <= 0) return {float(a), float(b), 0.5f, -0.5f};
    return {float(a), float(b), float(a / left), float(-b / left)};
  }
  WEFT_KERNEL float damped(const float* C, int a, int b) const {
    return fmaf(direct, C[3 * a + b], mirrored * C[3 * b + a]);
  }
  WEFT_KERNEL float undone(const float* A, int a, int b) const {
    return fmaf(undo, A[3 * a + b], undo_mirrored * A[3 * b + a]);
  }
};

/// A set of points that keep their place in memory.
struct PointSet {
  unsigned first, count;  ///< parcels
  int set, body;
  AffineRule affine;
  float clearance;  ///< how far they keep from obstacles [m]
};

struct MeshPoints : PointSet {
  MeshPins pins;
  ForceView force;
  const float* rest;  ///< three numbers per vertex; null where no force asks
  const Quad* kick = nullptr;  ///< what surfaces that met changed in v; null: they do not meet
};

WEFT_KERNEL float square3(const float* a) { return a[0] * a[0] + a[1] * a[1] + a[2] * a[2]; }
WEFT_KERNEL float square9(const float* C) { return square3(C) + square3(C + 3) + square3(C + 6); }

/// p = m v, Q = m (direct C + mirrored C^T).
WEFT_KERNEL void set_motion(DeviceParcel& q, const AffineRule& rule, const float* v, const float* C) {
  for (int a = 0; a < 3; ++a) {
    q.p[a] = q.m * v[a];
    for (int b = 0; b < 3; ++b) q.Q[3 * a + b] = q.m * rule.damped(C, a, b);
  }
}
/// The acceleration that a scene's formulas give a vertex.
WEFT_KERNEL void body_force(const MeshPoints& at, unsigned vertex, const Quad& x, double time, float* b) {
  const float place[3] = {x.x, x.y, x.z};
  at.force.at(at.rest + std::size_t(vertex) * 3, place, time, b);
}

/// Threads: 32 where blocks have few points. met: for the blocks near obstacles or with pinned vertices, which want more
/// registers than the others have room for; without, for those.
template <int Threads, bool met = false>
struct MoveMesh {
  static constexpr int threads = Threads, resident = met ? 4 : Threads == 32 ? 18 : 12;
  struct Shared {
    AnswerShared answers;
    unsigned held;
  };
  StepView v;
  MeshPoints at;
  When when;

  template <int T>
  WEFT_KERNEL void run(Shared& s, int block, int thread) const {
    const Control& c = v.control();
    if (!is_wanted(c, when) || block >= c.busy) return;
    if ((is_near(v, block) || (at.pins.any() && has_held<T>(s, block, thread))) != met) return;
    move<T>(s, block, thread);
  }

 private:
  /// Some vertex of the block is pinned, or was.
  template <int T>
  WEFT_KERNEL bool has_held(Shared& s, int block, int thread) const {
    const SortView& w = v.sort;
    const std::size_t here = std::size_t(at.set) * std::size_t(w.blocks.capacity) + std::size_t(block);
    const unsigned n = w.blocks.count[here], *list = w.list + at.first + w.blocks.start[here];
    if (thread == 0) s.held = 0;
    barrier();
    bool held = false;
    for (unsigned t = unsigned(thread); t < n; t += T) held = held || at.pins.held[list[t] - at.first] >= 0;
    if (held) s.held = 1;
    barrier();
    return s.held != 0;
  }
  template <int T>
  WEFT_KERNEL void move(Shared& s, int block, int thread) const {
    const Control& c = v.control();
    const SortView& w = v.sort;
    const Lattice o = w.blocks.origin[block];
    const float dt = float(c.dt);
    Quad* place = w.parcels.a[c.to];
    float far = 0;  // that pins and obstacles moved a vertex besides
    Found found;
    answer_points<T>(v, at.set, when, block, thread, s.answers, [&](const AnsweredPoint& p) {
      DeviceParcel q;
      float vel[3] = {p.v[0], p.v[1], p.v[2]}, C[9];
      for (int k = 0; k < 9; ++k) C[k] = p.C[k];
      float x[3] = {fmaf(dt, vel[0], p.place.x), fmaf(dt, vel[1], p.place.y), fmaf(dt, vel[2], p.place.z)};
      q.m = p.place.w;
      bool led = false;
      if constexpr (met) led = at.pins.any() && follow(p, x, vel, C, far);
      Found::raise(found.peaks.speed2, square3(vel));
      Found::raise(found.peaks.gradient2, square9(C));
      if constexpr (met) meet_obstacles(v, block, at.clearance, q.m, x, vel, C, !led, &far);
      set_motion(q, led ? AffineRule{1, 0, 1, 0} : at.affine, vel,
                 C);  // where no step follows, that is what it had
      place[p.to] = quad(x[0], x[1], x[2], q.m);
      store_motion(q, w.parcels, p.to);
      found.see_place(x[0], x[1], x[2], w.h, o);
      found.see_bound(q, w.h.dx);
    });
    publish<T>(v, at.set, at.body, block, thread, s.answers, found);
    if constexpr (met) {
      const unsigned most = warp_max(bits_of(far));
      if (most && warp_leader(thread)) atomic_max(&w.control->pushed, most);
    }
  }
  /// Pins may take a vertex farther than the grid does.
  WEFT_KERNEL bool follow(const AnsweredPoint& p, float* x, float* vel, float* C, float& far) const {
    const double dt = v.control().dt;
    if (!prescribe(at.pins, unsigned(p.from) - at.first, PinTime::now, dt, p.place, vel, C, x)) return false;
    const float by[3] = {vel[0] - p.v[0], vel[1] - p.v[1], vel[2] - p.v[2]};
    far = fmaxf(far, float(dt) * sqrtf(square3(by)));
    return true;
  }
};

/// What elements and formulas add to the momenta of vertices. The bound becomes what it was, plus the largest that
/// was added. For a body without pins and formulas `led` may be false: the kernel is
/// faster without the calls.
template <class Sum, bool led = true>
struct AddForces {
  static constexpr int threads = 64, resident = 20;
  struct Shared {
    unsigned added, prescribed, mask;
  };
  StepView v;
  MeshPoints at;
  Sum sum;
  When when;

  template <int T>
  WEFT_KERNEL void run(Shared& s, int block, int thread) const {
    const Control& c = v.control();
    if (!is_wanted(c, when) || block >= c.blocks) return;
    const SortView& w = v.sort;
    const std::size_t here = std::size_t(at.set) * std::size_t(w.blocks.capacity) + std::size_t(block);
    const unsigned n = w.blocks.count[here], first = at.first + w.blocks.start[here];
    if (!n) return;
    if (thread == 0) s.added = s.prescribed = s.mask = 0;
    barrier();
    const float dt = float(c.carried);
    unsigned added = 0, prescribed = 0, mask = 0;
    for (unsigned t = unsigned(thread); t < n; t += T) {
      const std::size_t i = w.list[first + t];
      const unsigned vertex = unsigned(i) - at.first;
      if (at.kick) mask |= mask_of(i, w.blocks.origin[block]);
      // Pins that lead in the step to come; after the last one nothing is known of it.
      if constexpr (led)
        if (at.pins.any()) {
          const bool ends = c.time >= c.end;
          if (ends ? at.pins.leads(vertex, PinTime::now) : lead(i, vertex, prescribed)) continue;
        }
      float f[3] = {0, 0, 0};
      sum.add(vertex, f);
      Quad b = w.parcels.b[i];
      const float kick = at.kick ? kicked(i, vertex, b) : 0.0f;
      if constexpr (led)
        if (at.force.active()) {
          const Quad x = w.parcels.a[c.to][i];
          float a[3];
          body_force(at, vertex, x, c.time, a);
          for (int k = 0; k < 3; ++k) f[k] = fmaf(x.w, a[k], f[k]);
        }
      b.x = fmaf(dt, f[0], b.x), b.y = fmaf(dt, f[1], b.y), b.z = fmaf(dt, f[2], b.z);
      w.parcels.b[i] = b;
      Found::raise(added, fmaf(dt, fmaxf(fabsf(f[0]), fmaxf(fabsf(f[1]), fabsf(f[2]))), kick));
      if (f[0] + f[1] + f[2] != f[0] + f[1] + f[2]) added = 0x7fffffffu;  // fmaxf looks past NaN
    }
    added = warp_max(added), prescribed = warp_max(prescribed), mask = warp_or(mask);
    if (warp_leader(thread))
      atomic_max(&s.added, added), atomic_max(&s.prescribed, prescribed), atomic_or(&s.mask, mask);
    barrier();
    if (thread != 0) return;
    w.blocks.info[here].x |= s.mask;
    const float most = float_of(w.blocks.info[here].y) + float_of(s.added);
    w.blocks.info[here].y = bits_of(fmaxf(most, float_of(s.prescribed)));
  }

 private:
  /// Where surfaces moved it.
  WEFT_KERNEL unsigned mask_of(std::size_t i, const Lattice& origin) const {
    const Quad x = v.sort.parcels.a[v.control().to][i];
    const unsigned mask = mask_at(x.x, x.y, x.z, v.sort.h, origin);
    if (!mask) atomic_or(&v.sort.control->trouble, kOutside);
    return mask;
  }
  /// The largest that this adds.
  WEFT_KERNEL float kicked(std::size_t i, unsigned vertex, Quad& b) const {
    const Quad k = at.kick[vertex];
    const float m = v.sort.parcels.a[v.control().to][i].w;
    b.x = fmaf(m, k.x, b.x), b.y = fmaf(m, k.y, b.y), b.z = fmaf(m, k.z, b.z);
    return m * fmaxf(fabsf(k.x), fmaxf(fabsf(k.y), fabsf(k.z)));
  }
  WEFT_KERNEL bool lead(std::size_t i, unsigned vertex, unsigned& most) const {
    const Control& c = v.control();
    const ParcelArrays& parcels = v.sort.parcels;
    const Quad x = parcels.a[c.to][i];
    float vel[3], C[9], to[3];
    if (!prescribe(at.pins, vertex, PinTime::next, c.carried, x, vel, C, to)) return false;
    DeviceParcel q;
    for (int a = 0; a < 3; ++a) q.p[a] = x.w * vel[a];
    for (int k = 0; k < 9; ++k) q.Q[k] = x.w * C[k];
    store_motion(q, parcels, i);
    Found::raise(most, parcel_bound(q, v.sort.h.dx));
    return true;
  }
};

/// Rest form to ready form.
template <class Sum>
struct MakeVertices {
  static constexpr int threads = 128, resident = 4;
  struct Shared {};
  StepView v;
  MeshPoints at;
  Sum sum;
  When when;

  template <int T>
  WEFT_KERNEL void run(Shared&, int block, int thread) const {
    const Control& c = v.control();
    if (!is_wanted(c, when)) return;
    for_items<T, threads>(block, thread, at.count, [&](std::size_t k) {
      const std::size_t i = at.first + k;
      const Quad x = v.sort.parcels.a[c.to][i];
      DeviceParcel rest, q;
      load_motion(v.sort.parcels, i, rest);
      q.m = x.w;
      float vel[3], C[9], to[3];
      if (at.pins.any() && prescribe(at.pins, unsigned(k), PinTime::next, c.carried, x, vel, C, to)) {
        for (int a = 0; a < 3; ++a) q.p[a] = q.m * vel[a];
        for (int j = 0; j < 9; ++j) q.Q[j] = q.m * C[j];
      } else {
        set_motion(q, at.affine, rest.p, rest.Q);
        float f[3];
        vertex_force(k, x, f);
        for (int a = 0; a < 3; ++a) q.p[a] = fmaf(float(c.carried), f[a], q.p[a]);
      }
      store_motion(q, v.sort.parcels, i);
    });
  }
  WEFT_KERNEL void vertex_force(std::size_t k, const Quad& x, float* f) const {
    f[0] = f[1] = f[2] = 0;
    sum.add(unsigned(k), f);
    if (!at.force.active()) return;
    float a[3];
    body_force(at, unsigned(k), x, v.control().time, a);
    for (int j = 0; j < 3; ++j) f[j] = fmaf(x.w, a[j], f[j]);
  }
};

/// And back.
template <class Sum>
struct UnmakeVertices {
  static constexpr int threads = 128, resident = 4;
  struct Shared {};
  MakeVertices<Sum> made;

  template <int T>
  WEFT_KERNEL void run(Shared&, int block, int thread) const {
    const StepView& v = made.v;
    const MeshPoints& at = made.at;
    const Control& c = v.control();
    if (!is_wanted(c, made.when)) return;
    const float dt = float(made.when == When::remade ? c.replaced : c.carried);
    for_items<T, threads>(block, thread, at.count, [&](std::size_t k) {
      const std::size_t i = at.first + k;
      const Quad x = v.sort.parcels.a[c.to][i];
      const float inverse = x.w > 0 ? 1.0f / x.w : 0.0f;  // control points of shells may have no mass
      DeviceParcel q, rest;
      load_motion(v.sort.parcels, i, q);
      for (int j = 0; j < 9; ++j) q.Q[j] *= inverse;
      if (at.pins.any() && at.pins.leads(unsigned(k), c.time >= c.end ? PinTime::now : PinTime::next)) {
        for (int a = 0; a < 3; ++a) rest.p[a] = q.p[a] * inverse;
        for (int j = 0; j < 9; ++j) rest.Q[j] = q.Q[j];
      } else {
        float f[3];
        made.vertex_force(k, x, f);
        for (int a = 0; a < 3; ++a) rest.p[a] = fmaf(-dt, f[a], q.p[a]) * inverse;
        for (int a = 0; a < 3; ++a)
          for (int b = 0; b < 3; ++b) rest.Q[3 * a + b] = at.affine.undone(q.Q, a, b);
      }
      store_motion(rest, v.sort.parcels, i);
    });
  }
};

/// |v|^2 and |C|^2 of points in the rest form.
struct MeasureMotion {
  static constexpr int threads = 256, resident = 4;
  struct Shared {};
  StepView v;
  PointSet at;

  template <int T>
  WEFT_KERNEL void run(Shared&, int block, int thread) const {
    BodyPeaks peaks{};
    for_items<T, threads>(block, thread, at.count, [&](std::size_t k) {
      DeviceParcel rest;
      load_motion(v.sort.parcels, at.first + k, rest);
      Found::raise(peaks.speed2, square3(rest.p));
      Found::raise(peaks.gradient2, square9(rest.Q));
    });
    raise_peaks_together(v.peaks[at.body], peaks, thread);
  }
};

}  // namespace weft::WEFT_DEVICE
