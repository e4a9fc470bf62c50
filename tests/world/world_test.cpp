/// Whole worlds: the same bits for any number of threads, conservation, restoring, rolling back.
#include "world/world.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "bodies/grains/grains.h"
#include "exec/error.h"
#include "exec/threads.h"
#include "geometry/fill.h"

using namespace weft;

namespace {

constexpr double kDx = 0.05;

GrainsOptions block(const std::string& law, const Vec3d& at, double half) {
  GrainsOptions g;
  g.name = law;
  g.material = make_material(law);
  g.point_volume = std::pow(kDx / 2, 3);
  g.positions = fill(Box{{{half, half, half}}}, Pose{at}, Fill{kDx / 2, Sampling::jittered, 3, false});
  return g;
}

/// Sand falls beside jelly on a floor, with a little of everything else above.
World mixed_world() {
  World w;
  w.solver.dx = kDx;
  for (const auto& [law, x] : {std::pair{"sand", 0.0}, {"jelly", 0.55}, {"snow", -0.55}, {"goo", 1.1}}) {
    GrainsOptions g = block(law, {{x, 0, 0.3}}, 0.25);
    g.velocities = {Vec3d{{0.5, 0, -1}}};
    w.bodies.push_back(make_grains(g));
  }
  Collider floor;
  floor.name = "floor";
  floor.friction = 0.4;
  w.colliders.push_back(floor);
  return w;
}

std::vector<std::uint64_t> hashes(int threads) {
  ThreadLimit limit(threads);
  World w = mixed_world();
  std::vector<std::uint64_t> out;
  for (int frame = 1; frame <= 3; ++frame) {
    while (w.time < frame * 0.01) w.step(frame * 0.01);
    w.forget_order();
    out.push_back(w.hash());
  }
  return out;
}

TEST(World, SameBitsForAnyNumberOfThreads) {
  const auto one = hashes(1);
  EXPECT_NE(one[0], one[1]);
  for (int threads : {2, 3, 8}) EXPECT_EQ(hashes(threads), one) << threads << " threads";
}

TEST(World, MomentumIsKeptInFreeFlight) {
  for (const char* law : {"jelly", "rubber", "sand", "snow", "water"}) {
    World w;
    w.solver.dx = kDx;
    w.solver.gravity = Vec3d::zero();
    GrainsOptions g = block(law, {{0.3, -0.2, 0.1}}, 0.2);
    Mat3d spin = Mat3d::zero();
    spin(0, 1) = -2;
    spin(1, 0) = 2;
    for (const Vec3d& x : g.positions) g.velocities.push_back(spin * x + Vec3d{{1, 2, 3}});
    g.gradients = {spin};
    w.bodies.push_back(make_grains(g));
    const Totals before = w.totals();
    const Vec3d L = w.angular_momentum();
    while (w.time < 0.05) w.step(0.05);
    const Totals after = w.totals();
    const double round_off = sizeof(Real) == 4 ? 2e-5 : 1e-12;
    EXPECT_EQ(after.mass, before.mass);
    for (int a = 0; a < 3; ++a) {
      EXPECT_NEAR(after.momentum[a], before.momentum[a], round_off * before.mass * 4) << law;
      // The moving-least-squares force is central only to the order of dt, the rest is round-off.
      EXPECT_NEAR(w.angular_momentum()[a], L[a], (round_off + 1e-6) * before.mass * 4) << law;
    }
  }
}

/// Centre of mass and elastic energy of a block of jelly that sags on a sticky floor.
std::pair<double, double> sag(double dx, bool gradient) {
  World w;
  w.solver.dx = dx;
  w.solver.weight_gradient = gradient;
  w.solver.dt_fixed = 2e-3 * dx;
  GrainsOptions g = block("jelly", {{0, 0, 0.25}}, 0.25);
  g.point_volume = std::pow(dx / 2, 3);
  g.positions =
      fill(Box{{{0.25, 0.25, 0.25}}}, Pose{{{0, 0, 0.25}}}, Fill{dx / 2, Sampling::lattice, 3, false});
  w.bodies.push_back(make_grains(g));
  Collider floor;
  floor.boundary = Boundary::sticky;
  w.colliders.push_back(floor);
  while (w.time < 0.04) w.step(0.04);
  const Totals t = w.totals();
  return {t.first_moment[2] / t.mass, t.elastic};
}

TEST(World, MlsAndGradientStressAgreeAsTheGridIsRefined) {
  const auto difference = [](double dx) {
    const auto mls = sag(dx, false), gradient = sag(dx, true);
    EXPECT_NEAR(mls.first, gradient.first, 2e-4 * 0.25) << dx;
    return std::abs(mls.second - gradient.second) / gradient.second;
  };
  const double coarse = difference(0.05), fine = difference(0.025);
  EXPECT_LT(coarse, 0.15);
  EXPECT_LT(fine, coarse / 1.5);
}

TEST(World, AWildPointIsNotSteppedOver) {
  for (double velocity : {std::numeric_limits<double>::quiet_NaN(), 1e12}) {
    World w = mixed_world();
    while (w.time < 0.005) w.step(0.005);
    w.bodies[0]->spoil(7, {{velocity, 0, 0}});
    try {
      for (int i = 0; i < 3; ++i) w.step(0.01);
      FAIL() << "a spoilt state went on";
    } catch (const Error& e) {
      EXPECT_EQ(e.exit, Exit::simulation);
    }
  }
}

TEST(World, AStepThatOutrunsTheGridIsTriedSmaller) {
  World w;
  w.solver.dx = kDx;
  w.solver.cfl = 50;  // promises far too much
  w.solver.stiffness_safety = 1e3;
  GrainsOptions g = block("water", {{0, 0, 1}}, 0.2);
  g.velocities = {Vec3d{{0, 0, -20}}};
  w.bodies.push_back(make_grains(g));
  const StepReport r = w.step(1);
  EXPECT_GT(r.retries, 0);
  EXPECT_EQ(r.limit, StepLimit::retry);
  EXPECT_LE(20 * r.dt, kDx * 1.01);
}

TEST(World, PlaneModeStaysInThePlane) {
  World w;
  w.solver.dx = kDx;
  w.solver.plane = true;
  GrainsOptions g = block("sand", {{0, 0, 0.3}}, 0.25);
  g.plane = true;
  g.point_volume = std::pow(kDx / 2, 2);
  g.positions =
      fill(Box{{{0.25, 0.25, 0.25}}}, Pose{{{0, 0, 0.3}}}, Fill{kDx / 2, Sampling::jittered, 3, true});
  w.bodies.push_back(make_grains(g));
  Collider floor;
  w.colliders.push_back(floor);
  while (w.time < 0.3) w.step(0.3);
  for (const char* q : {"y", "vy"})
    for (double v : w.bodies[0]->quantity(q)) ASSERT_EQ(v, 0) << q;
  for (const char* q : {"F_xy", "F_yz"})  // rounding of the singular value decomposition
    for (double v : w.bodies[0]->quantity(q)) ASSERT_NEAR(v, 0, 1e-5) << q;
  EXPECT_NEAR(w.totals().mass, 2200 * 0.25, 2200 * 0.25 * 0.01);
}

/// A bar that hits its own mirror image: the image must be as good as a second bar.
TEST(World, ASymmetryPlaneIsAMirrorImage) {
  const auto squeeze = [](bool mirrored) {
    World w;
    w.solver.dx = kDx;
    w.solver.gravity = Vec3d::zero();
    w.solver.dt_fixed = 1e-4;
    for (int side : {1, -1}) {
      if (mirrored && side < 0) continue;
      GrainsOptions g = block("jelly", {{side * 0.25, 0, 0.25}}, 0.25);
      g.name = side > 0 ? "right" : "left";
      g.positions = fill(Box{{{0.25, 0.25, 0.25}}}, Pose{{{side * 0.25, 0, 0.25}}},
                         Fill{kDx / 2, Sampling::lattice, 3, false});
      g.velocities = {Vec3d{{-1.0 * side, 0.3, 0}}};
      w.bodies.push_back(make_grains(g));
    }
    if (mirrored) {
      Collider c;
      c.shape = Plane{{{1, 0, 0}}};
      c.boundary = Boundary::symmetry;
      w.colliders.push_back(c);
    }
    for (int i = 0; i < 60; ++i) w.step(1);
    const Totals t = w.bodies[0]->totals();
    return std::tuple(t.first_moment[0] / t.mass, t.elastic, t.momentum[1] / t.mass);
  };
  const auto [x, energy, v_y] = squeeze(true);
  const auto [x_two, energy_two, v_y_two] = squeeze(false);
  const double round_off = sizeof(Real) == 4 ? 2e-5 : 1e-11;
  EXPECT_NEAR(x, x_two, round_off * 0.25);
  EXPECT_NEAR(energy, energy_two, 20 * round_off * energy_two);
  EXPECT_NEAR(v_y, v_y_two, round_off);
  EXPECT_GT(energy_two, 0);
}

TEST(World, ASymmetryPlaneMustLieOnNodes) {
  World w;
  w.solver.dx = kDx;
  w.bodies.push_back(make_grains(block("jelly", {{0.3, 0, 0}}, 0.1)));
  Collider c;
  c.shape = Plane{{{1, 0, 0}}};
  c.boundary = Boundary::symmetry;
  c.start.position = {{0.3 * kDx, 0, 0}};
  w.colliders.push_back(c);
  EXPECT_THROW(w.step(1), Error);
}

}  // namespace
