/// The promises about stopping, kept by the real program: killed at any moment it continues to the same
/// bytes; INT and TERM end it with their codes; a bad step is rolled back, a hopeless one ends it with a
/// state to look at.
#include <gtest/gtest.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <thread>

#include "output/compare.h"
#include "output/container.h"
#include "output/frame_file.h"
#include "output/program.h"
#include "output/run_folder.h"
#include "output/same_runs.h"
#include "output/scratch.h"

namespace weft {
namespace {

constexpr const char* kScene = R"(
format = 1
time   = { fps = 48, frames = [1, 21] }
solver = { dx = "5 cm" }

[[object]]
name     = "column"
type     = "grains"
material = { preset = "sand" }
shape    = { box = [0.3, 0.3, 0.6] }
at       = [0, 0, 0.3]

[[collider]]
name     = "floor"
shape    = { plane = [0, 0, 1] }
friction = 0.5

[[probe]]
name     = "runout"
measure  = { object = "column", quantity = "x", take = "p99" }

[[probe]]
name     = "push"
measure  = { collider = "floor", quantity = "force_z" }
)";

class Resume : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    dir = new Scratch;
    spill(*dir / "a.toml", kScene);
    ASSERT_EQ(call({"run", (*dir / "a.toml").string(), "--quiet"}, *dir / "log"), 0) << slurp(*dir / "log");
  }
  static void TearDownTestSuite() { delete dir; }
  static fs::path whole() { return *dir / "a.run"; }  ///< never stopped
  static std::string scene() { return (*dir / "a.toml").string(); }
  static Scratch* dir;
};
Scratch* Resume::dir = nullptr;

TEST_F(Resume, KilledManyTimesEndsWithTheSameBytes) {
  const fs::path run = *dir / "killed.run";
  std::uint64_t seed = 20;
  int kills = 0;
  bool begun = false;
  for (int attempt = 1; attempt < 60 && kills < 15; ++attempt) {
    const pid_t pid = begun ? start({"resume", run.string(), "--quiet"}, *dir / "log")
                            : start({"run", scene(), "-o", run.string(), "--quiet"}, *dir / "log");
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    const auto random = (seed >> 33) % 20000;
    // Now at any moment of its start, now among the steps, now while the next frame is being written.
    if (attempt % 3 > 0)
      wait_until(pid, [&] { return fs::exists(run / "run.json") && read_run_info(run).pid == pid; });
    if (attempt % 3 > 1) wait_for_frame(pid, run, read_run_info(run).frame + 1);
    std::this_thread::sleep_for(std::chrono::microseconds(attempt % 3 > 1 ? random / 4 : random));
    ::kill(pid, SIGKILL);
    const int code = wait_for(pid);
    if (code == -SIGKILL) ++kills;
    begun = fs::exists(run / "run.json");
    if (begun && read_run_info(run).status == "done") break;
  }
  EXPECT_GE(kills, 10);
  ASSERT_TRUE(begun);
  EXPECT_EQ(call({"resume", run.string(), "--quiet"}, *dir / "log"), 0) << slurp(*dir / "log");
  expect_same(whole(), run);
  EXPECT_EQ(call({"diff", whole().string(), run.string()}, *dir / "log"), 0) << slurp(*dir / "log");
  EXPECT_EQ(call({"verify", run.string()}, *dir / "log"), 0) << slurp(*dir / "log");
}

TEST_F(Resume, SignalsEndItWithTheirCodesAndItContinues) {
  const fs::path run = *dir / "signalled.run";
  pid_t pid = start({"run", scene(), "-o", run.string(), "--quiet"}, *dir / "log");
  wait_for_frame(pid, run, 3);
  ::kill(pid, SIGINT);
  EXPECT_EQ(wait_for(pid), 130);
  EXPECT_EQ(read_run_info(run).status, "interrupted");
  EXPECT_EQ(call({"status", run.string()}, *dir / "log"), 0);
  EXPECT_NE(slurp(*dir / "log").find("interrupted"), std::string::npos);
  pid = start({"resume", run.string(), "--quiet"}, *dir / "log");
  wait_for_frame(pid, run, 7);
  ::kill(pid, SIGTERM);
  EXPECT_EQ(wait_for(pid), 143);
  EXPECT_EQ(call({"resume", run.string(), "--quiet"}, *dir / "log"), 0);
  expect_same(whole(), run);
  EXPECT_EQ(read_run_info(run).sessions.size(), 3u);
}

TEST_F(Resume, ALimitOfTimeEndsItWithSix) {
  const fs::path run = *dir / "limited.run";
  int code = call({"run", scene(), "-o", run.string(), "--quiet", "--max-hours", "0.00001"}, *dir / "log");
  EXPECT_EQ(code, 6);
  EXPECT_EQ(call({"status", run.string()}, *dir / "log"), 0);
  EXPECT_NE(slurp(*dir / "log").find("--max-hours"), std::string::npos);
  EXPECT_EQ(call({"resume", run.string(), "--quiet"}, *dir / "log"), 0);
  expect_same(whole(), run);
}

TEST_F(Resume, ALimitOfMemoryEndsItWithFive) {
  EXPECT_EQ(call({"run", scene(), "-o", (*dir / "small.run").string(), "--quiet", "--max-memory", "0.001"},
                 *dir / "log"),
            5);
}

