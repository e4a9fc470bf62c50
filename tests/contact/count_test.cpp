/// The judge of contact: what crosses, what only touches, and that two counters with nothing in common agree.
#include "contact/surfaces/count.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "contact/count_tool.h"
#include "exec/threads.h"
#include "math/quaternion.h"
#include "output/scratch.h"

namespace weft {
namespace {

using Turn = Quaternion<double>;
Turn about(const Vec3d& axis, double angle) { return Turn::from_axis_angle(normalized(axis), angle); }

/// The surfaces of a test, object by object.
struct Soup : SurfaceSoup {
  std::uint32_t object(Part part = Part::soft) {
    parts.push_back(part);
    return std::uint32_t(parts.size() - 1);
  }
  std::uint32_t vertex(const Vec3d& at) {
    x.push_back(at);
    return std::uint32_t(x.size() - 1);
  }
  void triangle(std::uint32_t a, std::uint32_t b, std::uint32_t c) {
    triangles.push_back({a, b, c});
    triangle_object.push_back(std::uint32_t(parts.size() - 1));
  }
  void triangle(const Vec3d& a, const Vec3d& b, const Vec3d& c) {
    const std::uint32_t first = vertex(a);
    vertex(b), vertex(c);
    triangle(first, first + 1, first + 2);
  }
  void segment(const Vec3d& a, const Vec3d& b) {
    segments.push_back({vertex(a), vertex(b)});
    segment_object.push_back(std::uint32_t(parts.size() - 1));
  }
  /// n x n squares in the plane z = 0, turned and moved.
  void sheet(int n, double size, const Turn& turn, const Vec3d& at) {
    object();
    const auto base = std::uint32_t(x.size());
    for (int i = 0; i <= n; ++i)
      for (int j = 0; j <= n; ++j)
        vertex(at + turn.rotate({{size * (double(i) / n - 0.5), size * (double(j) / n - 0.5), 0}}));
    const auto number = [&](int i, int j) { return base + std::uint32_t(i * (n + 1) + j); };
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j) {
        triangle(number(i, j), number(i + 1, j), number(i + 1, j + 1));
        triangle(number(i, j), number(i + 1, j + 1), number(i, j + 1));
      }
  }
  /// An octahedron with corners on the axes.
  void octahedron(double r, const Vec3d& at) {
    object();
    const auto base = std::uint32_t(x.size());
    for (int k = 0; k < 3; ++k)
      for (const double side : {-r, r}) {
        Vec3d corner = at;
        corner[k] += side;
        vertex(corner);
      }
    for (const std::uint32_t i : {0u, 1u})
      for (const std::uint32_t j : {2u, 3u})
        for (const std::uint32_t k : {4u, 5u}) triangle(base + i, base + j, base + k);
  }
};

std::size_t pairs(const SurfaceSoup& s) { return find_surface_crossings(s).pairs(); }

/// n triangles and n / 4 segments of a few objects in a box; some share vertices, some are slivers.
Soup random_soup(unsigned seed, int n) {
  Soup s;
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> in(-1, 1);
  const auto point = [&](double r) { return Vec3d{{r * in(random), r * in(random), r * in(random)}}; };
  for (int o = 0; o < 4; ++o) {
    s.object();
    for (int i = 0; i < n / 4; ++i) {
      const Vec3d a = point(1);
      const double size = i % 10 == 0 ? 0.6 : 0.15;
      const Vec3d b = a + point(size), c = i % 7 == 0 ? (a + b) * 0.5 + point(1e-7) : a + point(size);
      if (i % 3 == 1) {
        const std::array<std::uint32_t, 3> last = s.triangles.back();
        s.triangle(last[1], last[2], s.vertex(s.x[last[2]] + point(size)));
      } else {
        s.triangle(a, b, c);
      }
    }
    for (int i = 0; i < n / 16; ++i) {
      const Vec3d a = point(1);
      s.segment(a, a + point(0.3));
    }
  }
  return s;
}

std::string obj_of(const SurfaceSoup& s) {
  std::string text;
  for (const Vec3d& x : s.x) text += fmt::format("v {:.17g} {:.17g} {:.17g}\n", x[0], x[1], x[2]);
  for (const auto& t : s.triangles) text += fmt::format("f {} {} {}\n", t[0] + 1, t[1] + 1, t[2] + 1);
  for (const auto& e : s.segments) text += fmt::format("l {} {}\n", e[0] + 1, e[1] + 1);
  return text;
}

TEST(Count, AnEdgeThroughATriangle) {
  Soup s;
  s.object();
  s.triangle({{0, 0, 0}}, {{1, 0, 0}}, {{0, 1, 0}});
  s.object();
  s.triangle({{0.2, 0.3, -0.01}}, {{0.2, 0.3, 0.04}}, {{5, 5, 0.04}});
  const Crossings c = find_surface_crossings(s);
  ASSERT_EQ(c.triangles.size(), 1u);
  EXPECT_EQ(c.triangles[0].who, (std::array<std::uint32_t, 2>{0, 1}));
  ASSERT_EQ(c.objects.size(), 1u);
  EXPECT_EQ(c.objects[0].objects, (std::array<std::uint32_t, 2>{0, 1}));
  EXPECT_EQ(c.objects[0].pairs, 1u);
  const auto steep = std::find_if(c.piercings.begin(), c.piercings.end(), [](const Piercing& p) {
    return p.edge == std::array<std::uint32_t, 2>{3, 4};
  });
  ASSERT_NE(steep, c.piercings.end());
  EXPECT_EQ(steep->triangle, 0u);
  EXPECT_NEAR(norm(steep->place - Vec3d{{0.2, 0.3, 0}}), 0, 1e-15);
  EXPECT_NEAR(steep->depth, 0.01, 1e-15);
}

TEST(Count, NeighboursDoNotCrossAndFoldedOnesDo) {
  Soup s;
  s.object();
  const std::uint32_t a = s.vertex({{0, 0, 0}}), b = s.vertex({{1, 0, 0}}), c = s.vertex({{0, 1, 0}});
  s.triangle(a, b, c);
  s.triangle(b, a, s.vertex({{0.5, 0.5, 1e-3}}));  // folded flat onto the first: they share two vertices
  EXPECT_EQ(pairs(s), 0u);
  // Shares one vertex; its opposite edge goes through the first and the second.
  s.triangle(a, s.vertex({{0.4, 0.2, -0.5}}), s.vertex({{0.4, 0.2, 0.5}}));
  EXPECT_EQ(pairs(s), 2u);
}

TEST(Count, WhatLiesInOnePlaneTouches) {
  for (int k = 0; k < 20; ++k) {
    const Turn turn = about({{0.3, 1.0, -0.2 * k}}, 0.1 + 0.37 * k);
    const Vec3d at{{0.4, -1.7, 2.1 + k}}, normal = turn.rotate({{0, 0, 1}});
    Soup s;
    s.sheet(12, 1, turn, at);
    s.sheet(9, 0.8, turn * about({{0, 0, 1}}, 0.5), at);
    EXPECT_EQ(pairs(s), 0u) << k;
    Soup near;
    near.sheet(12, 1, turn, at);
    near.sheet(9, 0.8, turn * about({{0, 0, 1}}, 0.5), at + normal * 1e-9);
    EXPECT_EQ(pairs(near), 0u) << k;
  }
}

/// Boxes that stand on each other: edges of one pass along the border of the other's sides.
TEST(Count, WhatStandsOnAnotherTouches) {
  for (const double slack : {0.0, 1e-9, -1e-9}) {
    Soup s;
    s.rounding = 1e-7;
    for (const double lift : {0.0, 0.19 + slack}) {
      s.object();
      const auto base = std::uint32_t(s.x.size());
      for (int c = 0; c < 8; ++c)
        s.vertex({{c & 1 ? 0.16 : 0.0, (c & 2 ? 0.38 : 0.0) + lift, (c & 4 ? 0.19 : 0.0) + lift}});
      constexpr std::array<std::array<std::uint32_t, 4>, 6> faces{
          {{0, 1, 3, 2}, {4, 5, 7, 6}, {0, 1, 5, 4}, {2, 3, 7, 6}, {0, 2, 6, 4}, {1, 3, 7, 5}}};
      for (const auto& f : faces)
        s.triangle(base + f[0], base + f[1], base + f[2]), s.triangle(base + f[0], base + f[2], base + f[3]);
    }
    EXPECT_EQ(pairs(s), 0u) << slack;
    s.rounding = 1e-12;
    if (slack < 0) {
      EXPECT_GT(pairs(s), 0u);
    }
  }
}

/// A line through a closed surface enters once and leaves once, also through edges and corners.
TEST(Count, NothingSlipsBetweenTriangles) {
  std::mt19937 random(4);
  std::uniform_real_distribution<double> in(-0.2, 0.2);
  for (int k = 0; k < 400; ++k) {
    Soup s;
    s.octahedron(1, {{0.1, 0.2, 0.3}});
    s.object();
    // Through the corner, through an edge (y = 0.2), and anywhere.
    Vec3d at{{0.1, 0.2, 0.3}}, d{{0.01, 0.02, 2}};
    if (k % 4 == 0) d = {{0, 0, 2}};
    if (k % 4 == 1) d[1] = 0, at[0] += in(random);
    if (k % 4 == 2) at += Vec3d{{in(random), in(random), in(random)}}, d[0] = in(random);
    s.segment(at - d, at + d);
    const Crossings c = find_surface_crossings(s);
    EXPECT_EQ(c.segments.size(), 2u) << k;
    EXPECT_EQ(c.piercings.size(), 2u) << k;
  }
}

/// A ring of vertices exactly in the plane: the surface passes through, no edge does.
TEST(Count, WhatPassesThroughAtItsVertices) {
  Soup s;
  s.octahedron(0.3, {{0.011, 0.007, 0.25}});
  s.sheet(8, 2, Turn::identity(), {{0, 0, 0.25}});
  EXPECT_GT(pairs(s), 3u);
  EXPECT_GT(find_surface_crossings(s).objects[0].depth, 0.02);
  Soup beside;  // its lowest corner stands on the sheet
  beside.octahedron(0.25, {{0.011, 0.007, 0.5}});
  beside.sheet(8, 2, Turn::identity(), {{0, 0, 0.25}});
  EXPECT_EQ(pairs(beside), 0u);
  Soup strand;  // through one of its vertices
  strand.sheet(3, 1, Turn::identity(), Vec3d::zero());
  strand.object();
  const std::uint32_t first = strand.vertex({{0.01, 0.02, -0.1}});
  strand.vertex({{0.012, 0.023, 0}}), strand.vertex({{0.015, 0.02, 0.1}});
  for (const std::uint32_t k : {0u, 1u}) {
    strand.segments.push_back({first + k, first + k + 1});
    strand.segment_object.push_back(1);
  }
  EXPECT_EQ(pairs(strand), 1u);
  strand.segments.pop_back(), strand.segment_object.pop_back();  // a root on the skin
  EXPECT_EQ(pairs(strand), 0u);
}

TEST(Count, ObstaclesAndRigidBodies) {
  Soup s;
  const auto cross = [&](Part a, Part b) {
    Soup two;
    two.sheet(4, 1, Turn::identity(), Vec3d::zero());
    two.sheet(4, 1, about({{1, 0, 0}}, 1.3), {{0.01, 0.02, 0.03}});
    two.parts = {a, b};
    return pairs(two);
  };
  const std::size_t all = cross(Part::soft, Part::soft);
  EXPECT_GT(all, 5u);
  EXPECT_EQ(cross(Part::rigid, Part::rigid), all);
  EXPECT_EQ(cross(Part::obstacle, Part::soft), all);
  EXPECT_EQ(cross(Part::obstacle, Part::obstacle), 0u);
  Soup self;
  self.sheet(4, 1, Turn::identity(), Vec3d::zero());
  self.sheet(4, 1, about({{1, 0, 0}}, 1.3), {{0.01, 0.02, 0.03}});
  std::fill(self.triangle_object.begin(), self.triangle_object.end(), 0u);
  EXPECT_EQ(pairs(self), all);
  for (const Part part : {Part::rigid, Part::obstacle}) {
    self.parts[0] = part;
    EXPECT_EQ(pairs(self), 0u);
  }
}

TEST(Count, DoesNotDependOnOrderOrThreads) {
  Soup s = random_soup(11, 4000);
  const Crossings once = find_surface_crossings(s);
  EXPECT_GT(once.triangles.size(), 400u);
  EXPECT_GT(once.segments.size(), 50u);
  for (const int threads : {1, 2, 3, 8}) {
    const ThreadLimit limit(threads);
    const Crossings c = find_surface_crossings(s);
    EXPECT_EQ(c.piercings, once.piercings);
    EXPECT_EQ(c.triangles, once.triangles);
    EXPECT_EQ(c.segments, once.segments);
    EXPECT_EQ(c.objects, once.objects);
  }
  std::mt19937 random(3);
  for (std::size_t i = s.triangles.size() - 1; i > 0; --i) {
    const std::size_t j = random() % (i + 1);
    std::swap(s.triangles[i], s.triangles[j]);
    std::swap(s.triangle_object[i], s.triangle_object[j]);
  }
  const Crossings shuffled = find_surface_crossings(s);
  EXPECT_EQ(shuffled.triangles.size(), once.triangles.size());
  EXPECT_EQ(shuffled.piercings.size(), once.piercings.size());
}

TEST(Count, AgreesWithTheToolOnRandomSoups) {
  const Scratch dir;
  for (const unsigned seed : {1u, 2u, 3u}) {
    const Soup s = random_soup(seed, 600);
    spill(dir / "soup.obj", obj_of(s));
    const auto said = count_crossings_tool("--rounding 1e-12 " + (dir / "soup.obj").string());
    ASSERT_EQ(said.size(), 1u);
    EXPECT_GT(pairs(s), 20u);
    EXPECT_EQ(said[0]["pairs"], pairs(s)) << seed;
  }
}

TEST(Count, AgreesWithTheToolOnSheets) {
  const Scratch dir;
  for (int k = 0; k < 4; ++k) {
    Soup s;
    s.sheet(12, 1, Turn::identity(), Vec3d::zero());
    s.sheet(10, 1, about({{1, 0.1 * k, 0}}, 0.4 * k), {{0.013 * k, 0.021, 0.0}});
    s.sheet(3, 4, about({{0, 1, 0}}, 0.7), {{0.2, 0, 0.01}});
    spill(dir / "sheets.obj", obj_of(s));
    const auto said = count_crossings_tool("--rounding 1e-12 " + (dir / "sheets.obj").string());
    ASSERT_EQ(said.size(), 1u);
    EXPECT_GT(pairs(s), 10u);
    EXPECT_EQ(said[0]["pairs"], pairs(s)) << k;
  }
}

}  // namespace
}  // namespace weft
