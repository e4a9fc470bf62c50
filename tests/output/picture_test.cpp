/// Whole pictures: the same bytes always, what is seen is where it should be, light is neither made nor lost.
#include "output/picture/picture.h"

#include <gtest/gtest.h>

#include <cmath>

#include "exec/error.h"
#include "exec/threads.h"
#include "output/picture_frames.h"
#include "output/scratch.h"

namespace weft {
namespace {

Frame scene() {
  Frame f;
  f.objects = {ball_of_points("sand", 0.1f)};
  f.colliders = {floor_plane(), box_at({{1.2, 0, 0.2}}, {{0.2, 0.2, 0.2}})};
  return f;
}

PictureOptions small(const Frame& f) {
  PictureOptions o;
  o.width = 96;
  o.height = 54;
  o.trace.samples = 8;
  o.camera = frame_bounds(busy_bounds(f), f.plane, 16.0 / 9);
  return o;
}

Vec3f at(const Image& image, const PictureOptions& o, const Vec3f& x) {
  const Vec3f p = View(o.camera, o.width, o.height).project(x);
  EXPECT_TRUE(p[2] > 0 && p[0] >= 0 && p[1] >= 0 && p[0] < float(o.width) && p[1] < float(o.height));
  return image.pixels[std::size_t(int(p[1]) * o.width + int(p[0]))];
}

TEST(Picture, SameBytesTwiceAndForAnyNumberOfThreads) {
  Frame f = scene();
  f.objects.push_back(ball_of_points("rubber", 0.12f));
  f.objects.push_back(ball_of_points("water", 0.12f));
  f.objects.push_back(sheet(6, 0.3f, true));
  f.objects.push_back(strand(1.6f, 0.03f));
  for (auto& x : f.objects[1].position) x[0] -= 1.2f;
  for (auto& x : f.objects[2].position) x[1] += 1.2f;
  const PictureOptions o = small(f);
  const auto once = develop(draw_picture(f, o)).rgb;
  EXPECT_EQ(once, develop(draw_picture(f, o)).rgb);
  for (int threads : {1, 2, 4}) {
    const ThreadLimit limit(threads);
    EXPECT_EQ(once, develop(draw_picture(f, o)).rgb) << threads << " threads";
  }
}

TEST(Picture, ShowsTheBallItsShadowAndTheBackground) {
  const Frame f = scene();
  const PictureOptions o = small(f);
  const Image image = draw_picture(f, o);
  const Vec3f ball = at(image, o, {{0, 0, 1}});
  EXPECT_GT(ball[0], 3 * ball[1]);  // red
  EXPECT_GT(ball[0], 0.1f);         // and not black
  // Where the ray to the sun from the ground passes the ball's middle it is dark.
  const Vec3f sun = normalized(o.light.sun).as<float>(), under = Vec3f{{0, 0, 1}} - sun * (1 / sun[2]);
  const Vec3f lit = at(image, o, {{-0.9f, -0.6f, 0}}), dark = at(image, o, under);
  EXPECT_LT(luminance(dark), 0.5f * luminance(lit));
  // The picture ends in background.
  const Vec3f top = image.pixels[std::size_t(o.width / 2)];
  EXPECT_NEAR(top[1], Light(o.light).background(1)[1], 0.1f);
}

TEST(Picture, LightIsNeitherMadeNorLost) {
  // In a uniformly white world a surface that scatters a share of the light shows just that share.
  Frame f;
  FrameObject one = sheet(4, 0, false);
  one.look = "sand";  // scatters evenly and mirrors nothing
  const float albedo = 0.5f, code = to_srgb(albedo);
  one.colour = {code, code, code};
  f.objects = {one};
  PictureOptions o;
  o.width = o.height = 24;
  o.trace.samples = 64;
  o.camera = {{{0, -2, 2}}, {{0, 0, 0}}, 0.2};  // sees the sheet alone
  o.light.uniform = true;
  for (const Vec3f& p : draw_picture(f, o).pixels) ASSERT_NEAR(p[1], albedo, 0.01f);
  // Other looks may lose a little at grazing angles, but never make light.
  for (const char* look : {"matt", "snow", "cloth", "rubber", "plastic", "metal", "goo", "hair"}) {
    f.objects[0].look = look;
    f.objects[0].colour = {1, 1, 1};
    double mean = 0;
    const Image image = draw_picture(f, o);
    for (const Vec3f& p : image.pixels) mean += double(p[1]) / double(image.pixels.size());
    EXPECT_GT(mean, 0.6) << look;
    EXPECT_LT(mean, std::string(look) == "cloth" ? 1.12 : 1.02) << look;
  }
}

TEST(Picture, ClearThingsLetAWhiteWorldThrough) {
  Frame f;
  f.objects = {ball_of_points("water", 0.1f)};
  f.objects[0].colour = {1, 1, 1};
  PictureOptions o = small(f);
  o.light.uniform = true;
  for (const Vec3f& p : draw_picture(f, o).pixels) ASSERT_NEAR(p[1], 1, 0.02f);
  f.colliders = {box_at({{0, -1, 1}}, {{0.3, 0.05, 0.3}})};  // swallows a little
  f.colliders[0].look = "glass";
  double mean = 0;
  const Image image = draw_picture(f, o);
  for (const Vec3f& p : image.pixels) {
    ASSERT_LT(p[1], 1.02f);
    mean += double(p[1]) / double(image.pixels.size());
  }
  EXPECT_GT(mean, 0.95);
  EXPECT_LT(mean, 0.999);
}

TEST(Picture, NothingOutsideTheShapesIsTouched) {
  Frame empty;
  PictureOptions o = small(empty);
  o.light.background = Vec3f{{0.25f, 0.5f, 0.75f}};
  for (const Vec3f& p : draw_picture(empty, o).pixels)
    for (int k = 0; k < 3; ++k) ASSERT_FLOAT_EQ(p[k], (*o.light.background)[k]);
}

TEST(Picture, PointsThatAreNotNumbersAreLeftOut) {
  Frame f = scene();
  f.objects.push_back(ball_of_points("rubber", 0.2f));
  f.objects.push_back(sheet(4, 0.5f, true));
  f.objects.push_back(strand(1.6f, 0.03f));
  PictureOptions o = small(f);
  for (FrameObject& object : f.objects) {
    object.position[3] = {{std::nanf(""), 0, 0}};
    object.position[4] = {{INFINITY, 0, 0}};
  }
  for (const Vec3f& p : draw_picture(f, o).pixels) ASSERT_TRUE(std::isfinite(p[0]));
}

TEST(Picture, NoiseIsRemovedAndEdgesStay) {
  const Frame f = scene();
  PictureOptions o = small(f);
  o.trace.samples = 128;
  const Image truth = [&] {
    PictureOptions raw = o;
    raw.clean = false;
    return draw_picture(f, raw);
  }();
  const auto error = [&](bool clean) {
    PictureOptions few = o;
    few.trace.samples = 4;
    few.clean = clean;
    const Image image = draw_picture(f, few);
    double sum = 0;
    for (std::size_t i = 0; i < image.pixels.size(); ++i)
      sum += double(norm2(image.pixels[i] - truth.pixels[i]));
    return sum;
  };
  EXPECT_LT(error(true), 0.8 * error(false));
}

TEST(Picture, IsAPngFileThatReadsBack) {
  Scratch dir;
  const Frame f = scene();
  const Pixels p = develop(draw_picture(f, small(f)));
  write_png(dir / "a.png", p);
  EXPECT_TRUE(slurp(dir / "a.png").starts_with("\x89PNG"));
  EXPECT_FALSE(std::filesystem::exists(dir / ".a.png.partial"));
  const Pixels back = read_png(dir / "a.png");
  EXPECT_EQ(back.width, p.width);
  EXPECT_EQ(back.rgb, p.rgb);
  spill(dir / "b.png", slurp(dir / "a.png").substr(0, 200));
  EXPECT_THROW(read_png(dir / "b.png"), Error);
  EXPECT_THROW(read_png(dir / "none.png"), Error);
}

}  // namespace
}  // namespace weft
