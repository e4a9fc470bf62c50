#include "bodies/rigid/rigid_state.h"

#include <algorithm>

#include "bodies/rigid/free_rotation.h"

namespace weft {
namespace {

Mat3d cross_matrix(const Vec3d& a) { return {{{0, -a[2], a[1]}, {a[2], 0, -a[0]}, {-a[1], a[0], 0}}}; }

Mat3d turned(const Quaternion<double>& q, const Mat3d& A) {
  const Mat3d R = q.to_matrix();
  return R * A * transpose(R);
}

}  // namespace

RigidState::RigidState(const RigidStart& s)
    : mass_(s.mass),
      inertia_(s.inertia),
      inverse_inertia_(inverse(s.inertia)),
      axis_(s.axis),
      rest_rotation_(s.rotation.normalized()),
      centre_(s.centre),
      rotation_(rest_rotation_),
      velocity_(s.velocity),
      L_(inertia() * s.spin) {
  if (axis_) {
    axis_->direction = normalized(axis_->direction);
    const Vec3d& a = axis_->direction;
    const Vec3d d = centre_ - axis_->through;
    arm_ = d;
    axis_inertia_ = dot(a, inertia() * a) + mass_ * (norm2(d) - dot(a, d) * dot(a, d));
    rate_ = dot(a, s.spin);
  }
  trial_velocity_ = velocity_;
  trial_L_ = L_;
  trial_rate_ = rate_;
}

Mat3d RigidState::inertia() const { return turned(rotation_, inertia_); }
Mat3d RigidState::inverse_inertia() const { return turned(rotation_, inverse_inertia_); }

void RigidState::accelerate(double dt, const Vec3d& gravity) {
  drift_ = {};
  trial_velocity_ = velocity_ + gravity * dt;
  trial_L_ = L_;
  if (!axis_) return;
  const double torque = dot(axis_->direction, cross(centre_ - axis_->through, gravity * mass_));
  // The axle's friction at the end of the step: it slows, whatever dt, and never turns back.
  double rate = (rate_ + dt * torque / axis_inertia_) / (1 + dt * axis_->friction / axis_inertia_);
  if (axis_->motor_speed) {
    const double most = axis_->motor_torque * dt / axis_inertia_;
    rate += std::clamp(*axis_->motor_speed - rate, -most, most);
  }
  trial_rate_ = rate;
}

RigidTrial RigidState::trial() const {
  RigidTrial t;
  if (axis_) {
    t.centre = axis_->through;
    t.inverse_inertia = outer(axis_->direction, axis_->direction) * (1 / axis_inertia_);
    t.spin = axis_->direction * trial_rate_;
  } else {
    t.centre = centre_;
    t.inverse_mass = 1 / mass_;
    t.inverse_inertia = inverse_inertia();
    t.velocity = trial_velocity_;
    t.spin = t.inverse_inertia * trial_L_;
  }
  return t;
}

Mat3d RigidState::response(const Vec3d& x) const {
  const RigidTrial t = trial();
  const Mat3d r = cross_matrix(x - t.centre);
  return Mat3d::identity() * t.inverse_mass - r * t.inverse_inertia * r;
}

void RigidState::push(const Vec3d& x, const Vec3d& impulse) {
  if (axis_) {
    trial_rate_ += dot(axis_->direction, cross(x - axis_->through, impulse)) / axis_inertia_;
  } else {
    trial_velocity_ += impulse * (1 / mass_);
    trial_L_ += cross(x - centre_, impulse);
  }
}

void RigidState::push(const RigidTrial& about, const Vec3d& impulse, const Vec3d& angular_impulse) {
  push(about.centre, impulse);
  twist(angular_impulse);
}

void RigidState::twist(const Vec3d& angular_impulse) {
  if (axis_) trial_rate_ += dot(axis_->direction, angular_impulse) / axis_inertia_;
  else trial_L_ += angular_impulse;
}

void RigidState::set_trial(const RigidTrial& trial) {
  if (axis_) {
    trial_rate_ = dot(axis_->direction, trial.spin);
  } else {
    trial_velocity_ = trial.velocity;
    trial_L_ = inertia() * trial.spin;
  }
}

void RigidState::put(const RigidPut& at) {
  if (axis_) {
    trial_rate_ = rate_ = dot(axis_->direction, at.spin);
    return;
  }
  centre_ = at.centre;
  rotation_ = at.rotation.normalized();
  trial_velocity_ = velocity_ = at.velocity;
  trial_L_ = L_ = inertia() * at.spin;
}

RigidState::Momenta RigidState::trial_momenta() const {
  if (axis_) return {Vec3d::zero(), axis_->direction * (axis_inertia_ * trial_rate_)};
  return {trial_velocity_ * mass_, trial_L_};
}

void RigidState::advance(double dt) {
  velocity_ = trial_velocity_;
  L_ = trial_L_;
  rate_ = trial_rate_;
  if (axis_) {
    angle_ += dt * (rate_ + dot(axis_->direction, drift_.spin));
    pose_about_axis();
  } else {
    centre_ += (velocity_ + drift_.velocity) * dt;
    rotation_ = turn_freely(rotation_, L_, inverse_inertia_, dt);
    if (norm2(drift_.spin) > 0)
      rotation_ = (Quaternion<double>::from_rotation_vector(drift_.spin * dt) * rotation_).normalized();
  }
  drift_ = {};
}

void RigidState::pose_about_axis() {
  const auto turn = Quaternion<double>::from_axis_angle(axis_->direction, angle_);
  rotation_ = (turn * rest_rotation_).normalized();
  centre_ = axis_->through + turn.rotate(arm_);
}

Vec3d RigidState::angular_momentum() const { return axis_ ? inertia() * spin() : L_; }

double RigidState::kinetic() const {
  if (axis_) return 0.5 * axis_inertia_ * rate_ * rate_;
  return 0.5 * mass_ * norm2(velocity_) + 0.5 * dot(L_, spin());
}

void RigidState::archive(Archive& a, const std::string& prefix) {
  a.value(prefix + "centre", centre_);
  a.value(prefix + "rotation", rotation_);
  a.value(prefix + "velocity", velocity_);
  a.value(prefix + "angular_momentum", L_);
  a.value(prefix + "angle", angle_);
  a.value(prefix + "rate", rate_);
}

}  // namespace weft
