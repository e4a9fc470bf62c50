/// What solids have besides.
#pragma once
#include <array>
#include <optional>
#include <vector>

#include "geometry/figure/figure.h"
#include "scene/spec/pin.h"
#include "world/solver.h"

namespace weft {

using SolidShape = std::variant<ShapeSpec, TetFile, FigureOptions>;

/// What solids have besides.
struct SolidSpec {
  /// How it lies at time 0: as its shape; through its centre inside out; pressed into a plane; anyhow.
  enum class Start { rest, inverted, flat, random };
  SolidShape shape = ShapeSpec{Sphere{1}};
  std::optional<std::array<int, 3>> counts;  ///< of a box: cells along its sides
  double friction = 0.3, restitution = 0;    ///< against other bodies
  bool self_contact = false;
  std::optional<Stepping> step;  ///< without a word: as the solver
  int damping_rounds = 1;
  Start start = Start::rest;
  std::vector<PinSpec> pins;
};

}  // namespace weft
