/// What rays meet: strands, smooth patches, balls, the ground.
#include <gtest/gtest.h>

#include <cmath>

#include "output/picture/framing.h"
#include "output/picture/stage.h"
#include "output/picture_frames.h"

namespace weft {
namespace {

/// Height at which a ray from above meets the frame, or NaN.
float height_at(const Frame& f, float x, float y, Hit* out = nullptr) {
  StageOptions o;
  o.action = busy_bounds(f);
  const Stage stage(f, o);
  Hit hit;
  if (!stage.meet({{x, y, 5}}, {{0, 0, -1}}, hit, true)) return std::nanf("");
  if (out) *out = hit;
  return hit.x[2];
}

TEST(PictureStage, StrandsReachTheirEnds) {
  Frame f;
  f.objects = {strand(1, 0.1f)};
  for (float x : {-0.98f, -0.6f, 0.0f, 0.5f, 0.98f}) EXPECT_NEAR(height_at(f, x, 0), 1.1f, 2e-3f) << x;
  EXPECT_NEAR(height_at(f, 0.3f, 0.06f), 1.08f, 2e-3f);  // round: sqrt(0.1^2 - 0.06^2) above the axis
  EXPECT_TRUE(std::isnan(height_at(f, 0, 0.12f)));
  EXPECT_TRUE(std::isnan(height_at(f, 1.2f, 0)));
}

TEST(PictureStage, StrandsGrowThinner) {
  Frame f;
  f.objects = {strand(0, 0.1f)};
  f.objects[0].radii = {0.2f, 0.15f, 0.1f, 0.05f, 0.01f};
  EXPECT_NEAR(height_at(f, -0.95f, 0), 0.195f, 0.01f);
  EXPECT_NEAR(height_at(f, 0.5f, 0), 0.05f, 0.01f);
}

TEST(PictureStage, SmoothSurfacesAreTheLimitSurface) {
  Frame flat;
  flat.objects = {sheet(4, 0.5f, true)};
  Hit hit;
  for (float x : {0.0f, 0.6f, 0.98f}) EXPECT_NEAR(height_at(flat, x, x, &hit), 0.5f, 1e-4f) << x;
  EXPECT_NEAR(std::abs(hit.facing.n[2]), 1, 1e-4f);

  // The Catmull-Clark limit of a cube meets its axis at
  //   (n^2 F + 4 sum E + sum V) / (n (n + 5)) = (16 + 4 * 4 * 3/4 + 4 * 5/9) / 36,
  // F, E, V the face, edge and vertex points after one subdivision.
  FrameObject cube;
  cube.kind = "mesh";
  cube.smooth = true;
  for (int c = 0; c < 8; ++c)
    cube.position.push_back({{c & 1 ? 1.0f : -1.0f, c & 2 ? 1.0f : -1.0f, c & 4 ? 1.0f : -1.0f}});
  cube.faces.assign(6, 4);
  cube.corners = {0, 2, 3, 1, 4, 5, 7, 6, 0, 1, 5, 4, 2, 6, 7, 3, 0, 4, 6, 2, 1, 3, 7, 5};
  Frame f;
  f.objects = {cube};
  EXPECT_NEAR(height_at(f, 0, 0), (16 + 12 + 20.0f / 9) / 36, 2e-3f);
}

TEST(PictureStage, PolygonsAreFilled) {
  FrameObject o;
  o.kind = "mesh";
  for (int k = 0; k < 6; ++k)
    o.position.push_back({{std::cos(float(k) * kPi / 3), std::sin(float(k) * kPi / 3), 0.25f}});
  o.faces = {6};
  o.corners = {0, 1, 2, 3, 4, 5};
  Frame f;
  f.objects = {o};
  for (float a = 0; a < 6; a += 0.7f)
    EXPECT_NEAR(height_at(f, 0.8f * std::cos(a), 0.8f * std::sin(a)), 0.25f, 1e-5f);
  EXPECT_TRUE(std::isnan(height_at(f, 1.1f, 0)));
}

TEST(PictureStage, ColoursOfVerticesArrive) {
  Frame f;
  f.objects = {sheet(4, 0, false), sheet(4, -1, true), strand(1, 0.1f)};
  for (FrameObject& o : f.objects)
    for (const auto& x : o.position) o.colours.push_back({x[0] > 0 ? 1.0f : 0.0f, x[0] > 0 ? 0.0f : 1.0f, 0});
  Hit hit;
  height_at(f, 0.9f, 0.5f, &hit);
  EXPECT_GT(hit.facing.base[0], 0.8f);
  height_at(f, -0.9f, 0, &hit);
  EXPECT_GT(hit.facing.base[1], 2 * hit.facing.base[0]);
  f.objects.erase(f.objects.begin());
  height_at(f, -0.9f, 0.5f, &hit);
  EXPECT_GT(hit.facing.base[1], 0.8f);
}

TEST(PictureStage, AHeapOfPointsHasASmoothSurface) {
  Frame f;
  f.objects = {ball_of_points("rubber", 0.1f)};
  Hit hit;
  const float top = height_at(f, 0, 0, &hit);
  EXPECT_NEAR(top, 1.5f, 0.08f);
  EXPECT_GT(hit.facing.n[2], 0.95f);
  height_at(f, 0.3f, 0, &hit);
  EXPECT_NEAR(hit.facing.n[0], 0.6f, 0.2f);
}

TEST(PictureStage, GroundOnlyWhereThereIsOneOrWhereItIsWanted) {
  Frame f;
  f.objects = {ball_of_points("sand", 0.1f)};
  StageOptions o;
  o.action = busy_bounds(f);
  Hit hit;
  const Vec3f x{{2, 0, 2}}, down{{0, 0, -1}};
  EXPECT_FALSE(Stage(f, o).meet(x, down, hit, true));
  o.floor = 0.25;
  ASSERT_TRUE(Stage(f, o).meet(x, down, hit, true));
  EXPECT_NEAR(hit.x[2], 0.25f, 1e-5f);
  f.colliders = {floor_plane()};
  ASSERT_TRUE(Stage(f, o).meet(x, down, hit, true));
  EXPECT_NEAR(hit.x[2], 0, 1e-5f);
  o.ground = false;
  EXPECT_FALSE(Stage(f, o).meet(x, down, hit, true));
}

TEST(PictureStage, ObstaclesHaveTheirShapes) {
  Frame f;
  FrameCollider c;
  c.size = {{0.5, 0.7, 0}};
  c.position = {{0, 0, 1}};
  const std::pair<const char*, float> tops[] = {{"sphere", 1.5f}, {"capsule", 2.2f}, {"cylinder", 1.7f}};
  for (const auto& [kind, top] : tops) {
    c.kind = kind;
    f.colliders = {c};
    EXPECT_NEAR(height_at(f, 0.001f, 0.002f), top, 2e-3f) << kind;
    EXPECT_TRUE(std::isnan(height_at(f, 0.52f, 0))) << kind;
  }
}

}  // namespace
}  // namespace weft
