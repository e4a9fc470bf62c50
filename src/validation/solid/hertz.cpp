/// An elastic ball strikes a smooth rigid plane (Hertz):
///   R = 0.1 m,  E = 10 MPa,  nu = 0.3,  1000 kg/m^3,  0.1 m/s
/// Quasi-static theory:
///   contact lasts 19.50 ms, the centre comes 0.6626 mm nearer, the force reaches 79.02 N
/// The mesh is fine where the ball touches: a ball is mapped onto itself by the conformal map that
/// moves its centre,
///   T_a(x) = ((1 + 2 a.x + x^2) a + (1 - a^2) x) / (1 + 2 a.x + a^2 x^2),   |a| < 1
#include <cmath>

#include "bodies/solid/solid.h"
#include "validation/solid/support.h"
#include "world/world.h"

namespace weft {
namespace {

constexpr double kRadius = 0.1, kSpeed = 0.1, kShift = 0.5;

Vec3d towards_pole(const Vec3d& x) {
  const Vec3d a{{0, 0, -kShift}};
  const double ax = dot(a, x), x2 = norm2(x), a2 = norm2(a);
  return (a * (1 + 2 * ax + x2) + x * (1 - a2)) * (1 / (1 + 2 * ax + a2 * x2));
}

}  // namespace

Series solid_hertz(const SolidCase& c) {
  SolidOptions ball;
  ball.name = "ball";
  ball.material = solid_material(c.law, 1e7, 0.3, 1000);
  ball.rest = tetrahedra_of(Sphere{1}, 1.0 / c.cells);
  double lowest = 0;
  for (Vec3d& x : ball.rest.vertices) {
    x = towards_pole(x) * kRadius;
    lowest = std::min(lowest, x[2]);
  }
  ball.velocities.assign(ball.rest.vertices.size(), Vec3d{{0, 0, -kSpeed}});
  ball.point_spacing = kRadius;
  World world;
  world.solver.dx = kRadius;
  world.solver.gravity = Vec3d::zero();
  Collider plane;
  plane.name = "plane";
  plane.start.position = {{0, 0, lowest}};
  plane.move_to(0);
  world.colliders.push_back(plane);
  world.loads.resize(1);
  const std::size_t tetrahedra = ball.rest.tetrahedra.size();
  world.bodies.push_back(make_solid(ball));

  const auto height = [&] {
    const Totals t = world.bodies[0]->totals();
    return t.first_moment[2] / t.mass;
  };
  const double start = height();
  double nearest = start, force = 0, last_touch = 0, impulse = 0;
  constexpr double kStretch = 2e-4;  // forces are means over this long: shorter is the mesh's own ringing [s]
  for (double end = kStretch; end < 0.03; end += kStretch) {
    world.loads[0] = {};
    while (world.time < end * (1 - 1e-9)) {
      const double before = world.loads[0].impulse[2];
      world.step(end);
      if (world.loads[0].impulse[2] < before) last_touch = world.time;
      nearest = std::min(nearest, height());
    }
    impulse -= world.loads[0].impulse[2];
    force = std::max(force, -world.loads[0].impulse[2] / kStretch);
  }
  const double mass = world.bodies[0]->mass();
  return {{"time", {0}},
          {"approach", {start - nearest}},
          {"duration", {last_touch}},
          {"force", {force}},
          {"rebound", {impulse / (mass * kSpeed) - 1}},
          {"tetrahedra", {double(tetrahedra)}}};
}

}  // namespace weft
