/// Strands that make way for others.
#pragma once
#include "geometry/weave/thin.h"

namespace weft {

/// Moves the vertices of `moving` until its segments are `distance` away from those of `fixed`, as far as a
/// number of rounds allows: in each, every segment that is too near moves away along the shortest way, and
/// bends are smoothed a little. Ends move too.
void make_way(Strands& moving, const Strands& fixed, double distance, int rounds);

}  // namespace weft
