/// What can be stepped on a device, and how a world whose bodies are away keeps its promises.
#include "world/device_fit.h"

#include <gtest/gtest.h>

#include "exec/error.h"
#include "exec/memory_archive.h"
#include "scene/build/build.h"

namespace weft {
namespace {

constexpr const char* kSand = R"(
format = 1
time   = { fps = 100, frames = [1, 3] }
solver = { dx = "10 cm", device = "twin" }
[[object]]
name     = "column"
type     = "grains"
material = { preset = "sand" }
shape    = { box = [0.4, 0.4, 0.8] }
at       = [0, 0, 0.4]
[[collider]]
name     = "floor"
shape    = { plane = [0, 0, 1] }
)";
constexpr const char* kSolid = R"(
[[object]]
name     = "ball"
type     = "solid"
material = { preset = "rubber" }
shape    = { sphere = 0.2 }
at       = [0, 0, 2]
)";
constexpr const char* kCloth = R"(
[[object]]
name     = "sheet"
type     = "cloth"
material = { preset = "cotton" }
shape    = { sheet = { width = 1, height = 1 } }
at       = [0, 0, 3]
)";

std::unique_ptr<World> world_of(const std::string& text, const std::vector<std::string>& set = {}) {
  return build_world(parse_scene(text, "a.toml", {set, Quality::normal}));
}
std::vector<DeviceRefusal> refusals(const std::string& text, const std::vector<std::string>& set = {}) {
  return device_refusals(*world_of(text, set));
}

TEST(DeviceFit, GrainsCanGo) { EXPECT_TRUE(refusals(kSand).empty()); }

TEST(DeviceFit, SettingsOfTheProcessorAreNamed) {
  for (const char* set :
       {"solver.step=implicit", "solver.step=auto", "solver.kernel=cubic", "solver.transfer=gradient"}) {
    const auto found = refusals(kSand, {set});
    ASSERT_EQ(found.size(), 1u) << set;
    EXPECT_EQ(found[0].code, "E0724");
    EXPECT_EQ(found[0].hint.substr(0, 7), "solver.") << set;
  }
  EXPECT_EQ(refusals(kSand, {"solver.kernel=cubic", "solver.step=implicit"}).size(), 2u);
}

TEST(DeviceFit, ObjectsOfTheProcessorStayWhileOthersGo) {
  EXPECT_TRUE(refusals(std::string(kSand) + kSolid + kCloth).empty());
  const auto world = world_of(std::string(kSand) + kSolid);
  EXPECT_EQ(why_it_stays(*world->bodies[0]), std::nullopt);
  EXPECT_NE(why_it_stays(*world->bodies[1]), std::nullopt);
}

/// A scene without anything that could go.
std::string without_sand(const std::string& more) {
  const std::string all = std::string(kSand) + more;
  const std::size_t from = all.find("[[object]]"), to = all.find("[[collider]]");
  return all.substr(0, from) + all.substr(to);
}

/// Surfaces meet on one side: all that do, or none.
TEST(DeviceFit, SurfacesThatMeetGoTogether) {
  std::string grid = kCloth, other = kCloth;
  grid.replace(grid.find("type "), 0, "coupling = \"grid\"\n");
  other.replace(other.find("sheet"), 5, "second");
  std::string second = grid;
  second.replace(second.find("sheet"), 5, "second");
  EXPECT_TRUE(refusals(without_sand(grid + second)).empty());
  const auto found = refusals(without_sand(grid + other));
  ASSERT_EQ(found.size(), 1u);
  EXPECT_NE(found[0].what.find("meet as surfaces"), std::string::npos) << found[0].what;
}

TEST(DeviceFit, WhereNoneCanGoTheyAreNamed) {
  const auto found = refusals(without_sand(std::string(kSolid) + kCloth));
  ASSERT_EQ(found.size(), 2u);
  EXPECT_NE(found[0].what.find("\"ball\" (solid)"), std::string::npos) << found[0].what;
  EXPECT_NE(found[1].what.find("\"sheet\" (cloth)"), std::string::npos) << found[1].what;
  EXPECT_NE(found[1].hint.find("coupling"), std::string::npos) << found[1].hint;
}

