/// Worlds of which a part is on the twin of a device: the motion is that of the processor alone, momentum is kept
/// across the two, a run that is interrupted goes on with the same bits, a step that either side refuses is tried again.
#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "exec/error.h"
#include "exec/memory_archive.h"
#include "scene/build/build.h"
#include "world/device_fit.h"

namespace weft {
namespace {

constexpr const char* kHead = R"(
format = 1
time   = { fps = 100, frames = [1, 100] }
solver = { dx = "4 cm" }
)";
constexpr const char* kFloor = R"(
[[collider]]
name  = "floor"
shape = { plane = [0, 0, 1] }
friction = 0.5
)";
constexpr const char* kSand = R"(
[[object]]
name     = "sand"
material = { preset = "sand", young = "500 kPa" }
shape    = { box = [0.4, 0.4, 0.16] }
at       = [0, 0, 0.08]
)";
constexpr const char* kBall = R"(
[[object]]
name     = "ball"
type     = "rigid"
shape    = { sphere = 0.1 }
at       = [0.02, 0.01, 0.29]
velocity = [0.5, 0, -2]
density  = 2500
friction = 0.4
)";
constexpr const char* kCube = R"(
[[object]]
name     = "cube"
type     = "solid"
material = { preset = "jelly", young = "50 kPa" }
shape    = { box = [0.16, 0.16, 0.16] }
at       = [0.02, 0, 0.27]
velocity = [0.5, 0, -2]
spacing  = "4 cm"
friction = 0.3
)";
constexpr const char* kPutty = R"(
[[object]]
name     = "putty"
type     = "putty"
material = { preset = "putty", young = "100 kPa", yield_stress = "1.5 kPa" }
shape    = { box = [0.16, 0.16, 0.16] }
at       = [0.02, 0, 0.27]
velocity = [0, 0, -2]
friction = 0.5
)";
constexpr const char* kSheet = R"(
[[object]]
name     = "sheet"
type     = "cloth"
coupling = "mesh"
material = { preset = "cotton", young = "100 kPa" }
shape    = { sheet = { width = 0.5, height = 0.5 } }
at       = [0, 0, 0.2]
pins     = [{ nearest = [-0.25, -0.25, 0.2] }, { nearest = [0.25, -0.25, 0.2] }, { nearest = [-0.25, 0.25, 0.2] }, { nearest = [0.25, 0.25, 0.2] }]
)";
constexpr const char* kJelly = R"(
[[object]]
name     = "jelly"
material = { preset = "jelly", young = "50 kPa" }
shape    = { sphere = 0.1 }
at       = [0.01, 0, 0.33]
velocity = [0, 0, -2]
)";
constexpr const char* kHair = R"(
[[object]]
name      = "hair"
type      = "hair"
material  = { preset = "wisps", friction = 0.4 }
shape     = { hair = { radius = 0.1, cap = 1, strands = 60, length = 0.1, segments = 8, droop = 0.15, curl = 0.001, clumps = 1, clumping = 0, variation = 0.05 } }
at        = [0, 0, 0.15]
thickness = "2 mm"
pins      = [{ roots = true }]
)";
constexpr const char* kSnow = R"(
[[object]]
name     = "snow"
material = "snow"
shape    = { sphere = "8 cm" }
at       = [0, 0, 0.42]
velocity = [0, 0, -4]
)";

std::unique_ptr<World> world_of(const std::string& text, const std::string& device,
                                std::vector<std::string> set = {}) {
  set.push_back("solver.device=" + device);
  auto w = build_world(parse_scene(kHead + text, "a.toml", {set, Quality::normal}));
  settle_device(*w);
  EXPECT_EQ(w->engine() != nullptr, device == "twin");
  return w;
}

