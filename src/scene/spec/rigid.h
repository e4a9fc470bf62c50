/// What rigid bodies have besides, and joints.
#pragma once
#include <optional>
#include <string>

#include "bodies/rigid/settings.h"
#include "contact/joint.h"

namespace weft {

struct Kind;  // scene/kinds/kind.h

/// What rigid bodies have besides: `shape`, `place`, `velocity` and `spin` are as everywhere.
struct RigidSpec : RigidSettings {
  double mass = 0;  ///< [kg]; 0: from the density
  std::optional<FixedAxis> axis;
};

/// A joint between a rigid body and another, or the world.
struct JointSpec {
  std::string name, a, b;  ///< b: empty for the world
  Joint::Kind kind = Joint::Kind::hinge;
  Vec3d at{{0, 0, 0}}, axis{{0, 0, 1}};
  std::optional<double> motor_speed;
  double motor_torque = 1e12;  ///< [N m]
  bool collide = false;
};

/// How a scene says it, and how it is built: scene/kinds/.
Kind kind_of(const RigidSpec*);

}  // namespace weft
