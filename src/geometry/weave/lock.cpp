#include "geometry/weave/lock.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace weft {

/// The hexagonal lattice has one point in sqrt(3)/2 h^2; the points nearest to the axis are taken.
std::vector<SectionPlace> bundle_places(std::size_t n, double radius, double jitter, const Random& random) {
  constexpr double kPi = std::numbers::pi;
  const double h = radius * std::sqrt(2 * kPi / (std::sqrt(3.0) * double(n)));
  const auto reach = std::int64_t(std::ceil(1.2 * radius / h)) + 2;
  std::vector<std::array<double, 3>> lattice;  // distance, x, y
  for (std::int64_t j = -reach; j <= reach; ++j)
    for (std::int64_t i = -reach; i <= reach; ++i) {
      // Off the axis, so that no two points are equally far from it and the choice is clear.
      const double x = h * (double(i) + (j % 2 == 0 ? 0.0 : 0.5) + 0.2113),
                   y = h * (0.8660254 * double(j) + 0.1317);
      lattice.push_back({std::hypot(x, y), x, y});
    }
  std::sort(lattice.begin(), lattice.end());
  std::vector<SectionPlace> places;
  for (std::size_t k = 0; k < n; ++k) {
    const double angle = 2 * kPi * random.uniform(k, 0),
                 r = 0.5 * h * jitter * std::sqrt(random.uniform(k, 1));
    places.push_back({lattice[k][1] + r * std::cos(angle), lattice[k][2] + r * std::sin(angle)});
  }
  return places;
}

std::vector<Axes> steady_axes(std::span<const Vec3d> curve, const Vec3d& across) {
  const std::size_t n = curve.size();
  const auto tangent = [&](std::size_t i) {
    return normalized(curve[std::min(i + 1, n - 1)] - curve[i > 0 ? i - 1 : 0]);
  };
  const auto reflected = [](const Vec3d& x, const Vec3d& mirror) {
    return x - mirror * (2 * dot(mirror, x) / norm2(mirror));
  };
  std::vector<Axes> axes;
  Vec3d t = tangent(0), a = normalized(across - t * dot(t, across));
  axes.push_back({a, cross(t, a)});
  for (std::size_t i = 1; i < n; ++i) {
    const Vec3d step = curve[i] - curve[i - 1], next = tangent(i);
    const Vec3d a1 = reflected(a, step), t1 = reflected(t, step), rest = next - t1;
    a = norm2(rest) > 0 ? reflected(a1, rest) : a1;
    t = next;
    a = normalized(a - t * dot(t, a));
    axes.push_back({a, cross(t, a)});
  }
  return axes;
}

std::vector<Vec3d> strand_of_lock(std::span<const Vec3d> curve, std::span<const Axes> axes,
                                  const SectionPlace& place) {
  std::vector<Vec3d> points;
  points.reserve(curve.size());
  for (std::size_t i = 0; i < curve.size(); ++i)
    points.push_back(curve[i] + axes[i].a * place[0] + axes[i].b * place[1]);
  return points;
}

/// Of a triangle with sides a, b, c:  a b c / (4 area).
double least_curvature_radius(std::span<const Vec3d> curve) {
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t i = 1; i + 1 < curve.size(); ++i) {
    const Vec3d a = curve[i] - curve[i - 1], b = curve[i + 1] - curve[i];
    const double area = norm(cross(a, b)) / 2;
    if (area > 0) least = std::min(least, norm(a) * norm(b) * norm(a + b) / (4 * area));
  }
  return least;
}

}  // namespace weft
