/// Shells in scenes: what a text becomes, what is refused, and resolved scenes that say the same again.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "exec/error.h"
#include "geometry/shells/vertex_limits.h"
#include "geometry/weave/makers.h"
#include "scene/build/build.h"
#include "scene/build/shell.h"
#include "scene/scene.h"
#include "scene/warnings.h"

namespace weft {
namespace {

const char* kShell = R"toml(
format = 1
time   = { fps = 24, frames = [0, 2] }
solver = { dx = "2 cm" }

[[object]]
name      = "tube"
type      = "shell"
shape     = { cylinder = { radius = 0.1, height = 0.2, spacing = "2 cm" } }
at        = [0, 0, 1]
rotate    = { axis = [0, 1, 0], angle = "90 deg" }
material  = { law = "lamina", young = "3 MPa", friction = 0.1 }
density   = 800
friction  = 0.7
thickness = "1.5 mm"
velocity  = [1, 0, 0]
spin      = [0, 0, 2]
damping   = 0.25
coupling  = "grid"
layers    = "paper"
quadrature = 3
corners   = "round"
plastic   = false
pressure  = "2 kPa"
pressure_over_time = "min(t, 1)"
force     = ["0", "X", "t"]
pins      = [{ where = "bottom" }, { where = "top", clamp = true, velocity = [0.5, 0, 0], release = 1 }]
colour    = "#ff0000"
)toml";

ShellOptions options_of(const Scene& scene) { return make_shell_options(scene, scene.objects.at(0)); }

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return text.replace(at, from.size(), to);
}

std::string code_of(const std::string& text) {
  try {
    options_of(parse_scene(text, "shell.toml"));
  } catch (const Error& e) {
    return e.code;
  }
  return "none";
}

TEST(ShellScene, becomes_options) {
  const ShellOptions s = options_of(parse_scene(kShell, "shell.toml"));
  const std::size_t around = 31, rows = 11;
  ASSERT_EQ(s.rest.size(), around * rows);
  EXPECT_EQ(s.quads.size(), around * (rows - 1));
  EXPECT_TRUE(s.positions.empty());
  EXPECT_EQ(s.thickness, 1.5e-3);
  EXPECT_EQ(s.damping, 0.25);
  EXPECT_EQ(s.coupling, Coupling::grid);
  EXPECT_EQ(s.layers, Layers::paper);
  EXPECT_EQ(s.gauss, 3);
  EXPECT_EQ(s.boundary, BoundaryRule::edge_only);
  EXPECT_FALSE(s.plastic);
  EXPECT_EQ(get_field(s.material, "density"), 800);
  EXPECT_EQ(get_field(s.material, "friction"), 0.7);
  EXPECT_EQ(s.pressure.constant, 2000);
  const double t = 0.25;
  EXPECT_EQ((*s.pressure.of_time)(std::span(&t, 1)), 0.25);
  EXPECT_EQ(s.contact_points, 2);
  ASSERT_EQ(s.pins.size(), 2u);
  EXPECT_EQ(s.pins[0].vertices.size(), around);  // a hinge
  EXPECT_EQ(s.pins[1].vertices.size(), around);  // a clamp: its slope too
  ASSERT_EQ(s.edges.size(), 1u);
  EXPECT_EQ(s.edges[0].pin, 1u);
  EXPECT_EQ(s.edges[0].vertices, s.pins[1].vertices);
  EXPECT_EQ(s.pins[1].release, 1);
  // The cylinder's axis lies along x now; its "bottom" was at -z.
  for (const std::uint32_t v : s.pins[0].vertices) EXPECT_NEAR(s.rest[v][0], -0.1, 1e-9);
  // Warp runs around: across the axis and along the surface.
  ASSERT_EQ(s.warp.size(), s.quads.size());
  for (std::size_t q = 0; q < s.quads.size(); ++q) {
    EXPECT_NEAR(norm(s.warp[q]), 1, 1e-9);
    EXPECT_NEAR(s.warp[q][0], 0, 1e-9);
    EXPECT_NEAR(dot(s.warp[q], s.rest[s.quads[q][0]] + s.rest[s.quads[q][1]] - Vec3d{{0, 0, 2}}), 0, 1e-3);
  }
  const Vec3d r = s.rest[7] - Vec3d{{0, 0, 1}};
  EXPECT_NEAR(s.velocities[7][0], 1 - 2 * r[1], 1e-12);
  EXPECT_NEAR(s.velocities[7][1], 2 * r[0], 1e-12);
}

