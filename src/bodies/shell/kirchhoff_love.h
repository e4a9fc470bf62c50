/// Kirchhoff-Love kinematics at one place of a shell (GHF18 sections 3 and 5; notation in docs/notation.md):
/// from the jet of the mid-surface (a_1 a_2 a_11 a_12 a_22) to the lamina at distance xi from it, and from the
/// lamina's stress back to forces on the jet.
///
///   m = a_1 x a_2,  J = |m|,  n = m / J,  m_a = a_1a x a_2 + a_1 x a_2a,  n_,a = (m_a - n (n . m_a)) / J
///   g_a = a_a + xi n_,a,   f = [g_1 g_2] A,   A = B F_p^-1,   B the inverse of the reference g in its axes
///
/// Stress enters as resultants over the points of one place, p_a = sum V dpsi/dg_a, q_a = sum V xi dpsi/dg_a,
/// so that all points through the thickness share the geometry.
/// The force map is the adjoint of the variation:
///   sum_a p_a . da_a + q_a . dn_,a = h . djet
///   M_a = (q_a - n (n . q_a)) / J
///   M   = -1/J^2 sum (n . m_a)(q_a - n (n . q_a)) - 1/J sum [(n . q_a) n_,a + (q_a . n_,a) n]
///   h_1 = p_1 + a_2 x M + a_12 x M_1 + a_22 x M_2,   h_11 = a_2 x M_1
///   h_2 = p_2 - a_1 x M - a_11 x M_1 - a_12 x M_2,   h_12 = a_2 x M_2 - a_1 x M_1,   h_22 = -a_1 x M_2
/// For the stress of an energy n . q_a = 0 and the terms with n . q_a vanish; they count in the change of
/// force of the Gauss-Newton matrix, where the stress changes and the geometry does not.
#pragma once
#include "math/columns.h"
#include "math/host_device.h"

namespace weft {

/// First and second derivatives of the mid-surface at a place; also a change of them, and a force on them.
template <class T>
struct Jet {
  Vec3<T> a1, a2, a11, a12, a22;

  WEFT_HD static Jet zero() {
    const Vec3<T> o = Vec3<T>::zero();
    return {o, o, o, o, o};
  }
  /// Adds a control point x with weights N_,1 N_,2 N_,11 N_,12 N_,22.
  template <class W>
  WEFT_HD void add(const W& w1, const W& w2, const W& w11, const W& w12, const W& w22, const Vec3<T>& x) {
    a1 += x * T(w1), a2 += x * T(w2);
    a11 += x * T(w11), a12 += x * T(w12), a22 += x * T(w22);
  }
  /// The force on the control point with these weights when this is the force on the jet.
  template <class W>
  WEFT_HD Vec3<T> gather(const W& w1, const W& w2, const W& w11, const W& w12, const W& w22) const {
    return a1 * T(w1) + a2 * T(w2) + a11 * T(w11) + a12 * T(w12) + a22 * T(w22);
  }
  WEFT_HD Jet& operator+=(const Jet& b) {
    a1 += b.a1, a2 += b.a2, a11 += b.a11, a12 += b.a12, a22 += b.a22;
    return *this;
  }
  WEFT_HD friend T dot(const Jet& x, const Jet& y) {
    return weft::dot(x.a1, y.a1) + weft::dot(x.a2, y.a2) + weft::dot(x.a11, y.a11) + weft::dot(x.a12, y.a12) +
           weft::dot(x.a22, y.a22);
  }
};

/// p_a and q_a of the head of the file; also a change of them.
template <class T>
struct Resultants {
  Vec3<T> p1, p2, q1, q2;

  WEFT_HD static Resultants zero() {
    const Vec3<T> o = Vec3<T>::zero();
    return {o, o, o, o};
  }
  /// Adds a point at distance xi of volume V with stress P = dpsi/df:  [p_1 p_2] = P A^T.
  WEFT_HD void add(const T& V, const T& xi, const Columns<T>& P, const Mat2<T>& A) {
    const Columns<T> p = P * transpose(A);
    p1 += p.c1 * V, p2 += p.c2 * V;
    q1 += p.c1 * (V * xi), q2 += p.c2 * (V * xi);
  }
};

/// Everything the kinematics need of a jet.
template <class T>
struct KirchhoffLove {
  Jet<T> a;
  Vec3<T> n, n1, n2;  ///< unit normal and its derivatives
  T J, inverse_J;     ///< area of the parametric square [m^2]
  T nm1, nm2;         ///< n . m_1, n . m_2
  Vec3<T> m1, m2;

  WEFT_HD explicit KirchhoffLove(const Jet<T>& jet) : a(jet) {
    const Vec3<T> m = cross(a.a1, a.a2);
    J = norm(m);
    inverse_J = T(1) / J;
    n = m * inverse_J;
    m1 = cross(a.a11, a.a2) + cross(a.a1, a.a12);
    m2 = cross(a.a12, a.a2) + cross(a.a1, a.a22);
    nm1 = dot(n, m1), nm2 = dot(n, m2);
    n1 = (m1 - n * nm1) * inverse_J;
    n2 = (m2 - n * nm2) * inverse_J;
  }
  /// g_1, g_2 at distance xi from the mid-surface.
  WEFT_HD Columns<T> lamina(const T& xi) const { return {a.a1 + n1 * xi, a.a2 + n2 * xi}; }
};

/// Whether the lamina at xi is turned inside out: its radius of curvature is smaller than |xi|.
template <class T>
WEFT_HD auto is_flipped(const KirchhoffLove<T>& s, const T& xi) {
  const Columns<T> g = s.lamina(xi);
  return dot(cross(g.c1, g.c2), s.n) <= T(0);
}

/// The change of a KirchhoffLove along a change of the jet.
template <class T>
struct KirchhoffLoveChange {
  Jet<T> a;
  Vec3<T> n, n1, n2, m1, m2;
  T J;

