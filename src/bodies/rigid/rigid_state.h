/// Where a rigid body is and how it moves, in doubles.
///   free:   centre x_c, rotation R, velocity v, angular momentum L about the centre
///           dv = p / M,  dL = r x p,  omega = J^-1 L,  J = R J_b R^T
///   fixed axis a through c, d = x_c - c:  one angle,  J_a = a . (J + M (|d|^2 - d d^T)) a,
///           d rate = a . ((x - c) x p) / J_a
/// A step begins with `accelerate`: trial velocities from the state at its start. Pushes change them,
/// `advance` makes them the state and moves the body. Until then a step can be thrown away.
#pragma once
#include <optional>

#include "bodies/body.h"
#include "bodies/rigid/rigid.h"

namespace weft {

/// A body's trial motion as a solver of contact sees it: dv = p inverse_mass, dw = inverse_inertia (r x p).
struct RigidTrial {
  Vec3d centre{{0, 0, 0}};  ///< moments are about it
  double inverse_mass = 0;  ///< 0: the centre goes where it goes
  Mat3d inverse_inertia = Mat3d::zero();
  Vec3d velocity{{0, 0, 0}}, spin{{0, 0, 0}};

  Vec3d velocity_at(const Vec3d& x) const { return velocity + cross(spin, x - centre); }
};

/// Where it is and how it moves, as whoever steers a run from outside says.
struct RigidPut {
  Vec3d centre{{0, 0, 0}};
  Quaternion<double> rotation = Quaternion<double>::identity();
  Vec3d velocity{{0, 0, 0}}, spin{{0, 0, 0}};
};

struct RigidStart {
  double mass = 1;                    ///< [kg]
  Mat3d inertia = Mat3d::identity();  ///< body axes, about the centre [kg m^2]
  Vec3d centre{{0, 0, 0}};
  Quaternion<double> rotation = Quaternion<double>::identity();
  Vec3d velocity{{0, 0, 0}}, spin{{0, 0, 0}};
  std::optional<FixedAxis> axis;
};

class RigidState final : public RigidMotion {
 public:
  explicit RigidState(const RigidStart& start);

  void accelerate(double kick, const Vec3d& gravity);
  Vec3d velocity_at(const Vec3d& x) const override { return trial().velocity_at(x); }
  Mat3d response(const Vec3d& x) const override;
  void push(const Vec3d& x, const Vec3d& impulse) override;
  /// An impulse through the trial's centre and an angular one about it.
  void push(const RigidTrial& about, const Vec3d& impulse, const Vec3d& angular_impulse);
  void twist(const Vec3d& angular_impulse);  ///< about the centre
  /// Moves the body during this step without giving it momentum: out of what it has sunk into.
  void drift(const Vec3d& velocity, const Vec3d& spin) { drift_ = {velocity, spin}; }
  const Vec3d& drift_velocity() const { return drift_.velocity; }
  const Vec3d& drift_spin() const { return drift_.spin; }
  /// Trial velocities as a solver of contact leaves them.
  void set_trial(const RigidTrial& trial);
  void advance(double dt);

  /// Between two steps. On a fixed axis only the part of the spin along it counts, and the place stays.
  void put(const RigidPut& at);
  bool on_axis() const { return axis_.has_value(); }
  /// Of the trial: momentum, and angular momentum about the centre, or on a fixed axis what turns about it.
  struct Momenta {
    Vec3d linear{{0, 0, 0}};   ///< [N s]
    Vec3d angular{{0, 0, 0}};  ///< [N m s]
  };
  Momenta trial_momenta() const;
  RigidTrial trial() const;
  const Vec3d& centre() const { return centre_; }
  const Quaternion<double>& rotation() const { return rotation_; }
  /// Of the state at the start of the step.
  Vec3d velocity() const { return axis_ ? cross(spin(), centre_ - axis_->through) : velocity_; }
  Vec3d spin() const { return axis_ ? axis_->direction * rate_ : inverse_inertia() * L_; }
  double angle() const { return angle_; }  ///< turned about the fixed axis [rad]
  Vec3d angular_momentum() const;
  double kinetic() const;  ///< [J]
  double mass() const { return mass_; }
  void archive(Archive& a, const std::string& prefix);
  void spoil(const Vec3d& velocity) { velocity_ = velocity, rate_ = velocity[0]; }

 private:
  Mat3d inertia() const;          ///< world axes
  Mat3d inverse_inertia() const;  ///< world axes
  void pose_about_axis();

  double mass_;
  Mat3d inertia_, inverse_inertia_;  // body axes
  std::optional<FixedAxis> axis_;
  double axis_inertia_ = 0;
  Vec3d arm_{{0, 0, 0}};  // from the axis to the centre at angle 0
  Quaternion<double> rest_rotation_;

  Vec3d centre_;
  Quaternion<double> rotation_;
  Vec3d velocity_, L_;
  double angle_ = 0, rate_ = 0;

  Vec3d trial_velocity_, trial_L_;
  double trial_rate_ = 0;
  struct Drift {
    Vec3d velocity{{0, 0, 0}}, spin{{0, 0, 0}};
  } drift_;
};

}  // namespace weft
