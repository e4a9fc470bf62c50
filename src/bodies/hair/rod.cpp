#include "bodies/hair/rod.h"

#include <numbers>

#include "bodies/hair/rod_lanes.h"
#include "bodies/hair/rod_strain.h"

namespace weft {
namespace {

/// Frames parallel along the rod, from the first director on.
void parallel_frames(RodPose<double>& p, Vec3d director) {
  for (std::size_t j = 0; j < p.edges(); ++j) {
    p.t[j] = normalized(p.x[j + 1] - p.x[j]);
    if (j > 0) {
      p.d[j] = transport_director(p.d[j - 1], p.t[j - 1], p.t[j]);
      continue;
    }
    director -= dot(director, p.t[0]) * p.t[0];
    p.d[0] = norm(director) > 1e-9 ? normalized(director) : any_normal(p.t[0]);
  }
}

template <class T>
void put_pose(RodPose<T>& to, int lane, const RodPose<double>& from) {
  for (std::size_t i = 0; i < from.vertices(); ++i) {
    put_lane(to.x[i], lane, from.x[i]);
    put_lane(to.m_ref[i], lane, from.m_ref[i]);
    if (i == from.edges()) break;
    put_lane(to.theta[i], lane, from.theta[i]);
    put_lane(to.t[i], lane, from.t[i]);
    put_lane(to.d[i], lane, from.d[i]);
  }
}

template <class T>
RodPose<double> take_pose(const RodPose<T>& from, int lane) {
  RodPose<double> to;
  to.resize(from.vertices());
  for (std::size_t i = 0; i < from.vertices(); ++i) {
    to.x[i] = take_lane(from.x[i], lane);
    to.m_ref[i] = take_lane(from.m_ref[i], lane);
    if (i == from.edges()) break;
    to.theta[i] = take_lane(from.theta[i], lane);
    to.t[i] = take_lane(from.t[i], lane);
    to.d[i] = take_lane(from.d[i], lane);
  }
  return to;
}

}  // namespace

template <class T>
void RodPose<T>::resize(std::size_t n) {
  x.assign(n, Vec3<T>::zero());
  m_ref.assign(n, T(0));
  theta.assign(n - 1, T(0));
  t.assign(n - 1, Vec3<T>::zero());
  d.assign(n - 1, Vec3<T>::zero());
}

template <class T>
void Rod<T>::resize(std::size_t n) {
  pose.resize(n);
  edges.assign(n - 1, {T(1), T(0), T(0)});
  joints.assign(n, {T(0), T(0), T(0), T(0), T(0), T(0), T(0)});
  mass.assign(n, T(1));
  free_x.assign(n, T(1));
  free_theta.assign(n - 1, T(1));
  v.assign(n, Vec3<T>::zero());
  theta_dot.assign(n - 1, T(0));
}

RodStiffness stiffness_of(const RodMaterial& m, bool dynamic_twist) {
  const double area = std::numbers::pi * m.a * m.b, shear = m.young / (2 * (1 + m.poisson));
  const double aa = m.a * m.a, bb = m.b * m.b;
  RodStiffness s;
  s.EA = m.young * area;
  s.B11 = 0.25 * s.EA * aa;
  s.B22 = 0.25 * s.EA * bb;
  // A section that is not round warps when the rod is twisted: Saint-Venant's constant, not the polar moment.
  s.C = shear * area * aa * bb / (aa + bb);
  s.line_density = m.density * area;
  if (dynamic_twist) s.axial_inertia = 0.25 * s.line_density * (aa + bb);
  return s;
}

template <class T>
void set_strand(Rod<T>& rod, int lane, std::span<const Vec3d> rest, const RodStiffness& s, Vec3d director) {
  const std::size_t n = rest.size();
  RodPose<double> pose;
  pose.resize(n);
  pose.x.assign(rest.begin(), rest.end());
  parallel_frames(pose, director);
  put_pose(rod.pose, lane, pose);
  RodStrains<double> strains;
  strains.resize(n);
  strains_of(pose, strains);
  const auto length = [&](std::size_t j) { return j + 1 < n ? strains.edges[j].length : 0; };
  for (std::size_t i = 0; i < n; ++i) {
    const double ell = 0.5 * ((i > 0 ? length(i - 1) : 0) + length(i));
    put_lane(rod.mass[i], lane, s.line_density * ell);
    put_lane(rod.free_x[i], lane, 1);
    put_lane(rod.v[i], lane, Vec3d::zero());
    if (i + 1 < n) {
      put_lane(rod.edges[i].length, lane, length(i));
      put_lane(rod.edges[i].stretch, lane, s.EA / length(i));
      put_lane(rod.edges[i].inertia, lane, s.axial_inertia * length(i));
      put_lane(rod.free_theta[i], lane, 1);
      put_lane(rod.theta_dot[i], lane, 0);
    }
    if (i == 0 || i + 1 == n) continue;
    put_lane(rod.joints[i].B11, lane, s.B11 / ell);
    put_lane(rod.joints[i].B12, lane, 0);
    put_lane(rod.joints[i].B22, lane, s.B22 / ell);
    put_lane(rod.joints[i].beta, lane, s.C / ell);
    put_lane(rod.joints[i].kappa1, lane, strains.joints[i].kappa1);
    put_lane(rod.joints[i].kappa2, lane, strains.joints[i].kappa2);
    put_lane(rod.joints[i].twist, lane, strains.twist[i]);
  }
}

template <class T>
void place_strand(Rod<T>& rod, int lane, std::span<const Vec3d> x) {
  const RodPose<double> from = take_pose(rod.pose, lane);
  RodPose<double> to = from;
  to.x.assign(x.begin(), x.end());
  RodStrains<double> strains;
  strains.resize(x.size());
  follow(from, to, strains);
  put_pose(rod.pose, lane, to);
}

Rod<double> make_rod(std::span<const Vec3d> rest, const RodStiffness& s, Vec3d director) {
  Rod<double> rod;
  rod.resize(rest.size());
  set_strand(rod, 0, rest, s, director);
  return rod;
}

template <class T>
void straighten(Rod<T>& rod) {
  for (RodJoint<T>& j : rod.joints) j.kappa1 = j.kappa2 = j.twist = T(0);
}

#define WEFT_ROD(T)                                                                           \
  template void RodPose<T>::resize(std::size_t);                                              \
  template void Rod<T>::resize(std::size_t);                                                  \
  template void set_strand(Rod<T>&, int, std::span<const Vec3d>, const RodStiffness&, Vec3d); \
  template void place_strand(Rod<T>&, int, std::span<const Vec3d>);                           \
  template void straighten(Rod<T>&);
WEFT_ROD(double)
WEFT_ROD(Pack<Real>)
#undef WEFT_ROD

}  // namespace weft
