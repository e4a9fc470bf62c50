/// Shapes as triangles.
#pragma once
#include "geometry/shape.h"

namespace weft {

/// The surface of a shape, edges at most about `edge` long where it is round. Vertices at sharp edges are
/// there once per face, so that means of normals around them stay sharp. A plane has none.
TriangleMesh shape_surface(const Shape& shape, double edge);

/// The same triangles with vertices of their own on both sides of edges sharper than 40 degrees.
TriangleMesh split_at_creases(const TriangleMesh& mesh);

}  // namespace weft
