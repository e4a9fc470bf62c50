/// What shells have besides.
#pragma once
#include <optional>
#include <vector>

#include "bodies/shell/settings.h"
#include "geometry/weave/makers.h"
#include "scene/spec/pin.h"

namespace weft {

using ShellShape = std::variant<ShellMaker, MeshFile>;

/// What shells have besides.
struct ShellSpec {
  ShellShape shape = ShellMaker{};
  std::optional<ShellShape> rest;  ///< the shape without stress; without a word: as it begins
  double thickness = 0;            ///< [m]
  Layers layers = Layers::gauss;
  int quadrature = 2;                 ///< points of a face along each side
  std::optional<int> contact_points;  ///< of a face along each side; without a word: enough for the grid
  BoundaryRule corners = BoundaryRule::edge_and_corner;
  Coupling coupling = Coupling::grid;
  bool plastic = true;
  double pressure = 0;                           ///< [Pa]
  std::optional<Expression> pressure_over_time;  ///< of t, times the pressure
  std::vector<PinSpec> pins;
};

}  // namespace weft
