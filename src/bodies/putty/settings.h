/// What a scene may say about putty besides its shape and material.
#pragma once
#include "exec/setting.h"
#include "grid/integrator.h"

namespace weft {

struct PuttySettings {
  double radius = 2.5;  ///< of neighbourhoods, in spacings
  bool implicit = true;
  Integrator integrator = Integrator::tr_bdf2;  ///< of implicit steps
  int rotation_rounds = 1;                      ///< solves per step; more follow large turns better
  double tolerance = 1e-4;                      ///< of the conjugate gradients
  double control = 0.05;                        ///< chi: against motions that no neighbourhood sees
  bool keep_neighbours = false;  ///< elastic only: the neighbours at rest stay, nothing splits or merges
  double friction = 0.3;         ///< against other bodies
  double restitution = 0;        ///< of collisions with other bodies
  static const Settings<PuttySettings>& fields();
};

}  // namespace weft
