/// The judge of crossings against brute force and against cases known by hand.
#include <gtest/gtest.h>

#include "geometry/random.h"
#include "geometry/weave/crossings.h"
#include "geometry/weave/make_way.h"
#include "geometry/weave/sheets.h"

namespace weft {
namespace {

TEST(weave_crossings, distances_of_segments_known_by_hand) {
  const Vec3d o{{0, 0, 0}}, x{{1, 0, 0}}, y{{0, 1, 0}};
  EXPECT_DOUBLE_EQ(segment_distance(o, x, o, y), 0);
  EXPECT_DOUBLE_EQ(segment_distance(o, x, {{0.5, -1, 2}}, {{0.5, 1, 2}}), 2);  // skew
  EXPECT_DOUBLE_EQ(segment_distance(o, x, {{0.2, 3, 0}}, {{0.8, 3, 0}}), 3);   // parallel
  EXPECT_DOUBLE_EQ(segment_distance(o, x, {{4, 4, 0}}, {{4, 9, 0}}), 5);       // ends
  EXPECT_DOUBLE_EQ(segment_distance(o, o, {{3, 4, 0}}, {{3, 4, 0}}), 5);       // points
  EXPECT_DOUBLE_EQ(segment_distance({{0.5, 1, 0}}, {{0.5, 1, 0}}, o, x), 1);   // a point and a segment
}

TEST(weave_crossings, distance_of_segments_equals_a_fine_search) {
  const Random random{7};
  for (std::uint64_t k = 0; k < 200; ++k) {
    const Vec3d a = random.uniform3(4 * k), b = random.uniform3(4 * k + 1), c = random.uniform3(4 * k + 2),
                d = random.uniform3(4 * k + 3);
    double best = 1e9;
    for (int i = 0; i <= 60; ++i)
      for (int j = 0; j <= 60; ++j)
        best = std::min(best, norm(a + (b - a) * (i / 60.0) - c - (d - c) * (j / 60.0)));
    const double exact = segment_distance(a, b, c, d);
    EXPECT_LE(exact, best + 1e-12);
    EXPECT_GT(exact, best - 0.03);
  }
}

Strands tangle(std::uint64_t seed) {
  const Random random{seed};
  Strands strands;
  for (std::uint64_t s = 0; s < 12; ++s) {
    Vec3d x = random.uniform3(1000 * s);
    strands.counts.push_back(30);
    for (std::uint64_t i = 0; i < 30; ++i) {
      strands.vertices.push_back(x);
      x += (random.uniform3(1000 * s + i + 1) - Vec3d::filled(0.5)) * 0.2;
    }
  }
  return strands;
}

TEST(weave_crossings, near_segments_equal_brute_force) {
  for (const std::uint64_t seed : {1, 2, 3})
    for (const double distance : {0.01, 0.05, 0.3}) {
      const Strands strands = tangle(seed);
      const std::uint32_t apart = 3;
      std::size_t pairs = 0;
      double nearest = distance;
      const auto& x = strands.vertices;
      for (std::uint32_t i = 0; i < x.size(); ++i)
        for (std::uint32_t j = i + 1; j < x.size(); ++j) {
          if (i % 30 == 29 || j % 30 == 29 || (i / 30 == j / 30 && j - i <= apart)) continue;
          const double gap = segment_distance(x[i], x[i + 1], x[j], x[j + 1]);
          pairs += gap < distance;
          nearest = std::min(nearest, gap);
        }
      const Nearness found = near_segments(strands, distance, apart);
      EXPECT_EQ(found.pairs, pairs);
      EXPECT_EQ(found.nearest, nearest);
    }
}

Sheet rubble(std::uint64_t seed, std::uint32_t n) {
  const Random random{seed};
  Sheet sheet;
  for (std::uint32_t t = 0; t < n; ++t) {
    const Vec3d middle = random.uniform3(10 * t);
    for (std::uint64_t k = 1; k <= 3; ++k)
      sheet.vertices.push_back(middle + (random.uniform3(10 * t + k) - Vec3d::filled(0.5)) * 0.3);
    // Every fourth triangle shares a vertex with the one before it.
    sheet.triangles.push_back({t % 4 == 3 ? 3 * t - 1 : 3 * t, 3 * t + 1, 3 * t + 2});
  }
  return sheet;
}

/// Whether two triangles meet, in another way: clip one by the other's plane and look at the intervals where
/// they cut the common line.
bool meet_by_intervals(const std::array<Vec3d, 3>& a, const std::array<Vec3d, 3>& b) {
  const Vec3d n = cross(a[1] - a[0], a[2] - a[0]), m = cross(b[1] - b[0], b[2] - b[0]), line = cross(n, m);
  const auto interval = [&](const std::array<Vec3d, 3>& t, const Vec3d& normal, const Vec3d& on,
                            double out[2]) {
    int found = 0;
    double low = 1e9, high = -1e9;
    for (std::size_t k = 0; k < 3; ++k) {
      const Vec3d p = t[k], q = t[(k + 1) % 3];
      const double dp = dot(normal, p - on), dq = dot(normal, q - on);
      if ((dp > 0) == (dq > 0)) continue;
      const double s = dot(line, p + (q - p) * (dp / (dp - dq)));
      low = std::min(low, s);
      high = std::max(high, s);
      ++found;
    }
    out[0] = low, out[1] = high;
    return found == 2;
  };
  double p[2], q[2];
  return interval(a, m, b[0], p) && interval(b, n, a[0], q) && p[0] < q[1] && q[0] < p[1];
}

std::array<Vec3d, 3> corners(const Sheet& s, std::size_t t) {
  return {s.vertices[s.triangles[t][0]], s.vertices[s.triangles[t][1]], s.vertices[s.triangles[t][2]]};
}

TEST(weave_crossings, triangles_equal_brute_force) {
  for (const std::uint64_t seed : {1, 2}) {
    const Sheet sheet = rubble(seed, 150), other = rubble(seed + 10, 100);
    std::size_t own = 0, both = 0;
    for (std::size_t i = 0; i < sheet.triangles.size(); ++i) {
      for (std::size_t j = i + 1; j < sheet.triangles.size(); ++j) {
        const bool shared = j == i + 1 && j % 4 == 3;
        own += !shared && meet_by_intervals(corners(sheet, i), corners(sheet, j));
      }
      for (std::size_t j = 0; j < other.triangles.size(); ++j)
        both += meet_by_intervals(corners(sheet, i), corners(other, j));
    }
    EXPECT_GT(own, 50u);
    EXPECT_EQ(self_crossings(sheet), own);
    EXPECT_EQ(crossings(sheet, other), both);
  }
}

TEST(weave_crossings, strands_make_way) {
  Strands fixed, moving;  // a comb of teeth across the way of a straight strand
  for (int k = 0; k < 5; ++k) {
    fixed.counts.push_back(2);
    fixed.vertices.push_back({{0.1 * k, -1, 0.001 * (k % 2 == 0 ? 1 : -1)}});
    fixed.vertices.push_back({{0.1 * k, 1, 0.001 * (k % 2 == 0 ? 1 : -1)}});
  }
  moving.counts = {81};
  for (int i = 0; i <= 80; ++i) moving.vertices.push_back({{-0.1 + 0.6 * i / 80, 0.003, 0}});
  const auto gap = [&] {
    double least = 1;
    for (std::size_t i = 0; i < 80; ++i)
      for (std::size_t k = 0; k < 10; k += 2)
        least = std::min(least, segment_distance(moving.vertices[i], moving.vertices[i + 1],
                                                 fixed.vertices[k], fixed.vertices[k + 1]));
    return least;
  };
  EXPECT_LT(gap(), 0.0011);
  make_way(moving, fixed, 0.02, 60);
  EXPECT_GT(gap(), 0.018);
  // It passes below the teeth that stood above it and above the others, as before.
  for (int k = 0; k < 5; ++k)
    for (const Vec3d& x : moving.vertices)
      if (std::fabs(x[0] - 0.1 * k) < 0.003) {
        EXPECT_EQ(x[2] < fixed.vertices[std::size_t(2 * k)][2], k % 2 == 0);
      }
}

TEST(weave_crossings, two_sheets_through_each_other) {
  FlatSheet flat;
  flat.spacing = 0.25;
  Sheet a = flat.make(), b = a;
  for (Vec3d& x : b.vertices)
    x = {{0.37 * x[0] + 0.03, x[2] + 0.013, x[0] + 0.11 * x[1]}};  // upright, across
  EXPECT_GT(crossings(a, b), 3u);
  for (Vec3d& x : b.vertices) x[2] += 2;
  EXPECT_EQ(crossings(a, b), 0u);
  EXPECT_EQ(self_crossings(a), 0u);
}

}  // namespace
}  // namespace weft
