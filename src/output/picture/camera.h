/// Where a picture is taken from.
///   ray through (i, j):  x = eye + t (forward + u right + v up),  |u| <= half_u, |v| <= half_v
#pragma once
#include <span>

#include "geometry/mesh.h"
#include "output/picture/image.h"

namespace weft {

struct Camera {
  Vec3d from{{0, -3, 1}}, to{{0, 0, 0}};
  double angle = 0.6;  ///< vertical angle of view [rad]
};

struct View {
  Vec3f eye, right, up, forward;
  float half_u = 1, half_v = 1;
  int width = 0, height = 0;

  View(const Camera& camera, int width_, int height_);
  /// Unit direction of the ray through a place of the picture in pixels, from the upper left corner.
  Vec3f direction(float i, float j) const;
  /// (i, j, depth) of a point; it is behind the camera when its depth is not positive.
  Vec3f project(const Vec3f& x) const;
};

/// A camera that sees all the points from the direction `back`, with a margin around them.
Camera frame_points(std::span<const Vec3d> points, const Vec3d& back, double aspect, double angle);
/// The corners of bounds.
std::vector<Vec3d> corners_of(const Bounds& bounds);
/// A camera that sees the bounds whole: from the front in a plane scene, else from the front, the right and a
/// little above.
Camera frame_bounds(const Bounds& bounds, bool plane, double aspect);
/// The camera turned about the vertical line through what it looks at.
Camera turned(const Camera& camera, double angle);

}  // namespace weft