TEST(ShellScene, says_the_same_again_when_resolved) {
  const std::string once = write_resolved(parse_scene(kShell, "shell.toml"));
  const Scene again = parse_scene(once, "resolved.toml");
  EXPECT_EQ(once, write_resolved(again));
  const ShellOptions a = options_of(parse_scene(kShell, "shell.toml")), b = options_of(again);
  EXPECT_EQ(a.rest, b.rest);
  EXPECT_EQ(a.velocities, b.velocities);
  EXPECT_EQ(a.pins[1].vertices, b.pins[1].vertices);
  EXPECT_EQ(a.look, b.look);
}

TEST(ShellScene, every_maker_says_the_same_again) {
  for (const std::string& name : maker_names<ShellMaker>()) {
    const std::string text = replaced(
        replaced(kShell, "cylinder = { radius = 0.1, height = 0.2, spacing = \"2 cm\" }", name + " = { }"),
        "pins      = [{ where = \"bottom\" }, { where = \"top\", clamp = true, velocity = [0.5, 0, 0], "
        "release = 1 }]",
        "pins = [{ nearest = [0, 0, 0] }]");
    const std::string once = write_resolved(parse_scene(text, "shell.toml"));
    EXPECT_EQ(once, write_resolved(parse_scene(once, "resolved.toml"))) << name;
    EXPECT_NE(once.find(name + " = {"), std::string::npos);
  }
}

TEST(ShellScene, begins_bent_and_remembers_another_shape) {
  const std::string plain =
      replaced(kShell, "at        =",
               "rest      = { cylinder = { radius = 0.05, height = 0.2, spacing = \"1 cm\" } }\nat        =");
  EXPECT_EQ(code_of(plain), "E0229");  // twice as many rows
  const std::string same = replaced(
      kShell, "at        =",
      "rest      = { cylinder = { radius = 0.105, height = 0.19, spacing = \"2 cm\" } }\nat        =");
  EXPECT_EQ(code_of(same), "E0229");  // 33 around
  const ShellOptions s = options_of(parse_scene(
      replaced(
          kShell, "at        =",
          "rest      = { cylinder = { radius = 0.098, height = 0.206, spacing = \"2 cm\" } }\nat        ="),
      "shell.toml"));
  ASSERT_EQ(s.positions.size(), s.rest.size());
  EXPECT_NEAR(s.positions[0][0], -0.1, 1e-9);
  EXPECT_NEAR(s.rest[0][0], -0.103, 1e-9);
}

/// A strip 4 x 2 of faces of 1: single coordinates, symmetry and loads on its rims.
const char* kStrip = R"toml(
time   = { fps = 24, frames = [0, 2] }
solver = { dx = 1 }
[[object]]
name = "strip"
type = "shell"
shape = { plate = { width = 4, height = 2, spacing = 1 } }
material = { law = "lamina", young = "3 MPa" }
thickness = 0.1
loads = [
  { where = "right", line = [0, 0, 3], over_time = "t" },
  { where = "right", couple = 5 },
  { all = true, traction = [0, 2, 0], pressure = 7 },
  { nearest = [0, 0, 0], force = [1, 0, 0] },
]
pins = [{ where = "left", hold = "xz" }, { where = "bottom", symmetry = "y" }]
)toml";

