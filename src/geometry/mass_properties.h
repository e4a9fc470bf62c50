/// Volume, centre and inertia of closed surfaces and shapes of uniform density.
#pragma once
#include "geometry/shape.h"

namespace weft {

/// Of density 1.
struct MassProperties {
  double volume = 0;              ///< [m^3]
  Vec3d centre{{0, 0, 0}};        ///< [m]
  Mat3d inertia = Mat3d::zero();  ///< about the centre [m^5]
};

MassProperties mass_properties(const TriangleMesh& closed);
MassProperties mass_properties(const Shape& shape);

}  // namespace weft