TEST_F(Resume, ADamagedNewestCheckpointFallsBackToTheOneBefore) {
  const fs::path run = *dir / "damaged.run";
  pid_t pid = start({"run", scene(), "-o", run.string(), "--quiet"}, *dir / "log");
  wait_for_frame(pid, run, 6);
  ::kill(pid, SIGKILL);
  EXPECT_EQ(wait_for(pid), -SIGKILL);
  const auto states = numbered_files(run / "state", ".state");
  ASSERT_EQ(states.size(), 2u);
  const fs::path newest = run / "state" / (frame_name(states[1]) + ".state");
  std::string bytes = slurp(newest);
  bytes[bytes.size() / 2] ^= 4;
  spill(newest, bytes);
  EXPECT_EQ(call({"verify", run.string()}, *dir / "log"), 4);
  EXPECT_EQ(call({"resume", run.string(), "--quiet"}, *dir / "log"), 0) << slurp(*dir / "log");
  expect_same(whole(), run);
}

TEST_F(Resume, ABadStepIsRolledBack) {
  for (const char* velocity : {"nan", "1e9"}) {
    const fs::path run = *dir / (std::string("spoiled-") + velocity + ".run");
    EXPECT_EQ(call({"run", scene(), "-o", run.string(), "--quiet"}, *dir / "log",
                   std::string("frame=4,step=5,body=0,point=7,times=1,velocity=") + velocity),
              0)
        << slurp(*dir / "log");
    const auto event = nlohmann::json::parse(slurp(run / "events.jsonl"));
    EXPECT_EQ(event.at("event"), "rollback");
    EXPECT_EQ(event.at("frame"), 4);
    const Table t = read_table(run / "stats.csv");
    EXPECT_EQ(t.rows.at(3).at(t.column("rollbacks")), "1");
    EXPECT_EQ(call({"verify", run.string()}, *dir / "log"), 0) << slurp(*dir / "log");
    EXPECT_EQ(call({"diff", whole().string(), run.string()}, *dir / "log"), 1);
    EXPECT_NE(slurp(*dir / "log").find("from frame 4"), std::string::npos) << slurp(*dir / "log");
  }
}

TEST_F(Resume, AHopelessStepEndsItWithACauseAndAState) {
  const fs::path run = *dir / "hopeless.run";
  EXPECT_EQ(call({"run", scene(), "-o", run.string()}, *dir / "log",
                 "frame=4,step=5,body=0,point=7,velocity=nan,times=always"),
            3);
  const std::string said = slurp(*dir / "log");
  EXPECT_NE(said.find("error[E0501]"), std::string::npos) << said;
  EXPECT_NE(said.find("'column', point 7"), std::string::npos) << said;
  EXPECT_EQ(read_run_info(run).status, "failed");
  const auto report = nlohmann::json::parse(slurp(run / "crash/report.json"));
  EXPECT_EQ(report.at("frame"), 4);
  EXPECT_EQ(report.at("points").at(0).at("body"), "column");
  EXPECT_EQ(report.at("points").at(0).at("index"), 7);
  EXPECT_EQ(report.at("points").at(0).at("finite"), false);
  EXPECT_FALSE(first_not_finite(read_frame(run / "crash/bad.weft")).empty());
  EXPECT_TRUE(first_not_finite(read_frame(run / "crash/last_good.weft")).empty());
  EXPECT_NO_THROW(FileReader(run / "crash/last_good.state", FileKind::checkpoint).check());
  for (std::int64_t n : numbered_files(run / "frames", ".weft"))
    EXPECT_TRUE(first_not_finite(read_frame(run / "frames" / (frame_name(n) + ".weft"))).empty());
  EXPECT_EQ(call({"resume", run.string(), "--quiet"}, *dir / "log"), 0)
      << slurp(*dir / "log");  // without the hook it goes on
  expect_same(whole(), run);
}

TEST_F(Resume, AFullDiskEndsItWithFourAndItContinues) {
  const fs::path run = *dir / "full.run";
  // Files may not grow beyond 60 kB: the first checkpoint does.
  const std::string command = "ulimit -f 60; exec '" WEFT_PROGRAM "' run '" + scene() + "' -o '" +
                              run.string() + "' --quiet 2>/dev/null";
  const int status = std::system(("bash -c \"" + command + "\"").c_str());
  EXPECT_EQ(WEXITSTATUS(status), 4);
  for (const auto& e : fs::recursive_directory_iterator(run))
    EXPECT_FALSE(e.path().filename().string().ends_with(".partial")) << e.path();
  EXPECT_EQ(call({"resume", run.string(), "--quiet"}, *dir / "log"), 0) << slurp(*dir / "log");
  expect_same(whole(), run);
}

TEST_F(Resume, AnyNumberOfThreadsGivesTheSameBytes) {
  for (const char* threads : {"1", "3"}) {
    const fs::path run = *dir / (std::string("threads") + threads + ".run");
    EXPECT_EQ(call({"run", scene(), "-o", run.string(), "--quiet", "--threads", threads}, *dir / "log"), 0);
    expect_same(whole(), run);
  }
}

TEST_F(Resume, ARunIsLockedWhileItRuns) {
  const fs::path run = *dir / "locked.run";
  const pid_t pid = start({"run", scene(), "-o", run.string(), "--quiet"}, *dir / "log");
  wait_for_frame(pid, run, 2);
  EXPECT_EQ(call({"resume", run.string()}, *dir / "other"), 2);
  EXPECT_NE(slurp(*dir / "other").find("E0409"), std::string::npos) << slurp(*dir / "other");
  EXPECT_EQ(call({"status", run.string(), "--json"}, *dir / "other"), 0);
  EXPECT_EQ(nlohmann::json::parse(slurp(*dir / "other")).at("status"), "running");
  EXPECT_EQ(wait_for(pid), 0);
}

}  // namespace
}  // namespace weft
