/// Grains as a body: sources, quantities, saving and restoring.
#include "bodies/grains/grains.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <string>

#include "exec/memory_archive.h"
#include "geometry/fill.h"
#include "world/world.h"

using namespace weft;

namespace {

constexpr double kDx = 0.05;

GrainsOptions water_block() {
  GrainsOptions g;
  g.name = "water";
  g.material = make_material("water");
  g.point_volume = std::pow(kDx / 2, 3);
  g.positions = fill(Box{{{0.1, 0.1, 0.1}}}, Pose{}, Fill{kDx / 2, Sampling::lattice, 1, false});
  return g;
}

GrainsOptions pouring() {
  GrainsOptions g = water_block();
  auto s = std::make_shared<Source>();
  s->pattern = std::move(g.positions);
  g.positions.clear();
  s->velocity = {{0, 0, -2}};
  s->length = 0.2;
  s->from = 0.01;
  s->until = 0.16;
  g.source = s;
  return g;
}

World pouring_world() {
  World w;
  w.solver.dx = kDx;
  w.solver.dt_max = 1e-3;
  w.bodies.push_back(make_grains(pouring()));
  return w;
}

TEST(Grains, ASourcePoursItsRateWithoutGaps) {
  World w = pouring_world();
  double worst = 0;
  while (w.time < 0.3) {
    w.step(0.3);
    if (w.time < 0.05 || w.time > 0.15) continue;
    // density x area x speed x time, to a layer of points
    const double expected = 1000 * 0.04 * 2 * (w.time - 0.01);
    worst = std::max(worst, std::abs(w.bodies[0]->mass() - expected));
  }
  EXPECT_LT(worst, 1000 * 0.04 * kDx);
  EXPECT_NEAR(w.bodies[0]->mass(), 1000 * 0.04 * 2 * 0.15, 1000 * 0.04 * kDx / 2);
}

TEST(Grains, TheStreamIsContinuous) {
  World w = pouring_world();
  while (w.time < 0.1) w.step(0.1);
  std::vector<double> z = w.bodies[0]->quantity("z");
  std::sort(z.begin(), z.end());
  for (std::size_t i = 1; i < z.size(); ++i) ASSERT_LT(z[i] - z[i - 1], 0.75 * kDx);
}

TEST(Grains, ARestoredWorldGoesOnWithTheSameBits) {
  World a = pouring_world();
  while (a.time < 0.06) a.step(0.06);
  a.forget_order();
  std::map<std::string, std::string> store;
  MemoryArchive write(store, false), read(store, true);
  a.archive(write);
  World b = pouring_world();
  b.archive(read);
  EXPECT_EQ(a.hash(), b.hash());
  for (World* w : {&a, &b})
    while (w->time < 0.12) w->step(0.12);
  EXPECT_GT(a.size(), 0u);
  EXPECT_EQ(a.size(), b.size());
  EXPECT_EQ(a.hash(), b.hash());
}

TEST(Grains, QuantitiesAreThoseOfTheState) {
  GrainsOptions g = water_block();
  g.material = make_material("rubber");
  g.keep_rest = true;
  g.velocities = {Vec3d{{3, 0, 4}}};
  Mat3d F = Mat3d::identity();
  F(2, 2) = 1.1;
  g.deformation = F;
  const auto body = make_grains(g);
  EXPECT_NEAR(body->quantity("speed")[0], 5, 1e-6);
  EXPECT_NEAR(body->quantity("volume_ratio")[5], 1.1, 1e-6);
  EXPECT_NEAR(body->quantity("F_zz")[5], 1.1, 1e-6);
  EXPECT_EQ(body->quantity("displacement")[0], 0);
  EXPECT_GT(body->quantity("stress_zz")[0], 0);
  EXPECT_NEAR(body->quantity("stress_xz")[0], 0, 1e-2);
  EXPECT_TRUE(body->quantity("flavour").empty());
  EXPECT_NEAR(body->totals().kinetic, 0.5 * body->mass() * 25, 1e-4 * body->mass() * 25);
}

}  // namespace
