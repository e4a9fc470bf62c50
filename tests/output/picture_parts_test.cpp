/// Numbers, colours, letters.
#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "output/picture/colour.h"
#include "output/picture/colour_by.h"
#include "output/picture/colour_map.h"
#include "output/picture/compose.h"
#include "output/picture/directions.h"
#include "output/picture/sampler.h"
#include "output/picture/text.h"
#include "output/picture_frames.h"

namespace weft {
namespace {

TEST(PictureSampler, SixteenSamplesFillSixteenCellsOfEveryShape) {
  // A (0, 2)-sequence: of 16 points one falls into each of the 16 boxes of 16x1, 8x2, 4x4, 2x8 and 1x16.
  for (std::uint32_t pixel = 0; pixel < 20; ++pixel)
    for (int pair = 0; pair < 3; ++pair)
      for (int columns : {16, 8, 4, 2, 1}) {
        std::set<int> cells;
        for (std::uint32_t k = 0; k < 16; ++k) {
          Sampler s{pixel, k};
          for (int skip = 0; skip < pair; ++skip) s.pair();
          const Vec2<float> u = s.pair();
          ASSERT_TRUE(u[0] >= 0 && u[0] < 1 && u[1] >= 0 && u[1] < 1);
          const int rows = 16 / columns;
          cells.insert(int(u[0] * float(columns)) * rows + int(u[1] * float(rows)));
        }
        EXPECT_EQ(cells.size(), 16u) << pixel << " " << pair << " " << columns;
      }
}

TEST(PictureSampler, DirectionsHaveTheirDensity) {
  double cosine = 0, sphere = 0;
  const std::uint32_t n = 1024;
  for (std::uint32_t k = 0; k < n; ++k) {
    Sampler s{7, k};
    cosine += double(cosine_direction(s.pair())[2]) / n;  // mean of cos under cos / pi: 2/3
    sphere += std::abs(double(sphere_direction(s.pair())[2])) / n;
  }
  EXPECT_NEAR(cosine, 2.0 / 3, 0.01);
  EXPECT_NEAR(sphere, 0.5, 0.01);
  const Axes axes(normalized(Vec3f{{0.3f, -0.8f, -0.5f}}));
  EXPECT_NEAR(dot(axes.x, axes.y), 0, 1e-6f);
  EXPECT_NEAR(norm(cross(axes.x, axes.y) - axes.z), 0, 1e-6f);
}

TEST(PictureColours, TheMapGrowsLighterInEvenSteps) {
  const auto lightness = [](float t) {  // CIE L*
    const float y = luminance(linear(colour_at(t)));
    return 116 * std::cbrt(y) - 16;
  };
  const float whole = lightness(1) - lightness(0);
  EXPECT_GT(whole, 50);
  for (int k = 0; k < 10; ++k) {
    const float step = lightness(0.1f * float(k + 1)) - lightness(0.1f * float(k));
    EXPECT_NEAR(step, whole / 10, 0.4f * whole / 10) << k;
  }
  EXPECT_EQ(colour_at(-3), colour_at(0));
  EXPECT_EQ(colour_at(7), colour_at(1));
}

TEST(PictureColours, ObjectsAreColouredByAQuantity) {
  Frame f;
  f.objects = {ball_of_points("sand", 0.1f), sheet(4, 0, false)};  // the sheet has no velocities
  const auto [low, high] = range_of(f, "speed");
  EXPECT_NEAR(low, 0, 1e-6);
  EXPECT_NEAR(high, 0.5, 0.11);
  colour_by(f, {"speed", {0, 0.5}});
  ASSERT_EQ(f.objects[0].colours.size(), f.objects[0].position.size());
  EXPECT_TRUE(f.objects[1].colours.empty());
  for (std::size_t i = 0; i < f.objects[0].position.size(); ++i)
    EXPECT_EQ(f.objects[0].colours[i], colour_at(std::abs(f.objects[0].velocity[i][2]) / 0.5f));
  f.objects[1].scalars["strain"].assign(f.objects[1].position.size(), 0.25f);
  EXPECT_EQ(known_quantities(f), "speed height strain");
  EXPECT_EQ(range_of(f, "nothing")[1], 0);
}

TEST(PictureColours, TheLegendShowsTheMap) {
  Pixels p{400, 300, std::vector<std::uint8_t>(400 * 300 * 3, 200)};
  draw_legend(p, {"speed", {0, 2}});
  bool low = false, high = false;
  std::size_t changed = 0;
  for (std::size_t i = 0; i < p.rgb.size(); i += 3) {
    const auto is = [&](float t) {
      const auto c = colour_at(t);
      for (std::size_t k = 0; k < 3; ++k)
        if (std::abs(float(p.rgb[i + k]) - 255 * c[k]) > 4) return false;
      return true;
    };
    low = low || is(0.01f);
    high = high || is(0.99f);
    changed += p.rgb[i] != 200;
  }
  EXPECT_TRUE(low && high);
  EXPECT_LT(changed, p.rgb.size() / 3 / 8);  // it leaves the picture to the picture
}

TEST(PictureText, EveryLetterIsDifferent) {
  std::set<std::vector<std::uint8_t>> seen;
  const std::string letters =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.,:;-_+/()[]^=*<>%!?|#";
  for (char c : letters) {
    Pixels p{40, 40, std::vector<std::uint8_t>(40 * 40 * 3, 255)};
    draw_text(p, 8, 30, std::string(1, c), {20});
    EXPECT_TRUE(std::any_of(p.rgb.begin(), p.rgb.end(), [](std::uint8_t v) { return v < 120; })) << c;
    seen.insert(p.rgb);
  }
  EXPECT_EQ(seen.size(), letters.size() - 1);  // capital I and small l are one stroke
}

TEST(PictureText, StaysInsideThePicture) {
  Pixels p{30, 20, std::vector<std::uint8_t>(30 * 20 * 3, 255)};
  draw_text(p, -15, 5, "far too long for this", {40});
  draw_text(p, 25, 100, "below", {40});
  draw_text(p, 0, 0, "\xc3\xa9\x01", {10});  // unknown letters are spaces
  EXPECT_GT(text_width("ab", 14), text_width("a", 14) + 4);
}

TEST(PictureCompose, SideBySide) {
  const std::vector<Pixels> two = {{30, 20, std::vector<std::uint8_t>(30 * 20 * 3, 10)},
                                   {30, 20, std::vector<std::uint8_t>(30 * 20 * 3, 90)}};
  const Pixels p = side_by_side(two);
  EXPECT_EQ(p.width, 60 + gap_between(20));
  EXPECT_EQ(p.height, 20);
  const auto at = [&](int i) { return p.rgb[std::size_t(3 * (7 * p.width + i))]; };
  EXPECT_EQ(at(0), 10);
  EXPECT_EQ(at(29), 10);
  EXPECT_EQ(at(30), 255);
  EXPECT_EQ(at(p.width - 1), 90);
}

TEST(PictureCompose, CaptionsFitThePicture) {
  Pixels p{200, 150, std::vector<std::uint8_t>(200 * 150 * 3, 128)};
  draw_caption(p, "a caption that is much longer than the picture is wide, really much longer");
  for (int j = 0; j < p.height; ++j)  // nothing is cut off at the right edge
    for (int k = 0; k < 3; ++k) EXPECT_EQ(p.rgb[std::size_t(3 * (j * 200 + 199) + k)], 128);
}

}  // namespace
}  // namespace weft
