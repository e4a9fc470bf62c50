/// The implicit step in two stages. See rod_step.h.
#pragma once
#include "bodies/hair/rod_implicit.inl"
#include "bodies/hair/rod_lanes.h"
#include "bodies/two_stages.h"

namespace weft {

namespace rod_detail {

/// To where rod.v and rod.theta_dot lead in dt.
template <class T>
void go(Rod<T>& rod, double dt, RodScratch<T>& w) {
  RodStepOptions o;
  o.dt = dt;
  o.twist_iterations = 0;
  advance(rod, o, w);
}

/// Strands that nothing holds keep both momenta, whatever tolerance the solves end with (two_stages.h).
/// Before: rod.pose and s.v where the step begins, first and rod.v what the stages found. After: rod.v moves the rod.
template <class T>
void keep_momenta(Rod<T>& rod, const RodStepOptions& o, const Array<Vec3<T>>& first, RodStages<T>& s) {
  const std::size_t n = rod.vertices();
  Vectors start(n), falls(n), none;
  TwoStages stages;
  stages.v1.resize(n), stages.v2.resize(n), stages.w.resize(n);
  for (int lane = 0; lane < kStrands<T>; ++lane) {
    bool free = take_lane(rod.mass[0], lane) > 0;
    for (std::size_t i = 0; free && i < n; ++i) free = take_lane(rod.free_x[i], lane) > 0;
    if (!free) continue;
    for (std::size_t i = 0; i < n; ++i) {
      start[i] = take_lane(s.v[i], lane);
      falls[i] = start[i] + o.gravity * o.dt + take_lane(s.fall[i], lane);
      stages.v1[i] = take_lane(first[i], lane);
      stages.w[i] = take_lane(rod.v[i], lane);
      stages.v2[i] = stages.w[i] + take_lane(s.beyond[i], lane);
    }
    stages.keep_momenta(
        StageStart{start, falls, none, o.dt}, [&](std::size_t i) { return take_lane(rod.mass[i], lane); },
        [&](std::size_t i) { return take_lane(rod.pose.x[i], lane); });
    for (std::size_t i = 0; i < n; ++i) {
      put_lane(rod.v[i], lane, stages.w[i]);
      put_lane(s.beyond[i], lane, stages.v2[i] - stages.w[i]);
    }
  }
}

}  // namespace rod_detail

template <class T>
void find_own(const Rod<T>& rod, const RodStepOptions& o, const Array<Vec3<T>>& v, const Array<T>& theta_dot,
              RodStages<T>& s) {
  const T rate(1 / o.dt);
  const Vec3<T> g = Vec3d(o.gravity).template as<T>();
  s.own.resize(rod.vertices());
  s.own_theta.resize(rod.vertices() - 1);
  for (std::size_t i = 0; i < rod.vertices(); ++i) s.own[i] = ((rod.v[i] - v[i]) * rate - g) * rod.free_x[i];
  for (std::size_t j = 0; j + 1 < rod.vertices(); ++j)
    s.own_theta[j] = select(rod.edges[j].inertia > T(0), (rod.theta_dot[j] - theta_dot[j]) * rate, T(0)) *
                     rod.free_theta[j];
}

template <class T>
int stage_velocities(Rod<T>& rod, const RodStepOptions& o, RodStages<T>& s, RodScratch<T>& w) {
  const std::size_t n = rod.vertices();
  const T dt(o.dt), d(TrBdf2::d), e(TrBdf2::e), c(TrBdf2::c);
  const Vec3<T> g = o.gravity.template as<T>() * dt;
  RodStepOptions stage = o;
  stage.dt = TrBdf2::d * o.dt;
  s.pose = rod.pose;
  w.resize(n);
  // What is prescribed goes on as it was told.
  s.fall = rod.v;
  for (std::size_t i = 0; i < n; ++i) {
    const T free = rod.free_x[i];
    for (int k = 0; k < 3; ++k) {
      s.v[i][k] = select(free > T(0), s.v[i][k], rod.v[i][k]);
      s.fall[i][k] -= s.v[i][k];
    }
    w.step[i] = s.v[i] + ((s.own[i] * dt + g) * free + s.fall[i] * T(2)) * d;
    rod.v[i] = s.v[i];
  }
  for (std::size_t j = 0; j + 1 < n; ++j) {
    s.theta_dot[j] = select(rod.free_theta[j] > T(0), s.theta_dot[j], rod.theta_dot[j]);
    w.step_theta[j] = s.theta_dot[j] + d * dt * rod.free_theta[j] * s.own_theta[j];
    rod.theta_dot[j] = s.theta_dot[j];
  }
  Array<Vec3<T>> free = w.step;
  Array<T> free_theta = w.step_theta;
  rod_detail::go(rod, TrBdf2::d * o.dt, w);
  rod.v = free;
  rod.theta_dot = free_theta;
  int made = implicit_velocities(rod, stage, w);

  s.beyond = rod.v;
  s.beyond_theta = rod.theta_dot;
  rod.pose = s.pose;
  for (std::size_t i = 0; i < n; ++i) {
    free[i] = s.v[i] + (rod.v[i] - s.v[i]) * c + s.fall[i] * d;
    rod.v[i] += s.v[i];
  }
  for (std::size_t j = 0; j + 1 < n; ++j) rod.theta_dot[j] += s.theta_dot[j];
  rod_detail::go(rod, TrBdf2::e * o.dt, w);
  for (std::size_t j = 0; j + 1 < n; ++j)
    free_theta[j] = s.theta_dot[j] + (s.beyond_theta[j] - s.theta_dot[j]) * c;
  rod.v = free;
  rod.theta_dot = free_theta;
  made += implicit_velocities(rod, stage, w);
  find_own(rod, stage, free, free_theta, s);

  rod.pose = s.pose;
  const Array<Vec3<T>> first = s.beyond;
  for (std::size_t i = 0; i < n; ++i) {
    const Vec3<T> moving = (s.v[i] + s.beyond[i]) * e + rod.v[i] * d;
    s.beyond[i] = (rod.v[i] - moving) * rod.free_x[i];
    for (int k = 0; k < 3; ++k) rod.v[i][k] = select(rod.free_x[i] > T(0), moving[k], s.v[i][k]);
  }
  for (std::size_t j = 0; j + 1 < n; ++j) {
    const T moving = (s.theta_dot[j] + s.beyond_theta[j]) * e + rod.theta_dot[j] * d;
    s.beyond_theta[j] = (rod.theta_dot[j] - moving) * rod.free_theta[j];
    rod.theta_dot[j] = select(rod.free_theta[j] > T(0), moving, s.theta_dot[j]);
  }
  rod_detail::keep_momenta(rod, o, first, s);
  return made;
}

}  // namespace weft
