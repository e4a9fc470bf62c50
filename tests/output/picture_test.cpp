#include "output/picture/picture.h"

#include <gtest/gtest.h>

#include <cmath>

#include "exec/threads.h"
#include "output/scratch.h"

namespace weft {
namespace {

/// A ball of points over a floor, and a box beside it.
Frame scene(bool floor) {
  Frame f;
  FrameObject o;
  o.name = "ball";
  o.kind = "points";
  o.radius = 0.05;
  o.colour = {0.9f, 0.1f, 0.1f};
  for (int i = -5; i <= 5; ++i)
    for (int j = -5; j <= 5; ++j)
      for (int k = -5; k <= 5; ++k)
        if (i * i + j * j + k * k <= 25)
          o.position.push_back({{0.1f * float(i), 0.1f * float(j), 1 + 0.1f * float(k)}});
  f.objects.push_back(o);
  FrameCollider plane;
  plane.kind = "plane";
  plane.size = {{0, 0, 1}};
  if (floor) f.colliders.push_back(plane);
  FrameCollider box;
  box.kind = "box";
  box.size = {{0.2, 0.2, 0.2}};
  box.position = {{1.2, 0, 0.2}};
  f.colliders.push_back(box);
  return f;
}

PictureOptions small(const Frame& f) {
  PictureOptions o;
  o.width = 160;
  o.height = 90;
  o.camera = frame_bounds(busy_bounds(f), f.plane, 16.0 / 9);
  return o;
}

Vec3f at(const Image& image, const View& view, const Vec3f& x) {
  const Vec3f v = view.to_view(x);
  const int i = int(std::lround(view.column(v[0] / v[2]))), j = int(std::lround(view.row(v[1] / v[2])));
  EXPECT_TRUE(i >= 0 && j >= 0 && i < image.width && j < image.height);
  return image.pixels[std::size_t(j * image.width + i)];
}

TEST(Picture, SameBytesForAnyNumberOfThreads) {
  const Frame f = scene(true);
  const PictureOptions o = small(f);
  const auto many = to_bytes(draw_picture(f, o)), again = to_bytes(draw_picture(f, o));
  ThreadLimit one(1);
  EXPECT_EQ(many, again);
  EXPECT_EQ(many, to_bytes(draw_picture(f, o)));
}

TEST(Picture, ShowsTheBallItsShadowAndTheSky) {
  const Frame f = scene(true);
  const PictureOptions o = small(f);
  const Image image = draw_picture(f, o);
  const View view = camera_view(o.camera, o.width, o.height, 1);
  const Vec3f ball = at(image, view, {{0, 0, 1}});
  EXPECT_GT(ball[0], 3 * ball[1]);  // red
  // The sun stands to the left and in front: the middle of the shadow lies right and behind on the floor.
  const Vec3f lit = at(image, view, {{-0.9f, -0.5f, 0}});
  float darkest = 1e9f;
  for (float x = -1.4f; x < 1.5f; x += 0.05f)
    for (float y = -1.4f; y < 1.5f; y += 0.05f) {
      const Vec3f v = view.to_view({{x, y, 0}});
      const int i = int(std::lround(view.column(v[0] / v[2]))), j = int(std::lround(view.row(v[1] / v[2])));
      if (i < 0 || j < 0 || i >= image.width || j >= image.height) continue;
      const Vec3f c = image.pixels[std::size_t(j * image.width + i)];
      if (c[2] > 0.5f * c[0]) darkest = std::min(darkest, c[1]);  // floor or box, not the red ball
    }
  EXPECT_LT(darkest, 0.5f * lit[1]);
}

TEST(Picture, NothingOutsideTheShapesIsTouched) {
  Frame empty;
  PictureOptions o = small(empty);
  o.background = Vec3f{{0.25f, 0.5f, 0.75f}};
  for (const Vec3f& p : draw_picture(empty, o).pixels) EXPECT_EQ(p, *o.background);
}

TEST(Picture, PointsThatAreNotNumbersAreLeftOut) {
  Frame f = scene(true);
  PictureOptions o = small(f);
  f.objects[0].position[3] = {{std::nanf(""), 0, 0}};
  f.objects[0].position[4] = {{INFINITY, 0, 0}};
  for (const Vec3f& p : draw_picture(f, o).pixels) ASSERT_TRUE(std::isfinite(p[0]));
}

TEST(Picture, TheCameraSeesTheWholeAction) {
  const Frame f = scene(false);
  const Bounds b = busy_bounds(f);
  for (bool plane : {false, true})
    for (double aspect : {0.5, 1.0, 2.4}) {
      const View view = camera_view(frame_bounds(b, plane, aspect), int(400 * aspect), 400, 1);
      for (int c = 0; c < 8; ++c) {
        const Vec3f x =
            view.to_view({{float(c & 1 ? b.upper[0] : b.lower[0]), float(c & 2 ? b.upper[1] : b.lower[1]),
                           float(c & 4 ? b.upper[2] : b.lower[2])}});
        ASSERT_GT(x[2], 0);
        EXPECT_LT(std::abs(x[0] / x[2]), view.half_u);
        EXPECT_LT(std::abs(x[1] / x[2]), view.half_v);
      }
    }
}

TEST(Picture, IsAPngFile) {
  Scratch dir;
  const Frame f = scene(true);
  write_png(dir / "a.png", draw_picture(f, small(f)));
  EXPECT_TRUE(slurp(dir / "a.png").starts_with("\x89PNG"));
  EXPECT_FALSE(std::filesystem::exists(dir / ".a.png.partial"));
}

}  // namespace
}  // namespace weft
