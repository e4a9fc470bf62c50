/// Curvature and twist where two edges e and f of a rod meet, and their derivatives (Bergou and others 2010).
///   kb = 2 t^e x t^f / chi,   chi = 1 + t^e . t^f
///   kappa_1 = 1/2 kb . (m_2^e + m_2^f),   kappa_2 = -1/2 kb . (m_1^e + m_1^f)
///   m = theta^f - theta^e + m_ref
/// Derivatives are with respect to the edge vectors e, f and the angles theta^e, theta^f.
#pragma once
#include "bodies/hair/transport.h"

namespace weft {

/// An edge as its two vertices see it.
template <class T>
struct EdgeFrame {
  Vec3<T> t, m1, m2;  ///< tangent and material directors
  T length;
};

/// Derivatives of one strain.
template <class T>
struct StrainGradient {
  Vec3<T> e, f;
  T theta_e, theta_f;
};

template <class T>
struct BendTwist {
  Vec3<T> kb;
  T chi_inverse;
  T kappa1, kappa2;

  BendTwist() = default;
  BendTwist(const EdgeFrame<T>& e, const EdgeFrame<T>& f) {
    chi_inverse = T(1) / max(T(1) + dot(e.t, f.t), T(kFold));
    kb = (chi_inverse + chi_inverse) * cross(e.t, f.t);
    kappa1 = T(0.5) * dot(kb, e.m2 + f.m2);
    kappa2 = T(-0.5) * dot(kb, e.m1 + f.m1);
  }
};

/// Gradients of kappa_1, kappa_2 and the twist.
template <class T>
struct BendTwistGradient {
  StrainGradient<T> kappa1, kappa2, twist;

  BendTwistGradient(const EdgeFrame<T>& e, const EdgeFrame<T>& f, const BendTwist<T>& s) {
    const Vec3<T> t = s.chi_inverse * (e.t + f.t);
    const Vec3<T> m1 = s.chi_inverse * (e.m1 + f.m1), m2 = s.chi_inverse * (e.m2 + f.m2);
    const T ie = T(1) / e.length, iF = T(1) / f.length, half(0.5);
    const T e1 = -half * dot(s.kb, e.m1), f1 = -half * dot(s.kb, f.m1);
    const T e2 = -half * dot(s.kb, e.m2), f2 = -half * dot(s.kb, f.m2);
    kappa1 = {ie * (cross(f.t, m2) - s.kappa1 * t), -iF * (cross(e.t, m2) + s.kappa1 * t), e1, f1};
    kappa2 = {-ie * (cross(f.t, m1) + s.kappa2 * t), iF * (cross(e.t, m1) - s.kappa2 * t), e2, f2};
    twist = {(half * ie) * s.kb, (half * iF) * s.kb, T(-1), T(1)};
  }
};

/// The part of a rod's second derivatives that belongs to two neighbouring edges: blocks over (e, theta^e)
/// and (f, theta^f).
template <class T>
struct EdgePairHessian {
  Mat3<T> ee, ff, ef;
  Vec3<T> e_te, e_tf, f_te, f_tf;  ///< e with theta^e, e with theta^f, ...
  T te_te, te_tf, tf_tf;

  static EdgePairHessian zero() {
    const Mat3<T> O = Mat3<T>::zero();
    const Vec3<T> o = Vec3<T>::zero();
    return {O, O, O, o, o, o, o, T(0), T(0), T(0)};
  }
  /// += g h^T, where the sum of such terms is symmetric.
  void add(const StrainGradient<T>& g, const StrainGradient<T>& h) {
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) {
        if (j <= i) ee(i, j) += g.e[i] * h.e[j], ff(i, j) += g.f[i] * h.f[j];
        ef(i, j) += g.e[i] * h.f[j];
      }
    e_te += h.theta_e * g.e, e_tf += h.theta_f * g.e;
    f_te += h.theta_e * g.f, f_tf += h.theta_f * g.f;
    te_te += g.theta_e * h.theta_e, te_tf += g.theta_e * h.theta_f, tf_tf += g.theta_f * h.theta_f;
  }
};

/// H += w1 d2 kappa_1 + w2 d2 kappa_2 + wm d2 m, all symmetric (only the lower halves of ee and
/// ff are kept up).
template <class T>
void add_second_derivatives(const EdgeFrame<T>& e, const EdgeFrame<T>& f, const BendTwist<T>& s, const T& w1,
                            const T& w2, const T& wm, EdgePairHessian<T>& H) {
  const Vec3<T> t = s.chi_inverse * (e.t + f.t);
  const T ie = T(1) / e.length, iF = T(1) / f.length, two(2), half(0.5), quarter(0.25);
  const auto sym = [](const Vec3<T>& a, const Vec3<T>& b) { return outer(a, b) + outer(b, a); };
  const Mat3<T> I = Mat3<T>::identity(), tt = outer(t, t);
  const auto skew = [](const Vec3<T>& a) {
    return Mat3<T>{{{T(0), -a[2], a[1]}, {a[2], T(0), -a[0]}, {-a[1], a[0], T(0)}}};
  };
  // kappa_1 is made with m = m_2, its angles turn it into o = m_1, sign +; kappa_2 the other way round.
  const auto bend = [&](const T& w, const T& k, const T& sign, const Vec3<T>& me, const Vec3<T>& mf,
                        const Vec3<T>& oe, const Vec3<T>& of) {
    const Vec3<T> m = s.chi_inverse * (me + mf), a = sign * cross(f.t, m), c = sign * cross(e.t, m);
    const T kc = k * s.chi_inverse;
    H.ee += (w * ie * ie) *
            ((two * k) * tt - sym(a, t) - kc * (I - outer(e.t, e.t)) + (quarter * sign) * sym(s.kb, me));
    H.ff += (w * iF * iF) *
            ((two * k) * tt + sym(c, t) - kc * (I - outer(f.t, f.t)) + (quarter * sign) * sym(s.kb, mf));
    H.ef += (w * ie * iF) *
            ((two * k) * tt - kc * (I + outer(e.t, f.t)) - outer(a, t) + outer(t, c) - sign * skew(m));
    H.te_te -= half * w * sign * dot(s.kb, me);
    H.tf_tf -= half * w * sign * dot(s.kb, mf);
    H.e_te += (w * ie) * ((half * dot(s.kb, oe)) * t - s.chi_inverse * cross(f.t, oe));
    H.e_tf += (w * ie) * ((half * dot(s.kb, of)) * t - s.chi_inverse * cross(f.t, of));
    H.f_te += (w * iF) * ((half * dot(s.kb, oe)) * t + s.chi_inverse * cross(e.t, oe));
    H.f_tf += (w * iF) * ((half * dot(s.kb, of)) * t + s.chi_inverse * cross(e.t, of));
  };
  bend(w1, s.kappa1, T(1), e.m2, f.m2, e.m1, f.m1);
  bend(w2, s.kappa2, T(-1), e.m1, f.m1, e.m2, f.m2);
  H.ee -= (quarter * wm * ie * ie) * sym(s.kb, e.t + t);
  H.ff -= (quarter * wm * iF * iF) * sym(s.kb, f.t + t);
  H.ef += (half * wm * ie * iF) * ((two * s.chi_inverse) * skew(e.t) - outer(s.kb, t));
}

}  // namespace weft
