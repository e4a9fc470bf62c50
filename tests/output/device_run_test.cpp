/// A run on a device keeps the promises of one on the processor: stopped inside a frame and continued it ends with the
/// same bytes, a checkpoint of one continues on the other, a bad step is rolled back. On the twin, which needs no card.
#include <gtest/gtest.h>

#include <csignal>
#include <nlohmann/json.hpp>

#include "exec/error.h"
#include "math/real.h"
#include "output/frame_file.h"
#include "output/program.h"
#include "output/same_runs.h"
#include "output/scene_run.h"

namespace weft {
namespace {

constexpr const char* kScene = R"(
format = 1
time   = { fps = 50, frames = [1, 4] }
solver = { dx = "10 cm", dt = 2.5e-5, device = "twin" }

[[object]]
name     = "column"
type     = "grains"
material = { preset = "sand" }
shape    = { box = [0.2, 0.2, 0.4] }
at       = [0, 0, 0.2]

[[collider]]
name     = "floor"
shape    = { plane = [0, 0, 1] }
friction = 0.5

[[probe]]
name     = "push"
measure  = { collider = "floor", quantity = "force_z" }
)";

/// What happens to the run after so many looks at the device.
struct Accident : Progress {
  int looks;
  bool lost;  ///< the card is; otherwise the run is interrupted
  Accident(int after, bool card) : looks(after), lost(card) {}
  void step(const World&, std::int64_t, const FrameSteps&) override {
    if (--looks != 0) return;
    if (lost) throw Error("E0723", "the graphics card failed: lost", {}, {}, Exit::memory);
    std::raise(SIGINT);
  }
};

class DeviceRun : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    if (sizeof(Real) != 4) return;
    dir = new Scratch;
    spill(*dir / "a.toml", kScene);
    ASSERT_EQ(go("whole.run", "twin"), Exit::done);
  }
  static void TearDownTestSuite() { delete dir; }
  void SetUp() override {
    if (sizeof(Real) != 4) GTEST_SKIP() << "devices compute in float";
  }
  /// Runs, or continues what is there; `looks`: something happens after so many.
  static Exit go(const std::string& name, const std::string& device, int looks = 0,
                 const std::string& spoil = {}, bool lost = false) {
    const fs::path path = *dir / name;
    Scene scene = parse_scene(kScene, "a.toml");
    scene.solver.device = parse_device(device);
    Ready ready = make_running(scene);
    const bool resume = fs::exists(path);
    RunFolder folder =
        resume ? RunFolder::open(path) : RunFolder::create(path, {kScene, write_resolved(scene), false});
    RunInfo info = resume ? read_run_info(path) : describe_program();
    info.first = scene.time.first, info.last = scene.time.last, info.fps = scene.time.fps;
    Accident progress(looks, lost);
    RunOptions options;
    options.progress = &progress;
    options.spoil = spoil;
    return run_in_folder({scene, ready, folder, info, resume}, options).exit;
  }
  static fs::path log() { return *dir / "log"; }
  static fs::path whole() { return *dir / "whole.run"; }  ///< never stopped
  static std::string scene() { return (*dir / "a.toml").string(); }
  static std::vector<std::string> devices(const fs::path& run) {
    const Table t = read_table(run / "stats.csv");
    std::vector<std::string> out;
    for (const auto& row : t.rows) out.push_back(row.at(t.column("device")));
    return out;
  }
  static Scratch* dir;
};
Scratch* DeviceRun::dir = nullptr;

TEST_F(DeviceRun, SaysWhereItsStepsWereMade) {
  EXPECT_EQ(devices(whole()), std::vector<std::string>(4, "twin"));
  EXPECT_EQ(read_run_info(whole()).device, "twin");
  EXPECT_EQ(call({"status", whole().string()}, log()), 0);
  EXPECT_NE(slurp(log()).find("device twin"), std::string::npos) << slurp(log());
  EXPECT_EQ(call({"verify", whole().string()}, log()), 0) << slurp(log());
}

TEST_F(DeviceRun, StoppedInsideAFrameItEndsWithTheSameBytes) {
  EXPECT_EQ(go("stopped.run", "twin", 1), Exit::interrupt);
  EXPECT_TRUE(fs::exists(*dir / "stopped.run/state/inside.state"));
  EXPECT_EQ(go("stopped.run", "twin", 4), Exit::interrupt);
  EXPECT_EQ(go("stopped.run", "twin"), Exit::done);
  expect_same(whole(), *dir / "stopped.run");
}

