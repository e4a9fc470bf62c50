/// Shells in the implicit step: forces are minus the derivative of the energy, changes the derivative of
/// forces, through the grid, for every law and around extraordinary vertices; the definite part is positive
/// and symmetric; a plate sags as far in long implicit steps as in short explicit ones.
#include <gtest/gtest.h>

#include <cmath>

#include "bodies/shell/shell.h"
#include "materials/presets.h"
#include "world/laboratory.h"
#include "world/world.h"

using namespace weft;

namespace {

ShellOptions plate(int n, double spacing, const Material& material) {
  ShellOptions o;
  o.name = "plate";
  o.material = material;
  o.thickness = 0.3 * spacing;
  for (int j = 0; j <= n; ++j)
    for (int i = 0; i <= n; ++i) o.rest.push_back({{(i - 0.5 * n) * spacing, (j - 0.5 * n) * spacing, 0}});
  const auto at = [n](int i, int j) { return std::uint32_t(j * (n + 1) + i); };
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < n; ++i) o.quads.push_back({at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)});
  return o;
}

/// A box of six faces subdivided in the scene's way would do; here eight corners where three faces meet.
ShellOptions box(double size, const Material& material) {
  ShellOptions o;
  o.name = "box";
  o.material = material;
  o.thickness = 0.05 * size;
  for (int k = 0; k < 8; ++k)
    o.rest.push_back(
        {{(k & 1 ? 0.5 : -0.5) * size, (k & 2 ? 0.5 : -0.5) * size, (k & 4 ? 0.5 : -0.5) * size}});
  o.quads = {{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}};
  return o;
}

void shake(ShellOptions& o, double size) {
  std::mt19937 random(3);
  std::uniform_real_distribution<double> u(-size, size);
  o.positions = o.rest;
  for (Vec3d& x : o.positions) x += Vec3d{{u(random), u(random), u(random)}};
}

void check_shell(const ShellOptions& o, bool gradient, double speed) {
  SCOPED_TRACE(o.name + (gradient ? " weight gradients" : ""));
  Laboratory lab(make_shell(o), false, gradient);
  const Laboratory::Field v = lab.draw(speed), dv = lab.draw(speed), other = lab.draw(speed);
  const double h = kFloat ? 2e-2 : 1e-5, loose = kFloat ? 2e-2 : 2e-6;
  double plus = 0, minus = 0;
  const Laboratory::Field more = lab.ask(sum(v, h, dv), Solve::force, &plus),
                          less = lab.ask(sum(v, -h, dv), Solve::force, &minus),
                          force = lab.ask(v, Solve::force);
  EXPECT_NEAR((plus - minus) / (2 * h), -inner(force, dv), 0.1 * loose * size_of(force) * size_of(dv));
  lab.body().roles().implicit->linearise(lab.step(), false);
  const Laboratory::Field change = lab.ask(dv, Solve::change), across = lab.ask(other, Solve::change);
  EXPECT_LT(size_of(sum(change, -1 / (2 * h), sum(more, -1, less))), loose * size_of(change));
  EXPECT_NEAR(inner(change, other), inner(across, dv),
              (kFloat ? 1e-4 : 1e-10) * size_of(change) * size_of(other));

  lab.ask(v, Solve::force);
  lab.body().roles().implicit->linearise(lab.step(), true);
  const Laboratory::Field definite = lab.ask(dv, Solve::change), sideways = lab.ask(other, Solve::change);
  EXPECT_NEAR(inner(definite, other), inner(sideways, dv),
              (kFloat ? 1e-4 : 1e-10) * size_of(definite) * size_of(other));
  EXPECT_GE(-inner(definite, dv), -1e-5 * size_of(definite) * size_of(dv));
  // It is most of the exact one.
  EXPECT_LT(size_of(sum(definite, -1, change)), 0.7 * size_of(change));
  Array<Real> blocks;
  lab.grid().stiffness(lab.sets(), lab.step(), blocks);
  for (std::size_t n = 0; n < v.size(); ++n)
    for (const std::size_t c : {0, 3, 5}) EXPECT_GE(blocks[6 * n + c], 0);
}

