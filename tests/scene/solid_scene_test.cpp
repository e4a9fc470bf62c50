/// Solids in scenes: what a text becomes, and resolved scenes that say the same again.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "exec/error.h"
#include "geometry/mesh_checks.h"
#include "scene/build/build.h"
#include "scene/build/solid.h"
#include "scene/scene.h"
#include "scene/warnings.h"

namespace weft {
namespace {

const char* kSolid = R"toml(
format = 1
time   = { fps = 24, frames = [0, 2] }
solver = { dx = "2 cm" }

[[object]]
name      = "beam"
type      = "solid"
shape     = { box = [0.4, 0.1, 0.2] }
counts    = [8, 2, 4]
at        = [0, 0, 1]
rotate    = { axis = [0, 0, 1], angle = "90 deg" }
material  = { preset = "flesh", young = "20 kPa" }
density   = 900
friction  = 0.7
restitution = 0.25
self_contact = true
step      = "implicit"
velocity  = [1, 0, 0]
spin      = [0, 0, 2]
stretch   = [1, 1, 0.5]
damping   = 0.5
damping_rounds = 3
force     = ["0", "X", "t"]
pins      = [{ box = [[-1, -0.21, 0], [1, -0.19, 2]] }, { nearest = [0, 0.2, 1], velocity = [0.5, 0, 0], release = 1 }]
colour    = "#ff0000"
)toml";

SolidOptions options_of(const Scene& scene) { return make_solid_options(scene, scene.objects.at(0)); }
SolidOptions options_of(const std::string& text) { return options_of(parse_scene(text, "solid.toml")); }

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return text.replace(at, from.size(), to);
}

/// A scene with a solid of this shape and these further lines.
std::string solid(const std::string& shape, const std::string& more = "") {
  return "format = 1\ntime = { fps = 24, frames = [0, 24] }\nsolver = { dx = 0.05 }\n[[object]]\nname = "
         "\"a\"\n"
         "type = \"solid\"\nmaterial = \"jelly\"\nshape = { " +
         shape + " }\n" + more + "\n";
}

void expect_same_when_resolved(const std::string& text) {
  const std::string once = write_resolved(parse_scene(text, "solid.toml"));
  const Scene again = parse_scene(once, "resolved.toml");
  EXPECT_EQ(once, write_resolved(again));
  const SolidOptions a = options_of(text), b = options_of(again);
  EXPECT_EQ(a.rest.vertices, b.rest.vertices);
  EXPECT_EQ(a.rest.tetrahedra, b.rest.tetrahedra);
  EXPECT_EQ(a.positions, b.positions);
  EXPECT_EQ(a.velocities, b.velocities);
  ASSERT_EQ(a.pins.size(), b.pins.size());
  for (std::size_t k = 0; k < a.pins.size(); ++k) EXPECT_EQ(a.pins[k].vertices, b.pins[k].vertices);
  EXPECT_EQ(a.implicit, b.implicit);
  EXPECT_EQ(a.look, b.look);
}

TEST(SolidScene, becomes_options) {
  const SolidOptions s = options_of(kSolid);
  ASSERT_EQ(s.rest.tetrahedra.size(), 5u * 8u * 2u * 4u);
  ASSERT_EQ(s.rest.vertices.size(), 9u * 3u * 5u);
  EXPECT_NEAR(volume(s.rest), 0.4 * 0.1 * 0.2, 1e-12);
  EXPECT_EQ(get_field(s.material, "density"), 900);
  EXPECT_EQ(get_field(s.material, "young"), 2e4);
  EXPECT_EQ(s.friction, 0.7);
  EXPECT_EQ(s.restitution, 0.25);
  EXPECT_TRUE(s.self_contact);
  EXPECT_TRUE(s.implicit);
  EXPECT_EQ(s.damping, 0.5);
  EXPECT_EQ(s.damping_rounds, 3);
  EXPECT_EQ(s.point_spacing, 0.01);
  EXPECT_NE(s.force, nullptr);
  // Turned about z: its length lies along y. Pressed to half its height.
  Bounds rest, now;
  for (const Vec3d& x : s.rest.vertices) rest.add(x);
  for (const Vec3d& x : s.positions) now.add(x);
  EXPECT_NEAR(rest.upper[1], 0.2, 1e-12);
  EXPECT_NEAR(rest.upper[2], 1.1, 1e-12);
  EXPECT_NEAR(now.upper[2], 1.05, 1e-12);
  const Vec3d r = s.positions[7] - Vec3d{{0, 0, 1}};
  EXPECT_NEAR(s.velocities[7][0], 1 - 2 * r[1], 1e-12);
  EXPECT_NEAR(s.velocities[7][1], 2 * r[0], 1e-12);
  ASSERT_EQ(s.pins.size(), 2u);
  EXPECT_EQ(s.pins[0].vertices.size(), 3u * 5u);
  EXPECT_EQ(s.pins[1].release, 1);
}

TEST(SolidScene, says_the_same_again_when_resolved) {
  expect_same_when_resolved(kSolid);
  for (const char* shape : {"sphere = 0.2", "capsule = { radius = 0.1, length = 0.2 }",
                            "cylinder = { radius = 0.1, height = 0.2 }", "box = [0.2, 0.3, 0.4]",
                            "figure = { build = \"stout\", height = 1.5 }"})
    expect_same_when_resolved(solid(shape, "start = \"random\"\nseed = 7"));
  expect_same_when_resolved(solid("figure = { walk = 1.2, start = 0.5 }", "pins = [{ bones = true }]"));
}

