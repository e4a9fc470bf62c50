/// Steps that are rolled back and tried smaller: bodies on the main grid and those with fields of their own
/// start again from the state they had.
#include <gtest/gtest.h>

#include <cmath>

#include "exec/hash_archive.h"
#include "world/small_worlds.h"

namespace weft {
namespace {

/// What the bodies remember; how long the next step would be is another matter.
std::uint64_t hash_of_bodies(const World& world) {
  HashArchive h;
  for (const auto& body : world.bodies) body->archive(h);
  return h.hash();
}

/// The step's result if `dt` had been right from the start.
std::uint64_t hash_of_direct_step(const std::map<std::string, std::string>& before, const Scene& scene,
                                  double dt, double end) {
  const auto world = build_world(scene);
  std::map<std::string, std::string> state = before;
  MemoryArchive back(state, true);
  world->archive(back);
  world->solver.dt_fixed = dt;
  EXPECT_EQ(world->step(end).retries, 0);
  return hash_of_bodies(*world);
}

// All kinds of bodies: what a rolled-back step did to any of them would show in the bits.
TEST(Retry, LeavesNoTrace) {
  for (const auto& set : {std::vector<std::string>{}, {"solver.step=\"implicit\""}}) {
    const Scene scene = small_scene("all_kinds", set);
    const auto world = build_world(scene);
    int seen = 0;
    for (int frame = scene.time.first + 1; frame <= scene.time.last && seen < 3; ++frame) {
      const double end = scene.time.at(frame);
      while (world->time < end && seen < 3) {
        world->forget_order();
        std::map<std::string, std::string> before;
        MemoryArchive save(before, false);
        world->archive(save);
        const StepReport r = world->step(end);
        if (r.retries == 0 || world->time >= end) continue;
        if (world->solver.step == Stepping::implicitly && !r.solve.converged()) continue;
        ++seen;
        EXPECT_EQ(hash_of_bodies(*world), hash_of_direct_step(before, scene, r.dt, end))
            << "time " << world->time;
      }
    }
    EXPECT_GT(seen, 0);
  }
}

/// Sand, a soft solid, a stone and putty fly into each other where nothing pulls at them.
constexpr const char* kCollision = R"(
format = 1
time   = { fps = 500, frames = [0, 5] }
solver = { dx = "4 cm", gravity = [0, 0, 0] }
[[object]]
name     = "sand"
material = { preset = "sand", young = "20 kPa" }
shape    = { box = [0.16, 0.16, 0.16] }
velocity = [20, 0, 0]
[[object]]
name     = "solid"
type     = "solid"
material = { preset = "jelly", young = "10 kPa" }
shape    = { box = [0.16, 0.16, 0.16] }
at       = [0.18, 0.02, 0]
spacing  = "4 cm"
[[object]]
name     = "stone"
type     = "rigid"
shape    = { box = [0.1, 0.1, 0.1] }
at       = [0.01, 0.14, 0]
density  = 800
velocity = [0, -5, 0]
[[object]]
name     = "putty"
type     = "putty"
material = "soft_putty"
shape    = { box = [0.1, 0.1, 0.1] }
at       = [0.01, -0.14, 0]
velocity = [0, 5, 1]
)";

TEST(Retry, MomentumIsKeptBetweenMainAndOwnFields) {
  const Scene scene = parse_scene(kCollision, "collision.toml");
  const auto world = build_world(scene);
  world->solver.cfl = 1.5;  // promises too much: fast steps are rolled back
  const Totals before = world->totals();
  std::vector<Vec3d> own;
  for (const auto& body : world->bodies) own.push_back(body->totals().momentum);
  int retries = 0;
  const double end = scene.time.at(scene.time.last);
  while (world->time < end) retries += world->step(end).retries;
  EXPECT_GT(retries, 0);
  const double scale = before.mass * 20;
  for (std::size_t i = 0; i < own.size(); ++i)
    EXPECT_GT(norm(world->bodies[i]->totals().momentum - own[i]), 1e-3 * scale) << world->bodies[i]->name();
  // Putty's share arrives through an iterative solve.
  EXPECT_LT(norm(world->totals().momentum - before.momentum), 1e-4 * scale);
}

}  // namespace
}  // namespace weft
