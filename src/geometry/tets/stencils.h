/// What remains of a lattice tetrahedron that the surface crosses.
#pragma once
#include <array>
#include <cstdint>
#include <vector>

#include "geometry/tets/lattice.h"

namespace weft {

/// A lattice tetrahedron after points near the surface were moved onto it.
struct CrossedTet {
  std::array<Lattice::Place, 4> place;
  std::array<std::uint32_t, 4> vertex;
  std::array<int, 4> side;                            ///< 1 inside, 0 on the surface, -1 outside
  std::array<std::array<std::uint32_t, 4>, 4> cut{};  ///< cut[i][j]: vertex where edge ij meets the surface
};

/// Appends the part inside as one to three tetrahedra, in no particular orientation.
void cut_tetrahedron(const CrossedTet& tet, std::vector<std::array<std::uint32_t, 4>>& out);

}  // namespace weft
