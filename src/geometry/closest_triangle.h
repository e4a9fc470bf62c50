/// The point of a triangle closest to x, and on which of its features it lies.
#pragma once
#include "math/vec.h"

namespace weft {

/// Vertices 0..2, edges 3..5 (edge 3 + k runs from corner k to k + 1), the face 6.
struct TrianglePoint {
  Vec3d point;
  Vec3d barycentric;
  int feature;
};

/// Minimises |a + s e1 + t e2 - x|^2 over the triangle by the region x projects to: first corners, then edges
/// (with the sign of the other corner's barycentric numerator), then the interior.
WEFT_HD inline TrianglePoint closest_on_triangle(const Vec3d& x, const Vec3d& a, const Vec3d& b, const Vec3d& c) {
  const Vec3d corner[3] = {a, b, c};
  // along[k]: how far the projection of x lies along the edge from corner k to k + 1,
  // times its squared length.
  double along[3], back[3];
  for (int k = 0; k < 3; ++k) {
    const Vec3d edge = corner[(k + 1) % 3] - corner[k];
    along[k] = dot(edge, x - corner[k]);
    back[k] = dot(edge, corner[(k + 1) % 3] - x);
  }
  for (int k = 0; k < 3; ++k)  // before this edge's start and past the previous edge's end
    if (along[k] <= 0 && back[(k + 2) % 3] <= 0) {
      Vec3d w = Vec3d::zero();
      w[k] = 1;
      return {corner[k], w, k};
    }
  const Vec3d normal = cross(b - a, c - a);
  double opposite[3];  // barycentric coordinate of the corner opposite to edge k, times |normal|^2
  for (int k = 0; k < 3; ++k)
    opposite[k] = dot(normal, cross(corner[(k + 1) % 3] - corner[k], x - corner[k]));
  for (int k = 0; k < 3; ++k)
    if (opposite[k] <= 0 && along[k] >= 0 && back[k] >= 0 && along[k] + back[k] > 0) {
      const double s = along[k] / (along[k] + back[k]);
      Vec3d w = Vec3d::zero();
      w[k] = 1 - s;
      w[(k + 1) % 3] = s;
      return {corner[k] * (1 - s) + corner[(k + 1) % 3] * s, w, 3 + k};
    }
  const double total = opposite[0] + opposite[1] + opposite[2];
  const Vec3d w{{opposite[1] / total, opposite[2] / total, opposite[0] / total}};
  // Projecting on the plane is exacter than combining the corners.
  const double height = dot(normal, x - a) / dot(normal, normal);
  return {x - normal * height, w, 6};
}

}  // namespace weft
