/// Places and velocities of bodies that step their own vertices.
#pragma once
#include "exec/array.h"
#include "math/vec.h"

namespace weft {

/// x y z and nothing: a vertex is one load. Places need double:
/// neighbours differ in the last digits of a float.
using Place = Vec<4, double>;
using Places = Array<Place>;
inline Place place(const Vec3d& x) { return {{x[0], x[1], x[2], 0}}; }
inline Vec3d vector(const Place& x) { return {{x[0], x[1], x[2]}}; }

}  // namespace weft
