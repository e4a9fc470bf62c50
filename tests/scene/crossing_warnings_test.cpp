/// What `weft check` says of surfaces that begin crossed or inside something.
#include "scene/crossing_warnings.h"

#include <gtest/gtest.h>

#include "scene/build/build.h"

namespace weft {
namespace {

std::vector<Warning> warnings_of(const std::string& scene) {
  const Scene s = parse_scene(
      "format = 1\ntime = { frames = [0, 1] }\nsolver = { dx = \"5 cm\", gravity = [0, 0, 0] }\n" + scene,
      "w.toml");
  return find_warnings(s, *build_world(s));
}

std::string cloth(const std::string& name, const std::string& place) {
  return "[[object]]\nname = \"" + name + "\"\ntype = \"cloth\"\nmaterial = \"cotton\"\n" +
         "shape = { sheet = { width = 0.5, height = 0.5 } }\n" + place + "\n";
}
std::string ball(const std::string& name, const std::string& place, double radius) {
  return "[[object]]\nname = \"" + name + "\"\ntype = \"rigid\"\ndensity = 500\n" + place +
         "\nshape = { sphere = " + std::to_string(radius) + " }\n";
}

bool holds(const Warning& w, const std::string& text) { return w.what.find(text) != std::string::npos; }

TEST(SceneWarnings, DampingChoosesTheGrid) {
  const auto w = warnings_of(cloth("a", "at = [0, 0, 0.5]\ndamping = 0.2"));
  ASSERT_EQ(w.size(), 1u);
  EXPECT_EQ(w[0].code, "W0217");
  EXPECT_TRUE(warnings_of(cloth("a", "at = [0, 0, 0.5]\ndamping = 0.2\ncoupling = \"grid\"")).empty());
  EXPECT_TRUE(warnings_of(cloth("a", "at = [0, 0, 0.5]\nstretch_damping = 0.001")).empty());
}

TEST(SceneWarnings, WhatIsHeldEverywhereIsNoObstacleOnTheGrid) {
  const std::string held = "at = [0, 0, 0.5]\npins = [{ box = [[-1, -1, 0], [1, 1, 1]] }]\n";
  const auto w = warnings_of(cloth("a", held + "coupling = \"grid\""));
  ASSERT_EQ(w.size(), 1u);
  EXPECT_EQ(w[0].code, "W0220");
  EXPECT_TRUE(warnings_of(cloth("a", held)).empty());
}

TEST(SceneWarnings, StrainInTheMeshIsWhatSurfacesHave) {
  const auto coupling = [](const std::string& keys) {
    const Scene s = parse_scene("format = 1\ntime = { frames = [0, 1] }\nsolver = { dx = \"5 cm\" }\n" +
                                    cloth("a", "at = [0, 0, 0.5]\n" + keys),
                                "w.toml");
    return s.objects[0].as<ThinSpec>()->coupling;
  };
  EXPECT_EQ(coupling("strain = \"mesh\""), Coupling::mesh);
  EXPECT_EQ(coupling("strain = \"hybrid\""), Coupling::grid);
}

TEST(CrossingWarnings, NameWhoCrossesAndWhere) {
  const std::string steep = "rotate = { axis = [1, 0, 0], angle = \"60 deg\" }";
  const auto w =
      warnings_of(cloth("a", "at = [0.003, 0.007, 0.504]") + cloth("b", "at = [0, 0, 0.5]\n" + steep));
  ASSERT_EQ(w.size(), 1u);
  EXPECT_EQ(w[0].code, "W0216");
  EXPECT_TRUE(holds(w[0], " pairs of triangles of \"a\" and \"b\" begin crossed, ")) << w[0].what;
  EXPECT_TRUE(holds(w[0], ", 0.504)")) << w[0].what;
  EXPECT_TRUE(warnings_of(cloth("a", "at = [0, 0, 0.9]") + cloth("b", "at = [0, 0, 0.5]\n" + steep)).empty());
  EXPECT_TRUE(warnings_of(cloth("a", "at = [0, 0, 0.5]") + cloth("b", "at = [0, 0, 0.5]")).empty());  // touch
}

TEST(CrossingWarnings, NameTheColliderAndTheDepth) {
  const std::string sphere = "[[collider]]\nname = \"ball\"\nshape = { sphere = 0.2 }\n";
  const auto w = warnings_of(cloth("a", "at = [0.003, 0.007, 0.19]") + sphere);
  ASSERT_EQ(w.size(), 1u);
  EXPECT_EQ(w[0].code, "W0205");
  EXPECT_TRUE(holds(w[0], " triangles of \"a\" begin inside collider \"ball\", 10 mm deep near ("))
      << w[0].what;
  EXPECT_TRUE(warnings_of(cloth("a", "at = [0.003, 0.007, 0.21]") + sphere).empty());
  // A box whose vertices all have colliders' points inside is told of once.
  const auto solid = warnings_of(
      "[[object]]\nname = \"jelly\"\ntype = \"solid\"\nmaterial = \"jelly\"\nshape = { box = [0.2, 0.2, 0.2] "
      "}\n" +
      sphere);
  ASSERT_EQ(solid.size(), 1u);
  EXPECT_EQ(solid[0].code, "W0205");
}

TEST(CrossingWarnings, NameWhatIsInside) {
  const auto w = warnings_of(ball("pea", "at = [0.05, 0, 0]", 0.05) + ball("pot", "", 0.3));
  ASSERT_EQ(w.size(), 1u);
  EXPECT_EQ(w[0].code, "W0204");
  EXPECT_TRUE(holds(w[0], "100 % of object \"pea\" begins inside object \"pot\"")) << w[0].what;
}

TEST(CrossingWarnings, AreFew) {
  std::string many;
  for (int i = 0; i < 8; ++i)
    many += ball("b" + std::to_string(i), "at = [" + std::to_string(0.15 * i) + ", 0.01, 0.02]", 0.1);
  const auto w = warnings_of(many);
  ASSERT_EQ(w.size(), 4u);
  EXPECT_TRUE(holds(w[3], "4 more couples of objects")) << w[3].what;
}

TEST(CrossingWarnings, DuringARunNameTheWorst) {
  CrossedSurfaces c;
  c.pairs = 25;
  for (int i = 0; i < 5; ++i)
    c.between.push_back(
        {"a" + std::to_string(i), "b", i == 1, false, std::size_t(9 - i), {{1, 2, 3}}, 0.0025});
  c.between[0].second = "a0";
  const Warning w = crossing_warning(c, 0.75);
  EXPECT_EQ(w.code, "W0501");
  EXPECT_EQ(w.what,
            "at t = 0.75 s 9 pairs of triangles of \"a0\" with itself cross, 2.5 mm deep near (1, 2, 3); 8 "
            "triangles "
            "of \"a1\" are inside collider \"b\", 2.5 mm deep near (1, 2, 3); 7 pairs of triangles of \"a2\" "
            "and \"b\" "
            "cross, 2.5 mm deep near (1, 2, 3); and 2 more couples");
}

}  // namespace
}  // namespace weft
