/// A closed mesh is a sum of tetrahedra (o, a, b, c), one per triangle, of signed volume V = det[a b c] / 6:
///   int 1 = V    int x = V/4 s    int x x^T = V/20 (a a^T + b b^T + c c^T + s s^T),    s = a + b + c
/// and J = tr(S) I - S with S the second moments about the centre.
#include "geometry/mass_properties.h"

#include <limits>

#include "geometry/distance_mesh.h"

namespace weft {
namespace {

MassProperties round(double volume, double across, double along) {
  return {volume, Vec3d::zero(), Mat3d::diagonal({{across, across, along}})};
}

struct PropertiesOf {
  MassProperties operator()(const Plane&) const {
    return {std::numeric_limits<double>::infinity(), Vec3d::zero(), Mat3d::zero()};
  }
  MassProperties operator()(const Sphere& s) const {
    const double V = volume(Shape{s}), J = 0.4 * V * s.radius * s.radius;
    return round(V, J, J);
  }
  MassProperties operator()(const Box& b) const {
    const double V = volume(Shape{b});
    const double x = b.half[0] * b.half[0], y = b.half[1] * b.half[1], z = b.half[2] * b.half[2];
    return {V, Vec3d::zero(), Mat3d::diagonal({{y + z, z + x, x + y}}) * (V / 3)};
  }
  MassProperties operator()(const Cylinder& c) const {
    const double V = volume(Shape{c}), r2 = c.radius * c.radius, h = c.half_height;
    return round(V, V * (r2 / 4 + h * h / 3), V * r2 / 2);
  }
  MassProperties operator()(const Capsule& c) const {
    const double r = c.radius, h = c.half_length, r2 = r * r;
    const MassProperties barrel = (*this)(Cylinder{r, h}), ball = (*this)(Sphere{r});
    // A half ball's centre is 3 r / 8 above its flat side: the two halves, moved apart by 2 h, have
    // J = V (2 r^2 / 5 + h^2 + 3 h r / 4) across.
    const double caps = ball.volume * (0.4 * r2 + h * h + 0.75 * h * r);
    return round(barrel.volume + ball.volume, barrel.inertia(0, 0) + caps,
                 barrel.inertia(2, 2) + ball.inertia(2, 2));
  }
  MassProperties operator()(const MeshShape& m) const { return mass_properties(m.mesh->mesh()); }
};

}  // namespace

MassProperties mass_properties(const TriangleMesh& closed) {
  MassProperties out;
  if (closed.triangles.empty()) return out;
  const Vec3d o = closed.vertices[closed.triangles[0][0]];  // near the mesh: less cancellation
  Vec3d first = Vec3d::zero();
  Mat3d second = Mat3d::zero();
  for (const auto& t : closed.triangles) {
    const Vec3d a = closed.vertices[t[0]] - o, b = closed.vertices[t[1]] - o, c = closed.vertices[t[2]] - o;
    const Vec3d s = a + b + c;
    const double V = dot(a, cross(b, c)) / 6;
    out.volume += V;
    first += s * (V / 4);
    second += (outer(a, a) + outer(b, b) + outer(c, c) + outer(s, s)) * (V / 20);
  }
  const Vec3d r = first * (1 / out.volume);
  second -= outer(r, r) * out.volume;
  out.centre = o + r;
  out.inertia = Mat3d::identity() * trace(second) - second;
  return out;
}

MassProperties mass_properties(const Shape& shape) { return std::visit(PropertiesOf{}, shape); }

}  // namespace weft
