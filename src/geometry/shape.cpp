/// Exact signed distances of the simple shapes. Where the closest point is not unique (a sphere's centre, a
/// box's middle planes) one of the candidates is taken, so that n is always a unit vector.
#include "geometry/shape.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "geometry/distance_mesh.h"

namespace weft {

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// x / |x|, or `otherwise` when x is zero.
Vec3d direction(const Vec3d& x, double length, const Vec3d& otherwise) {
  return length > 0 ? x * (1 / length) : otherwise;
}

Distance distance(const Plane& plane, const Vec3d& x) { return {dot(plane.normal, x), plane.normal}; }

Distance distance(const Sphere& sphere, const Vec3d& x) {
  const double r = norm(x);
  return {r - sphere.radius, direction(x, r, {{0, 0, 1}})};
}

Distance distance(const Box& box, const Vec3d& x) {
  Vec3d q{}, out{}, sign{};
  int k = 0;
  for (int i = 0; i < 3; ++i) {
    q[i] = std::fabs(x[i]) - box.half[i];
    sign[i] = x[i] < 0 ? -1 : 1;
    out[i] = sign[i] * std::max(q[i], 0.0);
    if (q[i] > q[k]) k = i;
  }
  if (q[k] > 0) {  // outside: the vector from the nearest point of the box
    const double r = norm(out);
    return {r, out * (1 / r)};
  }
  Vec3d n = Vec3d::zero();  // inside: the nearest face
  n[k] = sign[k];
  return {q[k], n};
}

Distance distance(const Capsule& capsule, const Vec3d& x) {
  const Vec3d r{{x[0], x[1], x[2] - std::clamp(x[2], -capsule.half_length, capsule.half_length)}};
  const double length = norm(r);
  return {length - capsule.radius, direction(r, length, {{1, 0, 0}})};
}

Distance distance(const Cylinder& cylinder, const Vec3d& x) {
  const Vec3d radial{{x[0], x[1], 0}};
  const double r = norm(radial), side = r - cylinder.radius, end = std::fabs(x[2]) - cylinder.half_height;
  const Vec3d e_r = direction(radial, r, {{1, 0, 0}}), e_z{{0, 0, x[2] < 0 ? -1.0 : 1.0}};
  if (side > 0 && end > 0) {  // off the rim
    const double length = std::hypot(side, end);
    return {length, e_r * (side / length) + e_z * (end / length)};
  }
  return side > end ? Distance{side, e_r} : Distance{end, e_z};
}

Distance distance(const MeshShape& shape, const Vec3d& x) {
  const Closest c = shape.mesh->closest(x);
  return {c.phi, c.n};
}

Bounds symmetric(const Vec3d& half) { return {-half, half}; }

struct BoundsOf {
  Bounds operator()(const Plane&) const { return symmetric(Vec3d::filled(kInfinity)); }
  Bounds operator()(const Sphere& s) const { return symmetric(Vec3d::filled(s.radius)); }
  Bounds operator()(const Box& b) const { return symmetric(b.half); }
  Bounds operator()(const Capsule& c) const {
    return symmetric({{c.radius, c.radius, c.radius + c.half_length}});
  }
  Bounds operator()(const Cylinder& c) const { return symmetric({{c.radius, c.radius, c.half_height}}); }
  Bounds operator()(const MeshShape& m) const { return m.mesh->bounds(); }
};

struct VolumeOf {
  static constexpr double pi = std::numbers::pi;
  double operator()(const Plane&) const { return kInfinity; }
  double operator()(const Sphere& s) const { return 4 * pi / 3 * s.radius * s.radius * s.radius; }
  double operator()(const Box& b) const { return 8 * product(b.half); }
  double operator()(const Capsule& c) const {
    return pi * c.radius * c.radius * (2 * c.half_length + 4 * c.radius / 3);
  }
  double operator()(const Cylinder& c) const { return pi * c.radius * c.radius * 2 * c.half_height; }
  double operator()(const MeshShape& m) const { return m.mesh->volume(); }
};

}  // namespace

Distance signed_distance(const Shape& shape, const Vec3d& x) {
  return std::visit([&](const auto& s) { return distance(s, x); }, shape);
}

Bounds bounds(const Shape& shape) { return std::visit(BoundsOf{}, shape); }

double volume(const Shape& shape) { return std::visit(VolumeOf{}, shape); }

}  // namespace weft
