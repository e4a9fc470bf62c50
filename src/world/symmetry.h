/// Planes of symmetry: the material continues beyond the plane as its own mirror image.
///
/// A kernel near a wall reaches nodes behind it. Holding those at rest makes strains near the wall wrong to
/// first order; a mirror image makes them right. With n the normal, i a node and i' its mirror image behind
/// the plane:
///   fold      m_i += m_i',   p_i += p_i' - 2 n (n . p_i')      before velocities are formed
///   reflect   v_i' = v_i - 2 n (n . v_i)                        after contact
/// Needs a plane across an axis that passes through nodes.
#pragma once
#include <vector>

#include "contact/collider.h"
#include "grid/grid.h"

namespace weft {

struct SymmetryPlane {
  int axis;  ///< 0 x, 1 y, 2 z
  int node;  ///< lattice coordinate of the plane
  int side;  ///< +1: material at larger coordinates
};

/// The symmetry planes among the colliders. Throws Error E0503 when one is not a plane across an axis on
/// nodes at rest.
std::vector<SymmetryPlane> symmetry_planes(const std::vector<Collider>& colliders, double dx);

void fold(Grid& grid, const std::vector<SymmetryPlane>& planes);
void reflect(Grid& grid, const std::vector<SymmetryPlane>& planes);

}  // namespace weft
