#include "bodies/shell/settings.h"

#include "bodies/sharpening.h"

namespace weft {

const Settings<ShellSettings>& ShellSettings::fields() {
  using S = ShellSettings;
  using namespace describe;
  static const Settings<S> list = {
      number<&S::thickness>("thickness", "m", {1e-6, 10},
                            "sets mass and stiffness: bending grows with its cube; with coupling = "
                            "\"mesh\" also how far from others it keeps")
          .required(),
      number<&S::damping>("damping", "", {0, 1},
                          "nu of the affine transfer: 0 none, 1 keeps only rotation. Of coupling = \"grid\""),
      integer<&S::sharpen>(
          "sharpen", {0, kSharpenMost},
          "every so many steps velocities get back what the transfers to the grid and back took "
          "of them meanwhile, so that vibrations last; 0: never (docs/sharpen.md). Of coupling = \"grid\""),
      choice<&S::coupling>("coupling", {{"grid", int(Coupling::grid)}, {"mesh", int(Coupling::mesh)}},
                           "who moves the control points: the grid, as Guo et al. 2018 have it; or they keep "
                           "velocities of their own, meet other surfaces as geometry, and everything else "
                           "through the grid. Default: mesh; grid where steps may be implicit, and where "
                           "damping, sharpen, plastic or "
                           "contact_points say that it is meant")
          .without_default(),
      number<&S::stretch_damping>("stretch_damping", "s", {0, 10},
                                  "coupling = \"mesh\": stretch is damped as by a stress tau C dE/dt, C the "
                                  "stiffness at rest. Default: what makes steps a fifth shorter"),
      number<&S::bend_damping>("bend_damping", "s", {0, 10},
                               "coupling = \"mesh\": bending is damped as by tau times its stiffness. "
                               "Default: a loss factor of 0.2 in the slowest bending of a strip as long as "
                               "the shell, at most 0.1 s, "
                               "less where that would make steps much shorter"),
      number<&S::drag>("drag", "kg/m^2/s", {0, 1e6},
                       "coupling = \"mesh\": resistance of the air, per area and speed. Nothing else stops a "
                       "limp shell that hangs and swings. Default: 0"),
      flag<&S::self_contact>("self_contact",
                             "coupling = \"mesh\": its own parts meet each other. Default: true"),
      choice<&S::layers>("layers", {{"gauss", int(Layers::gauss)}, {"paper", int(Layers::paper)}},
                         "where the two layers of the thickness lie: at Gauss points, or at a quarter as in "
                         "Guo et al. 2018, with 3/4 of the bending stiffness"),
      integer<&S::gauss>("quadrature", {2, 4},
                         "points of a face along each side where strain is measured; 3 for strong curvature"),
      choice<&S::boundary>(
          "corners", {{"sharp", int(BoundaryRule::edge_and_corner)}, {"round", int(BoundaryRule::edge_only)}},
          "of open meshes"),
      flag<&S::plastic>("plastic", "contact yields: lets go and slides. false for comparison"),
  };
  return list;
}

}  // namespace weft
