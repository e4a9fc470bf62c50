/// Angles in equilibrium. See rod_step.h.
///   dE/dtheta^j = 0 for free edges; the equations are tridiagonal:
///   K = sum_i (dkappa^T B dkappa + beta dm dm^T + w . d2kappa)
#pragma once
#include "bodies/hair/rod_step.inl"

namespace weft {

namespace rod_detail {

/// Gradient, diagonal (with or without second derivatives of the curvatures) and off-diagonal.
template <class T>
void twist_equations(const Rod<T>& rod, const RodStrains<T>& s, RodScratch<T>& w, Array<T>& second) {
  const std::size_t n = rod.vertices() - 1;
  for (std::size_t j = 0; j < n; ++j)
    w.gtheta[j] = w.diagonal[j] = w.off[j] = w.second_off[j] = second[j] = T(0);
  // As in bend_twist.h: what turns the edges' directors by phi^e, phi^f turns theta by both.
  const T half(0.5), turn(s.share * s.share), keep((1 - s.share) * (1 - s.share)),
      cross(s.share * (1 - s.share));
  for (std::size_t i = 1; i < n; ++i) {
    const BendTwist<T>& b = s.joints[i];
    const EdgeFrame<T> e = b.before(s.edges[i - 1]), f = b.after(s.edges[i]);
    const RodJoint<T>& r = rod.joints[i];
    const JointMoments<T> m(r, b, s.twist[i], s.share);
    const T e1 = -half * dot(b.kb, e.m1), f1 = -half * dot(b.kb, f.m1);
    const T e2 = -half * dot(b.kb, e.m2), f2 = -half * dot(b.kb, f.m2);
    w.gtheta[i - 1] += m.w1 * e1 + m.w2 * e2 - m.wm;
    w.gtheta[i] += m.w1 * f1 + m.w2 * f2 + m.wm;
    const auto by = [&](const T& B11, const T& B12, const T& B22, const T& a1, const T& a2, const T& b1,
                        const T& b2) { return a1 * (B11 * b1 + B12 * b2) + a2 * (B12 * b1 + B22 * b2); };
    w.diagonal[i - 1] += by(m.B11, m.B12, m.B22, e1, e2, e1, e2) + r.beta;
    w.diagonal[i] += by(m.B11, m.B12, m.B22, f1, f2, f1, f2) + r.beta;
    w.off[i] += by(m.B11, m.B12, m.B22, e1, e2, f1, f2) - r.beta;
    const T by_e = m.w1 * e2 - m.w2 * e1;  // -1/2 kb . m_2 for kappa_1, +1/2 kb . m_1 for kappa_2
    const T by_f = m.w1 * f2 - m.w2 * f1;
    second[i - 1] += keep * by_e + turn * by_f + by(m.M11, m.M12, m.M22, e1, e2, e1, e2);
    second[i] += turn * by_e + keep * by_f + by(m.M11, m.M12, m.M22, f1, f2, f1, f2);
    w.second_off[i] = cross * (by_e + by_f) + by(m.M11, m.M12, m.M22, e1, e2, f1, f2);
  }
}

/// Solves for the step; `second` is added to the diagonal, second_off beside it.
/// Returns which lanes had a pivot that is not positive.
template <class T>
auto twist_step(const Rod<T>& rod, RodScratch<T>& w, const Array<T>& second) {
  const std::size_t n = rod.vertices() - 1;
  auto bad = T(0) > T(1);
  // Thomas' algorithm; what is prescribed is an equation step = 0.
  T before(0), rhs_before(0);
  for (std::size_t j = 0; j < n; ++j) {
    const T free = rod.free_theta[j];
    const T o = j > 0 ? (w.off[j] + w.second_off[j]) * free * rod.free_theta[j - 1] : T(0);
    const T full = w.diagonal[j] + second[j];
    const T whole = select(free > T(0), full, T(1));
    T pivot = whole - o * before;
    const auto small = pivot <= T(1e-6) * abs(whole);
    bad = bad || small;
    // A strand that nothing holds may turn about itself at no cost: one angle then stays as it is, or nearly.
    pivot = select(small, max(abs(whole), T(1e-30)) * T(1e3), pivot);
    const T inverse = T(1) / pivot;
    const T ahead = j + 1 < n ? (w.off[j + 1] + w.second_off[j + 1]) * free * rod.free_theta[j + 1] : T(0);
    rhs_before = (-(free * w.gtheta[j]) - o * rhs_before) * inverse;
    before = ahead * inverse;
    w.right[j] = before;
    w.step_theta[j] = rhs_before;
  }
  for (std::size_t j = n - 1; j-- > 0;) w.step_theta[j] -= w.right[j] * w.step_theta[j + 1];
  return bad;
}

template <class T>
T bend_twist_energy(const Rod<T>& rod, const RodStrains<T>& s) {
  const RodEnergy<T> E = energy_of(rod, s);
  return E.bend + E.twist;
}

}  // namespace rod_detail

template <class T>
void balance_twist(Rod<T>& rod, int iterations, RodScratch<T>& w) {
  using namespace rod_detail;
  if (iterations <= 0) return;
  const std::size_t n = rod.vertices() - 1;
  w.resize(rod.vertices());
  constexpr double eps = std::numeric_limits<Scalar<T>>::epsilon();
  Array<T>& second = w.second;
  RodPose<T>& p = rod.pose;
  strains_of(p, w.strains);
  T value = bend_twist_energy(rod, w.strains);
  for (int it = 0; it < iterations; ++it) {
    twist_equations(rod, w.strains, w, second);
    const auto bad = twist_step(rod, w, second);
    if (any(bad)) {
      // Where the true matrix is not definite, that of Gauss and Newton, which is.
      for (Array<T>* a : {&second, &w.second_off})
        for (T& d : *a) d = select(bad, T(0), d);
      twist_step(rod, w, second);
    }
    T a(1);
    for (std::size_t j = 0; j < n; ++j) w.next.theta[j] = p.theta[j];
    for (int h = 0;; ++h) {
      for (std::size_t j = 0; j < n; ++j) {
        const T still = select(rod.edges[j].inertia > T(0), T(0), a);
        p.theta[j] = w.next.theta[j] + still * w.step_theta[j];
      }
      strains_of(p, w.strains);
      const T there = bend_twist_energy(rod, w.strains);
      const auto worse = !(there <= value + T(64 * eps) * value);
      if (!any(worse) || h == 20) {
        value = there;
        break;
      }
      a = select(worse, T(0.5) * a, a);
    }
  }
}

}  // namespace weft
