/// Shells that keep their own velocities (coupling = "mesh"): they fall and vibrate as if there were no grid, and
/// meet others as geometry.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "bodies/shell/shell.h"
#include "exec/error.h"
#include "world/world.h"

using namespace weft;

namespace {

ShellOptions plate(int n, int m, double spacing, double young) {
  ShellOptions o;
  o.name = "plate";
  o.material = make_material("lamina");
  set_field(o.material, "young", young);
  set_field(o.material, "poisson", 0);
  set_field(o.material, "contact", 0.1 * young);
  prepare_material(o.material);
  o.thickness = 0.2 * spacing;
  o.coupling = Coupling::mesh;
  for (int j = 0; j <= m; ++j)
    for (int i = 0; i <= n; ++i) o.rest.push_back({{i * spacing, (j - 0.5 * m) * spacing, 0}});
  const auto at = [n](int i, int j) { return std::uint32_t(j * (n + 1) + i); };
  for (int j = 0; j < m; ++j)
    for (int i = 0; i < n; ++i) o.quads.push_back({at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)});
  return o;
}

World world_of(ShellOptions o, const Vec3d& gravity) {
  World w;
  w.solver.dx = 0.02;
  w.solver.gravity = gravity;
  w.bodies.push_back(make_shell(o));
  return w;
}

TEST(ShellMesh, FallsAndTurnsFreely) {
  ShellOptions o = plate(6, 6, 0.02, 1e6);
  for (const Vec3d& x : o.rest) o.velocities.push_back(cross({{1, 2, 3}}, x) + Vec3d{{0.3, 0, 0.1}});
  World w = world_of(o, {{0, 0, -10}});
  w.solver.dt_fixed =
      1e-4;  // where steps differ, velocities are those of half a step before to within their difference
  const Totals before = w.totals();
  const Vec3d spin = w.angular_momentum() - cross(before.first_moment, before.momentum) * (1 / before.mass);
  while (w.time < 0.1) w.step(0.1);
  const Totals after = w.totals();
  const Vec3d expected = before.momentum + Vec3d{{0, 0, -10 * 0.1 * before.mass}};
  EXPECT_NEAR(before.mass, 0.12 * 0.12 * 0.004 * 1000, 1e-6);
  EXPECT_LT(norm(after.momentum - expected), 1e-12 * norm(expected));
  const Vec3d still = w.angular_momentum() - cross(after.first_moment, after.momentum) * (1 / after.mass);
  EXPECT_LT(norm(still - spin), 5e-3 * norm(spin));
}

/// The first tone of a cantilever, omega = 3.516 / L^2 sqrt(E t^2 / (12 rho));
/// two clamped rows stiffen it a little.
TEST(ShellMesh, ACantileverSoundsItsFirstTone) {
  const int n = 20;
  const double h = 0.01, L = n * h, young = 1e7, t = 0.002;
  ShellOptions o = plate(n, 2, h, young);
  o.thickness = t;
  o.stretch_damping = o.bend_damping = 0;
  Pin clamp;
  for (std::uint32_t i = 0; i < o.rest.size(); ++i) {
    const double s = o.rest[i][0] / L;
    if (o.rest[i][0] < 1.5 * h) clamp.vertices.push_back(i);
    o.velocities.push_back({{0, 0, 0.05 * s * s}});
  }
  o.pins = {clamp};
  World w = world_of(o, {{0, 0, 0}});
  const double omega = 3.516 / (L * L) * std::sqrt(young * t * t / (12 * 1000)),
               period = 2 * std::numbers::pi / omega;
  const auto tip = [&] {
    const auto z = w.bodies[0]->quantity("z"), x = w.bodies[0]->quantity("x");
    return z[std::size_t(std::max_element(x.begin(), x.end()) - x.begin())];
  };
  std::vector<double> crossings;
  double last = 0, begin = w.totals().kinetic;
  while (w.time < 2.3 * period) {
    w.step(1e9);
    const double now = tip();
    if (last * now < 0) crossings.push_back(w.time);
    last = now;
  }
  ASSERT_GE(crossings.size(), 4u);
  EXPECT_NEAR(2 * (crossings[3] - crossings[0]) / 3, period, 0.06 * period);
  const Totals end = w.totals();
  EXPECT_NEAR(end.kinetic + end.elastic, begin, 0.02 * begin);  // nothing damps it
}

TEST(ShellMesh, LandsOnAnotherShell) {
  ShellOptions ground = plate(12, 12, 0.02, 1e6), falling = plate(5, 5, 0.02, 1e6);
  for (std::uint32_t i = 0; i < ground.rest.size(); ++i)
    if (i % 13 < 2 || i % 13 > 10) ground.pins.resize(1), ground.pins[0].vertices.push_back(i);
  for (Vec3d& x : falling.rest) x += Vec3d{{0.07, 0, 0.06}};
  falling.name = "falling";
  World w = world_of(ground, {{0, 0, -2}});
  w.bodies.push_back(make_shell(falling));
  while (w.time < 0.5) w.step(0.5);
  const auto mean = [&](std::size_t b) {
    const Totals t = w.bodies[b]->totals();
    return t.first_moment[2] / t.mass;
  };
  // By itself it would have fallen 25 cm. It keeps half of both thicknesses off, whatever the cells.
  const auto lowest = [&](std::size_t b) {
    double z = 1;
    for (const double at : w.bodies[b]->quantity("z")) z = std::min(z, at);
    return z;
  };
  EXPECT_GT(mean(1), mean(0));
  EXPECT_GT(lowest(1), lowest(0) + 0.5 * w.bodies[1]->frame({}).radius);
  EXPECT_LT(mean(1), 0.03);
}

}  // namespace
