/// What rigid bodies have besides, and joints.
#pragma once
#include <optional>
#include <string>

#include "bodies/rigid/settings.h"
#include "contact/joint.h"

namespace weft {

/// What rigid bodies have besides: `shape`, `place`, `velocity` and `spin` are as everywhere.
struct RigidSpec {
  double density = 1000;  ///< [kg/m^3]
  double mass = 0;        ///< [kg]; 0: from the density
  double friction = 0.3, restitution = 0;
  std::optional<FixedAxis> axis;
};

/// A joint between a rigid body and another, or the world.
struct JointSpec {
  std::string name, a, b;  ///< b: empty for the world
  Joint::Kind kind = Joint::Kind::hinge;
  Vec3d at{{0, 0, 0}}, axis{{0, 0, 1}};
  std::optional<double> motor_speed;
  double motor_torque = 0;
  bool collide = false;
};

}  // namespace weft
