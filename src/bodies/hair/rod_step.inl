/// Explicit steps, prescribed roots and sums. See rod_step.h.
#pragma once
#include <algorithm>

#include "bodies/hair/rod_lanes.h"
#include "bodies/hair/rod_step.h"

namespace weft {

namespace rod_detail {

template <class T>
double least_of(const T& a) {
  double r = take_lane(a, 0);
  for (int l = 1; l < kStrands<T>; ++l) r = std::min(r, take_lane(a, l));
  return r;
}
template <class T>
double greatest_of(const T& a) {
  return -least_of(-a);
}

}  // namespace rod_detail

template <class T>
void RodScratch<T>::resize(std::size_t n) {
  if (now.vertices() == n) return;
  now.resize(n);
  next.resize(n);
  strains.resize(n);
  next_strains.resize(n);
  matrix.resize(4 * n - 1);
  edge.resize(n - 1);
  goal.resize(n);
  step.resize(n);
  goal_theta.resize(n - 1);
  step_theta.resize(n - 1);
  side.resize(n - 1);
  diagonal.resize(n - 1);
  off.resize(n - 1);
  right.resize(n - 1);
  second.resize(n - 1);
  second_off.resize(n - 1);
  gx.resize(n);
  gtheta.resize(n - 1);
}

template <class T>
double stable_step(const Rod<T>& rod) {
  // omega^2 <= 4 k/m (stretch), 16 B/(ell L^2 m) (bending), 4 beta/I (twist); dt < 2/omega,
  // from the least masses.
  T rate(0);
  for (std::size_t j = 0; j < rod.edges.size(); ++j) {
    const RodEdge<T>& e = rod.edges[j];
    const T m = min(j == 0 ? T(2) * rod.mass[j] : rod.mass[j],
                    j + 2 == rod.vertices() ? T(2) * rod.mass[j + 1] : rod.mass[j + 1]);
    rate = max(rate, T(4) * e.stretch / m);
    if (j == 0) continue;
    const RodJoint<T>& r = rod.joints[j];
    const T B = T(0.5) * (r.B11 + r.B22 + sqrt(square(r.B11 - r.B22) + T(4) * r.B12 * r.B12));
    const T shorter = min(e.length, rod.edges[j - 1].length);
    rate = max(rate, T(16) * B / (m * shorter * shorter));
    const T inertia = min(e.inertia, rod.edges[j - 1].inertia);
    rate = max(rate, select(inertia > T(0), T(4) * r.beta / max(inertia, T(1e-30)), T(0)));
  }
  return 2 / std::sqrt(std::max(rod_detail::greatest_of(rate), 1e-30));
}

template <class T>
void explicit_velocities(Rod<T>& rod, const RodStepOptions& o, RodScratch<T>& w) {
  w.resize(rod.vertices());
  strains_of(rod.pose, w.strains);
  gradient_of(rod, w.strains, w.gx, w.gtheta);
  const T dt(o.kick > 0 ? o.kick : o.dt);
  const Vec3<T> g = o.gravity.template as<T>();
  for (std::size_t i = 0; i < rod.vertices(); ++i)
    rod.v[i] += (dt * rod.free_x[i]) * (g - (T(1) / rod.mass[i]) * w.gx[i]);
  for (std::size_t j = 0; j + 1 < rod.vertices(); ++j) {
    const T inertia = rod.edges[j].inertia;
    const T change = select(inertia > T(0), w.gtheta[j] / max(inertia, T(1e-30)), T(0));
    rod.theta_dot[j] -= dt * rod.free_theta[j] * change;
  }
}

template <class T>
void advance(Rod<T>& rod, const RodStepOptions& o, RodScratch<T>& w) {
  w.resize(rod.vertices());
  const T dt(o.dt);
  RodPose<T>& next = w.next;
  for (std::size_t i = 0; i < rod.vertices(); ++i) next.x[i] = rod.pose.x[i] + dt * rod.v[i];
  for (std::size_t j = 0; j + 1 < rod.vertices(); ++j)
    next.theta[j] = rod.pose.theta[j] + dt * rod.theta_dot[j];
  follow(rod.pose, next, w.strains);
  std::swap(rod.pose, next);
  balance_twist(rod, o.twist_iterations, w);
}

template <class T>
void prescribe_root(Rod<T>& rod, const Vec3<T>& x0, const Vec3<T>& x1, const Vec3<T>& m1, double dt) {
  const T rate(1 / dt);
  rod.free_x[0] = rod.free_x[1] = rod.free_theta[0] = T(0);
  rod.v[0] = rate * (x0 - rod.pose.x[0]);
  rod.v[1] = rate * (x1 - rod.pose.x[1]);
  const Vec3<T> t = normalized(x1 - x0), d = transport_director(rod.pose.d[0], rod.pose.t[0], t);
  // The angle of m1 from d, less theta^0, by the sine and cosine of the difference.
  const T theta = rod.pose.theta[0], c = cos(theta), s = sin(theta);
  const T x = dot(m1, d), y = dot(m1, cross(t, d));
  rod.theta_dot[0] = rate * atan2(y * c - x * s, x * c + y * s);
}

template <class T>
RodTotals totals_of(const Rod<T>& rod, int lanes, RodScratch<T>& w) {
  w.resize(rod.vertices());
  strains_of(rod.pose, w.strains);
  const RodEnergy<T> E = energy_of(rod, w.strains);
  T kinetic(0);
  Vec3<T> momentum = Vec3<T>::zero();
  for (std::size_t i = 0; i < rod.vertices(); ++i) {
    kinetic += T(0.5) * rod.mass[i] * norm2(rod.v[i]);
    momentum += rod.mass[i] * rod.v[i];
    if (i + 1 < rod.vertices()) kinetic += T(0.5) * rod.edges[i].inertia * square(rod.theta_dot[i]);
  }
  RodTotals r;
  for (int l = 0; l < lanes; ++l) {
    r.kinetic += take_lane(kinetic, l);
    r.stretch += take_lane(E.stretch, l);
    r.bend += take_lane(E.bend, l);
    r.twist += take_lane(E.twist, l);
    for (int k = 0; k < 3; ++k) r.momentum[k] += take_lane(momentum[k], l);
  }
  return r;
}

}  // namespace weft
