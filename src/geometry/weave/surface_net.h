/// A net on a surface: one vertex in every cell of a grid that the surface passes through, one quadrilateral
/// around every grid edge it crosses (surface nets; Gibson 1998).
#pragma once
#include "geometry/weave/surface_mesh.h"

namespace weft {

/// Triangles of the surface f = 0 within the bounds, for cells of size h; counter-clockwise from outside.
TriangleMesh surface_net(const Implicit& f, const Bounds& bounds, double h);

}  // namespace weft
