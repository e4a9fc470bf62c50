/// Putty in scenes: what a text becomes, and resolved scenes that say the same again.
#include <gtest/gtest.h>

#include "exec/error.h"
#include "materials/presets.h"
#include "scene/build/build.h"
#include "scene/build/putty.h"
#include "scene/scene.h"
#include "scene/warnings.h"

namespace weft {
namespace {

const char* kPutty = R"toml(
format = 1
time   = { fps = 24, frames = [0, 2] }
solver = { dx = "2 cm" }

[[object]]
name      = "beam"
type      = "putty"
shape     = { box = [0.4, 0.1, 0.2] }
spacing   = "2.5 cm"
at        = [0, 0, 1]
rotate    = { axis = [0, 0, 1], angle = "90 deg" }
material  = { preset = "gum", young = "20 kPa" }
density   = 900
radius    = 3
step      = "explicit"
rotation_rounds = 2
tolerance = 1e-5
control   = 0.1
keep_neighbours = true
friction  = 0.7
restitution = 0.25
velocity  = [1, 0, 0]
spin      = [0, 0, 2]
force     = ["0", "X", "t"]
pins      = [{ box = [[-1, -0.21, 0], [1, -0.17, 2]] }, { nearest = [0, 0.2, 1], velocity = [0.5, 0, 0], release = 1 }]
colour    = "#ff0000"
look      = "metal"
)toml";

PuttyOptions options_of(const Scene& scene) { return make_putty_options(scene, scene.objects.at(0)); }
PuttyOptions options_of(const std::string& text) { return options_of(parse_scene(text, "putty.toml")); }

/// A scene with putty of this shape and these further lines.
std::string putty(const std::string& shape, const std::string& more = "") {
  return "format = 1\ntime = { fps = 24, frames = [0, 24] }\nsolver = { dx = 0.05 }\n[[object]]\nname = "
         "\"a\"\ntype = \"putty\"\nmaterial = \"putty\"\nshape = { " +
         shape + " }\n" + more + "\n";
}

void expect_same_when_resolved(const std::string& text) {
  const std::string once = write_resolved(parse_scene(text, "putty.toml"));
  const Scene again = parse_scene(once, "resolved.toml");
  EXPECT_EQ(once, write_resolved(again));
  const PuttyOptions a = options_of(text), b = options_of(again);
  EXPECT_EQ(a.points, b.points);
  EXPECT_EQ(a.velocities, b.velocities);
  ASSERT_EQ(a.pins.size(), b.pins.size());
  for (std::size_t k = 0; k < a.pins.size(); ++k) EXPECT_EQ(a.pins[k].vertices, b.pins[k].vertices);
  EXPECT_EQ(a.implicit, b.implicit);
  EXPECT_EQ(a.radius, b.radius);
  EXPECT_EQ(a.rotation_rounds, b.rotation_rounds);
  EXPECT_EQ(a.tolerance, b.tolerance);
  EXPECT_EQ(a.control, b.control);
  EXPECT_EQ(a.keep_neighbours, b.keep_neighbours);
  EXPECT_EQ(a.friction, b.friction);
  EXPECT_EQ(a.restitution, b.restitution);
  EXPECT_EQ(a.look, b.look);
}

TEST(PuttyScene, becomes_options) {
  const PuttyOptions p = options_of(kPutty);
  ASSERT_EQ(p.points.size(), 16u * 4u * 8u);
  EXPECT_EQ(p.spacing, 0.025);
  EXPECT_EQ(p.material.density, 900);
  EXPECT_EQ(p.material.young, 2e4);
  EXPECT_EQ(p.radius, 3);
  EXPECT_FALSE(p.implicit);
  EXPECT_EQ(p.rotation_rounds, 2);
  EXPECT_EQ(p.tolerance, 1e-5);
  EXPECT_EQ(p.control, 0.1);
  EXPECT_TRUE(p.keep_neighbours);
  EXPECT_EQ(p.friction, 0.7);
  EXPECT_EQ(p.restitution, 0.25);
  EXPECT_EQ(p.look, "metal");
  EXPECT_NE(p.force, nullptr);
  // Turned about z: its length lies along y, points half a spacing inside its faces.
  Bounds box;
  for (const Vec3d& x : p.points) box.add(x);
  EXPECT_NEAR(box.upper[1], 0.2 - 0.0125, 1e-12);
  EXPECT_NEAR(box.lower[2], 0.9 + 0.0125, 1e-12);
  const Vec3d r = p.points[7] - Vec3d{{0, 0, 1}};
  EXPECT_NEAR(p.velocities[7][0], 1 - 2 * r[1], 1e-12);
  EXPECT_NEAR(p.velocities[7][1], 2 * r[0], 1e-12);
  ASSERT_EQ(p.pins.size(), 2u);
  EXPECT_EQ(p.pins[0].vertices.size(), 4u * 8u);
  EXPECT_EQ(p.pins[1].vertices.size(), 1u);
  EXPECT_EQ(p.pins[1].release, 1);
}

TEST(PuttyScene, says_the_same_again_when_resolved) {
  expect_same_when_resolved(kPutty);
  for (const char* shape : {"sphere = 0.2", "capsule = { radius = 0.1, length = 0.2 }",
                            "cylinder = { radius = 0.1, height = 0.2 }", "box = [0.2, 0.3, 0.4]",
                            "figure = { build = \"stout\", height = 1.5 }"})
    expect_same_when_resolved(putty(shape, "sampling = \"jittered\"\nseed = 7"));
}

TEST(PuttyScene, points_are_half_a_cell_apart_unless_said) {
  EXPECT_EQ(options_of(putty("box = [0.2, 0.2, 0.2]")).points.size(), 512u);
  EXPECT_EQ(options_of(putty("box = [0.2, 0.2, 0.2]", "spacing = 0.05")).points.size(), 64u);
  EXPECT_TRUE(options_of(putty("box = [0.2, 0.2, 0.2]")).implicit);
}

TEST(PuttyScene, a_figure_is_filled_with_its_volume) {
  const PuttyOptions p = options_of(putty("figure = { height = 1.7 }", "at = [1, 0, 0.5]"));
  Bounds box;
  for (const Vec3d& x : p.points) box.add(x);
  EXPECT_NEAR(box.lower[2], 0.5, 0.03);
  EXPECT_NEAR(box.upper[2], 2.2, 0.03);
  const double volume = double(p.points.size()) * 0.025 * 0.025 * 0.025;
  EXPECT_GT(volume, 0.04);  // 40 to 100 l of a person
  EXPECT_LT(volume, 0.1);
}

TEST(PuttyScene, other_bodies_refuse_its_law) {
  for (const char* type : {"solid", "grains"}) {
    const std::string text =
        "format = 1\ntime = { fps = 24, frames = [0, 1] }\nsolver = { dx = 0.05 }\n"
        "[[object]]\ntype = \"" +
        std::string(type) + "\"\nmaterial = \"gum\"\nshape = { sphere = 0.2 }\n";
    try {
      build_world(parse_scene(text, "a.toml"));
      FAIL() << type;
    } catch (const Error& e) {
      EXPECT_EQ(e.code, "E0306") << type;
    }
  }
}

TEST(PuttyScene, presets_span_stiffness_and_plasticity) {
  const auto law = [](const char* name) { return std::get<PuttyLaw>(make_preset(name)); };
  for (const char* size : {"soft_", "", "stiff_"}) {
    const std::string s = size;
    const PuttyLaw gum = law((s + "gum").c_str()), putty = law((s + "putty").c_str()),
                   dough = law((s + "dough").c_str());
    EXPECT_GE(gum.yield_stress, 1e29);
    EXPECT_NEAR(putty.yield_stress / putty.young, 0.02, 1e-12);
    EXPECT_NEAR(dough.yield_stress / dough.young, 0.002, 1e-12);
    EXPECT_EQ(gum.young, putty.young);
    EXPECT_EQ(gum.young, dough.young);
    EXPECT_GT(dough.flow, putty.flow);
  }
  EXPECT_EQ(law("soft_gum").young, 1e4);
  EXPECT_EQ(law("stiff_gum").young, 2e7);
}

TEST(PuttyScene, warns_of_points_far_apart) {
  const auto codes = [](const std::string& more) {
    const Scene scene = parse_scene(
        putty("sphere = 0.3", more + "\n[[collider]]\nshape = { plane = [0, 0, 1] }\nat = [0, 0, -1]"),
        "a.toml");
    std::string all;
    for (const Warning& w : find_warnings(scene, *build_world(scene))) all += w.code + " ";
    return all;
  };
  EXPECT_EQ(codes(""), "");
  EXPECT_EQ(codes("spacing = 0.1"), "W0215 ");
  EXPECT_EQ(codes("at = [0, 0, -1]"), "W0205 ");
}

}  // namespace
}  // namespace weft
