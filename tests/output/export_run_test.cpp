/// Exporting as users do it: the verb, its errors and exit codes, and exports written while a run goes on.
#include <gtest/gtest.h>

#include <csignal>

#include "output/export_readers.h"
#include "output/export_sample.h"
#include "output/program.h"
#include "output/scratch.h"
#include "scene/export_formats.h"

namespace weft {
namespace {

namespace fs = std::filesystem;

/// `weft export` of a sample run.
class ExportVerb : public testing::Test {
 protected:
  void SetUp() override { make_sample_run(run(), 5, sample_frame); }
  fs::path run() const { return dir / "sample.run"; }
  /// Its exit code; what it said is in `said`.
  int weft(std::vector<std::string> words) {
    words.insert(words.begin(), {"export", run().string()});
    const int code = call(words, dir / "log");
    said = slurp(dir / "log");
    return code;
  }
  void expect(int code, const std::string& phrase, const std::vector<std::string>& words) {
    EXPECT_EQ(weft(words), code) << said;
    EXPECT_NE(said.find(phrase), std::string::npos) << "'" << phrase << "' in\n" << said;
  }
  std::vector<std::string> files(const fs::path& folder) const {
    std::vector<std::string> names;
    for (const auto& e : fs::directory_iterator(folder)) names.push_back(e.path().filename().string());
    std::sort(names.begin(), names.end());
    return names;
  }
  void set_status(const std::string& status, std::int64_t last) {
    RunInfo info = read_run_info(run());
    info.status = status;
    info.last = last;
    write_run_info(run(), info);
  }
  Scratch dir;
  std::string said;
};

TEST_F(ExportVerb, WritesWhatItIsAskedFor) {
  EXPECT_EQ(weft({"--frames", "2:4", "--objects", "sand,tool", "ply", "--quiet"}), 0) << said;
  EXPECT_EQ(said, "");
  EXPECT_EQ(files(run() / "export/ply"),
            (std::vector<std::string>{"sand.000002.ply", "sand.000003.ply", "sand.000004.ply",
                                      "tool.000002.ply", "tool.000003.ply", "tool.000004.ply"}));
  EXPECT_EQ(weft({"obj", "--up", "y", "--scale", "100", "--frames", "3", "-o", (dir / "there/x").string()}),
            0);
  EXPECT_NE(said.find("frame 3, 1 of 1"), std::string::npos) << said;
  const auto hair = parse_obj(slurp(dir / "there/x/sample.000003.obj")).at("hair");
  const Vec3<float> a = sample_frame(3).objects[3].position[2];
  EXPECT_EQ(hair.v[2], (std::vector<float>{100 * a[0], 100 * a[2], -100 * a[1]}));
}

TEST_F(ExportVerb, SaysWhatIsWrong) {
  expect(2, "error[E0415]: there is no format 'plz'", {"plz"});
  EXPECT_NE(said.find("did you mean 'ply'?"), std::string::npos) << said;
  expect(2, "error[E0418]: there is no object 'sandd'", {"ply", "--objects", "sandd"});
  EXPECT_NE(said.find("the run has: sand, cloth, flag, hair, tool, ball, floor"), std::string::npos) << said;
  expect(2, "error[E0419]", {"ply", "--frames", "4:6"});
  EXPECT_NE(said.find("has no frame 6"), std::string::npos) << said;
  EXPECT_NE(said.find("it has frames 1:5"), std::string::npos) << said;
  for (const char* frames : {"x", "4:2", "1:2:3", "1-3"})
    expect(2, "error[E0602]", {"ply", "--frames", frames});
  for (const char* scale : {"0", "-1", "nan"}) expect(2, "error[E0602]", {"ply", "--scale", scale});
  expect(2, "error[E0602]", {"ply", "--up", "x"});
  EXPECT_FALSE(fs::exists(run() / "export/ply/sand.000001.ply"));
  spill(dir / "file", "x");
  expect(4, "error[E0402]", {"ply", "-o", (dir / "file/folder").string()});
  EXPECT_EQ(call({"export", (dir / "none").string(), "ply"}, dir / "log"), 2);
}

TEST_F(ExportVerb, UnfinishedRunsAreExportedAsFarAsTheyAre) {
  set_status("interrupted", 9);
  expect(0, "warning[W0415]: the run is not finished (interrupted, frame 5 of 9)", {"ply"});
  EXPECT_TRUE(fs::exists(run() / "export/ply/sand.000005.ply"));
  fs::remove_all(run() / "frames");
  expect(2, "error[E0419]", {"ply"});
  EXPECT_NE(said.find("has no frames yet"), std::string::npos) << said;
}

TEST_F(ExportVerb, ADamagedFrameEndsItAndLeavesNothingHalf) {
  const fs::path third = run() / "frames/000003.weft";
  std::string bytes = slurp(third);
  bytes[bytes.size() / 3] ^= 16;
  spill(third, bytes);
  for (const char* format : {"ply", "pc2"}) {
    expect(4, "error[E0405]", {format});
    EXPECT_NE(said.find("000003.weft"), std::string::npos) << said;
    for (const std::string& name : files(run() / "export" / format))
      EXPECT_FALSE(name.ends_with(".partial")) << name;
  }
  EXPECT_TRUE(fs::exists(run() / "export/ply/sand.000002.ply"));
  EXPECT_FALSE(fs::exists(run() / "export/pc2/sand.pc2"));
  fs::copy_file(run() / "frames/000002.weft", third, fs::copy_options::overwrite_existing);
  expect(4, "holds frame 2", {"ply"});
}

TEST_F(ExportVerb, AFullDiskEndsItWithFourAndLeavesNothingHalf) {
  for (const std::string& format : export_formats()) {
    // Files may not grow beyond 1 kB.
    const std::string command = "ulimit -f 1; exec '" WEFT_PROGRAM "' export '" + run().string() + "' " +
                                format + " >'" + (dir / "log").string() + "' 2>&1";
    const int status = std::system(("bash -c \"" + command + "\"").c_str());
    EXPECT_EQ(WEXITSTATUS(status), 4) << format;
    EXPECT_NE(slurp(dir / "log").find("error[E0403]"), std::string::npos) << slurp(dir / "log");
    EXPECT_NE(slurp(dir / "log").find("export again"), std::string::npos) << slurp(dir / "log");
    for (const auto& e : fs::recursive_directory_iterator(run() / "export" / format)) {
      EXPECT_FALSE(e.path().filename().string().ends_with(".partial")) << e.path();
      if (!e.is_regular_file()) continue;
      EXPECT_LE(e.file_size(), 1024u);  // what fitted is whole: it was small
    }
    EXPECT_FALSE(fs::exists(run() / "export" / format / ("sand.000001." + format)));
  }
}

TEST_F(ExportVerb, AnInterruptEndsItWithItsCodeAndLeavesNothingHalf) {
  fs::remove_all(run());
  make_sample_run(run(), 150, sample_frame);
  const pid_t pid = start({"export", run().string(), "pc2"}, dir / "log");
  wait_until(pid, [&] { return fs::exists(run() / "export/pc2/.sand.pc2.partial"); });
  ::kill(pid, SIGINT);
  EXPECT_EQ(wait_for(pid), 130) << slurp(dir / "log");
  for (const std::string& name : files(run() / "export/pc2")) EXPECT_TRUE(name.ends_with(".obj")) << name;
}

constexpr const char* kScene = R"(
format = 1
time   = { fps = 48, frames = [1, 13] }
solver = { dx = "8 cm" }

[output]
write      = ["frames", "usd", "ply", "vtp", "vdb", "npz", "pc2", "obj"]
quantities = ["plastic_strain", "pressure"]
every      = 2
checkpoint = 3

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

[[collider]]
name     = "ball"
shape    = { sphere = 0.1 }
at       = [0.3, 0, 0.1]
velocity = [-0.2, 0, 0]
)";

void expect_same_exports(const fs::path& a, const fs::path& b) {
  std::vector<std::string> names[2];
  for (int k = 0; k < 2; ++k) {
    const fs::path root = (k ? b : a) / "export";
    for (const auto& e : fs::recursive_directory_iterator(root))
      if (e.is_regular_file()) names[k].push_back(fs::relative(e.path(), root).string());
    std::sort(names[k].begin(), names[k].end());
  }
  EXPECT_EQ(names[0], names[1]);
  EXPECT_GT(names[0].size(), 40u);
  for (const std::string& n : names[0]) EXPECT_TRUE(slurp(a / "export" / n) == slurp(b / "export" / n)) << n;
}

TEST(ExportWhileRunning, GivesTheFilesOfTheVerbAndSurvivesKills) {
  Scratch dir;
  fs::create_directories(dir / "a");
  fs::create_directories(dir / "b");
  const std::string scene = (dir / "s.toml").string();
  const fs::path whole = dir / "a/x.run", run = dir / "b/x.run";
  spill(scene, kScene);
  ASSERT_EQ(call({"run", scene, "-o", whole.string(), "--quiet"}, dir / "log"), 0) << slurp(dir / "log");
  EXPECT_TRUE(fs::exists(whole / "export/pc2/column.pc2"));
  EXPECT_TRUE(fs::exists(whole / "export/ply/column.000013.ply"));
  EXPECT_FALSE(fs::exists(whole / "export/ply/column.000012.ply"));
  const auto ply = parse_ply(slurp(whole / "export/ply/column.000013.ply"));
  EXPECT_TRUE(ply.at("vertex").count("pressure"));

  const std::string mine = (dir / "c/x.run/export").string();
  for (const std::string& format : export_formats())
    ASSERT_EQ(call({"export", whole.string(), format, "-o", mine + "/" + format}, dir / "log"), 0)
        << slurp(dir / "log");
  expect_same_exports(whole, dir / "c/x.run");

  int kills = 0;
  for (const std::int64_t frame : {3, 5, 9, 11}) {
    const pid_t pid = fs::exists(run / "run.json")
                          ? start({"resume", run.string(), "--quiet"}, dir / "log")
                          : start({"run", scene, "-o", run.string(), "--quiet"}, dir / "log");
    // Killed as soon as the frame is there, in the middle of its exports.
    wait_for_frame(pid, run, frame);
    std::this_thread::sleep_for(std::chrono::milliseconds(3 * kills));
    ::kill(pid, SIGKILL);
    kills += wait_for(pid) == -SIGKILL;
  }
  EXPECT_GE(kills, 3);
  EXPECT_EQ(call({"resume", run.string(), "--quiet"}, dir / "log"), 0) << slurp(dir / "log");
  expect_same_exports(whole, run);
}

TEST(ExportWhileRunning, AnInterruptedRunHasWholeCachesAndContinues) {
  Scratch dir;
  fs::create_directories(dir / "a");
  const std::string scene = (dir / "s.toml").string();
  const fs::path run = dir / "x.run", whole = dir / "a/x.run";
  spill(scene, kScene);
  const pid_t pid = start({"run", scene, "-o", run.string(), "--quiet"}, dir / "log");
  wait_for_frame(pid, run, 5);
  ::kill(pid, SIGINT);
  ASSERT_EQ(wait_for(pid), 130);
  const std::string cache = slurp(run / "export/pc2/column.pc2");
  const auto points = std::size_t(number_at<std::int32_t>(cache, 16)),
             samples = std::size_t(number_at<std::int32_t>(cache, 28));
  EXPECT_GE(samples, 3u);
  EXPECT_EQ(cache.size(), 32 + 12 * points * samples);
  EXPECT_TRUE(fs::exists(run / "export/vtp/x.pvd"));
  EXPECT_EQ(call({"resume", run.string(), "--quiet"}, dir / "log"), 0) << slurp(dir / "log");
  ASSERT_EQ(call({"run", scene, "-o", whole.string(), "--quiet"}, dir / "log"), 0);
  expect_same_exports(whole, run);
}

TEST(ExportWhileRunning, AFormatThatCanHoldNothingIsGivenUp) {
  Scratch dir;
  std::string scene = kScene;
  scene.replace(scene.find("at       = [0, 0, 0.3]"), 0, "source   = { rate = 300 }\n");
  spill(dir / "s.toml", scene);
  ASSERT_EQ(call({"run", (dir / "s.toml").string(), "--set", "output.write=[\"pc2\"]", "--set",
                  "output.quantities=[]"},
                 dir / "log"),
            0)
      << slurp(dir / "log");
  EXPECT_NE(slurp(dir / "log").find("note: pc2: 'column' has"), std::string::npos) << slurp(dir / "log");
  EXPECT_FALSE(fs::exists(dir / "s.run/export/pc2/column.pc2"));
  EXPECT_TRUE(fs::exists(dir / "s.run/export/pc2/ball.pc2"));
}

}  // namespace
}  // namespace weft
