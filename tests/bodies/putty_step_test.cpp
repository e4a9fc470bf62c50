// Putty in steps: nothing moves at rest, momentum, dropped cubes of every stiffness lose energy, explicit and
// implicit steps end alike, flow keeps volume, the same bits for any number of threads and after a restart.
#include <gtest/gtest.h>

#include <cmath>

#include "bodies/putty/putty_body.h"
#include "exec/hash_archive.h"
#include "exec/memory_archive.h"
#include "exec/threads.h"
#include "putty_testing.h"
#include "world/world.h"

namespace weft {
namespace {

constexpr double kSpacing = 0.02;

PuttyOptions cube(int n, double young, double height = 0.1) {
  PuttyOptions o;
  o.name = "putty";
  o.material.young = young;
  o.spacing = kSpacing;
  o.points = lattice(n, kSpacing);
  for (Vec3d& x : o.points) x += Vec3d{{0.01, 0.01, height + 0.5 * kSpacing}};
  return o;
}

World world_of(const PuttyOptions& o, double dt, bool floor = true) {
  World w;
  w.solver.dx = 2 * kSpacing;
  w.solver.dt_fixed = dt;
  w.bodies.push_back(make_putty(o));
  if (floor) {
    Collider f;
    f.name = "floor";
    f.friction = 0.3;
    w.colliders.push_back(f);
  }
  return w;
}

double energy(const World& w) {
  const Totals t = w.totals();
  return t.kinetic + t.elastic + w.gravity_energy();
}

std::uint64_t hash_of(Body& b) {
  HashArchive a;
  b.archive(a);
  return a.hash();
}

TEST(PuttyStep, RestStaysAtRest) {
  World w = world_of(cube(5, 2e7), 2e-3, false);
  w.solver.gravity = Vec3d::zero();
  const auto x = w.bodies[0]->quantity("x");
  for (int k = 0; k < 20; ++k) w.step(1e9);
  const auto now = w.bodies[0]->quantity("x");
  for (std::size_t i = 0; i < x.size(); ++i) EXPECT_NEAR(now[i], x[i], 1e-12);
}

/// A cube that flies, spins and vibrates keeps its momentum, and its spin but for what backward Euler damps.
TEST(PuttyStep, Momentum) {
  for (const double young : {1e4, 2e7}) {
    PuttyOptions o = cube(6, young);
    for (const Vec3d& x : o.points) o.velocities.push_back({{1 - 6 * (x[1] - 0.06), 6 * (x[0] - 0.06), 0.3}});
    World w = world_of(o, 2e-3, false);
    w.solver.gravity = Vec3d::zero();
    const Totals before = w.totals();
    const auto spin = [](const Totals& t) {
      return t.angular_momentum - cross(t.first_moment, t.momentum) * (1 / t.mass);
    };
    for (int k = 0; k < 150; ++k) w.step(1e9);
    const Totals after = w.totals();
    EXPECT_LT(norm(after.momentum - before.momentum), 2e-6 * norm(before.momentum)) << young;
    EXPECT_NEAR(spin(after)[2] / spin(before)[2], 1, 0.05) << young;
    EXPECT_LT(after.kinetic + after.elastic, before.kinetic + before.elastic);
  }
}

TEST(PuttyStep, DroppedCubesLoseEnergy) {
  for (const double young : {1e4, 2e5, 2e7}) {
    World w = world_of(cube(5, young), 2e-3);
    double last = energy(w);
    const double whole = last;
    for (int k = 0; k < 200; ++k) {
      w.step(1e9);
      const double now = energy(w);
      EXPECT_LT(now, last + 2e-3 * whole) << young << " step " << k;
      last = std::min(now, last);
    }
    EXPECT_LT(last, 0.9 * whole);
    const auto z = w.bodies[0]->quantity("z");
    EXPECT_GT(*std::min_element(z.begin(), z.end()), 0.45 * kSpacing) << young;
  }
}

TEST(PuttyStep, ExplicitAndImplicitEndAlike) {
  PuttyOptions o = cube(5, 2e5, 0.01);
  World a = world_of(o, 2e-3);
  o.implicit = false;
  World b = world_of(o, 0);
  const double dt = b.choose_dt(1e9).dt;
  EXPECT_NEAR(dt, 0.4 * kSpacing / std::sqrt(2e5 * 0.7 / (1.3 * 0.4) / 1000), 1e-6);
  while (a.time < 0.8) a.step(0.8);
  while (b.time < 0.8) b.step(0.8);
  const Totals ta = a.totals(), tb = b.totals();
  for (int k = 0; k < 3; ++k)
    EXPECT_NEAR(ta.first_moment[k] / ta.mass, tb.first_moment[k] / tb.mass, 0.02 * kSpacing);
  const auto za = a.bodies[0]->quantity("z"), zb = b.bodies[0]->quantity("z");
  for (std::size_t i = 0; i < za.size(); ++i) EXPECT_NEAR(za[i], zb[i], 0.05 * kSpacing);
}

/// Waves that cross the body many times in a step cost few iterations more than slow ones.
TEST(PuttyStep, StiffStepsCostFewIterations) {
  for (const double young : {2e5, 2e7}) {
    World w = world_of(cube(12, young, 0.02), 2e-3);
    for (int k = 0; k < 50; ++k) w.step(1e9);
    const double iterations = static_cast<const PuttyBody&>(*w.bodies[0]).work().gradients / 50.0;
    EXPECT_LT(iterations, 30) << young;
  }
}

/// Stiff cubes that collide off centre keep their momentum and gain nothing.
TEST(PuttyStep, CollisionKeepsMomentum) {
  PuttyOptions a = cube(5, 2e7), b = cube(5, 2e7);
  a.velocities = {Vec3d{{1, 0, 0}}};
  b.name = "other";
  for (Vec3d& x : b.points) x += Vec3d{{0.13, 0.03, 0.01}};
  World w = world_of(a, 2e-3, false);
  w.bodies.push_back(make_putty(b));
  w.solver.gravity = Vec3d::zero();
  const Totals before = w.totals();
  for (int k = 0; k < 40; ++k) w.step(1e9);
  const Totals after = w.totals();
  EXPECT_GT(w.bodies[1]->totals().momentum[0], 0.3 * before.momentum[0]);
  EXPECT_LT(norm(after.momentum - before.momentum), 1e-5 * norm(before.momentum));
  EXPECT_LT(after.kinetic + after.elastic, before.kinetic);
}

/// A beam lies across a post, both stiff: contact gives no energy and the beam does not sink in.
TEST(PuttyStep, BeamOnPost) {
  const auto block = [](const char* name, std::array<int, 3> n, const Vec3d& from) {
    PuttyOptions o = cube(1, 2e7);
    o.name = name;
    o.points.clear();
    for (int i = 0; i < n[0]; ++i)
      for (int j = 0; j < n[1]; ++j)
        for (int k = 0; k < n[2]; ++k)
          o.points.push_back(from + Vec3d{{i - 0.5 * (n[0] - 1), j - 0.5 * (n[1] - 1), k + 0.5}} * kSpacing);
    return o;
  };
  World w = world_of(block("post", {6, 6, 15}, {{0, 0, 0}}), 2e-3);
  w.bodies.push_back(make_putty(block("beam", {24, 6, 6}, {{0.02, 0, 0.3}})));
  const auto height = [&] { return w.bodies[1]->totals().first_moment[2] / w.bodies[1]->mass(); };
  const double before = energy(w), at = height();
  double most = before;
  for (int k = 0; k < 40; ++k) {
    w.step(1e9);
    most = std::max(most, energy(w));
  }
  EXPECT_LT(most, before * 1.001);
  EXPECT_NEAR(height(), at, 0.1 * kSpacing);
}

/// Dropped, it flattens for good; the volume stays, and half the spread is plastic.
TEST(PuttyStep, FlowKeepsVolume) {
  PuttyOptions o = cube(6, 5e4, 0.5);
  o.material.yield_stress = 200;
  o.material.flow = 0.5;
  World w = world_of(o, 2e-3);
  const double volume = w.totals().volume;
  while (w.time < 0.6) w.step(0.6);
  EXPECT_NEAR(w.totals().volume / volume, 1, 0.02);
  const auto a = w.bodies[0]->quantity("plastic_strain");
  EXPECT_GT(*std::max_element(a.begin(), a.end()), 0.1);
  EXPECT_EQ(w.bodies[0]->first_bad(), w.bodies[0]->size());
}

TEST(PuttyStep, SameBits) {
  PuttyOptions o = cube(7, 1e5, 0.02);
  o.material.yield_stress = 500;
  std::uint64_t first = 0;
  for (const int threads : {1, 2, 2}) {
    const ThreadLimit limit(threads);
    World w = world_of(o, 2e-3);
    for (int k = 0; k < 60; ++k) w.step(1e9);
    const std::uint64_t now = hash_of(*w.bodies[0]);
    if (!first) first = now;
    EXPECT_EQ(now, first);
  }
}

TEST(PuttyStep, ArchiveContinuesWithTheSameBits) {
  for (const bool keep : {false, true}) {
    PuttyOptions o = cube(5, 1e5, 0.02);
    if (!keep) o.material.yield_stress = 500;
    o.keep_neighbours = keep;
    World a = world_of(o, 2e-3), b = world_of(o, 2e-3);
    for (int k = 0; k < 40; ++k) a.step(1e9);
    std::map<std::string, std::string> state;
    MemoryArchive save(state, false), load(state, true);
    a.archive(save);
    b.archive(load);
    a.forget_order(), b.forget_order();
    EXPECT_EQ(hash_of(*a.bodies[0]), hash_of(*b.bodies[0]));
    for (int k = 0; k < 20; ++k) a.step(1e9), b.step(1e9);
    EXPECT_EQ(hash_of(*a.bodies[0]), hash_of(*b.bodies[0]));
  }
}

/// A bar held at one end sags as a bar does, and comes back where neighbours are kept.
TEST(PuttyStep, PinsHold) {
  PuttyOptions o = cube(4, 2e5);
  for (std::uint32_t i = 0; i < 16; ++i) o.pins.resize(1), o.pins[0].vertices.push_back(i);
  o.keep_neighbours = true;
  World w = world_of(o, 2e-3, false);
  for (int k = 0; k < 100; ++k) w.step(1e9);
  const auto id = w.bodies[0]->quantity("id"), d = w.bodies[0]->quantity("displacement");
  double most = 0;
  for (std::size_t i = 0; i < id.size(); ++i) {
    if (id[i] < 16) {
      EXPECT_EQ(d[i], 0);
    }
    most = std::max(most, d[i]);
  }
  EXPECT_GT(most, 1e-4);
  EXPECT_LT(most, 0.3 * kSpacing);
  EXPECT_TRUE(w.bodies[0]->held());
}

/// Two lumps that touch become one: neighbourhoods change with places. Pulled apart, they part.
TEST(PuttyStep, MergesAndSplits) {
  PuttyOptions o;
  o.name = "putty";
  o.material.young = 1e4, o.material.yield_stress = 50, o.material.flow = 0.9;
  o.spacing = kSpacing;
  for (const double side : {-1.0, 1.0})
    for (Vec3d x : lattice(4, kSpacing)) {
      x[0] = side * (x[0] + 0.04);
      o.points.push_back(x);
      o.velocities.push_back({{-side * 0.5, 0, 0}});
    }
  World w = world_of(o, 2e-3, false);
  w.solver.gravity = Vec3d::zero();
  for (int k = 0; k < 150; ++k) w.step(1e9);
  EXPECT_LT(norm(w.totals().momentum), 1e-6);
  // Now one body: neither half flies on.
  const auto v = w.bodies[0]->quantity("vx");
  for (const double one : v) EXPECT_LT(std::abs(one), 0.25);
  EXPECT_EQ(w.bodies[0]->first_bad(), w.bodies[0]->size());
}

}  // namespace
}  // namespace weft
