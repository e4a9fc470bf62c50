#include "bodies/solid/settings.h"

namespace weft {

const Settings<SolidSettings>& SolidSettings::fields() {
  using S = SolidSettings;
  using namespace describe;
  static const Settings<S> list = {
      number<&S::friction>("friction", "", {0, 100}, "Coulomb coefficient against other bodies"),
      number<&S::restitution>(
          "restitution", "", {0, 1},
          "part of the speed of approach that comes back from other bodies; elasticity bounces by itself"),
      flag<&S::self_contact>("self_contact", "parts of it collide with each other"),
      choice<&S::integrator>("integrator",
                             {{"tr_bdf2", int(Integrator::tr_bdf2)}, {"euler", int(Integrator::euler)}},
                             "implicit: how it goes through time: tr_bdf2 keeps spins and vibrations (second "
                             "order, two solves a step), and takes "
                             "backward Euler while something touches it; euler always does"),
      number<&S::damping>(
          "damping", "", {0, 1},
          "of motion within a few edges, never of rigid motion: weight of the damping transfers"),
      integer<&S::damping_rounds>("damping_rounds", {1, 20}, "damping transfers per step"),
  };
  return list;
}

}  // namespace weft
