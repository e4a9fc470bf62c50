/// Curvature and twist where two edges e and f of a rod meet, and their derivatives (Bergou and others 2010).
///   kb = 2 t^e x t^f / chi,   chi = 1 + t^e . t^f
///   m = theta^f - theta^e + m_ref
///   bent_1 = kb . n_2,   bent_2 = -kb . n_1,   kappa = F bent (curvature.h),   n: the directors half way between the edges', which are m apart
/// Published, and measured with share = 0, is the mean of the edges' directors instead of n: it is shorter by cos(m/2),
/// so that a rod twisted by 0.85 in every segment bends as if it were softer by a sixth (validation R8).
///   n_k = 1/2 (m_k^e turned by m/2  +  m_k^f turned by -m/2),   as far as kb sees it
/// Seen by kb both are the same vector, so that all derivatives are those of the mean of turned directors, where turning
/// an edge by phi turns n by phi/2. Derivatives are with respect to the edge vectors e, f and the angles theta^e, theta^f.
#pragma once
#include "bodies/hair/curvature.h"
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

/// Turned about its tangent by the angle of that cosine and sine.
template <class T>
EdgeFrame<T> turned(const EdgeFrame<T>& e, const T& c, const T& s) {
  return {e.t, c * e.m1 + s * e.m2, c * e.m2 - s * e.m1, e.length};
}

template <class T>
struct BendTwist {
  Vec3<T> kb;
  T chi_inverse;
  T bent1, bent2;    ///< kb . n_2, -kb . n_1
  T kappa1, kappa2;  ///< F of these (curvature.h)
  T cosine, sine;    ///< of what the directors are turned by

  BendTwist() = default;
  BendTwist(const EdgeFrame<T>& e, const EdgeFrame<T>& f, const T& twist, double share) {
    chi_inverse = T(1) / max(T(1) + dot(e.t, f.t), T(kFold));
    kb = (chi_inverse + chi_inverse) * cross(e.t, f.t);
    cosine = cos(T(share) * twist), sine = sin(T(share) * twist);
    const EdgeFrame<T> a = before(e), b = after(f);
    bent1 = T(0.5) * dot(kb, a.m2 + b.m2);
    bent2 = T(-0.5) * dot(kb, a.m1 + b.m1);
    const T F = bent_by(share).F;
    kappa1 = F * bent1, kappa2 = F * bent2;
  }
  BentBy<T> bent_by(double share) const {
    return BentBy<T>(T(0.25) * (bent1 * bent1 + bent2 * bent2), share == 0);
  }
  /// The edges with their directors turned towards each other.
  EdgeFrame<T> before(const EdgeFrame<T>& e) const { return turned(e, cosine, sine); }
  EdgeFrame<T> after(const EdgeFrame<T>& f) const { return turned(f, cosine, -sine); }
};

/// Gradients of bent_1, bent_2 and the twist; e and f as `before` and `after` give them.
template <class T>
struct BendTwistGradient {
  StrainGradient<T> bent1, bent2, twist;