TEST(SolidScene, the_step_follows_the_solver_unless_said) {
  const std::string plain = solid("sphere = 0.2");
  EXPECT_FALSE(options_of(plain).implicit);
  EXPECT_TRUE(options_of(replaced(plain, "dx = 0.05", "dx = 0.05, step = \"implicit\"")).implicit);
  EXPECT_TRUE(options_of(solid("sphere = 0.2", "step = \"implicit\"")).implicit);
  EXPECT_FALSE(options_of(replaced(solid("sphere = 0.2", "step = \"explicit\""), "dx = 0.05",
                                   "dx = 0.05, step = \"implicit\""))
                   .implicit);
}

/// Volume of the tetrahedra at time 0 over that at rest.
double volume_at_start(const SolidOptions& s) {
  return volume(TetMesh{s.positions, s.rest.tetrahedra}) / volume(s.rest);
}

TEST(SolidScene, begins_inside_out_flat_or_anyhow) {
  EXPECT_TRUE(options_of(solid("sphere = 0.2")).positions.empty());
  EXPECT_NEAR(volume_at_start(options_of(solid("sphere = 0.2", "start = \"inverted\""))), -1, 1e-9);
  EXPECT_NEAR(volume_at_start(options_of(solid("sphere = 0.2", "start = \"flat\""))), 0, 1e-12);
  const SolidOptions any = options_of(solid("sphere = 0.2", "start = \"random\"\nat = [3, 0, 0]"));
  std::size_t inverted = 0;
  for (const auto& t : any.rest.tetrahedra) {
    const auto x = [&](std::size_t k) { return any.positions[t[k]] - any.positions[t[0]]; };
    inverted += dot(x(1), cross(x(2), x(3))) < 0;
  }
  EXPECT_GT(inverted, any.rest.tetrahedra.size() / 4);
  for (const Vec3d& x : any.positions) EXPECT_LT(norm(x - Vec3d{{3, 0, 0}}), 0.2 * 1.8);
}

TEST(SolidScene, spacing_is_the_length_of_edges) {
  const auto count = [](const std::string& text) { return options_of(text).rest.tetrahedra.size(); };
  EXPECT_EQ(count(solid("box = [0.2, 0.2, 0.2]")), 5u * 64u);  // the grid's spacing
  EXPECT_EQ(count(solid("box = [0.2, 0.2, 0.2]", "spacing = 0.1")), 5u * 8u);
  EXPECT_GT(count(solid("sphere = 0.2", "spacing = 0.03")),
            4 * count(solid("sphere = 0.2", "spacing = 0.06")));
}

TEST(SolidScene, reads_tetrahedra_and_closed_meshes) {
  const std::string good = std::string(WEFT_TEST_DATA) + "/meshes/good/";
  const SolidOptions tets = options_of(solid("tets = \"" + good + "cube_41.msh\", scale = 0.1"));
  EXPECT_EQ(tets.rest.tetrahedra.size(), 5u);
  EXPECT_NEAR(volume(tets.rest), 1e-3, 1e-15);
  const SolidOptions mesh = options_of(solid("mesh = \"" + good + "cube_quads.obj\"", "spacing = 0.1"));
  EXPECT_TRUE(check_mesh({mesh.rest.vertices, boundary_faces(mesh.rest)}).closed());
  expect_same_when_resolved(solid("tets = \"" + good + "cube.ele\", scale = 0.1"));
}

TEST(SolidScene, bones_lead_a_figure_from_where_it_was_put) {
  const SolidOptions s = options_of(solid("figure = { walk = 1 }",
                                          "pins = [{ bones = true }]\nat = [2, 1, 0]\n"
                                          "rotate = { axis = [0, 0, 1], angle = \"90 deg\" }"));
  ASSERT_EQ(s.pins.size(), 16u);
  for (const Pin& p : s.pins) {
    EXPECT_GT(p.vertices.size(), 1u);
    // The bone begins among its vertices and goes along y.
    const Vec3d begin = p.motion.at(0).pose.position, end = p.motion.at(1).pose.position;
    Vec3d mean = Vec3d::zero();
    for (const std::uint32_t v : p.vertices) mean += s.rest.vertices[v] * (1.0 / double(p.vertices.size()));
    EXPECT_LT(norm(mean - begin), 0.05);
    EXPECT_GE(end[1] - begin[1], -0.12);
    EXPECT_LT(std::abs(end[0] - begin[0]), 0.1);
  }
}

TEST(SolidScene, a_world_of_solids_can_be_built_and_warned_about) {
  const Scene fine = parse_scene(
      solid("sphere = 0.2", "at = [0, 0, 1]\n[[collider]]\nshape = { plane = [0, 0, 1] }"), "solid.toml");
  const auto world = build_world(fine);
  EXPECT_NEAR(world->bodies[0]->mass(), 1000 * volume(options_of(fine).rest), 0.02);
  EXPECT_TRUE(find_warnings(fine, *world).empty());
  const Scene sunk = parse_scene(
      solid("sphere = 0.2", "at = [0, 0, 0]\n[[collider]]\nshape = { plane = [0, 0, 1] }"), "solid.toml");
  const auto warnings = find_warnings(sunk, *build_world(sunk));
  ASSERT_EQ(warnings.size(), 1u);
  EXPECT_EQ(warnings[0].code, "W0205");
  // Held by pins, it needs no floor.
  const Scene held = parse_scene(solid("sphere = 0.2", "pins = [{ nearest = [0, 0, 1] }]"), "solid.toml");
  EXPECT_TRUE(find_warnings(held, *build_world(held)).empty());
}

}  // namespace
}  // namespace weft
