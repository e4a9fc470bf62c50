/// Every shipped scene passes `weft check` at every quality: it is read, built whole, its probes find what they ask
/// for, and the search for warnings ends. Only the trial steps of the cost estimate are left out.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "scene/build/build.h"
#include "scene/warnings.h"

namespace weft {
namespace {

namespace fs = std::filesystem;

struct Check {
  fs::path scene;
  Quality quality;
  std::string name() const {
    const char* words[] = {"draft", "normal", "final"};
    return scene.stem().string() + "_" + words[int(quality)];
  }
  friend void PrintTo(const Check& c, std::ostream* out) { *out << c.name(); }
};

std::vector<Check> checks() {
  std::vector<Check> out;
  for (const auto& entry : fs::directory_iterator(fs::path(WEFT_SOURCE_DIR) / "scenes"))
    if (entry.path().extension() == ".toml")
      for (const Quality q : {Quality::draft, Quality::normal, Quality::final})
        out.push_back({entry.path(), q});
  std::sort(out.begin(), out.end(), [](const Check& a, const Check& b) { return a.name() < b.name(); });
  return out;
}

class CheckAll : public testing::TestWithParam<Check> {};

TEST_P(CheckAll, Passes) {
  const Scene scene = read_scene(GetParam().scene.string(), {{}, GetParam().quality});
  const std::unique_ptr<World> world = build_world(scene);
  ProbeSet probes(scene.probes);
  probes.bind(*world);
  for (const Warning& w : find_warnings(scene, *world)) EXPECT_FALSE(w.what.empty()) << w.code;
  const StepReport first = world->choose_dt(scene.time.at(scene.time.first + 1));
  EXPECT_GT(first.dt, world->solver.dt_min);
}

INSTANTIATE_TEST_SUITE_P(Scenes, CheckAll, testing::ValuesIn(checks()),
                         [](const auto& info) { return info.param.name(); });

}  // namespace
}  // namespace weft
