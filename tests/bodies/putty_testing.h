/// Points for tests of putty.
#pragma once
#include <vector>

#include "geometry/random.h"
#include "math/quaternion.h"

namespace weft {

/// n^3 points a spacing apart, the first at the origin.
inline std::vector<Vec3d> lattice(int n, double spacing) {
  std::vector<Vec3d> x;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      for (int k = 0; k < n; ++k) x.push_back(Vec3d{{double(i), double(j), double(k)}} * spacing);
  return x;
}

/// One number after the other.
struct Draw {
  Random random;
  std::uint64_t next = 0;
  explicit Draw(std::uint64_t seed) : random{seed} {}
  double uniform() { return random.uniform(next++); }
};

/// Some rotation far from the axes.
inline Mat3d some_rotation() {
  return Quaternion<double>::from_rotation_vector(Vec3d{{0.9, -1.3, 0.6}}).to_matrix();
}

}  // namespace weft
