/// Pairs of shapes whose bounds come near each other.
#pragma once
#include "contact/rigid/find_contacts.h"

namespace weft {

struct Reach {
  Bounds bounds;  ///< world axes
  double margin;  ///< how far it may get in a step [m]
};

struct ShapePair {
  std::size_t a, b;
};

Bounds world_bounds(const PlacedShape& shape);

/// Pairs (a, b), a < b and a < moving: of the first `moving` shapes among each other and with the rest. In
/// ascending order, whatever order they were found in.
std::vector<ShapePair> near_pairs(const std::vector<Reach>& shapes, std::size_t moving);

}  // namespace weft
