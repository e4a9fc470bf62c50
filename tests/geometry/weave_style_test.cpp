/// Styles of hair: plaits, buns, curls, hair on a ball and on a figure's head. Hairs that are said not to
/// touch do not.
#include <gtest/gtest.h>

#include <chrono>

#include "exec/error.h"
#include "geometry/figure/figure.h"
#include "geometry/weave/crossings.h"
#include "geometry/weave/lock.h"
#include "geometry/weave/makers.h"
#include "geometry/weave_support.h"

namespace weft {
namespace {

std::string code_of(const StrandMaker& maker) {
  try {
    make_thin(maker);
  } catch (const Error& e) {
    return e.code;
  }
  return "";
}

TEST(weave_style, axes_along_a_curve_do_not_turn_about_it) {
  std::vector<Vec3d> helix;
  for (int i = 0; i <= 400; ++i) helix.push_back({{std::cos(0.05 * i), std::sin(0.05 * i), 0.02 * i}});
  const std::vector<Axes> axes = steady_axes(helix, {{1, 0, 0}});
  for (std::size_t i = 1; i < helix.size(); ++i) {
    const Vec3d t = normalized(helix[std::min(i + 1, helix.size() - 1)] - helix[i - 1]);
    EXPECT_LT(std::fabs(dot(axes[i].a, t)), 1e-12);
    EXPECT_NEAR(norm(axes[i].a), 1, 1e-12);
    // Turning about the curve, b . da, vanishes but for the square of the curve's own turn in a step.
    EXPECT_LT(std::fabs(dot(axes[i - 1].b, axes[i].a - axes[i - 1].a)), 1e-3);
  }
}

TEST(weave_style, hairs_of_a_plait_do_not_touch) {
  for (const double locks : {3.0, 5.0}) {
    Braid braid;
    braid.locks = locks;
    braid.strands = 180;
    if (locks > 3) braid.pitch = 0.22;
    const Strands strands = braid.make();
    ASSERT_EQ(strands.counts.size(), 180u);
    // Neighbours in a lock are sqrt(pi / n) radii apart on a square lattice, a little more on this one.
    const double apart = braid.radius * std::sqrt(3.14 * locks / 180);
    EXPECT_EQ(near_segments(strands, 0.5 * apart, 1000).pairs, 0u) << locks;
    for (const std::uint32_t root : strands.roots) EXPECT_GT(strands.vertices[root][2], -2 * braid.radius);
    double low = 0;
    for (const Vec3d& x : strands.vertices) low = std::min(low, x[2]);
    EXPECT_NEAR(low, -braid.length, 2 * braid.radius);
    for (const double length : segment_lengths(strands)) EXPECT_LT(length, 2 * braid.length / braid.segments);
  }
}

/// Each lock comes to both sides, before and behind the others: it is woven, not three ropes side by side.
TEST(weave_style, locks_of_a_plait_change_sides) {
  Braid braid;
  braid.strands = 3;
  const Strands strands = braid.make();
  std::size_t first = 0;
  for (const std::uint32_t n : strands.counts) {
    double left = 0, right = 0, before = 0, behind = 0;
    for (std::size_t v = first; v < first + n; ++v) {
      left = std::min(left, strands.vertices[v][0]), right = std::max(right, strands.vertices[v][0]);
      before = std::min(before, strands.vertices[v][1]), behind = std::max(behind, strands.vertices[v][1]);
    }
    EXPECT_LT(left, -1.4 * braid.radius);
    EXPECT_GT(right, 1.4 * braid.radius);
    EXPECT_LT(before, -0.7 * braid.radius);
    EXPECT_GT(behind, 0.7 * braid.radius);
    first += n;
  }
}

TEST(weave_style, plaits_that_cannot_be_are_refused) {
  Braid braid;
  braid.locks = 4;
  EXPECT_EQ(code_of(braid), "E0142");
  braid.locks = 3;
  braid.pitch = 5 * braid.radius;
  EXPECT_EQ(code_of(braid), "E0144");
  Bun bun;
  bun.radius = 0.5 * bun.head;
  EXPECT_EQ(code_of(bun), "E0144");
}

TEST(weave_style, hairs_of_a_bun_do_not_touch_and_stay_off_the_head) {
  Bun bun;
  bun.strands = 300;
  const Strands strands = bun.make();
  ASSERT_EQ(strands.counts.size(), 300u);
  for (const std::uint32_t root : strands.roots) EXPECT_NEAR(norm(strands.vertices[root]), bun.head, 1e-12);
  for (const Vec3d& x : strands.vertices) EXPECT_GT(norm(x), 0.998 * bun.head);
  const double apart = bun.radius * std::sqrt(3.14 / 300);
  EXPECT_GT(near_segments(strands, 0.5 * apart, 1000).nearest, 0.2 * apart);
  // It is wound: tips lie around the lock, near its foot.
  std::size_t first = 0;
  for (const std::uint32_t n : strands.counts) {
    const Vec3d tip = strands.vertices[(first += n) - 1];
    EXPECT_GT(std::hypot(tip[0], tip[1]), 1.3 * bun.radius);
    EXPECT_LT(tip[2], bun.head + 4 * bun.radius);
  }
}

/// Curls are helices: their length along the hair, and a curvature that a straight hair does not have.
TEST(weave_style, curls_are_part_of_the_natural_shape) {
  HeadHair hair;
  hair.strands = 40;
  hair.segments = 120;
  hair.clumping = hair.variation = 0;
  const auto turning = [](const Strands& strands) {  // mean angle of neighbouring segments
    double sum = 0;
    std::size_t first = 0, count = 0;
    for (const std::uint32_t n : strands.counts) {
      for (std::size_t v = first + 1; v + 1 < first + n; ++v, ++count) {
        const Vec3d a = strands.vertices[v] - strands.vertices[v - 1],
                    b = strands.vertices[v + 1] - strands.vertices[v];
        sum += std::atan2(norm(cross(a, b)), dot(a, b));
      }
      first += n;
    }
    return sum / double(count);
  };
  hair.curl = 0;
  const double straight = turning(hair.make());
  hair.curl = 0.006, hair.pitch = 0.03;
  // Radius R, pitch p: curvature  R k^2 / (1 + R^2 k^2), k = 2 pi / p, of arcs of the hair's length.
  const double k = 2 * 3.14159265 / hair.pitch, turns = hair.length / hair.pitch;
  const double arc = turns * std::sqrt(hair.pitch * hair.pitch + std::pow(2 * 3.14159265 * hair.curl, 2));
  const double expected = hair.curl * k * k / (1 + hair.curl * hair.curl * k * k) * arc / hair.segments;
  const double curly = turning(hair.make());
  EXPECT_LT(straight, 0.3 * expected);
  EXPECT_NEAR(curly, expected, 0.2 * expected);
}

TEST(weave_style, a_hairy_ball_is_made_in_seconds) {
  HeadHair hair;
  hair.cap = 1, hair.droop = 0.1, hair.clumps = 1, hair.clumping = 0, hair.curl = 0;
  hair.strands = 32000, hair.segments = 60;
  const auto begin = std::chrono::steady_clock::now();
  const Strands strands = hair.make();
  EXPECT_LT(std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count(), 20);
  EXPECT_EQ(strands.counts.size(), 32000u);
  std::size_t below = 0, outward = 0, first = 0;
  for (const std::uint32_t n : strands.counts) {
    const Vec3d root = strands.vertices[first], tip = strands.vertices[first + n - 1];
    below += root[2] < 0;
    outward += dot(tip - root, root) > 0.8 * norm(tip - root) * norm(root);
    first += n;
  }
  EXPECT_NEAR(double(below), 16000, 300);
  EXPECT_EQ(outward, 32000u);
}

TEST(weave_style, hair_on_a_head_leaves_the_face_free_and_keeps_out_of_the_body) {
  FigureOptions person;
  const HeadBall head = head_of(person);
  const LevelSet skin = make_figure(person).skin;
  HeadHair hair;
  hair.radius = head.radius;
  hair.skin = [&](const Vec3d& x) { return skin(x + head.centre); };
  hair.strands = 200, hair.length = 0.4, hair.cap = 0.5, hair.tilt = 0.8, hair.comb = 0.5, hair.clumping = 0;
  const Strands strands = hair.make();
  for (const std::uint32_t root : strands.roots) {
    const Vec3d x = strands.vertices[root];
    EXPECT_LT(std::fabs(hair.skin(x)), 1e-4);
    EXPECT_FALSE(x[0] > 0.75 * head.radius && x[2] < 0.3 * head.radius) << "hair in the face";
  }
  double deepest = 0;
  for (const Vec3d& x : strands.vertices) deepest = std::min(deepest, hair.skin(x));
  EXPECT_GT(deepest, -0.003);
}

}  // namespace
}  // namespace weft
