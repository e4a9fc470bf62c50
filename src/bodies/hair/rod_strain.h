/// Frames and strains of a rod that moved, its energy and its forces.
#pragma once
#include "bodies/hair/bend_twist.h"
#include "bodies/hair/rod.h"

namespace weft {

/// What a pose says about edges and vertices.
template <class T>
struct RodStrains {
  Array<EdgeFrame<T>> edges;
  Array<BendTwist<T>> joints;  ///< vertices
  Array<T> twist;              ///< vertices: m_i
  double share = 0.5;  ///< of the twist, by which the directors of both edges are turned (bend_twist.h)

  void resize(std::size_t n) {
    edges.resize(n - 1);
    joints.resize(n);
    twist.resize(n);
  }
};

/// m_1 = cos theta d_1 + sin theta d_2,  m_2 = -sin theta d_1 + cos theta d_2,  d_2 = t x d_1
template <class T>
EdgeFrame<T> edge_frame(const Vec3<T>& t, const Vec3<T>& d, const T& theta, const T& length) {
  const T c = cos(theta), s = sin(theta);
  const Vec3<T> d2 = cross(t, d);
  return {t, c * d + s * d2, c * d2 - s * d, length};
}

/// Carries the frames of `from` to where `to` is (its x and theta are set; edge(j) gives its edge vectors,
/// which may know more digits than x), and evaluates the strains there.
template <class T, class Edge>
void follow(const RodPose<T>& from, RodPose<T>& to, RodStrains<T>& s, Edge&& edge) {
  const std::size_t n = from.edges();
  for (std::size_t j = 0; j < n; ++j) {
    const Vec3<T> e = edge(j);
    const T size = dot(e, e), inverse = T(1) / sqrt(max(size, T(1e-30)));
    to.t[j] = inverse * e;
    to.d[j] = transport_director(from.d[j], from.t[j], to.t[j]);
    s.edges[j] = edge_frame(to.t[j], to.d[j], to.theta[j], size * inverse);
    if (j == 0) continue;
    to.m_ref[j] = reference_twist(to.d[j - 1], to.t[j - 1], to.d[j], to.t[j], from.m_ref[j]);
    s.twist[j] = to.theta[j] - to.theta[j - 1] + to.m_ref[j];
    s.joints[j] = BendTwist<T>(s.edges[j - 1], s.edges[j], s.twist[j], s.share);
  }
}
template <class T>
void follow(const RodPose<T>& from, RodPose<T>& to, RodStrains<T>& s) {
  follow(from, to, s, [&](std::size_t j) { return to.x[j + 1] - to.x[j]; });
}

/// The strains of a pose whose frames belong to it.
template <class T>
void strains_of(const RodPose<T>& pose, RodStrains<T>& s) {
  for (std::size_t j = 0; j < pose.edges(); ++j) {
    s.edges[j] = edge_frame(pose.t[j], pose.d[j], pose.theta[j], norm(pose.x[j + 1] - pose.x[j]));
    if (j == 0) continue;
    s.twist[j] = pose.theta[j] - pose.theta[j - 1] + pose.m_ref[j];
    s.joints[j] = BendTwist<T>(s.edges[j - 1], s.edges[j], s.twist[j], s.share);
  }
}

template <class T>
struct RodEnergy {
  T stretch, bend, twist;
  T sum() const { return stretch + bend + twist; }
};

template <class T>
RodEnergy<T> energy_of(const Rod<T>& rod, const RodStrains<T>& s) {
  RodEnergy<T> E{T(0), T(0), T(0)};
  for (std::size_t j = 0; j < rod.edges.size(); ++j) {
    const RodEdge<T>& e = rod.edges[j];
    E.stretch += e.stretch * square(s.edges[j].length - e.length);
    if (j == 0) continue;
    const RodJoint<T>& r = rod.joints[j];
    const T a = s.joints[j].kappa1 - r.kappa1, b = s.joints[j].kappa2 - r.kappa2;
    E.bend += r.B11 * a * a + (r.B12 + r.B12) * a * b + r.B22 * b * b;
    E.twist += r.beta * square(s.twist[j] - r.twist);
  }
  return {T(0.5) * E.stretch, T(0.5) * E.bend, T(0.5) * E.twist};
}

/// Moments at a vertex, dE/dbent_1, dE/dbent_2, dE/dm, and second derivatives by bent_1 and bent_2: with J = dkappa/dbent =
/// F I + F'/2 bent bent^T and W = B (kappa - kappa0),
///   w = J W,   B' = J B J,   and the whole  B' + sum_k W_k d2kappa_k/dbent^2
template <class T>
struct JointMoments {
  T w1, w2, wm;
  T B11, B12, B22;  ///< of Gauss and Newton
  T M11, M12, M22;  ///< the rest

