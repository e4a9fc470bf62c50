/// Every sheet is a manifold with the right topology, orientation, area, edge lengths and pattern.
#include <gtest/gtest.h>

#include <numbers>

#include "exec/error.h"
#include "geometry/mesh_checks.h"
#include "geometry/weave/crossings.h"
#include "geometry/weave/makers.h"
#include "geometry/weave_support.h"

namespace weft {
namespace {

constexpr double kPi = std::numbers::pi;

/// What a sheet should be: V - E + F, rims, area, the side it is seen from.
struct Expected {
  const char* name;
  const char* word_name;
  const char* word;
  double spacing;
  int euler, rims;
  double area;    // [m^2]
  double within;  // fraction of the edges that are 0.65 .. 1.35 spacings long
};

std::ostream& operator<<(std::ostream& out, const Expected& e) { return out << e.name << " " << e.word; }

/// Closed lines of edges that have one triangle.
int rims(const Sheet& sheet) {
  std::map<std::uint32_t, std::vector<std::uint32_t>> next;
  for (const auto& [edge, uses] : edge_uses(sheet))
    if (uses == 1) next[edge[0]].push_back(edge[1]), next[edge[1]].push_back(edge[0]);
  int n = 0;
  std::map<std::uint32_t, bool> seen;
  for (const auto& [start, ends] : next) {
    EXPECT_EQ(ends.size(), 2u) << "a rim passes a vertex twice";
    if (seen[start]) continue;
    ++n;
    for (std::uint32_t v = start; !seen[v];) {
      seen[v] = true;
      const auto& both = next[v];
      v = !seen[both[0]] ? both[0] : both[1];
    }
  }
  return n;
}

class EverySheet : public testing::TestWithParam<Expected> {
 protected:
  SheetMaker maker() const {
    SheetMaker m = maker_named<SheetMaker>(GetParam().name);
    set_number(m, "spacing", GetParam().spacing);
    if (*GetParam().word) set_word(m, GetParam().word_name, GetParam().word);
    return m;
  }
};

TEST_P(EverySheet, is_a_manifold_of_even_triangles) {
  const Expected& expected = GetParam();
  const SheetMaker m = maker();
  const Sheet sheet = make_thin(m);
  ASSERT_TRUE(all_finite(sheet.vertices));
  ASSERT_EQ(sheet.uv.size(), sheet.vertices.size());
  const MeshReport report = check_mesh({sheet.vertices, sheet.triangles});
  EXPECT_EQ(report.crowded_edges, 0u);
  EXPECT_EQ(report.flipped_edges, 0u);
  EXPECT_EQ(report.degenerate, 0u);
  EXPECT_NEAR(report.area, expected.area, 0.02 * expected.area);
  const auto uses = edge_uses(sheet);
  EXPECT_EQ(int(sheet.vertices.size()) - int(uses.size()) + int(sheet.triangles.size()), expected.euler);
  EXPECT_EQ(rims(sheet), expected.rims);
  std::size_t even = 0;
  for (const auto& [edge, n] : uses) {
    const double length = norm(sheet.vertices[edge[0]] - sheet.vertices[edge[1]]) / expected.spacing;
    even += length > 0.65 && length < 1.35;
  }
  EXPECT_GT(double(even), expected.within * double(uses.size()));
  EXPECT_NEAR(double(vertex_count(m)), double(sheet.vertices.size()), 0.05 * double(sheet.vertices.size()));
  EXPECT_EQ(self_crossings(sheet), 0u);
}

TEST_P(EverySheet, is_the_same_every_time) {
  const Sheet a = make_thin(maker()), b = make_thin(maker());
  EXPECT_EQ(a.vertices, b.vertices);
  EXPECT_EQ(a.triangles, b.triangles);
  EXPECT_EQ(a.uv, b.uv);
}

INSTANTIATE_TEST_SUITE_P(makers, EverySheet,
                         testing::Values(Expected{"sheet", "diagonals", "alternating", 0.04, 1, 1, 1, 0.6},
                                         Expected{"sheet", "diagonals", "regular", 0.04, 1, 1, 1, 0.6},
                                         Expected{"sheet", "diagonals", "crossed", 0.04, 1, 1, 1, 0.99},
                                         Expected{"sheet", "diagonals", "equilateral", 0.04, 1, 1, 1, 0.97},
                                         Expected{"disc", "", "", 0.03, 1, 1, kPi * 0.25, 0.99},
                                         Expected{"cape", "", "", 0.04, 1, 1, kPi / 2 * (1 - 0.0144), 0.99},
                                         Expected{"tube", "", "", 0.02, 0, 2, 2 * kPi * 0.15 * 0.6, 0.99},
                                         Expected{"bag", "bottom", "round", 0.02, 1, 1,
                                                  2 * kPi * 0.04 + 2 * kPi * 0.2 * 0.3, 0.99},
                                         Expected{"bag", "bottom", "flat", 0.02, 1, 1,
                                                  kPi * 0.04 + 2 * kPi * 0.2 * 0.5, 0.99},
                                         Expected{"pouch", "", "", 0.015, 1, 1, 0.4025, 0.9}));

TEST(weave_sheet, flat_patterns_are_their_own_rest_shape) {
  for (const char* name : {"sheet", "disc", "cape"}) {
    SheetMaker maker = maker_named<SheetMaker>(name);
    set_number(maker, "spacing", 0.05);
    const Sheet sheet = make_thin(maker);
    for (const auto& t : sheet.triangles) {
      // Counter-clockwise from +z, and in the pattern too.
      const auto &a = sheet.vertices[t[0]], &b = sheet.vertices[t[1]], &c = sheet.vertices[t[2]];
      const double area = cross(b - a, c - a)[2];
      EXPECT_GT(area, 0) << name;
      const auto &p = sheet.uv[t[0]], &q = sheet.uv[t[1]], &r = sheet.uv[t[2]];
      const double flat =
          double(q[0] - p[0]) * double(r[1] - p[1]) - double(q[1] - p[1]) * double(r[0] - p[0]);
      EXPECT_NEAR(flat, area, 1e-3 * area) << name;
    }
  }
}

TEST(weave_sheet, closed_shapes_face_outwards) {
  for (const char* name : {"tube", "bag", "pouch"}) {
    SheetMaker maker = maker_named<SheetMaker>(name);
    set_number(maker, "spacing", 0.02);
    const Sheet sheet = make_thin(maker);
    // Flux of (x, y, 0) through the surface: twice the volume between it and the planes of its rims.
    double flux = 0;
    for (const auto& t : sheet.triangles) {
      const auto &a = sheet.vertices[t[0]], &b = sheet.vertices[t[1]], &c = sheet.vertices[t[2]];
      Vec3d middle = (a + b + c) * (1.0 / 3);
      middle[2] = 0;
      flux += dot(middle, cross(b - a, c - a)) / 2;
    }
    const double volume = std::string(name) == "tube"  ? kPi * 0.0225 * 0.6
                          : std::string(name) == "bag" ? kPi * 0.04 * 0.3 + 2.0 / 3 * kPi * 0.008
                                                       : 0.0168;
    EXPECT_NEAR(flux / 2, volume, 0.03 * volume) << name;
  }
}

TEST(weave_sheet, pouch_has_a_level_rim_on_its_surface) {
  PouchSheet pouch;
  pouch.spacing = 0.015;
  const Sheet sheet = pouch.make();
  for (const auto& [edge, uses] : edge_uses(sheet))
    if (uses == 1) {
      EXPECT_DOUBLE_EQ(sheet.vertices[edge[0]][2], 0.47);
      // The head is a sphere of radius 0.22 about 0.78, in heights.
      EXPECT_NEAR(norm(sheet.vertices[edge[0]] - Vec3d{{0, 0, 0.39}}), 0.11, 2e-3);
    }
}

TEST(weave_sheet, pouch_that_is_too_coarse_is_an_error) {
  PouchSheet pouch;
  pouch.spacing = 0.2;
  try {
    pouch.make();
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.code, "E0144");
  }
}

}  // namespace
}  // namespace weft
