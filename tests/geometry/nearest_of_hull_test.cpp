// The nearest point of a hull against all its triangles.
#include "geometry/nearest_of_hull.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <vector>

#include "geometry/closest_triangle.h"

namespace weft {
namespace {

double volume(const Vec3d& a, const Vec3d& b, const Vec3d& c) { return dot(cross(a, b), c); }

bool holds_origin(const Vec3d& a, const Vec3d& b, const Vec3d& c, const Vec3d& d) {
  const double whole = volume(b - a, c - a, d - a);
  const double part[4] = {volume(b, c, d), -volume(a, c, d), volume(a, b, d), -volume(a, b, c)};
  for (const double v : part)
    if (!(v * whole > 0)) return false;
  return true;
}

double by_force(const std::vector<Vec3d>& x) {
  double least = 1e300;
  const std::size_t n = x.size();
  for (std::size_t a = 0; a < n; ++a)
    for (std::size_t b = a; b < n; ++b)
      for (std::size_t c = b; c < n; ++c) {
        least = std::min(least, norm(closest_on_triangle(Vec3d::zero(), x[a], x[b], x[c]).point));
        for (std::size_t d = c + 1; d < n && a < b && b < c; ++d)
          if (holds_origin(x[a], x[b], x[c], x[d])) return 0;
      }
  return least;
}

TEST(NearestOfHull, IsWhatAllTrianglesSay) {
  std::mt19937 engine(3);
  std::uniform_real_distribution<double> u(-1, 1);
  int inside = 0;
  for (int trial = 0; trial < 4000; ++trial) {
    const double shift = 1.5 * (u(engine) + 1), flat = trial % 3 == 0 ? 1e-3 : 1;
    std::vector<Vec3d> x(std::size_t(1 + trial % 8));
    for (Vec3d& p : x) p = {{u(engine) + shift, u(engine), flat * u(engine)}};
    if (trial % 5 == 0 && x.size() > 2) x[1] = x[0];
    const double expected = by_force(x);
    const Vec3d p = nearest_of_hull(x);
    inside += expected == 0;
    ASSERT_NEAR(norm(p), expected, 1e-5 * (expected + 1e-3)) << trial;
    for (const Vec3d& q : x) ASSERT_GE(dot(p, q), norm2(p) * (1 - 1e-4)) << trial;
  }
  EXPECT_GT(inside, 100);
}

}  // namespace
}  // namespace weft