TEST(DeviceFit, AWorldThatCannotGoIsAnError) {
  if (sizeof(Real) != 4) GTEST_SKIP();
  const auto world = world_of(without_sand(kSolid));
  try {
    settle_device(*world);
    FAIL();
  } catch (const Error& e) {
    EXPECT_EQ(e.code, "E0724");
    EXPECT_NE(std::string(e.what()).find("ball"), std::string::npos);
  }
}

TEST(DeviceFit, AutomaticallySmallWorldsStay) {
  const auto world = world_of(kSand, {"solver.device=auto"});
  EXPECT_NE(settle_device(*world).find("processor"), std::string::npos);
  EXPECT_EQ(world->solver.device, DeviceChoice{});
  EXPECT_EQ(world->engine(), nullptr);
  EXPECT_EQ(world->safe_steps(), 16u);
}

class Away : public testing::Test {
 protected:
  void SetUp() override {
    if (sizeof(Real) != 4) GTEST_SKIP() << "devices compute in float";
  }
  static std::unique_ptr<World> twin() {
    auto w = world_of(kSand);
    EXPECT_EQ(settle_device(*w), "");
    return w;
  }
  static void step(World& w, double end) {
    while (w.time < end) w.advance(end, w.safe_steps());
  }
};

TEST_F(Away, StepsEndWhereTheyShould) {
  const auto w = twin();
  const DeviceReport r = std::get<DeviceReport>(w->advance(0.01, w->safe_steps()));
  EXPECT_EQ(w->time, 0.01);
  EXPECT_EQ(r.steps, w->steps);
  EXPECT_GT(r.steps, 0u);
  const DeviceReport few = std::get<DeviceReport>(w->advance(0.02, 2));
  EXPECT_EQ(few.steps, 2u);
  EXPECT_NEAR(w->time, 0.01 + few.dt_sum, 1e-9);
}

TEST_F(Away, WhatComesHomeIsNearTheProcessor) {
  const auto w = twin(), other = world_of(kSand);
  step(*w, 0.05);
  w->bring_home();
  while (other->time < 0.05) other->step(0.05);
  EXPECT_NEAR(w->totals().kinetic, other->totals().kinetic, 1e-3 * other->totals().kinetic);
  EXPECT_NEAR(w->loads[0].impulse[2], other->loads[0].impulse[2],
              1e-2 * std::abs(other->loads[0].impulse[2]));
}

TEST_F(Away, ComingHomeChangesNothing) {
  const auto straight = twin(), visiting = twin(), recalled = twin(), resumed = twin();
  const double ends[] = {0.01, 0.02, 0.03};
  for (const double end : ends) {
    step(*straight, end);
    step(*visiting, end), visiting->bring_home();
    step(*recalled, end), recalled->recall();
  }
  straight->bring_home();
  EXPECT_EQ(straight->hash(), visiting->hash());
  EXPECT_EQ(straight->hash(), recalled->hash());
  step(*resumed, 0.01), step(*resumed, 0.02);
  resumed->bring_home();
  std::map<std::string, std::string> state;
  MemoryArchive save(state, false), back(state, true);
  resumed->archive(save);
  const auto fresh = twin();
  step(*fresh, 0.005);  // is forgotten with what it had on the device
  fresh->archive(back);
  step(*fresh, 0.03);
  fresh->bring_home();
  EXPECT_EQ(straight->hash(), fresh->hash());
}

TEST_F(Away, AStepOfTheProcessorCallsThemHome) {
  const auto w = twin();
  step(*w, 0.01);
  w->step(0.02);
  EXPECT_GT(w->time, 0.01);
  step(*w, 0.02);
  w->bring_home();
  EXPECT_GT(w->totals().kinetic, 0);
}

TEST_F(Away, NonsenseEndsThemAtHome) {
  for (const double speed : {1e12}) {
    const auto w = twin();
    step(*w, 0.01);
    w->recall();
    w->bodies[0]->spoil(3, {{speed, 0, 0}});
    try {
      step(*w, 0.02);
      ADD_FAILURE() << speed;
    } catch (const Error& e) {
      EXPECT_EQ(e.code, "E0501");
      EXPECT_EQ(e.exit, Exit::simulation);
    }
    EXPECT_FALSE(w->bodies[0]->quantity("x").empty());
  }
}

}  // namespace
}  // namespace weft
