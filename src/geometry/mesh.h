/// Triangle meshes as plain data.
#pragma once
#include <array>
#include <cstdint>
#include <vector>

#include "math/vec.h"

namespace weft {

struct Bounds {
  Vec3d lower{{1e300, 1e300, 1e300}}, upper{{-1e300, -1e300, -1e300}};
  void add(const Vec3d& x) {
    for (int k = 0; k < 3; ++k) {
      if (x[k] < lower[k]) lower[k] = x[k];
      if (x[k] > upper[k]) upper[k] = x[k];
    }
  }
};

struct TriangleMesh {
  std::vector<Vec3d> vertices;                          ///< [m]
  std::vector<std::array<std::uint32_t, 3>> triangles;  ///< counter-clockwise seen from outside
};

}  // namespace weft
