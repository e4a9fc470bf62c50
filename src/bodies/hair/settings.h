/// What a scene may say about hair besides its shape and material.
#pragma once
#include "exec/setting.h"
#include "grid/integrator.h"

namespace weft {

struct HairSettings {
  double thickness = 8e-5;                      ///< diameter, or the larger axis of the section [m]
  double flatness = 1;                          ///< the section's smaller axis over its larger one
  bool implicit = true;                         ///< solved for, per strand
  Integrator integrator = Integrator::tr_bdf2;  ///< of implicit steps
  bool dynamic_twist = false;                   ///< otherwise twist is always in equilibrium
  int newton_steps = 3;                         ///< at most, per step
  double damping = 0;                           ///< nu of JGT17 eq. 2, for the crowd on the grid
  bool press = true;                            ///< the crowd resists on the grid
  double flip = 0.95;            ///< how much of a strand's own velocity is kept in `flip_time`
  double flip_time = 1e-3;       ///< [s]
  int rounds = 5;                ///< of geometric impulses per step
  bool count_crossings = false;  ///< that contact missed, for stats.csv
  static const Settings<HairSettings>& fields();
};

}  // namespace weft
