#include "bodies/rigid/settings.h"

namespace weft {

using namespace describe;

const Settings<FixedAxis>& FixedAxis::fields() {
  using S = FixedAxis;
  static const Settings<S> list = {
      vector<&S::through>("through", "m", {-1e6, 1e6}, "a point of the line; default: the shape's centre")
          .without_default(),
      vector<&S::direction>("direction", "", {-1e6, 1e6}, "of the line, any length but zero").required(),
      number<&S::friction>("friction", "", {0, 1e12}, "of the axle: torque per rate of turning [N m s]"),
      number<&S::motor_speed>("motor_speed", "rad/s", {-1e6, 1e6}, "a motor turns it so fast; \"120 rpm\""),
      number<&S::motor_torque>("motor_torque", "", {0, 1e30}, "the most the motor has [N m]"),
  };
  return list;
}

const Settings<RigidSettings>& RigidSettings::fields() {
  using S = RigidSettings;
  static const Settings<S> list = {
      number<&S::density>("density", "kg/m^3", {1e-3, 1e6}, "the same everywhere inside"),
      number<&S::friction>(
          "friction", "", {0, 100},
          "Coulomb's coefficient against other bodies; a collider's own counts against that"),
      number<&S::restitution>(
          "restitution", "", {0, 1},
          "the part of the speed of an impact that comes back, against colliders and rigid bodies"),
  };
  return list;
}

}  // namespace weft
