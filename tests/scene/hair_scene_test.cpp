/// Hair in scenes: what a text becomes, and resolved scenes that say the same again.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "geometry/shape_surface.h"
#include "scene/build/build.h"
#include "scene/build/hair.h"
#include "scene/warnings.h"

namespace weft {
namespace {

const char* kHair = R"toml(
format = 1
time   = { fps = 24, frames = [0, 2] }
solver = { dx = "1 cm" }

[[object]]
name      = "locks"
type      = "hair"
shape     = { hair_tube = { strands = 7, length = 0.2, segments = 10 } }
at        = [0, 0, 1]
rotate    = { axis = [1, 0, 0], angle = "90 deg" }
material  = { preset = "wisps", friction = 0.4 }
density   = 1100
thickness = "0.5 mm"
flatness  = 0.6
velocity  = [1, 0, 0]
spin      = [0, 0, 2]
stretch   = [1, 1, 1.01]
step      = "explicit"
twist     = "dynamic"
newton_steps = 5
damping   = 0.1
press     = false
flip      = 0.9
flip_time = "2 ms"
reach     = "3 mm"
rounds    = 7
strand_friction = 0.2
count_crossings = true
force     = ["0", "X", "t"]
pins      = [{ roots = true }, { tips = true, velocity = [0, 0, 0.1], release = 1 }]
colour    = "#ff0000"
)toml";

const char* kOnFigure = R"toml(
format = 1
time   = { fps = 24, frames = [0, 48] }
solver = { dx = "5 cm" }

[[object]]
name     = "walker"
type     = "solid"
material = "flesh"
shape    = { figure = { walk = 1 } }
at       = [1, 2, 0]
rotate   = { angle = "90 deg" }
pins     = [{ bones = true }]

[[object]]
name     = "hair"
type     = "hair"
material = "wisps"
shape    = { hair = { figure = "walker", strands = 20, segments = 8, curl = 0 } }
pins     = [{ roots = true, follow = "walker", bone = "head" }]
)toml";

HairOptions options_of(const Scene& scene) { return make_hair_options(scene, scene.objects.back()); }
HairOptions options_of(const std::string& text) { return options_of(parse_scene(text, "hair.toml")); }

std::string hair(const std::string& shape, const std::string& more = "") {
  return "format = 1\ntime = { fps = 24, frames = [0, 24] }\nsolver = { dx = 0.01 }\n[[object]]\nname = "
         "\"a\"\n"
         "type = \"hair\"\nmaterial = \"wisps\"\nshape = { " +
         shape + " }\n" + more + "\n";
}

void expect_same_when_resolved(const std::string& text) {
  const std::string once = write_resolved(parse_scene(text, "hair.toml"));
  const Scene again = parse_scene(once, "resolved.toml");
  EXPECT_EQ(once, write_resolved(again));
  const HairOptions a = options_of(text), b = options_of(again);
  EXPECT_EQ(a.rest, b.rest);
  EXPECT_EQ(a.positions, b.positions);
  EXPECT_EQ(a.velocities, b.velocities);
  EXPECT_EQ(a.counts, b.counts);
  ASSERT_EQ(a.pins.size(), b.pins.size());
  for (std::size_t k = 0; k < a.pins.size(); ++k) EXPECT_EQ(a.pins[k].vertices, b.pins[k].vertices);
  EXPECT_EQ(a.reach, b.reach);
  EXPECT_EQ(a.strand_friction, b.strand_friction);
  EXPECT_EQ(a.implicit, b.implicit);
}

TEST(HairScene, becomes_options) {
  const HairOptions h = options_of(kHair);
  ASSERT_EQ(h.counts, std::vector<std::uint32_t>(7, 11));
  ASSERT_EQ(h.rest.size(), 77u);
  EXPECT_EQ(h.material.density, 1100);
  EXPECT_EQ(h.material.friction, 0.4);
  EXPECT_GT(h.material.mu, 0) << "prepared";
  EXPECT_EQ(h.thickness, 5e-4);
  EXPECT_EQ(h.flatness, 0.6);
  EXPECT_FALSE(h.implicit);
  EXPECT_TRUE(h.dynamic_twist);
  EXPECT_EQ(h.newton_steps, 5);
  EXPECT_EQ(h.damping, 0.1);
  EXPECT_FALSE(h.press);
  EXPECT_EQ(h.flip, 0.9);
  EXPECT_EQ(h.flip_time, 2e-3);
  EXPECT_EQ(h.reach, 3e-3);
  EXPECT_EQ(h.rounds, 7);
  EXPECT_EQ(h.strand_friction, 0.2);
  EXPECT_TRUE(h.count_crossings);
  EXPECT_TRUE(h.force);
  EXPECT_EQ(h.look, "hair");
  // Turned about x: what hung down lies along y; drawn out by a hundredth.
  EXPECT_NEAR(h.rest[10][1] - h.rest[0][1], 0.2, 1e-12);
  EXPECT_NEAR(h.positions[10][1] - h.positions[0][1], 0.202, 1e-12);
  EXPECT_LT(
      norm(h.velocities[10] - Vec3d{{1, 0, 0}} - cross(Vec3d{{0, 0, 2}}, h.positions[10] - Vec3d{{0, 0, 1}})),
      1e-12);
  ASSERT_EQ(h.pins.size(), 2u);
  EXPECT_EQ(h.pins[0].vertices[2], 11u);
  EXPECT_EQ(h.pins[0].vertices[3], 12u);
  EXPECT_EQ(h.pins[1].vertices[0], 9u);
  EXPECT_EQ(h.pins[1].vertices[1], 10u);
  EXPECT_EQ(h.pins[1].release, 1);
}

