/// What of a world's surfaces crosses or is inside, measured all over and not only at vertices.
#include "world/crossed.h"

#include <gtest/gtest.h>

#include <random>

#include "exec/threads.h"
#include "scene/build/build.h"
#include "world/depth.h"
#include "world/enclosed.h"
#include "world/world.h"

namespace weft {
namespace {

std::unique_ptr<World> world_of(const std::string& objects) {
  return build_world(
      parse_scene("format = 1\ntime = { frames = [0, 1] }\nsolver = { dx = 0.02 }\n" + objects, "test.toml"));
}

/// A cloth of coarse triangles that hangs in a plane, its vertices well outside of the box below its middle.
std::string sheet(double z, const std::string& name = "cloth", double size = 0.4) {
  return "[[object]]\nname = \"" + name + "\"\ntype = \"cloth\"\nmaterial = \"cotton\"\n" +
         "shape = { sheet = { spacing = 0.2, width = " + std::to_string(size) +
         ", height = " + std::to_string(size) + " } }\nat = [0, 0, " + std::to_string(z) + "]\n";
}

TEST(Crossed, ARimThatShowsThroughIsPenetration) {
  // Corners of the cloth's triangles are 20 cm apart; the box pokes 3 mm through between them.
  const std::string box =
      "[[collider]]\nname = \"box\"\nshape = { box = [0.06, 0.06, 0.1] }\nat = [0.1, 0.1, 0.45]\n";
  const auto through = world_of(sheet(0.497) + box);
  const CrossedSurfaces c = find_crossed(*through);
  EXPECT_NEAR(c.penetration, 0.003, 1e-6);
  ASSERT_EQ(c.between.size(), 1u);
  EXPECT_TRUE(c.between[0].collider);
  EXPECT_EQ(c.between[0].second, "box");
  EXPECT_EQ(c.pairs, 2u);  // the square above it is two triangles
  for (double x : through->bodies[0]->quantity("x")) EXPECT_GT(std::fabs(x - 0.1), 0.06);
  EXPECT_EQ(find_crossed(*world_of(sheet(0.501) + box)).penetration, 0);
  EXPECT_EQ(find_crossed(*world_of(sheet(0.501) + box)).pairs, 0u);
}

TEST(Crossed, ASheetAndARigidBody) {
  const std::string ball =
      "[[object]]\nname = \"ball\"\ntype = \"rigid\"\ndensity = 500\nshape = { sphere = 0.05 }\nat = [0.02, "
      "0.01, "
      "0.5]\n";
  const CrossedSurfaces c = find_crossed(*world_of(sheet(0.51) + ball));
  ASSERT_EQ(c.between.size(), 1u);
  EXPECT_EQ(c.between[0].first, "cloth");
  EXPECT_EQ(c.between[0].second, "ball");
  EXPECT_GT(c.pairs, 20u);
  EXPECT_LT(c.pairs, 300u);
  EXPECT_EQ(c.penetration, 0);
  EXPECT_EQ(find_crossed(*world_of(sheet(0.56) + ball)).pairs, 0u);
}

TEST(Crossed, SegmentsAndPoints) {
  const std::string floor = "[[collider]]\nname = \"floor\"\nshape = { plane = [0, 0, 1] }\n";
  const std::string sand =
      "[[object]]\nname = \"sand\"\ntype = \"grains\"\nmaterial = \"sand\"\nshape = { box = [0.2, 0.2, 0.2] "
      "}\n"
      "at = [0, 0, 0.05]\n";
  const CrossedSurfaces c = find_crossed(*world_of(sand + floor));
  EXPECT_GT(c.penetration, 0.03);
  EXPECT_LT(c.penetration, 0.05);
  EXPECT_EQ(c.pairs, 0u);  // grains have no surface
}

TEST(Crossed, WhatIsInsideOfASolidBody) {
  const auto scene = [](double z) {
    return world_of(
        "[[object]]\nname = \"shell\"\ntype = \"rigid\"\ndensity = 500\nshape = { box = [0.4, 0.4, 0.4] }\n"
        "[[object]]\nname = \"pea\"\ntype = \"rigid\"\ndensity = 500\nshape = { sphere = 0.05 }\nat = [0.1, "
        "0, " +
        std::to_string(z) + "]\n");
  };
  const auto inside = [](const World& w) {
    std::vector<FrameObject> drawn;
    for (const auto& body : w.bodies) drawn.push_back(body->frame({}));
    return find_enclosed(w, drawn);
  };
  const auto in = scene(0.1);
  EXPECT_EQ(find_crossed(*in).pairs, 0u);
  const std::vector<Enclosed> found = inside(*in);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].inner, "pea");
  EXPECT_EQ(found[0].outer, "shell");
  EXPECT_EQ(found[0].part, 1);
  EXPECT_TRUE(inside(*scene(0.3)).empty());
  EXPECT_GT(find_crossed(*scene(0.2)).pairs, 0u);
}

