#include "output/picture/view.h"

#include <algorithm>
#include <cmath>

namespace weft {

namespace {

void set_axes(View& view, const Vec3d& forward) {
  const Vec3d f = normalized(forward);
  const Vec3d high = std::abs(f[2]) > 0.999 ? Vec3d{{0, 1, 0}} : Vec3d{{0, 0, 1}};
  const Vec3d r = normalized(cross(f, high));
  view.forward = f.as<float>();
  view.right = r.as<float>();
  view.up = cross(r, f).as<float>();
}

Vec3d corner(const Bounds& b, int c) {
  return {
      {c & 1 ? b.upper[0] : b.lower[0], c & 2 ? b.upper[1] : b.lower[1], c & 4 ? b.upper[2] : b.lower[2]}};
}

}  // namespace

View camera_view(const Camera& camera, int width, int height, int samples) {
  View view;
  set_axes(view, camera.to - camera.from);
  view.eye = camera.from.as<float>();
  view.half_v = float(std::tan(camera.angle / 2));
  view.half_u = view.half_v * float(width) / float(height);
  view.width = width * samples;
  view.height = height * samples;
  return view;
}

View light_view(const Vec3d& direction, const Bounds& bounds, int size) {
  View view;
  view.perspective = false;
  set_axes(view, direction);
  const Vec3d centre = (bounds.lower + bounds.upper) * 0.5;
  const double radius = std::max(1e-6, norm(bounds.upper - bounds.lower) * 0.5);
  view.eye = (centre - normalized(direction) * (2 * radius)).as<float>();
  view.half_u = view.half_v = float(radius);
  view.width = view.height = size;
  return view;
}

Camera frame_bounds(const Bounds& bounds, bool plane, double aspect) {
  Camera camera;
  camera.angle = plane ? 0.35 : 0.55;
  const Vec3d back = plane ? Vec3d{{0, -1, 0.04}} : normalized(Vec3d{{0.5, -1, 0.42}});
  View axes;
  set_axes(axes, -back);
  // The nearest distance from which every corner is inside the picture with a margin around it; then look at
  // the middle of what is seen, and look again.
  const double margin = 0.86, tan_v = std::tan(camera.angle / 2) * margin, tan_u = tan_v * aspect;
  const Vec3d right = axes.right.as<double>(), up = axes.up.as<double>(), forward = axes.forward.as<double>();
  Vec3d centre = (bounds.lower + bounds.upper) * 0.5;
  double distance = 0;
  for (int pass = 0; pass < 4; ++pass) {
    distance = 0;
    for (int c = 0; c < 8; ++c) {
      const Vec3d d = corner(bounds, c) - centre;
      distance = std::max({distance, std::abs(dot(d, right)) / tan_u - dot(d, forward),
                           std::abs(dot(d, up)) / tan_v - dot(d, forward)});
    }
    if (pass == 3 || !(distance > 0)) break;
    double low[2] = {1e300, 1e300}, high[2] = {-1e300, -1e300};
    for (int c = 0; c < 8; ++c) {
      const Vec3d d = corner(bounds, c) - centre;
      const double t = distance + dot(d, forward), seen[2] = {dot(d, right) / t, dot(d, up) / t};
      for (int k = 0; k < 2; ++k) low[k] = std::min(low[k], seen[k]), high[k] = std::max(high[k], seen[k]);
    }
    centre += (right * (low[0] + high[0]) + up * (low[1] + high[1])) * (0.5 * distance);
  }
  camera.to = centre;
  camera.from = centre + normalized(back) * std::max(distance, 1e-3);
  return camera;
}

}  // namespace weft
