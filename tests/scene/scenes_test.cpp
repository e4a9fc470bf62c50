/// Every scene in scenes/ reads at every quality, resolves, and builds at draft quality.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "scene/build/build.h"

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

class SceneFile : public testing::TestWithParam<fs::path> {};

TEST_P(SceneFile, ReadsAndBuilds) {
  std::ifstream in(GetParam());
  std::string first;
  std::getline(in, first);
  EXPECT_TRUE(first.starts_with("# ")) << "a scene opens with a comment that says what it shows";
  for (Quality q : {Quality::draft, Quality::normal, Quality::final}) {
    const Scene s = read_scene(GetParam().string(), {{}, q});
    const std::string once = write_resolved(s);
    EXPECT_EQ(once, write_resolved(parse_scene(once, "resolved.toml")));
  }
  const Scene draft = read_scene(GetParam().string(), {{}, Quality::draft});
  const auto world = build_world(draft);
  EXPECT_LT(world->size(), 400000u) << "draft is meant to be quick";
  ProbeSet probes(draft.probes);
  probes.bind(*world);
}

INSTANTIATE_TEST_SUITE_P(Scenes, SceneFile, testing::ValuesIn(scene_files()),
                         [](const auto& info) { return info.param.stem().string(); });

}  // namespace
}  // namespace weft
