/// A third thing that the implicit solve passes through the transfers, once it has found its velocities (grid/parcels.h):
///   settled   in: the velocities found     out: dt f(x + dt v) again, as forces at x that turn nothing
#pragma once
#include "grid/parcels.h"

namespace weft {

inline constexpr Solve kSettled{2};

}  // namespace weft
