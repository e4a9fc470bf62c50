/// Scenes: what a text becomes, overrides, qualities, and resolved scenes that say the same again.
#include "scene/scene.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <numbers>

#include "exec/error.h"
#include "scene/build/build.h"
#include "scene/suggest.h"
#include "scene/warnings.h"

namespace weft {
namespace {

const char* kFull = R"toml(
format = 1
title  = "a \"full\" scene"
time   = { fps = 30, frames = [10, 40] }

[solver]
dx = "5 cm"
kernel = "cubic"
transfer = "gradient"
cfl = 0.25
gravity = [0, 0, "-2 m/s^2"]

[[object]]
name = "one"
material = { preset = "sand", young = "2 MPa" }
shape = { box = ["40 cm", 0.2, 0.2] }
at = [0, 0, 1]
rotate = { axis = [0, 1, 0], angle = "90 deg" }
density = 1234
points_per_cell = 27
velocity = ["2 m/s", 0, 0]
spin = [0, 0, "60 rpm"]
colour = { by = "height" }

[[object]]
material = "jelly"
shape = { sphere = 0.2 }
at = [3, 0, 1]
velocity = ["y", "-x", "0"]
force = ["0", "X", "sin(t)"]
stretch = [1.1, 1, 0.9]
colour = "#ff0080"

[[object]]
name = "spout"
material = "water"
shape = { cylinder = { radius = 0.1, height = 0.2 } }
at = [6, 0, 1]
source = { rate = "3 kg/s", until = 0.5 }

[[collider]]
name = "floor"
shape = { plane = [0, 0, 2] }
friction = 0.5

[[collider]]
name = "press"
shape = { capsule = { radius = 0.1, length = 0.3 } }
keys = [{ time = 0, at = [9, 0, 1] }, { time = 1, at = [9, 0, 2], rotate = { angle = 1 } }]

[[probe]]
name = "reach"
measure = { object = "one", quantity = "x", take = "p99" }

[[probe]]
name = "push"
measure = { collider = "floor", quantity = "force_z" }
every = "step"

[output]
checkpoint = 5

[render]
camera = { from = [1, 2, 3], to = [0, 0, 0] }
size = [640, 360]

[[expect]]
name = "something"
value = "last(reach)"
above = 0

[quality.draft]
solver.dx = 0.1
object.one.points_per_cell = 8
time.frames = [10, 12]
)toml";

Scene full(const Overrides& o = {}) { return parse_scene(kFull, "full.toml", o); }

TEST(Scene, HoldsWhatTheTextSays) {
  const Scene s = full();
  EXPECT_EQ(s.title, "a \"full\" scene");
  EXPECT_EQ(s.time.first, 10);
  EXPECT_EQ(s.time.last, 40);
  EXPECT_DOUBLE_EQ(s.time.end, 1);
  EXPECT_DOUBLE_EQ(s.time.at(25), 0.5);
  EXPECT_DOUBLE_EQ(s.solver.dx, 0.05);
  EXPECT_EQ(s.solver.degree, 3);
  EXPECT_TRUE(s.solver.weight_gradient);
  EXPECT_DOUBLE_EQ(s.solver.gravity[2], -2);
  ASSERT_EQ(s.objects.size(), 3u);
  const ObjectSpec& one = s.objects[0];
  EXPECT_DOUBLE_EQ(std::get<Box>(one.shape).half[0], 0.2);
  EXPECT_DOUBLE_EQ(get_field(one.material, "young"), 2e6);
  EXPECT_DOUBLE_EQ(material_density(one.material), 1234);
  EXPECT_NEAR(one.spacing, 0.05 / 3, 1e-12);
  EXPECT_DOUBLE_EQ(one.velocity[0], 2);
  EXPECT_DOUBLE_EQ(one.spin[2], 2 * std::numbers::pi);
  EXPECT_EQ(s.objects[1].name, "object2");
  ASSERT_TRUE(s.objects[1].as<GrainsSpec>()->velocity_of);
  EXPECT_FLOAT_EQ(s.objects[1].colour.colour[0], 1);
  EXPECT_DOUBLE_EQ(s.objects[2].as<GrainsSpec>()->source->rate, 3);
  EXPECT_DOUBLE_EQ(std::get<Plane>(s.colliders[0].shape).normal[2], 1);
  EXPECT_EQ(s.colliders[1].keys.size(), 2u);
  EXPECT_TRUE(s.probes[1].every_step);
  EXPECT_EQ(s.output.checkpoint, 5);
  EXPECT_EQ(s.render.width, 640);
}

TEST(Scene, OverridesChangeIt) {
  const Scene s =
      full({{"solver.dx=2 cm", "object.one.material.young=1e6", "object.1.material.young=7e4",
             "solver.kernel=quadratic", "collider.floor.friction=0.25", "object.spout.at=[1, 2, 3]"},
            Quality::normal});
  EXPECT_DOUBLE_EQ(s.solver.dx, 0.02);
  EXPECT_EQ(s.solver.degree, 2);
  EXPECT_DOUBLE_EQ(get_field(s.objects[0].material, "young"), 1e6);
  EXPECT_DOUBLE_EQ(get_field(s.objects[1].material, "young"), 7e4);
  EXPECT_DOUBLE_EQ(s.colliders[0].friction, 0.25);
  EXPECT_DOUBLE_EQ(s.objects[2].place.at[2], 3);
}

std::string code_of(const Overrides& o) {
  try {
    full(o);
  } catch (const Error& e) {
    EXPECT_NE(e.where.empty() && e.hint.empty(), true);
    return e.code;
  }
  return "accepted";
}

TEST(Scene, OverridesThatDoNotFitAreErrors) {
  EXPECT_EQ(code_of({{"solver.dy=1"}, Quality::normal}), "E0203");
  EXPECT_EQ(code_of({{"object.two.seed=1"}, Quality::normal}), "E0206");
  EXPECT_EQ(code_of({{"object.7.seed=1"}, Quality::normal}), "E0206");
  EXPECT_EQ(code_of({{"solver.dx"}, Quality::normal}), "E0218");
  EXPECT_EQ(code_of({{"=3"}, Quality::normal}), "E0218");
  EXPECT_EQ(code_of({{"title.x=3"}, Quality::normal}), "E0218");
  EXPECT_EQ(code_of({{"solver.dx=1 s"}, Quality::normal}), "E0208");
  EXPECT_EQ(code_of({{"object.one=3"}, Quality::normal}), "E0218");
}

TEST(Scene, ErrorsInOverridesPointAtThem) {
  try {
    full({{"solver.dx=-1"}, Quality::normal});
    FAIL();
  } catch (const Error& e) {
    EXPECT_EQ(e.where, "--set solver.dx=-1:1:11");
    EXPECT_NE(e.hint.find("solver.dx=-1"), std::string::npos);
  }
}

TEST(Scene, QualityChangesDx) {
  EXPECT_DOUBLE_EQ(full({{}, Quality::draft}).solver.dx, 0.1);
  EXPECT_EQ(full({{}, Quality::draft}).time.last, 12);
  EXPECT_DOUBLE_EQ(full({{}, Quality::draft}).objects[0].spacing, 0.05);
  EXPECT_DOUBLE_EQ(full({{}, Quality::final}).solver.dx, 0.025);
  EXPECT_DOUBLE_EQ(full({{"solver.dx=0.03"}, Quality::final}).solver.dx, 0.03);
}

TEST(Scene, AResolvedSceneSaysTheSameAgain) {
  for (Quality q : {Quality::draft, Quality::normal, Quality::final}) {
    const std::string once = write_resolved(full({{}, q}));
    const std::string twice = write_resolved(parse_scene(once, "resolved.toml"));
    EXPECT_EQ(once, twice);
    EXPECT_NE(once.find("something"), std::string::npos) << "expectations travel";
  }
}

TEST(Scene, NamesItsDevice) {
  EXPECT_EQ(full().solver.device, DeviceChoice{});
  const Scene s = full({{"solver.device=gpu:1"}, Quality::normal});
  EXPECT_EQ(s.solver.device, (DeviceChoice{DeviceKind::gpu, 1}));
  EXPECT_EQ(parse_scene(write_resolved(s), "again.toml").solver.device, s.solver.device);
  try {
    full({{"solver.device=tpu"}, Quality::normal});
    FAIL();
  } catch (const Error& e) {
    EXPECT_EQ(e.code, "E0720");
    EXPECT_FALSE(e.where.empty());
  }
}

TEST(Scene, BuildsAWorld) {
  const Scene s = full({{"solver.dx=0.1", "solver.transfer=mls"}, Quality::normal});
  const auto world = build_world(s);
  ASSERT_EQ(world->bodies.size(), 3u);
  EXPECT_NEAR(world->bodies[0]->mass(), 0.4 * 0.2 * 0.2 * 1234, 1e-3);
  EXPECT_EQ(world->bodies[2]->size(), 0u);
  EXPECT_EQ(world->colliders.size(), 2u);
  const auto vx = world->bodies[1]->quantity("vx"), y = world->bodies[1]->quantity("y");
  for (std::size_t i = 0; i < vx.size(); ++i) ASSERT_NEAR(vx[i], y[i], 1e-5);
  ProbeSet probes(s.probes);
  EXPECT_NO_THROW(probes.bind(*world));
}

std::vector<std::string> warning_codes(const std::string& changes) {
  const std::string base =
      "time = { frames = [0, 9] }\nsolver = { dx = 0.02 }\n[[object]]\nname = \"a\"\nmaterial = "
      "\"sand\"\nshape = { box = [0.2, 0.2, 0.2] }\n";
  const Scene s = parse_scene(base + changes, "warn.toml");
  std::vector<std::string> codes;
  for (const Warning& w : find_warnings(s, *build_world(s))) codes.push_back(w.code);
  return codes;
}

TEST(Warnings, NameWhatLooksWrong) {
  using Codes = std::vector<std::string>;
  const std::string floor = "[[collider]]\nshape = { plane = [0, 0, 1] }\nat = [0, 0, -0.1]\n";
  EXPECT_EQ(warning_codes(floor), Codes{});
  EXPECT_EQ(warning_codes(""), Codes{"W0209"});
  EXPECT_EQ(warning_codes("[[collider]]\nshape = { plane = [0, 0, 1] }\n"), Codes{"W0205"});
  EXPECT_EQ(warning_codes(floor + "[[collider]]\nshape = { box = [1, 1, 0.03] }\nat = [0, 0, 5]\n"),
            Codes{"W0201"});
  EXPECT_EQ(
      warning_codes(floor + "[[collider]]\nshape = { sphere = 1 }\nat = [0, 0, 5]\nspin = [0, 0, 5000]\n"),
      Codes{"W0202"});
  EXPECT_EQ(warning_codes("spacing = 0.015\n" + floor), Codes{"W0203"});
  EXPECT_EQ(warning_codes(floor + "[[object]]\nmaterial = \"snow\"\nshape = { sphere = 0.08 }\n"),
            Codes{"W0204"});
  EXPECT_EQ(
      warning_codes(floor + "[[object]]\nmaterial = \"snow\"\nshape = { sphere = 0.03 }\nat = [1, 0, 0]\n"),
      Codes{"W0206"});
}

TEST(Suggest, FindsTheNearestWord) {
  EXPECT_EQ(edit_distance("friction", "frction"), 1);
  EXPECT_EQ(edit_distance("sand", "snad"), 1);
  EXPECT_EQ(nearest_word("frction", {"traction", "friction", "at"}), "friction");
  EXPECT_EQ(nearest_word("zebra", {"fps", "dx"}), "");
}

}  // namespace
}  // namespace weft
