/// What a scene may say about shells besides their shape and material.
#pragma once
#include <optional>

#include "bodies/coupling.h"
#include "exec/setting.h"
#include "geometry/subdivision.h"

namespace weft {

/// Where the two layers lie. The paper's have 3/4 of the bending stiffness D = E t^3 / (12 (1 - nu^2)).
enum class Layers {
  gauss,  ///< +- t / (2 sqrt 3)
  paper   ///< +- t / 4
};

struct ShellSettings {
  double thickness = 0;  ///< [m]
  double damping = 0;    ///< nu: how much of the affine velocity's symmetric part a step forgets
  int sharpen = 0;       ///< N of bodies/sharpening.h; 0: never
  Coupling coupling = Coupling::grid;
  std::optional<double> stretch_damping;  ///< Coupling::mesh: tau_s [s]
  std::optional<double> bend_damping;     ///< Coupling::mesh: tau_b [s]
  std::optional<double> drag;             ///< Coupling::mesh: of the air [kg/(m^2 s)]
  std::optional<bool> self_contact;       ///< Coupling::mesh
  Layers layers = Layers::gauss;
  int gauss = 2;  ///< in-plane quadrature points of a face along each side: 2, or 3 for strong curvature
  BoundaryRule boundary = BoundaryRule::edge_and_corner;
  bool plastic = true;  ///< contact forgets what friction cannot hold
  static const Settings<ShellSettings>& fields();
};

}  // namespace weft
