/// `step = "static"` with contact: friction holds what it should and no more, drapes come to rest, and a run that goes on from what
/// was saved does what an unbroken one does.
#include <gtest/gtest.h>

#include <map>

#include "exec/error.h"
#include "exec/memory_archive.h"
#include "scene/build/build.h"

namespace weft {
namespace {

std::unique_ptr<World> world_of(const std::string& solver, const std::string& more) {
  const std::string text =
      "format = 1\ntime = { fps = 1, frames = [0, 1] }\n"
      "solver = { dx = \"5 cm\", step = \"static\", rest_steps = 400, " +
      solver + " }\n" + more;
  return build_world(parse_scene(text, "s.toml"));
}

std::string strip(double friction) {
  return "[[object]]\nname = \"cloth\"\ntype = \"cloth\"\nat = [0, 0, 0.0006]\nthickness = 0.001\nbending = "
         "1e-4\n"
         "shape = { sheet = { width = 0.2, height = 0.06, spacing = 0.02 } }\n"
         "material = { law = \"cloth\", density = 1000, young = 1e5, poisson = 0.3 }\n"
         "[[collider]]\nname = \"slope\"\nshape = { plane = [0, 0, 1] }\nfriction = " +
         std::to_string(friction) + "\n";
}

std::string ball() {
  return "[[object]]\nname = \"cloth\"\ntype = \"cloth\"\nat = [0, 0, 0.1025]\nthickness = 0.004\nbending = "
         "1e-4\n"
         "shape = { sheet = { width = 0.4, height = 0.4, spacing = 0.04 } }\nmaterial = \"cotton\"\n"
         "[[collider]]\nname = \"ball\"\nshape = { sphere = 0.1 }\nfriction = 0.3\n";
}

constexpr const char* kTilted =
    "rest = 1e-4, gravity = [3.3552176, 0, -9.2183848]";  // 20 degrees: tan = 0.364

TEST(StaticScene, FrictionHoldsBelowItsAngle) {
  const auto world = world_of(kTilted, strip(0.37));
  while (world->time < 1) world->step(1);
  const double weight = world->totals().mass * 9.81;
  EXPECT_NEAR(world->loads[0].impulse[0], weight * 0.3420201, 1e-3 * weight);
  EXPECT_NEAR(world->loads[0].impulse[2], -weight * 0.9396926, 1e-3 * weight);
}

TEST(StaticScene, NothingHoldsBeyondIt) {
  const auto world = world_of(kTilted, strip(0.355));
  try {
    while (world->time < 1) world->step(1);
    FAIL() << "rests";
  } catch (const Error& e) {
    EXPECT_EQ(e.code, "E0504");
  }
}

TEST(StaticScene, ClothDrapesOverABall) {
  const auto world = world_of("rest = 1e-3", ball());
  StepReport last;
  while (world->time < 1) last = world->step(1);
  EXPECT_LE(last.solve.residual, 1e-3);
  EXPECT_GT(last.surfaces.nearest, 0.2);
  const Totals t = world->totals();
  EXPECT_LT(t.first_moment[2] / t.mass, 0.07);
  EXPECT_NEAR(world->loads[0].impulse[2], -t.mass * 9.81, 2e-3 * t.mass * 9.81);
}

TEST(StaticScene, GoesOnFromWhatWasSaved) {
  const auto whole = world_of("rest = 1e-3", ball()), other = world_of("rest = 1e-3", ball());
  for (int i = 0; i < 20; ++i) whole->step(1);
  whole->forget_order();
  std::map<std::string, std::string> store;
  MemoryArchive saved(store, false), read(store, true);
  whole->archive(saved);
  other->archive(read);
  other->forget_order();
  for (int i = 0; i < 10; ++i) whole->step(1), other->step(1);
  EXPECT_EQ(whole->hash(), other->hash());
}

}  // namespace
}  // namespace weft