TEST(ShellScene, single_coordinates_symmetry_and_loads) {
  const Scene scene = parse_scene(kStrip, "strip.toml");
  const ShellOptions s = options_of(scene);
  EXPECT_EQ(s.pins.at(0).axes, 5);
  EXPECT_EQ(s.pins.at(1).axes, 2);
  ASSERT_EQ(s.edges.size(), 1u);
  EXPECT_EQ(s.edges[0].kind, ShellEdge::Kind::mirror);
  EXPECT_EQ(s.edges[0].normal, (Vec3d{{0, 1, 0}}));
  ASSERT_EQ(s.loads.size(), 4u);
  const auto total = [&](std::size_t k) {
    Vec3d f = Vec3d::zero();
    for (const Load::Share& share : s.loads[k].shares) f += share.force;
    return f;
  };
  EXPECT_LT(norm(total(0) - Vec3d{{0, 0, 6}}), 1e-12);
  EXPECT_TRUE(s.loads[0].of_time);
  EXPECT_EQ(s.loads[1].levers.size(), 3u);
  double length = 0;
  for (const Load::Lever& l : s.loads[1].levers) length += l.length;
  EXPECT_NEAR(length, 2, 1e-12);
  EXPECT_LT(norm(total(2) - Vec3d{{0, 16, 0}}), 1e-12);
  EXPECT_LT(norm(total(3) - Vec3d{{1, 0, 0}}), 1e-12);
  // Written and read again it is the same.
  const std::string text = write_resolved(scene);
  const ShellOptions again = options_of(parse_scene(text, "again.toml"));
  EXPECT_EQ(again.pins.at(0).axes, 5);
  EXPECT_EQ(again.loads.size(), 4u);
  EXPECT_EQ(again.loads[1].couple, 5);
}

TEST(ShellScene, refuses_pins_and_loads_that_do_not_fit) {
  EXPECT_EQ(code_of(replaced(kStrip, "hold = \"xz\"", "hold = \"xw\"")), "E0207");
  EXPECT_EQ(code_of(replaced(kStrip, "hold = \"xz\"", "hold = \"xx\"")), "E0207");
  EXPECT_EQ(code_of(replaced(kStrip, "symmetry = \"y\"", "symmetry = \"xy\"")), "E0207");
  EXPECT_EQ(code_of(replaced(kStrip, "symmetry = \"y\"", "symmetry = \"y\", clamp = true")), "E0204");
  EXPECT_EQ(code_of(replaced(kStrip, ", force = [1, 0, 0]", "")), "E0205");
  EXPECT_EQ(code_of(replaced(kStrip, "nearest = [0, 0, 0], ", "")), "E0205");
  EXPECT_EQ(code_of(replaced(kStrip, "over_time = \"t\"", "over_time = \"x\"")), "E0220");
  const auto builds = [](const std::string& text) {
    return options_of(parse_scene(text, "strip.toml")).loads.size();
  };
  EXPECT_THROW(builds(replaced(kStrip, "nearest = [0, 0, 0], force", "nearest = [0, 0, 0], line")), Error);
  EXPECT_THROW(builds(replaced(kStrip, "nearest = [0, 0, 0], force", "nearest = [0, 0, 0], traction")),
               Error);
}

TEST(ShellScene, refuses_what_does_not_fit) {
  EXPECT_EQ(code_of(replaced(kShell, "where = \"bottom\"", "where = \"waist\"")), "E0228");
  EXPECT_EQ(code_of(replaced(kShell, "where = \"bottom\"", "clamp = true")), "E0205");
  EXPECT_EQ(code_of(replaced(kShell, "where = \"bottom\"", "where = \"bottom\", roots = true")), "E0203");
  EXPECT_EQ(code_of(replaced(kShell, "law = \"lamina\"", "law = \"cloth\"")), "E0306");
  EXPECT_EQ(code_of(replaced(kShell, "pressure  = \"2 kPa\"\n", "")), "E0204");
  EXPECT_EQ(code_of(replaced(kShell, "\"min(t, 1)\"", "\"min(x, 1)\"")), "E0220");
  EXPECT_EQ(code_of(replaced(kShell, "thickness = \"1.5 mm\"\n", "")), "E0205");
  EXPECT_EQ(code_of(replaced(kShell, "dx = \"2 cm\"", "dx = \"2 cm\", plane = true")), "E0214");
  EXPECT_EQ(code_of(replaced(kShell, "cylinder = {", "tube = {")), "E0203");
  EXPECT_EQ(code_of(replaced(kShell, "shape     = { ", "shape     = { scale = 2, ")), "E0204");
}