TEST(Crossed, JoinedBodiesMayOverlap) {
  const auto scene = [](const std::string& joint) {
    std::string text;
    for (const char* name : {"a", "b"})
      text += std::string("[[object]]\nname = \"") + name + "\"\ntype = \"rigid\"\ndensity = 500\n" +
              "shape = { box = [0.4, 0.1, 0.1] }\nat = [" + (name[0] == 'a' ? "0" : "0.37") +
              ", 0.013, 0.021]\n" + "rotate = { axis = [1, 2, 3], angle = \"" +
              (name[0] == 'a' ? "3" : "11") + " deg\" }\n";
    return world_of(text + joint);
  };
  EXPECT_GT(find_crossed(*scene("")).pairs, 0u);
  const std::string hinge =
      "[[joint]]\ntype = \"hinge\"\nbetween = [\"a\", \"b\"]\nat = [0.18, 0, 0]\naxis = [0, 1, 0]\n";
  EXPECT_EQ(find_crossed(*scene(hinge)).pairs, 0u);
  EXPECT_GT(find_crossed(*scene(hinge + "collide = true\n")).pairs, 0u);
}

TEST(Crossed, TheSameForAnyNumberOfThreads) {
  const auto w = world_of(sheet(0.497, "a", 2) + sheet(0.4965, "b", 1.7) +
                          "[[collider]]\nname = \"ball\"\nshape = { sphere = 0.3 }\nat = [0.1, 0.1, 0.3]\n");
  const CrossedSurfaces once = find_crossed(*w);
  EXPECT_GT(once.penetration, 0.05);
  for (const int threads : {1, 3, 8}) {
    const ThreadLimit limit(threads);
    const CrossedSurfaces c = find_crossed(*w);
    EXPECT_EQ(c.penetration, once.penetration);
    EXPECT_EQ(c.pairs, once.pairs);
  }
}

/// Against a fine grid of samples, for every shape.
TEST(Depth, IsTheDeepestPlaceOfATriangle) {
  std::mt19937 random(5);
  std::uniform_real_distribution<double> in(-1, 1);
  const std::vector<Shape> shapes{Plane{{{0, 0, 1}}}, Sphere{0.5}, Box{{{0.4, 0.3, 0.5}}}, Capsule{0.2, 0.4},
                                  Cylinder{0.3, 0.4}};
  int deep = 0;
  for (int k = 0; k < 500; ++k) {
    Collider c;
    c.shape = shapes[std::size_t(k) % shapes.size()];
    c.pose.position = {{0.1, -0.2, 0.3}};
    c.pose.rotation = Quaternion<double>::from_axis_angle(normalized(Vec3d{{1, 2, 3}}), 0.7);
    std::array<Vec3d, 3> x;
    for (Vec3d& corner : x) corner = {{in(random), in(random), in(random)}};
    double least = 1e300;
    constexpr int n = 120;
    for (int i = 0; i <= n; ++i)
      for (int j = 0; i + j <= n; ++j)
        least = std::min(
            least, c.distance(x[0] + (x[1] - x[0]) * (double(i) / n) + (x[2] - x[0]) * (double(j) / n)).phi);
    const Deepest d = deepest_place(c, x, -1e-6);
    if (least > 0.01) {
      EXPECT_GE(d.phi, -1e-6) << k;
    }
    if (least > -0.01) continue;
    ++deep;
    EXPECT_NEAR(c.distance(d.place).phi, d.phi, 1e-12);
    EXPECT_LE(d.phi, 0.99 * least + 1e-6) << k;  // no shallower than 1 %
    EXPECT_GE(d.phi, least - 2.0 / n) << k;      // no deeper than samples can miss
  }
  EXPECT_GT(deep, 100);
}

}  // namespace
}  // namespace weft
