/// The second derivatives of a rod's energy as rows of a banded matrix, in the order x_0, theta^0, x_1,
/// theta^1, ... Edges first: an edge meets only its neighbours, through EdgePairHessian. Then x_i enters
/// e^{i-1} with + and e^i with -. With A_j of edge j by itself, P_i, p_i, q_i, s_i of the edges at vertex i:
///   (x_i, x_i)     = A_{i-1} + A_i - P_i - P_i^T
///   (x_i, x_{i-1}) = (P_{i-1} + P_i - A_{i-1})^T
///   (x_i, x_{i-2}) = -P_{i-1}^T
#pragma once
#include <type_traits>

#include "bodies/hair/banded.h"
#include "bodies/hair/rod_strain.h"

namespace weft {

/// An edge with itself, and its share of the gradient.
template <class T>
struct EdgeBlock {
  Mat3<T> A;  ///< lower half
  Vec3<T> a;  ///< e with theta
  T c;        ///< theta with theta
  Vec3<T> g;  ///< dE/de
  T g_theta;  ///< dE/dtheta
};

/// What an edge's tension makes of it: the stiffness sideways, (l - L) k / l. Gauss-Newton leaves out what
/// pushes sideways under compression.
template <class T>
T side_stiffness(const RodEdge<T>& e, const EdgeFrame<T>& f, bool gauss_newton) {
  const T side = e.stretch * (f.length - e.length) / f.length;
  return gauss_newton ? max(side, T(0)) : side;
}

/// Stretching alone.
template <class T>
EdgeBlock<T> stretch_block(const RodEdge<T>& e, const EdgeFrame<T>& f, const T& side) {
  EdgeBlock<T> b;
  const T along = e.stretch - side;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j <= i; ++j) b.A(i, j) = along * f.t[i] * f.t[j] + (i == j ? side : T(0));
  b.a = Vec3<T>::zero();
  b.c = T(0);
  b.g = (e.stretch * (f.length - e.length)) * f.t;
  b.g_theta = T(0);
  return b;
}

/// Bending and twist at vertex i: second derivatives, and the gradient added to its two edges.
template <class T>
EdgePairHessian<T> joint_block(const Rod<T>& rod, const RodStrains<T>& s, std::size_t i, bool gauss_newton,
                               EdgeBlock<T>& e, EdgeBlock<T>& f) {
  const RodJoint<T>& r = rod.joints[i];
  const BendTwist<T>& b = s.joints[i];
  const EdgeFrame<T> before = b.before(s.edges[i - 1]), after = b.after(s.edges[i]);
  const BendTwistGradient<T> g(before, after, b);
  const JointMoments<T> w(r, s.joints[i], s.twist[i], s.share);
  e.g += w.w1 * g.bent1.e + w.w2 * g.bent2.e + w.wm * g.twist.e;
  f.g += w.w1 * g.bent1.f + w.w2 * g.bent2.f + w.wm * g.twist.f;
  e.g_theta += w.w1 * g.bent1.theta_e + w.w2 * g.bent2.theta_e - w.wm;
  f.g_theta += w.w1 * g.bent1.theta_f + w.w2 * g.bent2.theta_f + w.wm;

  const auto mix = [](const T& a, const StrainGradient<T>& x, const T& b, const StrainGradient<T>& y) {
    return StrainGradient<T>{a * x.e + b * y.e, a * x.f + b * y.f, a * x.theta_e + b * y.theta_e,
                             a * x.theta_f + b * y.theta_f};
  };
  EdgePairHessian<T> H = EdgePairHessian<T>::zero();
  const T rest(gauss_newton ? 0 : 1), B11 = w.B11 + rest * w.M11, B12 = w.B12 + rest * w.M12,
                                      B22 = w.B22 + rest * w.M22;
  H.add(g.bent1, mix(B11, g.bent1, B12, g.bent2));
  H.add(g.bent2, mix(B12, g.bent1, B22, g.bent2));
  const StrainGradient<T>& m = g.twist;
  H.add(m, {r.beta * m.e, r.beta * m.f, r.beta * m.theta_e, r.beta * m.theta_f});
  if (!gauss_newton) add_second_derivatives(before, after, b, w.w1, w.w2, w.wm, T(s.share), H);

  const auto join = [](EdgeBlock<T>& b, const Mat3<T>& A, const Vec3<T>& a, const T& c) {
    for (int p = 0; p < 3; ++p)
      for (int q = 0; q <= p; ++q) b.A(p, q) += A(p, q);
    b.a += a;
    b.c += c;
  };
  join(e, H.ee, H.e_te, H.te_te);
  join(f, H.ff, H.f_tf, H.tf_tf);
  return H;
}

