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
    s.joints[j] = BendTwist<T>(s.edges[j - 1], s.edges[j]);
    s.twist[j] = to.theta[j] - to.theta[j - 1] + to.m_ref[j];
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
    s.joints[j] = BendTwist<T>(s.edges[j - 1], s.edges[j]);
    s.twist[j] = pose.theta[j] - pose.theta[j - 1] + pose.m_ref[j];
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

/// Moments at a vertex: dE/dkappa_1, dE/dkappa_2, dE/dm.
template <class T>
struct JointMoments {
  T w1, w2, wm;
  JointMoments(const RodJoint<T>& r, const BendTwist<T>& s, const T& twist) {
    const T a = s.kappa1 - r.kappa1, b = s.kappa2 - r.kappa2;
    w1 = r.B11 * a + r.B12 * b;
    w2 = r.B12 * a + r.B22 * b;
    wm = r.beta * (twist - r.twist);
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
    const BendTwistGradient<T> g(s.edges[i - 1], s.edges[i], s.joints[i]);
    const JointMoments<T> w(rod.joints[i], s.joints[i], s.twist[i]);
    const Vec3<T> e = w.w1 * g.kappa1.e + w.w2 * g.kappa2.e + w.wm * g.twist.e;
    const Vec3<T> f = w.w1 * g.kappa1.f + w.w2 * g.kappa2.f + w.wm * g.twist.f;
    gx[i - 1] -= e;
    gx[i] += e - f;
    gx[i + 1] += f;
    gtheta[i - 1] += w.w1 * g.kappa1.theta_e + w.w2 * g.kappa2.theta_e - w.wm;
    gtheta[i] += w.w1 * g.kappa1.theta_f + w.w2 * g.kappa2.theta_f + w.wm;
  }
}

}  // namespace weft
