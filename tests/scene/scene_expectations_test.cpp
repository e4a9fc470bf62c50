/// Every scene in scenes/ runs at draft quality and meets its own [[expect]].
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "scene/case_run.h"
#include "scene/scene.h"

namespace weft {
namespace {

namespace fs = std::filesystem;

std::vector<fs::path> scene_files() {
  std::vector<fs::path> out;
  for (const auto& entry : fs::directory_iterator(fs::path(WEFT_SOURCE_DIR) / "scenes"))
    if (entry.path().extension() == ".toml") out.push_back(entry.path());
  std::sort(out.begin(), out.end());
  return out;
}

class SceneRun : public testing::TestWithParam<fs::path> {};

TEST_P(SceneRun, MeetsItsExpectationsAtDraftQuality) {
  // A resolved draft is a scene of its own that the runner of validation cases can take.
  const fs::path path = fs::temp_directory_path() / ("weft_" + GetParam().stem().string() + "_" + std::to_string(getpid()) + ".toml");
  std::ofstream(path) << write_resolved(read_scene(GetParam().string(), {{}, Quality::draft}));
  const CaseResult result = run_case(read_case(path.string()));
  fs::remove(path);
  EXPECT_EQ(result.failure, "");
  EXPECT_FALSE(result.checks.empty());
  for (const Check& c : result.checks) EXPECT_TRUE(c.pass) << c.name << ": " << c.measured << ", expected " << c.expected;
}

INSTANTIATE_TEST_SUITE_P(Scenes, SceneRun, testing::ValuesIn(scene_files()), [](const auto& info) { return info.param.stem().string(); });

}  // namespace
}  // namespace weft