  BendTwistGradient(const EdgeFrame<T>& e, const EdgeFrame<T>& f, const BendTwist<T>& s) {
    const Vec3<T> t = s.chi_inverse * (e.t + f.t);
    const Vec3<T> m1 = s.chi_inverse * (e.m1 + f.m1), m2 = s.chi_inverse * (e.m2 + f.m2);
    const T ie = T(1) / e.length, iF = T(1) / f.length, half(0.5);
    const T e1 = -half * dot(s.kb, e.m1), f1 = -half * dot(s.kb, f.m1);
    const T e2 = -half * dot(s.kb, e.m2), f2 = -half * dot(s.kb, f.m2);
    bent1 = {ie * (cross(f.t, m2) - s.bent1 * t), -iF * (cross(e.t, m2) + s.bent1 * t), e1, f1};
    bent2 = {-ie * (cross(f.t, m1) + s.bent2 * t), iF * (cross(e.t, m1) - s.bent2 * t), e2, f2};
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
  void add(const EdgePairHessian& o) {
    ee += o.ee, ff += o.ff, ef += o.ef;
    e_te += o.e_te, e_tf += o.e_tf, f_te += o.f_te, f_tf += o.f_tf;
    te_te += o.te_te, te_tf += o.te_tf, tf_tf += o.tf_tf;
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

/// Second derivatives by turned directors become those by theta, with phi^e = theta^e + share m, phi^f = theta^f -
/// share m and dm = 1/2 kb . (de/|e| + df/|f|) - dtheta^e + dtheta^f. bent's own by phi^e and phi^f are the same, so that
/// m's second derivative drops out. Only the lower halves of ee and ff are kept up.
template <class T>
void turn_second_derivatives(const Vec3<T>& a, const Vec3<T>& b, const T& share, EdgePairHessian<T>& H) {
  // With q = a . de + b . df, a = share kb/(2 |e|), b = share kb/(2 |f|):
  //   dphi^e = (1 - share) dtheta^e + share dtheta^f + q,   dphi^f = share dtheta^e + (1 - share) dtheta^f - q
  const T keep = T(1) - share, A = H.te_te, C = H.tf_tf, both = A + C;
  const Vec3<T> pe = H.e_te - H.e_tf, pf = H.f_te - H.f_tf;
  H.ee += outer(pe, a) + outer(a, pe) + both * outer(a, a);
  H.ff += outer(pf, b) + outer(b, pf) + both * outer(b, b);
  H.ef += outer(pe, b) + outer(a, pf) + both * outer(a, b);
  const Vec3<T> e1 = H.e_te + A * a, e2 = H.e_tf - C * a, f1 = H.f_te + A * b, f2 = H.f_tf - C * b;
  H.e_te = keep * e1 + share * e2, H.e_tf = share * e1 + keep * e2;
  H.f_te = keep * f1 + share * f2, H.f_tf = share * f1 + keep * f2;
  H.te_te = keep * keep * A + share * share * C;
  H.tf_tf = share * share * A + keep * keep * C;
  H.te_tf += share * keep * both;
}

/// H += w1 d2 bent_1 + w2 d2 bent_2 + wm d2 m, all symmetric; e and f as `before` and `after` give them.
template <class T>
void add_second_derivatives(const EdgeFrame<T>& e, const EdgeFrame<T>& f, const BendTwist<T>& s, const T& w1,
                            const T& w2, const T& wm, const T& share, EdgePairHessian<T>& all) {
  EdgePairHessian<T> H = EdgePairHessian<T>::zero();
  const Vec3<T> t = s.chi_inverse * (e.t + f.t);
  const T ie = T(1) / e.length, iF = T(1) / f.length, two(2), half(0.5), quarter(0.25);
  const auto sym = [](const Vec3<T>& a, const Vec3<T>& b) { return outer(a, b) + outer(b, a); };
  const Mat3<T> I = Mat3<T>::identity(), tt = outer(t, t);
  const auto skew = [](const Vec3<T>& a) {
    return Mat3<T>{{{T(0), -a[2], a[1]}, {a[2], T(0), -a[0]}, {-a[1], a[0], T(0)}}};
  };
  // bent_1 is made with m = m_2, its angles turn it into o = m_1, sign +; bent_2 the other way round.
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
  bend(w1, s.bent1, T(1), e.m2, f.m2, e.m1, f.m1);
  bend(w2, s.bent2, T(-1), e.m1, f.m1, e.m2, f.m2);
  turn_second_derivatives((half * share * ie) * s.kb, (half * share * iF) * s.kb, share, H);
  H.ee -= (quarter * wm * ie * ie) * sym(s.kb, e.t + t);
  H.ff -= (quarter * wm * iF * iF) * sym(s.kb, f.t + t);
  H.ef += (half * wm * ie * iF) * ((two * s.chi_inverse) * skew(e.t) - outer(s.kb, t));
  all.add(H);
}

}  // namespace weft