TEST(ShellImplicit, ChangesAreDerivativesOfForces) {
  Material metal = make_material("lamina");
  set_field(metal, "shear", 1e6);
  prepare_material(metal);
  Material weave = make_material("woven_shell");
  set_field(weave, "warp_exponent", 3);
  prepare_material(weave);
  for (const bool gradient : {false, true})
    for (const Material& m : {metal, make_preset("silk_shell"), weave}) {
      ShellOptions flat = plate(5, 0.04, m);
      shake(flat, 0.002);
      check_shell(flat, gradient, 0.1);
      ShellOptions round = box(0.2, m);
      shake(round, 0.004);
      check_shell(round, gradient, 0.1);
    }
}

TEST(ShellImplicit, SettledForcesTurnNothing) {
  const Material m = make_material("lamina");
  ShellOptions flat = plate(4, 0.04, m);
  shake(flat, 0.002);
  Laboratory plate_lab(make_shell(flat));
  check_settled(plate_lab);
  ShellOptions round = box(0.2, m);
  shake(round, 0.004);
  Laboratory box_lab(make_shell(round));
  check_settled(box_lab);
}

/// Rigid motions change nothing, but for the fibres, which the grid turns by (I + dt W): shorter than a
/// rotation by dt^2.
TEST(ShellImplicit, RigidVelocitiesMeetNoForce) {
  Laboratory lab(make_shell(plate(5, 0.04, make_material("lamina"))));
  const Laboratory::Field still(lab.draw(1).size(), Vec3d{{0.3, -0.2, 0.5}}), random = lab.draw(0.1);
  double energy = 1;
  const double at_rest = size_of(lab.ask(still, Solve::force, &energy)),
               strained = size_of(lab.ask(random, Solve::force));
  EXPECT_LT(at_rest, (kFloat ? 1e-4 : 1e-12) * strained);
  EXPECT_LT(energy, 1e-9);
}

/// A cantilever of ten faces under its weight.
World cantilever(Stepping step, double dt_max) {
  Material m = make_material("lamina");
  set_field(m, "young", 1e7);
  set_field(m, "poisson", 0);
  prepare_material(m);
  ShellOptions o = plate(10, 0.02, m);
  o.thickness = 0.004;
  Pin clamp;
  for (std::uint32_t i = 0; i < o.rest.size(); ++i)
    if (o.rest[i][0] < -0.075) clamp.vertices.push_back(i);
  o.pins = {clamp};
  World w;
  w.solver.dx = 0.02;
  w.solver.gravity = {{0, 0, -2}};
  w.solver.step = step;
  w.solver.dt_max = dt_max;
  w.bodies.push_back(make_shell(o));
  return w;
}
double sag(World& w, double end) {
  while (w.time < end) w.step(end);
  const auto z = w.bodies[0]->quantity("z");
  return -*std::min_element(z.begin(), z.end());
}

TEST(ShellImplicit, ShortStepsMoveAsExplicitOnesDo) {
  World now = cantilever(Stepping::explicitly, 1), later = cantilever(Stepping::implicitly, 5e-4);
  const double expected = sag(now, 0.05);
  EXPECT_NEAR(sag(later, 0.05), expected, 0.02 * expected);
  EXPECT_LT(later.steps, 0.5 * double(now.steps));
}

/// Two clamped rows are a clamp that is a little short: with ten faces nine tenths of rho g t L^4 / (8 E
/// t^3/12). The bound is wide: the sag still depends on the length of the step (docs/implicit.md).
TEST(ShellImplicit, LongStepsComeToRestWhereBeamTheorySays) {
  World w = cantilever(Stepping::implicitly, 0.05);
  const double theory = 1000 * 2 * 0.004 * std::pow(0.2, 4) / (8 * 1e7 * std::pow(0.004, 3) / 12);
  EXPECT_NEAR(sag(w, 3), 0.90 * theory, 0.06 * theory);
  EXPECT_LT(w.steps, 200u);
}

}  // namespace
