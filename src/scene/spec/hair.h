/// What hair has besides.
#pragma once
#include <optional>
#include <vector>

#include "geometry/weave/makers.h"
#include "scene/spec/pin.h"

namespace weft {

using HairShape = std::variant<StrandMaker, CurveFile>;

/// What hair has besides.
struct HairSpec {
  HairShape shape = StrandMaker{};
  GrowsOn grows_on;
  double thickness = 8e-5, flatness = 1;  ///< [m], [1]
  bool implicit = true, dynamic_twist = false;
  int newton_steps = 3;
  double damping = 0;  ///< nu of the crowd
  bool press = true;
  double flip = 0.95, flip_time = 1e-3;   ///< [1], [s]
  std::optional<double> reach;            ///< [m]; without a word: from the strands
  int rounds = 5;                         ///< of geometric contact
  std::optional<double> strand_friction;  ///< without a word: the material's
  bool count_crossings = false;
  std::vector<PinSpec> pins;
};

}  // namespace weft