struct Count {
  std::uint64_t steps = 0, retries = 0;
};
/// As a run does it.
Count run(World& w, double end, std::uint64_t most = ~std::uint64_t(0)) {
  Count c;
  while (w.time < end && c.steps < most) {
    std::visit(
        [&]<class R>(const R& r) {
          if constexpr (std::is_same_v<R, DeviceReport>) c.steps += r.steps, c.retries += r.retries;
          else ++c.steps, c.retries += std::uint64_t(r.retries);
        },
        w.advance(end, w.safe_steps() - c.steps % w.safe_steps()));
    if (w.time >= end || c.steps % w.safe_steps() == 0) w.bring_home(), w.forget_order();
  }
  w.bring_home();
  return c;
}

/// How far bodies are apart, as a share of how far they have come: the mean over their points.
double apart(const World& a, const World& b, const World& before, std::size_t body) {
  const auto x = a.bodies[body]->frame({}).position, y = b.bodies[body]->frame({}).position,
             from = before.bodies[body]->frame({}).position;
  double off = 0, way = 0;
  for (std::size_t i = 0; i < x.size(); ++i)
    off += norm((x[i] - y[i]).as<double>()), way += norm((x[i] - from[i]).as<double>());
  return off / way;
}

struct Case {
  const char* name;
  std::string text;
  double dt;
};
class Hybrid : public testing::Test {
 protected:
  void SetUp() override {
    if (sizeof(Real) != 4) GTEST_SKIP() << "devices compute in float";
  }
};
std::vector<Case> cases() {
  const std::string floor = kFloor, sand = kSand;
  return {{"ball", sand + kBall + floor, 3e-4},
          {"cube", sand + kCube + floor, 3e-4},
          {"putty", sand + kPutty + floor, 3e-4},
          {"sheet", std::string(kJelly) + kSheet + floor, 2e-4},
          {"hair", std::string(kSnow) + kHair + floor, 5e-5}};
}

TEST_F(Hybrid, MovesAsOnTheProcessor) {
  for (const Case& c : cases()) {
    const auto here = world_of(c.text, "cpu"), there = world_of(c.text, "twin"),
               before = world_of(c.text, "cpu");
    for (World* w : {here.get(), there.get()}) {
      w->solver.dt_fixed = c.dt;
      run(*w, 200 * c.dt);
      EXPECT_NEAR(double(w->steps), 200, 1) << c.name;
    }
    for (std::size_t b = 0; b < 2; ++b) {
      const double off = apart(*here, *there, *before, b);
      std::printf("%-8s %-8s %.2e\n", c.name, here->bodies[b]->name().c_str(), off);
      EXPECT_LT(off, 1e-3) << c.name << " " << b;
    }
    const Vec3d load = here->loads[0].impulse;
    EXPECT_LE(norm(load - there->loads[0].impulse), 1e-3 * norm(load)) << c.name;
  }
}

TEST_F(Hybrid, MomentumIsKeptAcross) {
  for (const Case& c : cases()) {
    if (c.text.find("pins") != std::string::npos) continue;
    const auto w =
        world_of(c.text.substr(0, c.text.find("[[collider]]")), "twin", {"solver.gravity=[0,0,0]"});
    const Vec3d before = w->totals().momentum, own = w->bodies[1]->totals().momentum;
    run(*w, 0.03);
    const Vec3d change = w->totals().momentum - before, taken = w->bodies[1]->totals().momentum - own;
    EXPECT_GT(norm(taken), 0.05 * norm(own)) << c.name;
    EXPECT_LT(norm(change), 1e-5 * norm(taken)) << c.name;
  }
}

TEST_F(Hybrid, AnInterruptedRunHasTheSameBits) {
  for (const Case& c : cases()) {
    const std::vector<std::string> small = {"solver.dt_max=\"0.1 ms\""};
    const auto straight = world_of(c.text, "twin", small), stopped = world_of(c.text, "twin", small),
               visited = world_of(c.text, "twin", small);
    const double end = 0.02;
    run(*straight, end);
    run(*stopped, end, stopped->safe_steps());
    ASSERT_LT(stopped->time, end);
    std::map<std::string, std::string> state;
    MemoryArchive save(state, false), back(state, true);
    stopped->archive(save);
    const auto resumed = world_of(c.text, "twin", small);
    run(*resumed, 0.001);  // is forgotten
    resumed->archive(back);
    run(*resumed, end);
    EXPECT_EQ(straight->hash(), resumed->hash()) << c.name;
    EXPECT_EQ(straight->steps, resumed->steps) << c.name;
    while (visited->time < end) {  // somebody looks at every safe place
      run(*visited, end, visited->safe_steps());
      visited->recall();
    }
    EXPECT_EQ(straight->hash(), visited->hash()) << c.name;
  }
}

