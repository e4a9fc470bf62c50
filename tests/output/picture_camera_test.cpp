/// Cameras that see the action, whatever stands in the way.
#include <gtest/gtest.h>

#include <cmath>

#include "output/picture/framing.h"
#include "output/picture_frames.h"

namespace weft {
namespace {

bool sees(const Camera& camera, const Bounds& b, double aspect) {
  const View view(camera, int(400 * aspect), 400);
  for (int c = 0; c < 8; ++c) {
    const Vec3d x{
        {c & 1 ? b.upper[0] : b.lower[0], c & 2 ? b.upper[1] : b.lower[1], c & 4 ? b.upper[2] : b.lower[2]}};
    const Vec3f p = view.project(x.as<float>());
    if (!(p[2] > 0 && p[0] > 0 && p[1] > 0 && p[0] < float(view.width) && p[1] < float(view.height)))
      return false;
  }
  return true;
}

TEST(PictureCamera, SeesTheWholeAction) {
  const Bounds sets[] = {{{{-1, -1, 0}}, {{1, 1, 2}}},
                         {{{-0.003, -0.003, 0}}, {{0.003, 0.003, 0.025}}},
                         {{{-40, -2, -1}}, {{40, 2, 0}}},
                         {{{10, 20, 30}}, {{10.1, 20.1, 34}}},
                         {{{-1, 0, 0}}, {{1, 0, 1}}}};
  for (const Bounds& b : sets)
    for (bool plane : {false, true})
      for (double aspect : {0.5, 1.0, 1.78, 2.4}) {
        const Camera c = frame_bounds(b, plane, aspect);
        EXPECT_TRUE(sees(c, b, aspect));
        // Not from farther away than needed: a tenth nearer something would be cut off or touch the edge.
        Camera near = c;
        near.from = c.to + (c.from - c.to) * 0.7;
        EXPECT_FALSE(sees(near, b, aspect));
      }
}

TEST(PictureCamera, GoesToWhereNothingHidesTheAction) {
  Frame f;
  f.objects = {ball_of_points("sand", 0.1f)};
  Action open;
  open.add(f);
  const Camera usual = open.best_camera(1.78);
  EXPECT_GT(usual.from[0], 0);
  EXPECT_DOUBLE_EQ(open.seen_from(usual), 1);
  f.colliders = {box_at({{1.5, 0, 1}}, {{0.1, 4, 4}})};  // a wall to the right
  Action walled;
  walled.add(f);
  EXPECT_LT(walled.seen_from(usual), 0.5);
  const Camera other = walled.best_camera(1.78);
  EXPECT_LT(other.from[0], 0);
  EXPECT_GT(walled.seen_from(other), 0.9);
}

TEST(PictureCamera, StrayPointsDoNotCount) {
  Frame f;
  f.objects = {ball_of_points("sand", 0.05f)};
  const Bounds before = busy_bounds(f);
  f.objects[0].position[0] = {{100, 0, 0}};
  f.objects[0].position[1] = {{std::nanf(""), 0, 0}};
  const Bounds after = busy_bounds(f);
  EXPECT_NEAR(after.upper[0], before.upper[0], 0.1);
}

TEST(PictureCamera, TurnsAroundWhatItLooksAt) {
  const Camera c{{{0, -3, 1}}, {{0, 0, 0.5}}, 0.5}, quarter = turned(c, M_PI / 2),
                                                    whole = turned(c, 2 * M_PI);
  EXPECT_NEAR(quarter.from[0], 3, 1e-12);
  EXPECT_NEAR(quarter.from[1], 0, 1e-12);
  EXPECT_NEAR(norm(whole.from - c.from), 0, 1e-12);
}

}  // namespace
}  // namespace weft
