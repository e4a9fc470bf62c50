/// What a scene may say about rigid bodies besides their shape.
#pragma once
#include <optional>

#include "exec/setting.h"

namespace weft {

/// A line fixed in space that the body turns about.
struct FixedAxis {
  Vec3d through{{0, 0, 0}};  ///< [m]
  Vec3d direction{{0, 0, 1}};
  double friction = 0;                ///< torque per rate of turning [N m s]
  std::optional<double> motor_speed;  ///< wanted [rad/s]
  double motor_torque = 1e12;         ///< at most [N m]
  static const Settings<FixedAxis>& fields();
};

struct RigidSettings {
  double density = 1000;  ///< [kg/m^3]
  double friction = 0.3;  ///< against other bodies
  double restitution = 0;
  static const Settings<RigidSettings>& fields();
};

}  // namespace weft
