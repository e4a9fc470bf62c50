/// step = "auto": explicit where that is cheap, implicit where the material is stiff, decided by counting.
#include "world/choose_step.h"

#include <gtest/gtest.h>

#include "world/small_worlds.h"

namespace weft {
namespace {

Scene block(const std::string& young, const std::string& step = "auto") {
  return parse_scene(R"(
format = 1
time   = { fps = 24, frames = [0, 2] }
solver = { dx = "5 cm", step = ")" +
                         step + R"(" }
[[object]]
name     = "block"
material = { preset = "jelly", young = ")" +
                         young + R"(" }
shape    = { box = [0.3, 0.3, 0.3] }
at       = [0, 0, 0.16]
[[collider]]
name     = "floor"
shape    = { plane = [0, 0, 1] }
friction = 0.4
)",
                     "block.toml");
}

constexpr const char* kSoft = "2 kPa";
constexpr const char* kStiff = "20 MPa";

double first_frame(const Scene& s) { return s.time.at(s.time.first + 1); }

std::uint64_t hash_after(World& world, double end) {
  while (world.time < end) world.step(end);
  world.forget_order();
  return world.hash();
}

TEST(ChooseStep, SoftIsExplicitAndStiffIsImplicit) {
  for (const auto& [young, expected] :
       {std::pair{kSoft, Stepping::explicitly}, {kStiff, Stepping::implicitly}}) {
    const Scene s = block(young);
    const auto world = build_world(s);
    ASSERT_EQ(world->solver.step, Stepping::automatic);
    decide_stepping(*world, first_frame(s));
    EXPECT_EQ(world->solver.step, expected) << young;
  }
}

TEST(ChooseStep, DecidesAlikeEveryTimeOnAnyThreads) {
  const Scene s = block("300 kPa");  // somewhere between
  const auto once = build_world(s);
  const Stepping chosen = choose_step(*once, first_frame(s));
  EXPECT_EQ(choose_step(*once, first_frame(s)), chosen) << "asked again";
  for (const int threads : {1, 2, 8}) {
    const ThreadLimit limit(threads);
    const auto world = build_world(s);
    EXPECT_EQ(choose_step(*world, first_frame(s)), chosen) << threads << " threads";
  }
}

// The trial leaves no trace: what follows are the bits of a scene that said at once what was chosen.
TEST(ChooseStep, TheWorldIsAsBeforeTheTrial) {
  for (const auto& [young, word] : {std::pair{kSoft, "explicit"}, {kStiff, "implicit"}}) {
    const Scene s = block(young);
    const auto tried = build_world(s), told = build_world(block(young, word));
    told->solver.dt_max = tried->solver.dt_max;  // as wide as for steps that may be implicit
    decide_stepping(*tried, first_frame(s));
    EXPECT_EQ(tried->time, 0);
    EXPECT_EQ(tried->steps, 0u);
    EXPECT_EQ(tried->hash(), told->hash()) << young;
    EXPECT_EQ(hash_after(*tried, first_frame(s)), hash_after(*told, first_frame(s))) << young;
  }
}

TEST(ChooseStep, IsDecidedBeforeTheFirstStepAndKept) {
  const Scene s = block(kStiff);
  const auto world = build_world(s);
  decide_stepping(*world, first_frame(s));
  ASSERT_EQ(world->solver.step, Stepping::implicitly);
  hash_after(*world, first_frame(s));
  const auto later = resumed(*world, s);  // from a scene that still says "auto"
  decide_stepping(*later, s.time.at(s.time.last));
  EXPECT_EQ(later->solver.step, Stepping::implicitly);
  EXPECT_EQ(hash_after(*later, s.time.at(s.time.last)), hash_after(*world, s.time.at(s.time.last)));
}

TEST(ChooseStep, WhatIsSaidStands) {
  for (const char* word : {"explicit", "implicit"}) {
    const Scene s = block(kStiff, word);
    const auto world = build_world(s);
    const Stepping said = world->solver.step;
    decide_stepping(*world, first_frame(s));
    EXPECT_EQ(world->solver.step, said);
  }
}

}  // namespace
}  // namespace weft
