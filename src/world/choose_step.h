/// `solver.step = "auto"`: explicit or implicit, from a short trial.
#pragma once
#include "world/world.h"

namespace weft {

/// Tries a few implicit steps and counts what they cost against the explicit steps that would cover the same
/// time; the world is as before afterwards. Counts, not seconds: the same scene is always decided alike.
Stepping choose_step(World& world, double t_end);

/// Decides "auto"; leaves anything else as it is.
inline void decide_stepping(World& world, double t_end) {
  if (world.solver.step == Stepping::automatic) world.solver.step = choose_step(world, t_end);
}

}  // namespace weft