/// What the gradient lacks when the frames were carried to a pose from an older one: turning t turns the
/// directors about it.
///   dE/de += -dE/dtheta (t_old x t) / ((1 + t_old . t) l)
template <class T>
Vec3<T> holonomy(const Vec3<T>& old, const EdgeFrame<T>& f, const T& g_theta) {
  return (-g_theta / (max(T(1) + dot(old, f.t), T(kFold)) * f.length)) * cross(old, f.t);
}

/// Calls take(row, K, gradient) for every row in order: K[k] = K_{row, row-k}. Rows: 4 i + k is x_i's
/// component k, 4 i + 3 is theta^i. `from`: the pose that the frames were carried from; null when they belong
/// to the strains' own. side(j): the stiffness of edge j sideways.
template <class T, class Side, class Take>
void each_row(const Rod<T>& rod, const RodStrains<T>& s, bool gauss_newton,
              std::type_identity_t<const RodPose<T>*> from, Side&& side, Take&& take) {
  const std::size_t n = rod.vertices();
  const auto none = [] {
    EdgeBlock<T> b;
    b.A = Mat3<T>::zero();
    b.a = b.g = Vec3<T>::zero();
    b.c = b.g_theta = T(0);
    return b;
  };
  // Three of each at hand: edge and vertex i are at i % 3.
  const EdgePairHessian<T> zero = EdgePairHessian<T>::zero();
  EdgeBlock<T> blocks[3] = {stretch_block(rod.edges[0], s.edges[0], side(0)), none(), none()};
  EdgePairHessian<T> pairs[3] = {zero, zero, zero};
  for (std::size_t i = 0; i < n; ++i) {
    const bool last = i + 1 == n;
    EdgeBlock<T>&before = blocks[(i + 2) % 3], &here = blocks[i % 3], &next = blocks[(i + 1) % 3];
    EdgePairHessian<T>&J1 = pairs[(i + 2) % 3], &J = pairs[i % 3], &J2 = pairs[(i + 1) % 3];
    if (i + 2 < n) {
      next = stretch_block(rod.edges[i + 1], s.edges[i + 1], side(i + 1));
      J2 = joint_block(rod, s, i + 1, gauss_newton, here, next);
    } else {
      next = none();
      J2 = zero;
    }
    if (from && !last) here.g += holonomy(from->t[i], s.edges[i], here.g_theta);
    for (int c = 0; c < 3; ++c) {
      T K[11];
      for (T& k : K) k = T(0);
      for (int d = 0; d < 3; ++d) {
        if (d <= c) K[c - d] = before.A(c, d) + here.A(c, d) - J.ef(c, d) - J.ef(d, c);
        const T A = d <= c ? before.A(c, d) : before.A(d, c);
        K[4 + c - d] = J1.ef(d, c) + J.ef(d, c) - A;
        K[8 + c - d] = -J1.ef(d, c);
      }
      K[c + 1] = before.a[c] - J.f_te[c];  // theta^{i-1}
      K[c + 5] = J1.f_te[c];               // theta^{i-2}
      take(4 * i + std::size_t(c), K, before.g[c] - here.g[c]);
    }
    if (last) break;
    T K[11];
    for (T& k : K) k = T(0);
    K[0] = here.c;
    K[4] = J.te_tf;
    for (int d = 0; d < 3; ++d) {
      K[3 - d] = J.e_tf[d] - here.a[d];  // x_i
      K[7 - d] = -J.e_tf[d];             // x_{i-1}
    }
    take(4 * i + 3, K, here.g_theta);
  }
}
template <class T, class Take>
void each_row(const Rod<T>& rod, const RodStrains<T>& s, bool gauss_newton,
              std::type_identity_t<const RodPose<T>*> from, Take&& take) {
  const auto side = [&](std::size_t j) { return side_stiffness(rod.edges[j], s.edges[j], gauss_newton); };
  each_row(rod, s, gauss_newton, from, side, take);
}

}  // namespace weft
