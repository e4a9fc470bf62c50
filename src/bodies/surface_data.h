/// What a body whose vertices a device moves is as a surface that meets others there (device/surfaces/), its vertices
/// in the order of its memory.
#pragma once
#include <array>
#include <cstdint>
#include <vector>

#include "math/vec.h"

namespace weft {

struct SurfaceData {
  std::vector<std::array<std::uint32_t, 3>> triangles;
  std::vector<std::array<std::uint32_t, 2>> segments;
  std::vector<Vec3d> x, rest;  ///< of vertices: now, and without stress [m]
  std::vector<double> mass;    ///< with its share of contact points [kg]
  double radius = 0;           ///< half the thickness [m]
  double friction = 0;
  bool meets_itself = true;
};

}  // namespace weft
