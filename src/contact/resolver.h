/// One node in several obstacles at once (contact/resolve.h): what the processor and kernels of a graphics card share.
#pragma once
#include <cmath>

#include "materials/coulomb.h"

namespace weft {

/// What one collider did to a node. The force on the collider is -m_i dv / dt.
struct Touch {
  std::size_t collider;  ///< index in the list of colliders
  Vec3d n;               ///< its outward normal at the node
  Vec3d v_co;            ///< its velocity at the node
  Vec3d dv;              ///< the change of the node's velocity that it caused
};

/// Colliders: something that knows `boundary` and `friction` of collider [i].
template <class Colliders>
struct Resolver {
  /// Normals this close to parallel (sine of their angle) make no edge.
  static constexpr double kParallel = 1e-6;

  const Colliders& colliders;
  Touch* touches;
  std::size_t count;
  Vec3d v;

  WEFT_HD Boundary kind(const Touch& t) const { return colliders[t.collider].boundary; }

  /// Moves the velocity and remembers who did it.
  WEFT_HD void change(Touch& t, const Vec3d& to) {
    t.dv += to - v;
    v = to;
  }

  WEFT_HD void apply_in_order() {
    for (std::size_t i = 0; i < count; ++i) {
      Touch& t = touches[i];
      change(t, contact_velocity(v, t.v_co, t.n, kind(t), colliders[t.collider].friction));
    }
  }

  WEFT_HD bool violated(const Touch& t) const {
    const Vec3d v_r = v - t.v_co;
    const double tolerance = 1e-9 * (norm(v) + norm(t.v_co)), v_n = dot(v_r, t.n);
    switch (kind(t)) {
      case Boundary::sticky:
        return norm(v_r) > tolerance;
      case Boundary::slip:
      case Boundary::symmetry:
        return std::fabs(v_n) > tolerance;
      default:
        return v_n < -tolerance;
    }
  }

  WEFT_HD Touch* first_violated() {
    for (std::size_t i = 0; i < count; ++i)
      if (violated(touches[i])) return &touches[i];
    return nullptr;
  }

  /// The touch that acted and whose normal is farthest from parallel to a's; null when all are parallel.
  WEFT_HD Touch* partner(const Touch& a) {
    Touch* best = nullptr;
    double most = kParallel;
    for (std::size_t i = 0; i < count; ++i) {
      Touch& t = touches[i];
      if (&t == &a || (norm2(t.dv) == 0 && !violated(t))) continue;
      const double sine = norm(cross(a.n, t.n));
      if (sine > most) {
        most = sine;
        best = &t;
      }
    }
    return best;
  }

  /// v += alpha a.n + beta b.n so that both normal velocities match their colliders': only motion along the
  /// edge and with the colliders remains.
  WEFT_HD void project_on_edge(Touch& a, Touch& b) {
    const double g = dot(a.n, b.n), det = 1 - g * g;
    const double want_a = dot(a.v_co - v, a.n), want_b = dot(b.v_co - v, b.n);
    const double alpha = (want_a - g * want_b) / det, beta = (want_b - g * want_a) / det;
    change(a, v + a.n * alpha);
    change(b, v + b.n * beta);
  }

  /// Three independent normals leave one velocity: v . n_i = v_co_i . n_i, the common v_co of the three if
  /// they agree.
  WEFT_HD void set_to_corner(Touch& a, Touch& b, Touch& c) {
    const Mat3d N{{{a.n[0], b.n[0], c.n[0]}, {a.n[1], b.n[1], c.n[1]}, {a.n[2], b.n[2], c.n[2]}}};
    const Vec3d target{{dot(a.v_co, a.n), dot(b.v_co, b.n), dot(c.v_co, c.n)}};
    const Vec3d corner = inverse(transpose(N)) * target;
    const Vec3d share = inverse(N) * (corner - v);  // each pushes along its own normal
    change(a, v + a.n * share[0]);
    change(b, v + b.n * share[1]);
    change(c, corner);
  }

  WEFT_HD void settle_corners() {
    Touch* a = first_violated();
    if (!a) return;
    for (std::size_t i = 0; i < count; ++i)  // a sticky collider leaves no freedom to satisfy others with
      if (kind(touches[i]) == Boundary::sticky) return change(touches[i], touches[i].v_co);
    Touch* b = partner(*a);
    if (!b) return;  // opposed parallel walls: the last one wins
    project_on_edge(*a, *b);
    Touch* c = first_violated();
    if (!c) return;
    if (std::fabs(dot(normalized(cross(a->n, b->n)), c->n)) < kParallel) return;
    set_to_corner(*a, *b, *c);
  }

  /// At least one touch.
  WEFT_HD void run() {
    apply_in_order();
    if (count == 1 || !first_violated()) return;
    apply_in_order();
    settle_corners();
  }
};

}  // namespace weft
