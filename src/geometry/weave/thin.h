/// Thin things as plain data: sheets of cloth (triangles) and strands of yarn or hair (polylines).
#pragma once
#include <array>
#include <cstdint>
#include <variant>
#include <vector>

#include "math/vec.h"

namespace weft {

/// A piece of cloth.
struct Sheet {
  std::vector<Vec3d> vertices;                          ///< [m]
  std::vector<std::array<std::uint32_t, 3>> triangles;  ///< all seen counter-clockwise from the same side
  /// Place of each vertex in the pattern: warp along u, weft along v [m]. A seam that a flat pattern would
  /// need is not cut: a triangle across it has one corner on the far side of the pattern.
  std::vector<std::array<float, 2>> uv;
};

/// Yarns, hairs, fibres.
struct Strands {
  std::vector<Vec3d> vertices;                ///< [m], strand after strand
  std::vector<std::uint32_t> counts;          ///< vertices of each strand
  std::vector<std::array<float, 3>> colours;  ///< of each strand, linear red, green, blue in 0..1; or empty
  std::vector<std::uint32_t> roots;           ///< vertices that something holds (scalp, backing); or empty
};

using Thin = std::variant<Sheet, Strands>;

}  // namespace weft
