/// How deep a piece of surface reaches into an obstacle: the least signed distance over all its points, not only
/// over its corners.
///   convex shapes   phi(x) >= phi(c) + n.(x - c),  n = grad phi(c)
///   any shape       phi(x) >= phi(c) - |x - c|
/// bounds phi over a piece from any c in it. Pieces that cannot hold anything deeper are dropped, the others cut in two.
#pragma once
#include <span>

#include "contact/collider.h"

namespace weft {

struct Deepest {
  double phi;   ///< least signed distance [m]
  Vec3d place;  ///< where [m]
};

/// Over a point, a segment or a triangle (one, two or three corners), as far as it is below `worth`; what is not
/// comes back as it is known then, `worth` or more. Right to 1 % or 0.1 um.
Deepest deepest_place(const Collider& collider, std::span<const Vec3d> corners, double worth);

}  // namespace weft