/// Quads stay as they are; a mesh of triangles is subdivided once.
TEST(ShellScene, reads_meshes_of_any_polygons) {
  const auto folder = std::filesystem::path(testing::TempDir()) / "shell_scene";
  std::filesystem::create_directories(folder);
  std::ofstream(folder / "strip.obj")
      << "v 0 0 0\nv 1 0 0\nv 2 0 0\nv 0 1 0\nv 1 1 0\nv 2 1 0\nf 1 2 5 4\nf 2 3 6 5\n";
  std::ofstream(folder / "mixed.obj") << "v 0 0 0\nv 1 0 0\nv 2 0 0\nv 0 1 0\nv 1 1 0\nf 1 2 5 4\nf 2 3 5\n";
  std::ofstream(folder / "fin.obj")
      << "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 -1 0\nv 0 0 1\nf 1 2 3\nf 2 1 4\nf 1 2 5\n";
  const auto with = [&](const std::string& file) {
    std::string text = replaced(kShell, "cylinder = { radius = 0.1, height = 0.2, spacing = \"2 cm\" }",
                                "mesh = \"" + (folder / file).string() + "\", scale = 0.1");
    text = replaced(text, "where = \"bottom\"", "where = \"all\"");
    return replaced(text, "where = \"top\"", "nearest = [0, 0, 0]");
  };
  const ShellOptions strip = options_of(parse_scene(with("strip.obj"), "shell.toml"));
  EXPECT_EQ(strip.quads.size(), 2u);
  EXPECT_EQ(strip.pins[0].vertices.size(), 6u);
  EXPECT_TRUE(strip.warp.empty());
  const ShellOptions mixed = options_of(parse_scene(with("mixed.obj"), "shell.toml"));
  EXPECT_EQ(mixed.quads.size(), 7u);
  EXPECT_EQ(code_of(with("fin.obj")), "E0150");
}

std::vector<std::string> warnings_of(const std::string& text) {
  const Scene scene = parse_scene(text, "shell.toml");
  std::vector<std::string> codes;
  for (const Warning& w : find_warnings(scene, *build_world(scene))) codes.push_back(w.code);
  return codes;
}

TEST(ShellScene, warns_of_meshes_that_do_not_suit_the_grid) {
  const auto one = [](const char* code) { return std::vector<std::string>{code}; };
  EXPECT_TRUE(warnings_of(kShell).empty());
  EXPECT_EQ(warnings_of(replaced(kShell, "layers ", "contact_points = 1\nlayers ")), one("W0210"));
  EXPECT_EQ(warnings_of(replaced(kShell, "dx = \"2 cm\"", "dx = \"10 cm\"")), one("W0211"));
  EXPECT_EQ(warnings_of(replaced(kShell, "thickness = \"1.5 mm\"", "thickness = \"30 mm\"")), one("W0212"));
}

/// A sheet on a ball: its surface stays out of it, though its control points lie h^2 / (3 R)
/// = 3 mm farther out.
TEST(ShellScene, surfaces_lie_on_obstacles) {
  const Scene scene = parse_scene(R"toml(
format = 1
time   = { fps = 24, frames = [0, 8] }
solver = { dx = "3 cm" }
[[object]]
type = "shell"
shape = { plate = { width = 0.3, height = 0.3, spacing = "3 cm" } }
at = [0, 0, 0.105]
material = { law = "lamina", density = 1000, young = "50 kPa", contact = "10 kPa" }
thickness = "1 mm"
damping = 0.5
[[collider]]
shape = { sphere = 0.1 }
friction = 0.5
)toml",
                                  "ball.toml");
  const std::unique_ptr<World> world = build_world(scene);
  while (world->time < 0.3) world->step(0.3);
  const FrameObject frame = world->bodies[0]->frame({});
  QuadMesh mesh;
  for (const auto& x : frame.position) mesh.vertices.push_back({{x[0], x[1], x[2]}});
  for (std::size_t c = 0; c < frame.corners.size(); c += 4)
    mesh.quads.push_back(
        {frame.corners[c], frame.corners[c + 1], frame.corners[c + 2], frame.corners[c + 3]});
  double nearest = 1, lowest = 1, control = 1;
  for (const Vec3d& x : mesh.vertices) control = std::min(control, norm(x));
  for (const Vec3d& x : limit_points(mesh)) {
    nearest = std::min(nearest, norm(x));
    lowest = std::min(lowest, x[2]);
  }
  EXPECT_LT(lowest, 0.05) << "it has come down around the ball";
  EXPECT_GT(nearest, 0.0995);
  EXPECT_LT(nearest, 0.103);
  EXPECT_GT(control, nearest + 0.0015) << "control points on the ball would let the surface sink in";
}

}  // namespace
}  // namespace weft
