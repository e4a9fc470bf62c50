/// Where a picture is taken from: rays through samples, and the place of a point among them.
///   perspective  p = eye + t (forward + u right + v up)      parallel  p = eye + u right + v up + t forward
/// t is the depth along `forward` in both.
#pragma once
#include <vector>

#include "geometry/mesh.h"
#include "output/picture/image.h"

namespace weft {

struct Camera {
  Vec3d from{{0, -3, 1}}, to{{0, 0, 0}};
  double angle = 0.6;  ///< vertical angle of view [rad]
};

struct View {
  Vec3f eye, right, up, forward;
  bool perspective = true;
  float half_u = 1, half_v = 1;  ///< u and v of the edges
  int width = 0, height = 0;     ///< samples

  float u(float i) const { return ((i + 0.5f) / float(width) * 2 - 1) * half_u; }
  float v(float j) const { return (1 - (j + 0.5f) / float(height) * 2) * half_v; }
  float column(float u_) const { return (u_ / half_u + 1) * 0.5f * float(width) - 0.5f; }
  float row(float v_) const { return (1 - v_ / half_v) * 0.5f * float(height) - 0.5f; }
  /// World to the view's axes (right, up, forward).
  Vec3f to_view(const Vec3f& x) const {
    const Vec3f d = x - eye;
    return {{dot(d, right), dot(d, up), dot(d, forward)}};
  }
  /// Direction of the ray through a sample, in world axes; its component along forward is 1.
  Vec3f direction(float i, float j) const {
    return perspective ? forward + right * u(i) + up * v(j) : forward;
  }
  Vec3f origin(float i, float j) const { return perspective ? eye : eye + right * u(i) + up * v(j); }
};

/// The view of a camera, `samples` by `samples` to a pixel.
View camera_view(const Camera& camera, int width, int height, int samples);
/// A square parallel view along `direction` that holds the bounds.
View light_view(const Vec3d& direction, const Bounds& bounds, int size);
/// A camera that sees the bounds whole: from the front in a plane scene, else from the front, the right and
/// above.
Camera frame_bounds(const Bounds& bounds, bool plane, double aspect);

}  // namespace weft
