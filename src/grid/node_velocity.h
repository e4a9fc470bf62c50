/// A node's velocity in double precision, while its v is one (grid/grid.h).
#pragma once
#include "grid/grid.h"

namespace weft {

inline Vec3d velocity_of(const Node& n) { return {{n.v[0], n.v[1], n.v[2]}}; }
inline void set_velocity(Node& n, const Vec3d& v) {
  for (int a = 0; a < 3; ++a) n.v[a] = Real(v[a]);
}

}  // namespace weft
