#include "geometry/shape.h"

#include <limits>
#include <numbers>

#include "geometry/distance_mesh.h"
#include "geometry/shape_distance.h"

namespace weft {

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

Distance distance_to(const MeshShape& shape, const Vec3d& x) {
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
  return std::visit([&](const auto& s) { return distance_to(s, x); }, shape);
}

Bounds bounds(const Shape& shape) { return std::visit(BoundsOf{}, shape); }

double volume(const Shape& shape) { return std::visit(VolumeOf{}, shape); }

}  // namespace weft
