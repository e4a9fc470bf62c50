/// Knits: loops interlock as the pattern says, and no yarn comes nearer to another than its own diameter.
#include <gtest/gtest.h>

#include "exec/error.h"
#include "geometry/weave/crossings.h"
#include "geometry/weave/makers.h"
#include "geometry/weave_support.h"

namespace weft {
namespace {

KnitPiece piece(const std::string& pattern, bool tube) {
  KnitPiece knit;
  knit.pattern = pattern;
  knit.wales = tube ? 36 : 9;
  knit.courses = 7;
  if (tube) knit.tube = "yes";
  return knit;
}

class Pattern : public testing::TestWithParam<const char*> {};

TEST_P(Pattern, yarns_keep_a_diameter_apart) {
  for (const bool tube : {false, true})
    for (const char* ends : {"bound", "live"}) {
      KnitPiece knit = piece(GetParam(), tube);
      knit.ends = ends;
      // Segments on one yarn less than a third of a loop apart are the same bend.
      const Nearness near = near_segments(knit.make(), 2 * knit.ply().yarn_radius(), 6);
      EXPECT_EQ(near.pairs, 0u) << "tube " << tube << " ends " << ends << ": " << near.nearest << " m";
    }
}

TEST_P(Pattern, gauges_between_seven_and_nine_tenths_fit_too) {
  for (const double ratio : {0.7, 0.9}) {
    KnitPiece knit = piece(GetParam(), false);
    knit.loop_height = ratio * knit.loop_width;
    EXPECT_EQ(near_segments(knit.make(), 2 * knit.ply().yarn_radius(), 6).pairs, 0u) << ratio;
  }
}

TEST_P(Pattern, segments_are_even) {
  for (const bool tube : {false, true}) {
    const std::vector<double> lengths = segment_lengths(piece(GetParam(), tube).make());
    const double longest = *std::max_element(lengths.begin(), lengths.end());
    double sum = 0;
    for (const double l : lengths) sum += l;
    EXPECT_LT(longest, 1.1 * sum / double(lengths.size()));
    std::size_t even = 0;
    for (const double l : lengths) even += l > 0.9 * longest;
    EXPECT_GT(double(even), 0.9 * double(lengths.size()));
  }
}

/// A crossing of two courses seen along z.
struct Crossing {
  double x, y, upper_z, lower_z;
};

/// All crossings of two strands in the xy plane, by brute force.
std::vector<Crossing> crossings_of(const Strands& strands, std::size_t lower, std::size_t upper) {
  std::vector<std::size_t> first{0};
  for (const std::uint32_t n : strands.counts) first.push_back(first.back() + n);
  std::vector<Crossing> found;
  for (std::size_t i = first[lower]; i + 1 < first[lower + 1]; ++i)
    for (std::size_t j = first[upper]; j + 1 < first[upper + 1]; ++j) {
      const Vec3d a = strands.vertices[i], u = strands.vertices[i + 1] - a;
      const Vec3d c = strands.vertices[j], v = strands.vertices[j + 1] - c;
      const double det = u[0] * v[1] - u[1] * v[0];
      if (std::fabs(det) < 1e-18) continue;
      const double s = ((c[0] - a[0]) * v[1] - (c[1] - a[1]) * v[0]) / det;
      const double t = ((c[0] - a[0]) * u[1] - (c[1] - a[1]) * u[0]) / det;
      if (s < 0 || s >= 1 || t < 0 || t >= 1) continue;
      const Vec3d p = a + u * s, q = c + v * t;
      found.push_back({p[0], p[1], q[2], p[2]});
    }
  return found;
}

/// A knit stitch comes through the loop below from the back: its yarn is behind at the two crossings near its
/// foot and in front at the two near the head of the loop below. A purl stitch is the reverse.
TEST_P(Pattern, loops_interlock) {
  KnitPiece knit = piece(GetParam(), false);
  knit.yarn = "courses";
  knit.ends = "live";
  const Strands strands = knit.make();
  const int wales = int(knit.wales), courses = int(knit.courses);
  ASSERT_EQ(int(strands.counts.size()), courses);
  const double left = -0.5 * knit.loop_width * wales, bottom = -0.5 * knit.loop_height * (courses - 1);
  for (int j = 0; j + 1 < courses; ++j) {
    const std::vector<Crossing> found = crossings_of(strands, std::size_t(j), std::size_t(j + 1));
    ASSERT_EQ(int(found.size()), 4 * wales) << "course " << j;
    std::vector<int> stitches(std::size_t(wales), 0);
    for (const Crossing& c : found) {
      const int wale = int(std::floor((c.x - left) / knit.loop_width));
      const bool near_head = c.y > bottom + (j + 0.5) * knit.loop_height;
      const std::string pattern = GetParam();
      const bool purl = pattern == "rib"      ? wale % 2 == 1
                        : pattern == "garter" ? (j + 1) % 2 == 1
                        : pattern == "moss"   ? (j + 1 + wale) % 2 == 1
                                              : false;
      EXPECT_EQ(c.upper_z > c.lower_z, near_head != purl) << "course " << j << " wale " << wale;
      EXPECT_GT(std::fabs(c.upper_z - c.lower_z), 2 * knit.ply().yarn_radius());
      ++stitches.at(std::size_t(wale));
    }
    for (const int n : stitches) EXPECT_EQ(n, 4);
    if (j + 2 < courses) {
      EXPECT_TRUE(crossings_of(strands, std::size_t(j), std::size_t(j + 2)).empty());
    }
  }
}

INSTANTIATE_TEST_SUITE_P(patterns, Pattern, testing::Values("stockinette", "rib", "garter", "moss"));

TEST(weave_knit, a_flat_piece_is_one_yarn_and_two_lifelines) {
  KnitPiece knit = piece("stockinette", false);
  EXPECT_EQ(knit.make().counts.size(), 3u);
  knit.ends = "live";
  EXPECT_EQ(knit.make().counts.size(), 1u);
}

/// The lifeline passes before one leg and behind the other of every loop: it cannot come out sideways.
TEST(weave_knit, lifelines_are_threaded_through_every_loop) {
  KnitPiece knit = piece("stockinette", false);
  knit.yarn = "courses";
  const Strands strands = knit.make();
  const std::size_t courses = std::size_t(knit.courses);
  ASSERT_EQ(strands.counts.size(), courses + 2);
  for (const auto& [course, line] :
       {std::array{std::size_t(0), courses}, std::array{courses - 1, courses + 1}}) {
    std::vector<Crossing> found = crossings_of(strands, course, line);
    std::sort(found.begin(), found.end(), [](const Crossing& a, const Crossing& b) { return a.x < b.x; });
    ASSERT_EQ(found.size(), 2 * std::size_t(knit.wales));
    for (std::size_t i = 1; i < found.size(); ++i)
      EXPECT_NE(found[i].upper_z > found[i].lower_z, found[i - 1].upper_z > found[i - 1].lower_z);
  }
}

TEST(weave_knit, a_tube_has_its_circumference_and_faces_outwards) {
  const KnitPiece knit = piece("stockinette", true);
  const Strands strands = knit.make();
  const double radius = knit.wales * knit.loop_width / (2 * 3.14159265358979);
  double low = 1e9, high = 0;
  for (std::size_t i = 0; i < strands.counts[0]; ++i) {
    const double r = std::hypot(strands.vertices[i][0], strands.vertices[i][1]);
    low = std::min(low, r);
    high = std::max(high, r);
  }
  EXPECT_NEAR(low, radius - 0.15 * knit.loop_width, 1e-5);
  EXPECT_NEAR(high, radius + 0.15 * knit.loop_width, 1e-5);
}

/// Plies touch: their middles are two ply radii apart, and they stay within the yarn.
TEST(weave_knit, plies_twist_about_the_yarn) {
  for (const int plies : {2, 3, 4}) {
    KnitPiece knit = piece("stockinette", false);
    knit.ends = "live";
    const Strands middle = knit.make();
    knit.plies = plies;
    knit.ply_radius = 0.00015;
    knit.twist = 100;
    const Strands strands = knit.make();
    ASSERT_EQ(int(strands.counts.size()), plies);
    const std::size_t n = strands.counts[0];
    for (std::size_t i = 0; i < n; ++i) {
      Vec3d mean = Vec3d::zero();
      for (int k = 0; k < plies; ++k) mean += strands.vertices[n * std::size_t(k) + i] * (1.0 / plies);
      for (int k = 0; k < plies; ++k) {
        const Vec3d& x = strands.vertices[n * std::size_t(k) + i];
        const Vec3d& y = strands.vertices[n * std::size_t((k + 1) % plies) + i];
        EXPECT_NEAR(norm(x - mean), knit.ply().offset(), 1e-9);
        EXPECT_NEAR(norm(x - y), 2 * knit.ply_radius, 1e-9);
      }
    }
    // Nearest neighbours on a helix are a little nearer than in its section.
    EXPECT_EQ(near_segments(strands, 1.6 * knit.ply_radius, 8).pairs, 0u) << plies;
  }
}

TEST(weave_knit, poncho_has_an_opening_and_no_touching_yarns) {
  for (const char* pattern : {"stockinette", "garter", "rib", "moss"}) {
    PonchoKnit poncho;
    poncho.width = 0.3;
    poncho.height = 0.25;
    poncho.neck_width = 0.1;
    poncho.neck_height = 0.08;
    poncho.pattern = pattern;
    const Strands strands = poncho.make();
    EXPECT_EQ(near_segments(strands, 2 * poncho.ply().yarn_radius(), 6).pairs, 0u) << pattern;
    for (const Vec3d& x : strands.vertices) {
      EXPECT_FALSE(std::fabs(x[0]) < 0.043 && std::fabs(x[1]) < 0.03) << pattern;
      EXPECT_LT(std::fabs(x[0]), 0.16);
    }
  }
}

TEST(weave_knit, sweater_is_knitted_and_sewn) {
  for (const char* pattern : {"stockinette", "garter", "rib", "moss"}) {
    SweaterKnit sweater;
    sweater.chest = 0.5;
    sweater.body = 0.1;
    sweater.armhole = 0.12;
    sweater.sleeve = 0.12;
    sweater.neck = 0.08;
    sweater.thickness = 0.06;
    sweater.pattern = pattern;
    const Strands strands = sweater.make();
    ASSERT_TRUE(all_finite(strands.vertices));
    ASSERT_EQ(strands.counts.size(), 16u);
    // Everything but the seams, the last four strands, keeps its distance.
    Strands knitted;
    std::size_t first = 0;
    for (std::size_t i = 0; i < 12; first += strands.counts[i++])
      add_strand(knitted, std::span(strands.vertices).subspan(first, strands.counts[i]));
    // At one corner the spiral of the body ends beside the edge of the front,
    // which leaves a little less room.
    const Nearness near = near_segments(knitted, 1.6 * sweater.ply().yarn_radius(), 6);
    EXPECT_EQ(near.pairs, 0u) << pattern << " " << near.nearest << " at "
                              << knitted.vertices[near.segments[0]][0] << " "
                              << knitted.vertices[near.segments[0]][1] << " "
                              << knitted.vertices[near.segments[0]][2];
    // Seams run in and out of loops: a few touch, hardly any is where another yarn is.
    EXPECT_GT(strands.vertices.size() - first, 500u);
    EXPECT_LT(near_segments(strands, sweater.ply().yarn_radius(), 6).pairs, 30u) << pattern;
  }
}

TEST(weave_knit, sweater_with_impossible_measures_is_an_error) {
  SweaterKnit sweater;
  sweater.neck = 0.9;
  try {
    sweater.make();
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.code, "E0144");
  }
}

}  // namespace
}  // namespace weft
