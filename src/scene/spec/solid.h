/// What solids have besides.
#pragma once
#include <array>
#include <optional>
#include <vector>

#include "bodies/solid/settings.h"
#include "geometry/figure/figure.h"
#include "scene/spec/pin.h"
#include "world/solver.h"

namespace weft {

struct Kind;  // scene/kinds/kind.h

using SolidShape = std::variant<ShapeSpec, TetFile, FigureOptions>;

/// What solids have besides.
struct SolidSpec : SolidSettings {
  /// How it lies at time 0: as its shape; through its centre inside out; pressed into a plane; anyhow.
  enum class Start { rest, inverted, flat, random };
  SolidShape shape = ShapeSpec{Sphere{1}};
  std::optional<std::array<int, 3>> counts;  ///< of a box: cells along its sides
  std::optional<Stepping> step;              ///< default: as the solver
  Start start = Start::rest;
  std::vector<PinSpec> pins;
};

/// How a scene says it, and how it is built: scene/kinds/.
Kind kind_of(const SolidSpec*);

}  // namespace weft
