/// A periodic Poisson-disk pattern: one point per cell on average, none closer than a radius r to another,
/// across the tile's border too, so that copies of it fill any space with a mean density of exactly one point
/// per cell. Dart throwing saturates at n r^3 = 0.734 in space and n r^2 = 0.697 in the plane (n points per
/// unit volume or area); the radii below stop at 81 % of it (92 % in the plane), which is always reached, so a
/// tile has exactly one point per cell.
#pragma once
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "math/vec.h"

namespace weft {

constexpr double kPoissonRadius3 = 0.84;  ///< smallest distance of two points in space, in spacings
constexpr double kPoissonRadius2 = 0.80;  ///< smallest distance of two points in the plane, in spacings

struct PoissonTile {
  std::array<std::int64_t, 3> n{};   ///< cells per axis
  std::vector<std::uint32_t> first;  ///< points of cell c are points[first[c]] ... points[first[c + 1]]
  std::vector<Vec3d> points;         ///< in [0, 1)^3 of their cell

  /// Points of the cell (i, j, k >= 0) of the tiled space, relative to its lower corner.
  std::span<const Vec3d> cell(std::int64_t i, std::int64_t j, std::int64_t k) const {
    const auto c = std::size_t(i % n[0] + n[0] * (j % n[1] + n[1] * (k % n[2])));
    return {points.data() + first[c], points.data() + first[c + 1]};
  }
};

/// A tile for a region of `cells`: as large as the region, but at least 8 and at most 24 cells per axis
/// (16 and 256 in the plane, where y has one layer and all points have y = 1/2).
PoissonTile make_poisson_tile(std::array<std::int64_t, 3> cells, bool plane, std::uint64_t seed);

}  // namespace weft
