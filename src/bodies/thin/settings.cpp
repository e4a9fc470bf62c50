#include "bodies/thin/settings.h"

namespace weft {

const Settings<ThinSettings>& ThinSettings::fields() {
  using S = ThinSettings;
  using namespace describe;
  static const Settings<S> list = {
      number<&S::damping>("damping", "", {0, 1}, "nu of the affine transfer: 0 none, 1 keeps only rotation"),
      number<&S::bending>(
          "bending", "", {0, 1e9},
          "resistance to bending: flexural rigidity of cloth [N m], E I of a fibre [N m^2]; 0: limp"),
      number<&S::tear>("tear", "", {0, 100},
                       "fibre: a segment drawn to so many times its length breaks; 0: never"),
      choice<&S::discretisation>("strain",
                                 {{"hybrid", int(Discretisation::hybrid)},
                                  {"grid", int(Discretisation::grid)},
                                  {"mesh", int(Discretisation::mesh)}},
                                 "in the mesh along the surface and on the grid across it; or for comparison "
                                 "all on the grid; all in the mesh and no contact points"),
      flag<&S::plastic>("plastic", "contact yields: lets go and slides. false for comparison"),
  };
  return list;
}

}  // namespace weft