TEST_F(DeviceRun, ACheckpointContinuesOnTheOtherAndBack) {
  const fs::path run = *dir / "mixed.run";
  EXPECT_EQ(go("mixed.run", "cpu", 16), Exit::interrupt);
  EXPECT_EQ(go("mixed.run", "twin", 2), Exit::interrupt);
  EXPECT_EQ(go("mixed.run", "cpu", 160), Exit::interrupt);
  EXPECT_EQ(go("mixed.run", "twin"), Exit::done);
  const RunInfo info = read_run_info(run);
  ASSERT_EQ(info.sessions.size(), 4u);
  EXPECT_EQ(info.sessions[0].device, "cpu");
  EXPECT_EQ(info.sessions[1].device, "twin");
  const Frame a = read_frame(run / "frames/000004.weft"), b = read_frame(whole() / "frames/000004.weft");
  ASSERT_EQ(a.objects[0].position.size(), b.objects[0].position.size());
  for (std::size_t i = 0; i < a.objects[0].position.size(); ++i)
    EXPECT_LT(norm(a.objects[0].position[i] - b.objects[0].position[i]), 1e-4f) << i;
  EXPECT_EQ(call({"verify", run.string()}, log()), 0) << slurp(log());
}

TEST_F(DeviceRun, ABadStepIsRolledBack) {
  const fs::path run = *dir / "spoiled.run";
  EXPECT_EQ(go("spoiled.run", "twin", 0, "frame=3,step=5,body=0,point=7,times=1,velocity=nan"), Exit::done);
  const auto event = nlohmann::json::parse(slurp(run / "events.jsonl"));
  EXPECT_EQ(event.at("event"), "rollback");
  EXPECT_EQ(event.at("frame"), 3);
  EXPECT_EQ(call({"verify", run.string()}, log()), 0) << slurp(log());
}

TEST_F(DeviceRun, ACardThatIsLostStopsItAndItContinues) {
  const fs::path run = *dir / "lost.run";
  EXPECT_EQ(go("lost.run", "twin", 3, {}, true), Exit::memory);
  const RunInfo info = read_run_info(run);
  EXPECT_EQ(info.status, "stopped");
  EXPECT_NE(info.reason.find("E0723"), std::string::npos) << info.reason;
  EXPECT_EQ(info.frame, 2);
  EXPECT_EQ(go("lost.run", "twin"), Exit::done);
  expect_same(whole(), run);
}

TEST_F(DeviceRun, WhatCannotGoIsNamed) {
  spill(*dir / "solid.toml", R"(
format = 1
time   = { fps = 50, frames = [1, 2] }
solver = { dx = "10 cm", plane = true }
[[object]]
name     = "block"
type     = "solid"
material = { preset = "rubber" }
shape    = { box = [0.4, 0.2, 0.4] }
at       = [0, 0, 1]
)");
  const std::string solid = (*dir / "solid.toml").string();
  EXPECT_EQ(call({"run", solid, "--set", "solver.plane=false", "--device", "twin"}, log()), 2);
  const std::string said = slurp(log());
  EXPECT_NE(said.find("E0724"), std::string::npos) << said;
  EXPECT_NE(said.find("object \"block\" (solid)"), std::string::npos) << said;
  EXPECT_FALSE(fs::exists(*dir / "solid.run"));
  EXPECT_EQ(call({"check", solid, "--set", "solver.plane=false", "--device", "twin"}, log()), 2)
      << slurp(log());
  EXPECT_EQ(call({"run", scene(), "--device", "nowhere"}, log()), 2);
  EXPECT_NE(slurp(log()).find("E0720"), std::string::npos) << slurp(log());
}

TEST_F(DeviceRun, AutomaticallyASmallSceneStaysOnTheProcessor) {
  const fs::path run = *dir / "auto.run";
  EXPECT_EQ(call({"run", scene(), "-o", run.string(), "--device", "auto", "--frames", "2"}, log()), 0)
      << slurp(log());
  EXPECT_NE(slurp(log()).find("stays on the processor"), std::string::npos) << slurp(log());
  EXPECT_EQ(devices(run), std::vector<std::string>(2, "cpu"));
}

}  // namespace
}  // namespace weft
