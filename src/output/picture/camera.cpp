#include "output/picture/camera.h"

#include <algorithm>
#include <cmath>

namespace weft {

namespace {

struct Axes3d {
  Vec3d right, up, forward;
  explicit Axes3d(const Vec3d& towards) : forward(normalized(towards)) {
    const Vec3d high = std::abs(forward[2]) > 0.999 ? Vec3d{{0, 1, 0}} : Vec3d{{0, 0, 1}};
    right = normalized(cross(forward, high));
    up = cross(right, forward);
  }
};

}  // namespace

View::View(const Camera& camera, int width_, int height_) : width(width_), height(height_) {
  const Axes3d axes(camera.to - camera.from);
  eye = camera.from.as<float>();
  right = axes.right.as<float>();
  up = axes.up.as<float>();
  forward = axes.forward.as<float>();
  half_v = float(std::tan(camera.angle / 2));
  half_u = half_v * float(width) / float(height);
}

Vec3f View::direction(float i, float j) const {
  const float u = (2 * i / float(width) - 1) * half_u, v = (1 - 2 * j / float(height)) * half_v;
  return normalized(forward + right * u + up * v);
}

Vec3f View::project(const Vec3f& x) const {
  const Vec3f d = x - eye;
  const float depth = dot(d, forward), u = dot(d, right) / depth, v = dot(d, up) / depth;
  return {{(u / half_u + 1) * 0.5f * float(width), (1 - v / half_v) * 0.5f * float(height), depth}};
}

std::vector<Vec3d> corners_of(const Bounds& b) {
  std::vector<Vec3d> out;
  for (int c = 0; c < 8; ++c)
    out.push_back({{c & 1 ? b.upper[0] : b.lower[0], c & 2 ? b.upper[1] : b.lower[1],
                    c & 4 ? b.upper[2] : b.lower[2]}});
  return out;
}

Camera frame_bounds(const Bounds& bounds, bool plane, double aspect) {
  return plane ? frame_points(corners_of(bounds), {{0, -1, 0.04}}, aspect, 0.35)
               : frame_points(corners_of(bounds), {{0.52, -1, 0.46}}, aspect, 0.5);
}

Camera frame_points(std::span<const Vec3d> points, const Vec3d& back, double aspect, double angle) {
  Camera camera;
  camera.angle = angle;
  const Axes3d axes(-back);
  Bounds bounds;
  for (const Vec3d& x : points) bounds.add(x);
  // The nearest distance from which every point is inside the picture with a margin around it; then look at
  // the middle of what is seen, and look again.
  const double margin = 0.76, tan_v = std::tan(camera.angle / 2) * margin, tan_u = tan_v * aspect;
  Vec3d centre = (bounds.lower + bounds.upper) * 0.5;
  double distance = 0;
  for (int pass = 0; pass < 4; ++pass) {
    distance = 0;
    for (const Vec3d& x : points) {
      const Vec3d d = x - centre;
      distance = std::max({distance, std::abs(dot(d, axes.right)) / tan_u - dot(d, axes.forward),
                           std::abs(dot(d, axes.up)) / tan_v - dot(d, axes.forward)});
    }
    if (pass == 3 || !(distance > 0)) break;
    double low[2] = {1e300, 1e300}, high[2] = {-1e300, -1e300};
    for (const Vec3d& x : points) {
      const Vec3d d = x - centre;
      const double t = distance + dot(d, axes.forward),
                   seen[2] = {dot(d, axes.right) / t, dot(d, axes.up) / t};
      for (int k = 0; k < 2; ++k) low[k] = std::min(low[k], seen[k]), high[k] = std::max(high[k], seen[k]);
    }
    centre += (axes.right * (low[0] + high[0]) + axes.up * (low[1] + high[1])) * (0.5 * distance);
  }
  camera.to = centre;
  camera.from = centre + normalized(back) * std::max(distance, 1e-3);
  return camera;
}

Camera turned(const Camera& camera, double angle) {
  const Vec3d d = camera.from - camera.to;
  const double c = std::cos(angle), s = std::sin(angle);
  Camera t = camera;
  t.from = camera.to + Vec3d{{c * d[0] - s * d[1], s * d[0] + c * d[1], d[2]}};
  return t;
}

}  // namespace weft
