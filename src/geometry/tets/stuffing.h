/// Tetrahedra that fill a shape: isosurface stuffing (Labelle and Shewchuk 2007). A regular lattice is laid
/// over the shape, its points near the surface are moved onto it, and what still crosses the surface is cut
/// there. Dihedral angles are bounded whatever the surface: between 10.7 and 164.8 degrees where it is
/// smooth, above 10 and below 165 where it is as rough as the lattice itself.
#pragma once
#include <functional>

#include "geometry/shape.h"
#include "geometry/tet_mesh.h"

namespace weft {

/// Negative inside; never changes by more than the distance between two places (a true distance, or less).
using LevelSet = std::function<double(const Vec3d&)>;

/// `bounds` hold the inside; `spacing` is the length of the longer edges of the lattice [m]. The same for any
/// number of threads. Error E0146 when the spacing is not positive or asks for too much, E0147 when nothing
/// is inside.
TetMesh stuff(const LevelSet& level_set, const Bounds& bounds, double spacing);

/// A box of `counts` cells along each axis, centred, five tetrahedra per cell in two kinds that alternate.
TetMesh tet_block(const Vec3d& size, const std::array<int, 3>& counts);

/// Any shape but a Plane, in its own axes: a Box becomes a block, others are stuffed.
TetMesh tetrahedra_of(const Shape& shape, double spacing);

/// The smallest and largest dihedral angle of a mesh [rad].
struct DihedralRange {
  double smallest, largest;
};
DihedralRange dihedral_range(const TetMesh& mesh);

}  // namespace weft