  WEFT_HD KirchhoffLoveChange(const KirchhoffLove<T>& s, const Jet<T>& d) : a(d) {
    const Vec3<T> m = cross(d.a1, s.a.a2) + cross(s.a.a1, d.a2);
    J = dot(s.n, m);
    n = (m - s.n * J) * s.inverse_J;
    m1 = cross(d.a11, s.a.a2) + cross(s.a.a11, d.a2) + cross(d.a1, s.a.a12) + cross(s.a.a1, d.a12);
    m2 = cross(d.a12, s.a.a2) + cross(s.a.a12, d.a2) + cross(d.a1, s.a.a22) + cross(s.a.a1, d.a22);
    n1 = (m1 - s.n * (dot(s.n, m1) + dot(n, s.m1)) - n * s.nm1 - s.n1 * J) * s.inverse_J;
    n2 = (m2 - s.n * (dot(s.n, m2) + dot(n, s.m2)) - n * s.nm2 - s.n2 * J) * s.inverse_J;
  }
  WEFT_HD Columns<T> lamina(const T& xi) const { return {a.a1 + n1 * xi, a.a2 + n2 * xi}; }
};

namespace kirchhoff_love_detail {

/// The jet part of the force map: h from p, M, M_1, M_2.
template <class T>
WEFT_HD Jet<T> force_on_jet(const Jet<T>& a, const Vec3<T>& M, const Vec3<T>& M1, const Vec3<T>& M2) {
  return {cross(a.a2, M) + cross(a.a12, M1) + cross(a.a22, M2),
          -(cross(a.a1, M) + cross(a.a11, M1) + cross(a.a12, M2)), cross(a.a2, M1),
          cross(a.a2, M2) - cross(a.a1, M1), -cross(a.a1, M2)};
}

}  // namespace kirchhoff_love_detail

/// h: the gradient of the energy by the jet, for any resultants.
template <class T>
WEFT_HD Jet<T> force_on_jet(const KirchhoffLove<T>& s, const Resultants<T>& r) {
  const T nq1 = dot(s.n, r.q1), nq2 = dot(s.n, r.q2), w = s.inverse_J;
  const Vec3<T> M1 = (r.q1 - s.n * nq1) * w, M2 = (r.q2 - s.n * nq2) * w;
  const Vec3<T> M =
      -(M1 * s.nm1 + M2 * s.nm2 + s.n1 * nq1 + s.n2 * nq2 + s.n * (dot(r.q1, s.n1) + dot(r.q2, s.n2))) * w;
  Jet<T> h = kirchhoff_love_detail::force_on_jet(s.a, M, M1, M2);
  h.a1 += r.p1, h.a2 += r.p2;
  return h;
}

/// The exact change of h along a change of geometry `d` and the change `dr` of resultants that it causes.
///   dM_a = (dq_a - M_a dJ) / J
///   dM = -1/J [sum dM_a nm_a + M_a dnm_a + n ds + dn s] - M dJ / J,   s = sum q_a . n_,a
/// With r of an energy: n . q_a = 0 before and after.
template <class T>
WEFT_HD Jet<T> change_of_force(const KirchhoffLove<T>& s, const KirchhoffLoveChange<T>& d,
                               const Resultants<T>& r, const Resultants<T>& dr) {
  const T w = s.inverse_J;
  const Vec3<T> M1 = r.q1 * w, M2 = r.q2 * w;
  const Vec3<T> dM1 = (dr.q1 - M1 * d.J) * w, dM2 = (dr.q2 - M2 * d.J) * w;
  const T bend = dot(r.q1, s.n1) + dot(r.q2, s.n2);
  const T change = dot(dr.q1, s.n1) + dot(r.q1, d.n1) + dot(dr.q2, s.n2) + dot(r.q2, d.n2);
  const T dnm1 = dot(d.n, s.m1) + dot(s.n, d.m1), dnm2 = dot(d.n, s.m2) + dot(s.n, d.m2);
  const Vec3<T> M = -(M1 * s.nm1 + M2 * s.nm2 + s.n * bend) * w;
  const Vec3<T> dM =
      -(dM1 * s.nm1 + M1 * dnm1 + dM2 * s.nm2 + M2 * dnm2 + s.n * change + d.n * bend + M * d.J) * w;
  Jet<T> h = kirchhoff_love_detail::force_on_jet(s.a, dM, dM1, dM2);
  h += kirchhoff_love_detail::force_on_jet(d.a, M, M1, M2);
  h.a1 += dr.p1, h.a2 += dr.p2;
  return h;
}

/// The reference of a lamina point: axes e_1 along `along` (projected on the tangent plane), e_2 = n x e_1.
template <class T>
struct LaminaReference {
  Mat2<T> B;  ///< inverse of [e_b . g_a]
  T area;     ///< of the lamina per unit of the parametric square [m^2]
  Vec3<T> e1, e2, n;

  WEFT_HD LaminaReference(const KirchhoffLove<T>& s, const T& xi, const Vec3<T>& along) : n(s.n) {
    e1 = normalized(along - n * dot(n, along));
    e2 = cross(n, e1);
    const Columns<T> g = s.lamina(xi);
    const Mat2<T> G{{{dot(e1, g.c1), dot(e1, g.c2)}, {dot(e2, g.c1), dot(e2, g.c2)}}};
    B = inverse(G);
    area = determinant(G);
  }
};

}  // namespace weft
