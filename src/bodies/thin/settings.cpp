#include "bodies/thin/settings.h"

#include "bodies/sharpening.h"

namespace weft {

const Settings<ThinSettings>& ThinSettings::fields() {
  using S = ThinSettings;
  using namespace describe;
  static const Settings<S> list = {
      choice<&S::coupling>("coupling", {{"grid", int(Coupling::grid)}, {"mesh", int(Coupling::mesh)}},
                           "who moves the vertices: the grid, as Jiang et al. 2017 have it; or they keep "
                           "velocities of their own, meet other surfaces as geometry, and everything else "
                           "through the grid. Default: mesh; grid in plane scenes, and where damping, "
                           "sharpen, strain, plastic or "
                           "contact_points say that it is meant")
          .without_default(),
      number<&S::damping>("damping", "", {0, 1},
                          "nu of the affine transfer: 0 none, 1 keeps only rotation. Of coupling = \"grid\""),
      integer<&S::sharpen>(
          "sharpen", {0, kSharpenMost},
          "every so many steps velocities get back what the transfers to the grid and back took "
          "of them meanwhile, so that vibrations last; 0: never (docs/sharpen.md). Of coupling = \"grid\""),
      number<&S::stretch_damping>("stretch_damping", "s", {0, 10},
                                  "coupling = \"mesh\": stretch is damped as by a stress tau C dE/dt, C the "
                                  "stiffness at rest. Default: what makes steps a fifth shorter"),
      number<&S::bend_damping>("bend_damping", "s", {0, 10},
                               "coupling = \"mesh\": bending is damped as by tau times its stiffness. "
                               "Default: 10 ms, less where that would make steps much shorter"),
      number<&S::drag>("drag", "kg/m^2/s", {0, 1e6},
                       "coupling = \"mesh\": resistance of the air, per area and speed. Nothing else stops a "
                       "cloth that hangs and swings. Default: 0"),
      flag<&S::self_contact>("self_contact", "its own parts meet each other as geometry. Default: true"),
      choice<&S::integrator>("integrator",
                             {{"tr_bdf2", int(Integrator::tr_bdf2)}, {"euler", int(Integrator::euler)}},
                             "coupling = \"mesh\", implicit: how it goes through time: tr_bdf2 keeps spins "
                             "and vibrations (second order, two solves a step), and takes "
                             "backward Euler while something touches it; euler always does"),
      number<&S::bending>(
          "bending", "", {0, 1e9},
          "resistance to bending: flexural rigidity of cloth [N m], E I of a fibre [N m^2]; 0: limp"),
      number<&S::bending_poisson>(
          "bending_poisson", "", {-0.9, 0.9},
          "Poisson's ratio of bending: what bends one way wants to bend the other way "
          "across. 0: narrow strips and wide ones have the same rigidity"),
      number<&S::tear>("tear", "", {0, 100},
                       "fibre: a segment drawn to so many times its length breaks; 0: never"),
      choice<&S::discretisation>(
          "strain",
          {{"hybrid", int(Discretisation::hybrid)},
           {"grid", int(Discretisation::grid)},
           {"mesh", int(Discretisation::mesh)}},
          "coupling = \"grid\": in the mesh along the surface and on the grid across it; "
          "or for comparison all on the grid; or all in the mesh and no contact points. "
          "With coupling = \"mesh\" it is all in the mesh"),
      flag<&S::plastic>("plastic", "contact yields: lets go and slides. false for comparison"),
  };
  return list;
}

}  // namespace weft