TEST_F(Hybrid, StepsThatAreTooLongAreTriedAgain) {
  const auto fast = [](std::string text, const char* speed) {
    const std::size_t at = text.find("[0.5, 0, -2]");
    return text.replace(at, 12, speed);
  };
  // The ball outruns its cells; or sand that is thrown does.
  const std::string ball = fast(std::string(kSand) + kBall + kFloor, "[40, 0, -30]");
  std::string sand = fast(std::string(kSand) + kBall + kFloor, "[0, 0, 0]");
  sand.insert(sand.find("at       = [0, 0, 0.08]"), "velocity = [60, 0, 0]\n");
  for (const std::string& text : {ball, sand}) {
    const auto here = world_of(text, "cpu"), there = world_of(text, "twin"), before = world_of(text, "cpu");
    here->solver.cfl = there->solver.cfl = 1.6;
    const Count a = run(*here, 0.01), b = run(*there, 0.01);
    EXPECT_GT(a.retries, 0u);
    EXPECT_GT(b.retries, 0u);
    for (std::size_t k = 0; k < 2; ++k) EXPECT_LT(apart(*here, *there, *before, k), 0.1);
  }
}

TEST_F(Hybrid, NonsenseEndsThemAtHome) {
  for (const std::size_t body : {0u, 1u}) {
    const auto w = world_of(std::string(kSand) + kBall + kFloor, "twin");
    run(*w, 0.005);
    w->recall();
    w->bodies[body]->spoil(0, {{body ? std::nan("") : 1e12, 0, 0}});
    try {
      run(*w, 0.01);
      ADD_FAILURE() << body;
    } catch (const Error& e) {
      EXPECT_EQ(e.exit, Exit::simulation) << e.what();
    }
    EXPECT_FALSE(w->bodies[0]->quantity("x").empty());
  }
}

/// A source: the device stops where points are due.
TEST_F(Hybrid, WhatIsPouredIsWhatTheProcessorPours) {
  const std::string goo = R"(
[[object]]
name     = "goo"
material = "goo"
shape    = { cylinder = { radius = "8 cm", height = "8 cm" } }
at       = [0.01, 0, 0.4]
source   = { velocity = [0, 0, "-2 m/s"], from = 0.01, until = "0.08 s" }
)";
  for (const std::string& text : {goo + kFloor, goo + kBall + kFloor}) {
    const std::vector<std::string> small = {"solver.dt_max=\"0.1 ms\""};
    const auto here = world_of(text, "cpu", small), there = world_of(text, "twin", small),
               stopped = world_of(text, "twin", small), resumed = world_of(text, "twin", small);
    for (World* w : {here.get(), there.get()}) run(*w, 0.12);
    EXPECT_EQ(here->bodies[0]->size(), there->bodies[0]->size());
    EXPECT_GT(here->bodies[0]->size(), 100u);
    const Totals a = here->totals(), b = there->totals();
    EXPECT_NEAR(a.kinetic, b.kinetic, 2e-2 * a.kinetic);
    EXPECT_LT(norm(a.first_moment - b.first_moment), 1e-3 * norm(a.first_moment));
    run(*stopped, 0.12, stopped->safe_steps());
    ASSERT_LT(stopped->time, 0.12);
    std::map<std::string, std::string> state;
    MemoryArchive save(state, false), back(state, true);
    stopped->archive(save);
    resumed->archive(back);
    run(*resumed, 0.12);
    EXPECT_EQ(there->hash(), resumed->hash());
  }
}

}  // namespace
}  // namespace weft
