/// Meshes of near-equilateral triangles on surfaces f(x) = 0.
#pragma once
#include <functional>

#include "geometry/mesh.h"

namespace weft {

/// A function that is negative inside, and about a distance near its zeros [m].
using Implicit = std::function<double(const Vec3d&)>;

struct Opening {
  double z = 1e300;  ///< the surface is cut off above this height [m]
};

/// The surface f = 0 within the bounds, cut open at `opening`: triangles with edges of about `spacing`,
/// counter-clockwise from outside. Vertices lie on the surface,
/// those of the rim also in the plane of the cut.
TriangleMesh mesh_surface(const Implicit& f, const Bounds& bounds, double spacing, const Opening& opening);

}  // namespace weft
