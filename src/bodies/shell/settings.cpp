#include "bodies/shell/settings.h"

namespace weft {

const Settings<ShellSettings>& ShellSettings::fields() {
  using S = ShellSettings;
  using namespace describe;
  static const Settings<S> list = {
      number<&S::thickness>("thickness", "m", {1e-6, 10},
                            "sets mass and stiffness: bending grows with its cube. How far contact reaches "
                            "is a matter of the grid")
          .required(),
      number<&S::damping>("damping", "", {0, 1}, "nu of the affine transfer: 0 none, 1 keeps only rotation"),
      choice<&S::coupling>("coupling", {{"grid", int(Coupling::grid)}, {"mesh", int(Coupling::mesh)}},
                           "who moves the control points: the grid, as Guo et al. 2018 have it; or they keep "
                           "velocities of their own and the grid only lets them touch"),
      choice<&S::layers>("layers", {{"gauss", int(Layers::gauss)}, {"paper", int(Layers::paper)}},
                         "where the two layers of the thickness lie: at Gauss points, or at a quarter as in "
                         "Guo et al. 2018, with 3/4 of the bending stiffness"),
      integer<&S::gauss>("quadrature", {2, 4},
                         "points of a face along each side where strain is measured; 3 for strong curvature"),
      choice<&S::boundary>("corners",
                           {{"sharp", int(BoundaryRule::edge_and_corner)}, {"round", int(BoundaryRule::edge_only)}},
                           "of open meshes"),
      flag<&S::plastic>("plastic", "contact yields: lets go and slides. false for comparison"),
  };
  return list;
}

}  // namespace weft
