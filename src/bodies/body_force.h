/// An acceleration that a scene gives as formulas.
#pragma once
#include <array>

#include "exec/expression.h"
#include "math/vec.h"

namespace weft {

/// Added to gravity [m/s^2]: expressions of X Y Z (rest position) x y z t.
struct BodyForce {
  std::array<Expression, 3> component;
  Vec3d at(const Vec3d& rest, const Vec3d& x, double time) const {
    const std::array<double, 7> values{rest[0], rest[1], rest[2], x[0], x[1], x[2], time};
    return {{component[0](values), component[1](values), component[2](values)}};
  }
};

}  // namespace weft