TEST(HairScene, has_defaults_from_its_strands_and_material) {
  const HairOptions h = options_of(hair("strand = { segments = 100 }"));
  EXPECT_TRUE(h.implicit);
  EXPECT_TRUE(h.press);
  EXPECT_NEAR(h.reach, 0.01 / 3, 1e-12);
  EXPECT_EQ(h.strand_friction, h.material.friction);
  EXPECT_EQ(options_of(hair("strand = { segments = 100 }", "thickness = 0.02")).reach, 0.02);
  EXPECT_EQ(options_of(hair("strand = { segments = 100 }", "reach = 0")).reach, 0);
  EXPECT_TRUE(h.velocities.empty());
}

TEST(HairScene, says_the_same_again_when_resolved) {
  expect_same_when_resolved(kHair);
  expect_same_when_resolved(kOnFigure);
  for (const char* shape :
       {"strand = { }", "carpet = { density = 500 }", "clump = { fibres = 5 }", "braid = { strands = 9 }",
        "bun = { strands = 9 }", "hair = { strands = 9, tilt = 0.5, comb = 0.3 }"})
    expect_same_when_resolved(hair(shape, "pins = [{ ends = true, spin = [0, 0, 1] }]"));
}

TEST(HairScene, grows_on_the_head_of_a_figure_and_follows_it) {
  const Scene scene = parse_scene(kOnFigure, "figure.toml");
  const HairOptions h = options_of(scene);
  const HeadBall head = head_of({});
  const Vec3d centre = scene.objects[0].place.pose().to_world(head.centre);
  for (std::size_t s = 0; s < 20; ++s)
    EXPECT_NEAR(norm(h.rest[9 * s] - centre), head.radius, 0.15 * head.radius);
  ASSERT_EQ(h.pins.size(), 1u);
  EXPECT_EQ(h.pins[0].vertices.size(), 40u);
  // It walks along its own x, which is turned to y; roots keep their place on the head meanwhile.
  const Moving begin = h.pins[0].motion.at(0), end = h.pins[0].motion.at(2);
  EXPECT_GT(end.pose.position[1] - begin.pose.position[1], 0.5);
  EXPECT_LT(std::fabs(end.pose.position[0] - begin.pose.position[0]), 0.1);
}

/// A ball that swells to twice its size: hair keeps its place on the skin and is not drawn out.
TEST(HairScene, roots_follow_a_surface_that_deforms) {
  const auto folder = std::filesystem::temp_directory_path() / "weft_hair_scene";
  std::filesystem::create_directories(folder);
  const TriangleMesh ball = shape_surface(Sphere{0.1}, 0.03);
  for (int f = 0; f < 2; ++f) {
    std::ofstream out(folder / ("ball_000" + std::to_string(f) + ".obj"));
    for (const Vec3d& x : ball.vertices) {
      const Vec3d y = x * (f == 0 ? 1.0 : 2.0);
      out << "v " << y[0] << " " << y[1] << " " << y[2] << "\n";
    }
    for (const auto& t : ball.triangles)
      out << "f " << t[0] + 1 << " " << t[1] + 1 << " " << t[2] + 1 << "\n";
  }
  const std::string text =
      hair("hair = { radius = 0.1, strands = 30, segments = 10, cap = 1, droop = 0, curl = 0, clumping = 0 }",
           "pins = [{ roots = true, follow = \"ball\" }]\n[[collider]]\nname = \"ball\"\n"
           "shape = { mesh = \"ball_0000.obj\" }\nsequence = { files = \"ball_%04d.obj\", fps = 1 }\n");
  const Scene scene = parse_scene(text, (folder / "scene.toml").string());
  const HairOptions h = options_of(scene);
  ASSERT_TRUE(h.pins[0].surface);
  Pins pins(h.pins, h.rest);
  Step step{};
  step.time = 0.99, step.dt = 0.01;
  pins.begin_step(step);
  for (std::size_t s = 0; s < 30; ++s) {
    const int root = pins.held(11 * s), next = pins.held(11 * s + 1);
    // Roots lie on the sphere, up to 4 mm above the facets.
    EXPECT_LT(norm(pins.target(root) - h.rest[11 * s] * 2.0), 0.0045);
    EXPECT_NEAR(norm(pins.target(next) - pins.target(root)), norm(h.rest[11 * s + 1] - h.rest[11 * s]), 1e-9);
    EXPECT_EQ(h.pins[0].anchors[2 * s], h.pins[0].anchors[2 * s + 1]);
  }
  std::filesystem::remove_all(folder);
}

TEST(HairScene, warns_of_strands_that_do_not_suit_the_grid) {
  const auto codes = [](const std::string& text) {
    const Scene scene = parse_scene(text, "hair.toml");
    std::string all;
    for (const Warning& w : find_warnings(scene, *build_world(scene))) all += w.code + " ";
    return all;
  };
  const std::string pin = "pins = [{ roots = true }]";
  EXPECT_EQ(codes(hair("strand = { segments = 100 }", pin)), "");
  EXPECT_EQ(codes(hair("strand = { segments = 10 }", pin)), "W0213 ");
  EXPECT_EQ(codes(hair("strand = { segments = 10 }", pin + "\npress = false")), "");
  EXPECT_EQ(codes(hair("strand = { curl = 0.005, pitch = 0.02, segments = 36, bz = -0.2 }", pin)), "W0214 ");
}

}  // namespace
}  // namespace weft
