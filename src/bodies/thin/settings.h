/// What a scene may say about cloth and fibres besides their shape and material.
#pragma once
#include <optional>

#include "bodies/coupling.h"
#include "exec/setting.h"
#include "grid/integrator.h"

namespace weft {

/// Which parts of the strain the mesh gives and which the grid (JGT17 Fig. 10).
enum class Discretisation {
  hybrid,  ///< tangents from the mesh, normals from the grid: the method
  grid,    ///< all from the grid: plain MPM, which drifts and fractures
  mesh     ///< tangents from the mesh and no contact points: things pass through each other
};

struct ThinSettings {
  Coupling coupling = Coupling::grid;
  // Of those that move by themselves.
  std::optional<double> stretch_damping;        ///< tau of stretch; default: sheet_body.cpp [s]
  std::optional<double> bend_damping;           ///< tau of bending; default: sheet_body.cpp [s]
  std::optional<double> drag;                   ///< of the air, per area and speed; default 0 [kg/(m^2 s)]
  std::optional<bool> self_contact;             ///< its own parts meet each other; default true
  Integrator integrator = Integrator::tr_bdf2;  ///< of implicit steps

  double damping = 0;          ///< nu of JGT17 eq. 2
  int sharpen = 0;             ///< N of bodies/sharpening.h; 0: never
  double bending = 0;          ///< cloth: flexural rigidity D [N m]; fibre: B = E I [N m^2]; 0: limp
  double bending_poisson = 0;  ///< cloth: nu of bending
  double tear = 0;             ///< fibre: stretch at which a segment breaks; 0: never
  Discretisation discretisation = Discretisation::hybrid;
  bool plastic = true;  ///< contact forgets what friction cannot hold
  static const Settings<ThinSettings>& fields();
};

}  // namespace weft
