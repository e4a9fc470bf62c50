/// Velocities that get back what the transfers took (bodies/sharpening.h), in worlds.
#include <gtest/gtest.h>

#include "exec/error.h"
#include "world/device_fit.h"
#include "world/small_worlds.h"

namespace weft {
namespace {

constexpr bool kFloat = sizeof(Real) == 4;

/// A loose lump with a wild velocity field, so limp that nothing acts on it but the transfers.
constexpr const char* kLump = R"toml(
format = 1
time   = { fps = 100, frames = [1, 2] }
solver = { dx = "10 cm", dt = "1 ms", gravity = [0, 0, 0] }
[[object]]
name     = "lump"
type     = "grains"
material = { law = "jelly", young = 1e-3, poisson = 0, density = 1000 }
shape    = { sphere = 0.3 }
velocity = ["0.02*sin(20*y) + 0.01*z", "0.02*cos(17*x*z)", "0.03*sin(25*x)"]
)toml";

std::unique_ptr<World> world_of(const std::string& text, const std::vector<std::string>& set = {}) {
  return build_world(parse_scene(text, "a.toml", {set, Quality::normal}));
}

double kinetic_after(const std::string& sharpen, int steps) {
  const auto world = world_of(kLump, {"object.lump.sharpen=" + sharpen});
  for (int i = 0; i < steps; ++i) world->step(1);
  return world->totals().kinetic;
}

TEST(Sharpen, KeepsLinearAndAngularMomentum) {
  const auto world = world_of(kLump, {"object.lump.sharpen=1"});
  world->step(1);
  const Vec3d p = world->totals().momentum, L = world->angular_momentum();
  for (int i = 0; i < 20; ++i) world->step(1);
  const double tolerance = kFloat ? 2e-5 : 1e-12;
  EXPECT_LT(norm(world->totals().momentum - p), tolerance * (norm(p) + 1));
  EXPECT_LT(norm(world->angular_momentum() - L), tolerance * (norm(L) + 1));
}

TEST(Sharpen, LosesLessButAlwaysSomething) {
  const double start = kinetic_after("0", 1);
  const double never = kinetic_after("0", 41), each = kinetic_after("1", 41), fourth = kinetic_after("4", 41);
  EXPECT_LT(start - each, 0.8 * (start - never));
  EXPECT_LT(start - fourth, 0.9 * (start - never));
  EXPECT_LT(each, start) << "what the grid cannot see is not given back";
}

TEST(Sharpen, TheSameBitsForAnyThreadsAndWhenResumed) {
  const Scene scene = small_scene("all_kinds", {"object.sand.sharpen=3", "object.cloth.sharpen=2",
                                                "object.fibre.sharpen=1", "object.shell.sharpen=4"});
  const Course whole = run_small(scene, 1);
  EXPECT_NE(whole.hashes, run_small(small_scene("all_kinds"), 1).hashes);
  EXPECT_EQ(run_small(scene, 3), whole);
  const Course stopped = run_small(scene, 3, true);
  EXPECT_GE(stopped.resumed, 6);
  EXPECT_EQ(stopped, whole);
}

TEST(Sharpen, PinnedPointsKeepTheirVelocities) {
  const auto world = world_of(R"toml(
format = 1
time   = { fps = 100, frames = [1, 2] }
solver = { dx = "10 cm", dt = "1 ms" }
[[object]]
name     = "sheet"
type     = "cloth"
material = "cotton"
coupling = "grid"
shape    = { sheet = { width = 0.5, height = 0.5, spacing = 0.1 } }
sharpen  = 1
pins     = [{ box = [[-0.26, -1, -1], [-0.24, 1, 1]] }]
)toml");
  for (int i = 0; i < 10; ++i) world->step(1);
  const auto x = world->bodies[0]->quantity("x"), speed = world->bodies[0]->quantity("speed");
  int held = 0;
  for (std::size_t i = 0; i < x.size(); ++i)
    if (x[i] < -0.24) {
      ++held;
      EXPECT_LT(speed[i], 2e-5) << "what rounding of places in a step of 1 ms makes of rest";
    }
  EXPECT_GT(held, 3);
}

TEST(Sharpen, WhatMovesByItselfRefusesIt) {
  try {
    world_of(std::string(kLump) + R"toml(
[[object]]
name     = "sheet"
type     = "cloth"
material = "cotton"
coupling = "mesh"
sharpen  = 1
shape    = { sheet = { width = 1, height = 1 } }
at       = [0, 0, 2]
)toml");
    FAIL() << "coupling = \"mesh\" has no transfers that could be sharpened";
  } catch (const Error& e) {
    EXPECT_EQ(e.code, "E0204");
  }
}

TEST(Sharpen, ItsSceneStaysOnTheProcessor) {
  EXPECT_TRUE(device_refusals(*world_of(kLump)).empty());
  const auto why = device_refusals(*world_of(kLump, {"object.lump.sharpen=2"}));
  ASSERT_FALSE(why.empty());
  EXPECT_NE(why.back().what.find("sharpen"), std::string::npos);
}

}  // namespace
}  // namespace weft
