/// What putty has besides.
#pragma once
#include <optional>
#include <vector>

#include "geometry/figure/figure.h"
#include "scene/spec/pin.h"

namespace weft {

/// What putty has besides: `shape`, `spacing`, `sampling` and `seed` are as those of grains.
struct PuttySpec {
  std::optional<FigureOptions> figure;  ///< instead of `shape`
  double radius = 2.5;                  ///< of neighbourhoods, in spacings
  bool implicit = true;
  int rotation_rounds = 1;
  double tolerance = 1e-4, control = 0.05;
  bool keep_neighbours = false;
  double friction = 0.3, restitution = 0;  ///< against other bodies
  std::vector<PinSpec> pins;
};

}  // namespace weft
