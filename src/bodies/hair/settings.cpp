#include "bodies/hair/settings.h"

namespace weft {

const Settings<HairSettings>& HairSettings::fields() {
  using S = HairSettings;
  using namespace describe;
  static const Settings<S> list = {
      number<&S::thickness>("thickness", "m", {1e-6, 1},
                            "diameter of a strand, or the larger axis of its section: sets mass and "
                            "stiffness, bending with its fourth power"),
      number<&S::flatness>("flatness", "", {0.01, 1},
                           "the section's smaller axis over its larger one: 1 is round, less is a ribbon "
                           "that bends more easily one way"),
      choice<&S::implicit>("step", {{"implicit", true}, {"explicit", false}},
                           "how a strand's own velocities are found: backward Euler, with steps that speed "
                           "alone limits; or explicit, with steps that its stiffness dictates"),
      choice<&S::integrator>("integrator",
                             {{"tr_bdf2", int(Integrator::tr_bdf2)}, {"euler", int(Integrator::euler)}},
                             "implicit: how it goes through time: tr_bdf2 keeps spins and vibrations (second "
                             "order, two solves a step), and takes "
                             "backward Euler while something touches it; euler always does"),
      choice<&S::dynamic_twist>("twist", {{"static", false}, {"dynamic", true}},
                                "twist is always in equilibrium, or has inertia"),
      integer<&S::newton_steps>("newton_steps", {1, 100}, "implicit: at most, per step"),
      number<&S::damping>("damping", "", {0, 1},
                          "nu of the affine transfer of the crowd: 0 none, 1 keeps only rotation"),
      flag<&S::press>("press",
                      "a crowd of strands resists being pressed together, on the grid; false for comparison"),
      number<&S::flip>("flip", "", {0, 1},
                       "how much of a strand's own velocity is kept in `flip_time` where the grid has "
                       "another one; 0 follows the grid"),
      number<&S::flip_time>("flip_time", "s", {1e-9, 10}, "the time that `flip` is for, whatever the step"),
      integer<&S::rounds>("rounds", {1, 1000}, "of the impulses between segments within `reach`, per step"),
      flag<&S::count_crossings>("count_crossings",
                                "count the segments that still passed through each other, for stats.csv; "
                                "costs about as much as finding contacts"),
  };
  return list;
}

}  // namespace weft
