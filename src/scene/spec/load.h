/// loads = [{ }] of an object.
#pragma once
#include "exec/expression.h"
#include "scene/spec/pin.h"

namespace weft {

/// Which vertices (as a pin chooses them, or all), and what acts on them.
struct LoadSpec : PinSpec {
  bool all = false;
  Vec3d force{{0, 0, 0}};     ///< a total, shared by them [N]
  Vec3d line{{0, 0, 0}};      ///< per length of edges between them [N/m]
  Vec3d traction{{0, 0, 0}};  ///< per area of faces between them [Pa]
  double push = 0;            ///< along the normal of faces between them [Pa]
  double couple = 0;          ///< shells: turns an edge, per length [N]
  std::optional<Expression> over_time;
};

}  // namespace weft
