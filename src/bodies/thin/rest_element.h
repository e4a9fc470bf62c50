/// An element of a thin body without stress.
///   E     orthonormal axes: along its first edge, in its plane, across it
///   B_m   the inverse of its edges in that frame, so that  t = [x_1 - x_0 ..] B_m = [e_1 ..] at rest
///   V     area times thickness, or length times section
#pragma once
#include "bodies/thin/thin.h"

namespace weft {

struct RestElement {
  double B[3], V;      ///< b11 b12 b22, or 1/L [1/m]; [m^3]
  Vec2d warp{{1, 0}};  ///< where u grows, in the element's frame

  /// corner: its vertices, two or three.
  RestElement(const ThinOptions& options, const std::uint32_t* corner, int corners);
};

/// Axes as columns. c[2] counts for triangles only.
Mat3d element_frame(const std::vector<Vec3d>& x, const std::uint32_t* c, int corners, bool plane);
/// The vertices of all elements, side by side.
std::vector<std::uint32_t> element_corners(const ThinOptions& options, int corners);

}  // namespace weft
