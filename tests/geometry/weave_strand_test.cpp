/// Hair, carpets and fibres: counts, lengths, roots, places; and what all makers of strands promise.
#include <gtest/gtest.h>

#include "exec/error.h"
#include "geometry/random.h"
#include "geometry/weave/crossings.h"
#include "geometry/weave/makers.h"
#include "geometry/weave_support.h"

namespace weft {
namespace {

class EveryStrandMaker : public testing::TestWithParam<std::string> {
 protected:
  /// Smaller than the default, so that tests are quick.
  StrandMaker maker() const {
    StrandMaker m = maker_named<StrandMaker>(GetParam());
    for (const auto& [name, value] :
         {std::pair("strands", 100.0), std::pair("density", 2e3), std::pair("fibres", 40.0),
          std::pair("wales", 12.0), std::pair("courses", 9.0), std::pair("loop_width", 0.02),
          std::pair("loop_height", 0.016)})
      visit_numbers(m, [&](const FieldInfo& f, double& member) {
        if (f.name == name) member = value;
      });
    return m;
  }
};

TEST_P(EveryStrandMaker, makes_sound_strands) {
  const StrandMaker m = maker();
  const Strands strands = make_thin(m);
  ASSERT_TRUE(all_finite(strands.vertices));
  std::size_t sum = 0;
  for (const std::uint32_t n : strands.counts) {
    EXPECT_GE(n, 2u);
    sum += n;
  }
  EXPECT_EQ(sum, strands.vertices.size());
  EXPECT_TRUE(std::is_sorted(strands.roots.begin(), strands.roots.end()));
  for (const std::uint32_t root : strands.roots) EXPECT_LT(root, strands.vertices.size());
  for (const double length : segment_lengths(strands)) EXPECT_GT(length, 0);
  const double made = double(strands.vertices.size()), estimate = double(vertex_count(m));
  EXPECT_GT(estimate, 0.7 * made);
  EXPECT_LT(estimate, 1.3 * made);
}

TEST_P(EveryStrandMaker, makes_the_same_every_time) {
  const Strands a = make_thin(maker()), b = make_thin(maker());
  EXPECT_EQ(a.vertices, b.vertices);
  EXPECT_EQ(a.counts, b.counts);
  EXPECT_EQ(a.roots, b.roots);
}

INSTANTIATE_TEST_SUITE_P(makers, EveryStrandMaker, testing::ValuesIn(maker_names<StrandMaker>()),
                         [](const auto& info) { return info.param; });

TEST(weave_strand, another_seed_makes_another) {
  for (const char* name : {"hair_tube", "hair", "carpet", "clump"}) {
    StrandMaker maker = maker_named<StrandMaker>(name);
    const Strands a = make_thin(maker);
    set_number(maker, "seed", 2);
    EXPECT_NE(make_thin(maker).vertices, a.vertices) << name;
  }
}

TEST(weave_strand, bundle_fills_its_circle_without_touching) {
  HairTube tube;
  tube.jitter = 0.3;
  const Strands strands = tube.make();
  ASSERT_EQ(strands.counts.size(), 400u);
  const double h = tube.radius * std::sqrt(3.6276 / 400);  // of the hexagonal lattice
  double farthest = 0;
  for (const std::uint32_t root : strands.roots) {
    EXPECT_EQ(strands.vertices[root][2], 0);
    farthest = std::max(farthest, std::hypot(strands.vertices[root][0], strands.vertices[root][1]));
  }
  EXPECT_NEAR(farthest, tube.radius, h);
  EXPECT_EQ(near_segments(strands, 0.69 * h, 1000).pairs, 0u);
  EXPECT_DOUBLE_EQ(strands.vertices[strands.counts[0] - 1][2], -tube.length);
}

TEST(weave_strand, hair_grows_evenly_on_the_cap_and_stays_out_of_the_head) {
  HeadHair hair;
  hair.strands = 500;
  const Strands strands = hair.make();
  ASSERT_EQ(strands.roots.size(), 500u);
  double nearest = 1;
  for (std::size_t i = 0; i < strands.roots.size(); ++i) {
    const Vec3d x = strands.vertices[strands.roots[i]];
    EXPECT_NEAR(norm(x), hair.radius, 1e-12);
    EXPECT_GE(x[2], hair.radius * (1 - 2 * hair.cap) - 1e-9);
    for (std::size_t j = 0; j < i; ++j)
      nearest = std::min(nearest, norm(x - strands.vertices[strands.roots[j]]));
  }
  const double mean = std::sqrt(4 * 3.14159265 * hair.radius * hair.radius * hair.cap / 500);
  EXPECT_GT(nearest, 0.25 * mean);  // 500 independent points would come as near as 0.02
  for (const Vec3d& x : strands.vertices) EXPECT_GT(norm(x), 0.995 * hair.radius);
  // Lengths: the mean within the variation, droop brings tips below their roots.
  std::size_t first = 0, fallen = 0;
  for (const std::uint32_t n : strands.counts) {
    fallen += strands.vertices[first + n - 1][2] < strands.vertices[first][2];
    first += n;
  }
  EXPECT_GT(fallen, 450u);
}

TEST(weave_strand, hair_on_a_mesh_has_roots_on_its_triangles) {
  SheetMaker bear = maker_named<SheetMaker>("pouch");
  set_number(bear, "opening", 0);
  set_number(bear, "spacing", 0.02);
  const Sheet sheet = make_thin(bear);
  HeadHair hair;
  hair.surface = {sheet.vertices, sheet.triangles};
  hair.strands = 200;
  hair.length = 0.05;
  hair.cap = 0.3;
  const Strands strands = hair.make();
  ASSERT_EQ(strands.roots.size(), 200u);
  for (const std::uint32_t root : strands.roots) EXPECT_GT(strands.vertices[root][2], 0.33);
  hair.surface.vertices.resize(3);
  hair.surface = {{{{0, 0, 0}}, {{1, 0, 0}}, {{0, 0, 1}}}, {{0, 1, 2}}};
  hair.cap = 0.1;
  try {
    hair.make();
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.code, "E0143");
  }
}

TEST(weave_strand, clumps_gather_tips) {
  HeadHair apart, together;
  apart.strands = together.strands = 300;
  apart.clumping = 0;
  together.clumping = 1;
  together.variation = apart.variation = 0;
  const auto spread = [](const Strands& strands) {  // mean distance of a tip to the nearest other tip
    std::vector<Vec3d> tips;
    std::size_t first = 0;
    for (const std::uint32_t n : strands.counts) tips.push_back(strands.vertices[(first += n) - 1]);
    double sum = 0;
    for (const Vec3d& x : tips) {
      double best = 1;
      for (const Vec3d& y : tips)
        if (&x != &y) best = std::min(best, norm(x - y));
      sum += best;
    }
    return sum / double(tips.size());
  };
  EXPECT_LT(spread(together.make()), 0.5 * spread(apart.make()));
}

TEST(weave_strand, carpet_stands_on_its_rectangle) {
  Carpet carpet;
  carpet.density = 1e4;
  const Strands strands = carpet.make();
  ASSERT_EQ(strands.counts.size(), 900u);
  for (const std::uint32_t root : strands.roots) {
    const Vec3d& x = strands.vertices[root];
    EXPECT_EQ(x[2], 0);
    EXPECT_LE(std::fabs(x[0]), 0.15);
    EXPECT_LE(std::fabs(x[1]), 0.15);
  }
  for (const Vec3d& x : strands.vertices) {
    EXPECT_GE(x[2], 0);
    EXPECT_LE(x[2], 1.16 * carpet.pile);
  }
}

TEST(weave_strand, fibres_stay_in_their_ball) {
  for (const double curliness : {0.0, 0.5, 1.0}) {
    FibreBall ball;
    ball.curliness = curliness;
    double mean = 0;
    const Strands strands = ball.make();
    for (const Vec3d& x : strands.vertices) {
      EXPECT_LT(norm(x), 1.1 * ball.radius);
      mean += norm(x) / double(strands.vertices.size());
    }
    EXPECT_GT(mean, 0.5 * ball.radius);
    for (const double l : segment_lengths(strands)) EXPECT_NEAR(l, ball.length / ball.segments, 1e-12);
  }
}

TEST(weave_strand, helix_has_its_length) {
  OneStrand helix;
  helix.curl = 0.01;
  helix.pitch = 0.05;
  helix.segments = 2000;
  double length = 0;
  for (const double l : segment_lengths(helix.make())) length += l;
  const double turn = 2 * 3.14159265358979 * helix.curl;
  EXPECT_NEAR(length, std::hypot(turn, helix.pitch) / helix.pitch, 1e-3);
}

TEST(weave_makers, fields_are_within_their_ranges_and_found_by_name) {
  const auto check = [](auto maker) {
    visit_numbers(maker, [](const FieldInfo& f, double value) {
      EXPECT_LE(f.low, value) << f.name;
      EXPECT_GE(f.high, value) << f.name;
      EXPECT_FALSE(f.meaning.empty());
    });
    visit_words(maker, [](const WordInfo& f, const std::string& value) {
      EXPECT_NE((" " + f.words + " ").find(" " + value + " "), std::string::npos) << f.name;
    });
  };
  for (const std::string& name : maker_names<SheetMaker>()) check(maker_named<SheetMaker>(name));
  for (const std::string& name : maker_names<StrandMaker>()) check(maker_named<StrandMaker>(name));
}

template <class F>
std::string code_of(F&& f) {
  try {
    f();
  } catch (const Error& error) {
    EXPECT_FALSE(error.hint.empty());
    return error.code;
  }
  return "nothing";
}

/// Both ends of every range give something finite, or an Error that says why not; the estimate keeps its
/// promise there too, so that a reader can refuse what would fill the memory.
template <class Maker>
void expect_sound_at_the_ends_of_ranges() {
  for (const std::string& name : maker_names<Maker>()) {
    std::vector<FieldInfo> fields;
    Maker usual = maker_named<Maker>(name);
    visit_numbers(usual, [&](const FieldInfo& f, double) { fields.push_back(f); });
    for (const FieldInfo& f : fields)
      for (const double value : {f.low, f.high}) {
        Maker maker = usual;
        set_number(maker, f.name, value);
        try {
          const std::size_t estimate = vertex_count(maker);
          if (estimate > 30000) continue;
          const auto thin = make_thin(maker);
          EXPECT_TRUE(all_finite(thin.vertices)) << name << " " << f.name << " = " << value;
          EXPECT_LT(double(thin.vertices.size()), 3 * double(estimate) + 3000)
              << name << " " << f.name << " = " << value;
        } catch (const Error& error) {
          EXPECT_EQ(error.code, "E0144") << name << " " << f.name << " = " << value;
        }
      }
  }
}

TEST(weave_makers, are_sound_at_the_ends_of_ranges) {
  expect_sound_at_the_ends_of_ranges<SheetMaker>();
  expect_sound_at_the_ends_of_ranges<StrandMaker>();
}

TEST(weave_makers, mistakes_are_errors_that_help) {
  SheetMaker maker = maker_named<SheetMaker>("bag");
  EXPECT_EQ(code_of([] { maker_named<SheetMaker>("sack"); }), "E0140");
  EXPECT_EQ(code_of([&] { set_number(maker, "diameter", 1); }), "E0141");
  EXPECT_EQ(code_of([&] { set_word(maker, "radius", "wide"); }), "E0141");
  EXPECT_EQ(code_of([&] { set_number(maker, "radius", -1); }), "E0142");
  EXPECT_EQ(code_of([&] { set_number(maker, "radius", std::nan("")); }), "E0142");
  EXPECT_EQ(code_of([&] { set_word(maker, "bottom", "square"); }), "E0142");
  EXPECT_EQ(code_of([&] { set_word(maker, "bottom", "flat"); }), "nothing");
}

}  // namespace
}  // namespace weft
