#include "bodies/putty/settings.h"

namespace weft {

const Settings<PuttySettings>& PuttySettings::fields() {
  using S = PuttySettings;
  using namespace describe;
  static const Settings<S> list = {
      number<&S::radius>("radius", "", {1.5, 6},
                         "how far points know each other, in spacings; costs grow with its cube"),
      choice<&S::implicit>("step", {{"implicit", true}, {"explicit", false}},
                           "how its velocities are found: backward Euler, with steps that speed alone "
                           "limits; or explicit, with steps that its stiffness dictates"),
      choice<&S::integrator>("integrator",
                             {{"tr_bdf2", int(Integrator::tr_bdf2)}, {"euler", int(Integrator::euler)}},
                             "implicit: how it goes through time: tr_bdf2 keeps spins and vibrations (second "
                             "order, two solves a step), and takes "
                             "backward Euler while something touches it; euler always does"),
      integer<&S::rotation_rounds>("rotation_rounds", {1, 20},
                                   "implicit: solves per step; 2 follow fast turns better"),
      number<&S::tolerance>(
          "tolerance", "", {1e-12, 0.5},
          "implicit: residual that the conjugate gradients leave, relative to that of no elasticity"),
      number<&S::control>(
          "control", "", {0, 10},
          "stiffness against motions that no neighbourhood sees, as a part of the material's own"),
      flag<&S::keep_neighbours>("keep_neighbours",
                                "who is near at time 0 stays a neighbour: nothing splits, merges or drifts. "
                                "For materials that never yield"),
      number<&S::friction>("friction", "", {0, 100}, "Coulomb coefficient against other bodies"),
      number<&S::restitution>(
          "restitution", "", {0, 1},
          "part of the speed of approach that comes back from other bodies; elasticity bounces by itself"),
  };
  return list;
}

}  // namespace weft