  JointMoments(const RodJoint<T>& r, const BendTwist<T>& s, const T& twist, double share) {
    const BentBy<T> by = s.bent_by(share);
    const T half = T(0.5) * by.first, a = s.kappa1 - r.kappa1, b = s.kappa2 - r.kappa2;
    const T J11 = by.F + half * s.bent1 * s.bent1, J12 = half * s.bent1 * s.bent2,
            J22 = by.F + half * s.bent2 * s.bent2;
    const T W1 = r.B11 * a + r.B12 * b, W2 = r.B12 * a + r.B22 * b;
    w1 = J11 * W1 + J12 * W2;
    w2 = J12 * W1 + J22 * W2;
    wm = r.beta * (twist - r.twist);
    const T C11 = r.B11 * J11 + r.B12 * J12, C12 = r.B11 * J12 + r.B12 * J22;
    const T C21 = r.B12 * J11 + r.B22 * J12, C22 = r.B12 * J12 + r.B22 * J22;
    B11 = J11 * C11 + J12 * C21;
    B12 = J11 * C12 + J12 * C22;
    B22 = J12 * C12 + J22 * C22;
    const T on = W1 * s.bent1 + W2 * s.bent2, quarter = T(0.25) * by.second * on;
    M11 = half * (W1 * s.bent1 + W1 * s.bent1 + on) + quarter * s.bent1 * s.bent1;
    M12 = half * (W1 * s.bent2 + W2 * s.bent1) + quarter * s.bent1 * s.bent2;
    M22 = half * (W2 * s.bent2 + W2 * s.bent2 + on) + quarter * s.bent2 * s.bent2;
  }
};

/// dE/dx and dE/dtheta, exact where the frames belong to the pose.
template <class T>
void gradient_of(const Rod<T>& rod, const RodStrains<T>& s, Array<Vec3<T>>& gx, Array<T>& gtheta) {
  const std::size_t n = rod.vertices();
  gx.assign(n, Vec3<T>::zero());
  gtheta.assign(n - 1, T(0));
  for (std::size_t j = 0; j + 1 < n; ++j) {
    const Vec3<T> f = (rod.edges[j].stretch * (s.edges[j].length - rod.edges[j].length)) * s.edges[j].t;
    gx[j] -= f;
    gx[j + 1] += f;
  }
  for (std::size_t i = 1; i + 1 < n; ++i) {
    const BendTwist<T>& b = s.joints[i];
    const BendTwistGradient<T> g(b.before(s.edges[i - 1]), b.after(s.edges[i]), b);
    const JointMoments<T> w(rod.joints[i], s.joints[i], s.twist[i], s.share);
    const Vec3<T> e = w.w1 * g.bent1.e + w.w2 * g.bent2.e + w.wm * g.twist.e;
    const Vec3<T> f = w.w1 * g.bent1.f + w.w2 * g.bent2.f + w.wm * g.twist.f;
    gx[i - 1] -= e;
    gx[i] += e - f;
    gx[i + 1] += f;
    gtheta[i - 1] += w.w1 * g.bent1.theta_e + w.w2 * g.bent2.theta_e - w.wm;
    gtheta[i] += w.w1 * g.bent1.theta_f + w.w2 * g.bent2.theta_f + w.wm;
  }
}

}  // namespace weft
