/// What a scene may say about soft solids besides their shape and material.
#pragma once
#include "exec/setting.h"
#include "grid/integrator.h"

namespace weft {

struct SolidSettings {
  double friction = 0.3;      ///< against other bodies
  double restitution = 0;     ///< of collisions with other bodies
  bool self_contact = false;  ///< parts of the body collide with each other through the grid
  double damping = 0;         ///< weight nu of the damping transfers, 0..1, at damping_time
  int damping_rounds = 1;     ///< transfers per step
  Integrator integrator = Integrator::tr_bdf2;  ///< of implicit steps
  static const Settings<SolidSettings>& fields();
};

}  // namespace weft
