/// What shells have besides.
#pragma once
#include <optional>
#include <vector>

#include "bodies/shell/settings.h"
#include "geometry/weave/makers.h"
#include "scene/spec/pin.h"

namespace weft {

struct Kind;  // scene/kinds/kind.h

using ShellShape = std::variant<ShellMaker, MeshFile>;

/// What shells have besides.
struct ShellSpec : ShellSettings {
  ShellShape shape = ShellMaker{};
  std::optional<ShellShape> rest;                ///< the shape without stress; default: as it begins
  std::optional<int> contact_points;             ///< of a face along each side; default: enough for the grid
  double pressure = 0;                           ///< [Pa]
  std::optional<Expression> pressure_over_time;  ///< of t, times the pressure
  std::vector<PinSpec> pins;
  bool on_grid_by_damping = false;  ///< that is why coupling is "grid": nobody said so
};

/// How a scene says it, and how it is built: scene/kinds/.
Kind kind_of(const ShellSpec*);

}  // namespace weft
