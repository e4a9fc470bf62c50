/// The promise of docs/running.md: the same bytes for any number of threads, and after a run was stopped and
/// resumed. Each kind of body, explicit and implicit steps, velocity fields, sources.
#include <gtest/gtest.h>

#include "world/small_worlds.h"

namespace weft {
namespace {

struct Kind {
  std::string name, scene;
  std::vector<std::string> set;
  friend void PrintTo(const Kind& k, std::ostream* out) { *out << k.name; }
};

class Promise : public testing::TestWithParam<Kind> {};

TEST_P(Promise, SameBytesForAnyThreadsAndAfterResume) {
  const Scene scene = small_scene(GetParam().scene, GetParam().set);
  const Course one = run_small(scene, 1);
  ASSERT_EQ(one.hashes.size(), std::size_t(scene.time.last - scene.time.first));
  EXPECT_NE(one.hashes.front(), one.hashes.back());
  for (const int threads : {2, 3, 8}) EXPECT_EQ(run_small(scene, threads), one) << threads << " threads";
  const Course stopped = run_small(scene, 2, true);
  EXPECT_GE(stopped.resumed, 3);
  EXPECT_EQ(stopped, one) << "resumed";
}

const std::string kImplicit = "solver.step=\"implicit\"";
/// Short frames: implicit steps and coupled fields are costly.
const std::string kShort = "time.fps=400";

INSTANTIATE_TEST_SUITE_P(
    Worlds, Promise,
    testing::Values(
        Kind{"GrainsAndSources", "grains", {}}, Kind{"GrainsImplicit", "grains", {kImplicit, kShort}},
        Kind{"Cloth", "cloth", {}}, Kind{"ClothImplicit", "cloth", {kImplicit, kShort}},
        Kind{"Fibres", "fibres", {}}, Kind{"ClothOnMesh", "cloth", {"object.cloth.coupling=\"mesh\""}},
        Kind{"ClothOnMeshImplicit", "cloth", {"object.cloth.coupling=\"mesh\"", kImplicit, "time.fps=200"}},
        Kind{"FibresOnMeshImplicit",
             "fibres",
             {"object.strands.coupling=\"mesh\"", "object.strands.damping=0", "object.torn.coupling=\"mesh\"",
              kImplicit, "time.fps=200"}},
        Kind{"FibresOnMesh",
             "fibres",
             {"object.strands.coupling=\"mesh\"", "object.strands.damping=0",
              "object.torn.coupling=\"mesh\""}},
        Kind{"ShellOnGrid", "shell", {}}, Kind{"ShellOnMesh", "shell_mesh", {}},
        Kind{"ShellImplicit", "shell", {kImplicit, kShort}}, Kind{"Hair", "hair", {}},
        Kind{"Fields", "fields", {kShort}},
        Kind{"AllKindsImplicit", "all_kinds", {kImplicit, "time.frames=[0, 3]"}}),
    [](const auto& info) { return info.param.name; });

}  // namespace
}  // namespace weft
