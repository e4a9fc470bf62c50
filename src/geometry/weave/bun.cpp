#include "geometry/weave/bun.h"

#include <cmath>
#include <numbers>

#include "exec/error.h"
#include "geometry/weave/lock.h"

namespace weft {

namespace {

constexpr double kPi = std::numbers::pi;
constexpr double kGolden = 2.399963229728653;  // turn from one seed of a sunflower to the next [rad]

// In radii of the lock: the coil around its middle, its rise per turn, bends, where it begins and ends.
constexpr double kCoil = 2.4, kRise = 2.15, kBend = 1.4, kBase = 1.5, kLowest = 1.7;
constexpr double kGate = 1.3;  // hair leaves the head at this distance from the axis

/// The middle of the lock, from where it leaves the head.
std::vector<Vec3d> lock_path(const Bun& bun) {
  const double r = bun.radius, coil = kCoil * r, bend = kBend * r, slope = kRise / (2 * kPi * kCoil);
  const double begin = bun.head + kBase * r, lowest = bun.head + kLowest * r;
  const double level = lowest + bun.turns * kRise * r;  // where the coil begins
  const double tilt = std::atan(slope), top = level + bend * std::cos(tilt);
  const double step = 0.1 * r;
  std::vector<Vec3d> path;
  const auto arc = [&](double length, auto&& place) {
    const auto n = std::size_t(std::ceil(length / step));
    for (std::size_t i = path.empty() ? 0 : 1; i <= n; ++i) path.push_back(place(double(i) / double(n)));
  };
  arc(top - begin, [&](double f) { return Vec3d{{0, 0, begin + (top - begin) * f}}; });
  arc(kPi * coil / 2, [&](double f) {  // over to the side
    return Vec3d{{coil / 2 * (1 - std::cos(kPi * f)), 0, top + coil / 2 * std::sin(kPi * f)}};
  });
  // On the cylinder, unrolled: from straight down into the coil's slope, then down along it.
  const auto around = [&](double along, double z) {
    return Vec3d{{coil * std::cos(along / coil), coil * std::sin(along / coil), z}};
  };
  const double quarter = kPi / 2 - tilt, side = bend * (1 - std::cos(quarter));
  arc(bend * quarter, [&](double f) {
    return around(bend * (1 - std::cos(quarter * f)), top - bend * std::sin(quarter * f));
  });
  const double run = 2 * kPi * coil * bun.turns, last = top - bend * std::sin(quarter);
  arc(run, [&](double f) { return around(side + run * f, last - run * f * slope); });
  return path;
}

/// The part of the cap that lies within theta of the crown.
double part_within(const Bun& bun, double theta) { return (1 - std::cos(theta)) / (2 * bun.cap); }

/// A hair from its root to the lock, in the half plane (distance from the axis, z).
std::vector<std::array<double, 2>> comb_up(const Bun& bun, double u) {
  constexpr int kSteps = 24;
  const double R = bun.head, r = bun.radius, root = std::acos(1 - 2 * bun.cap * u),
               gate = std::asin(kGate * r / R);
  std::vector<std::array<double, 2>> out{{R * std::sin(root), R * std::cos(root)}};
  double theta = root;
  for (int i = 1; i <= kSteps && root > gate; ++i) {
    theta = root + (gate - root) * i / kSteps;
    const double h = r * r * (u - part_within(bun, theta)) / (2 * R * std::sin(theta));
    out.push_back({(R + h) * std::sin(theta), (R + h) * std::cos(theta)});
  }
  // A parabola from the head's tangent to upright.
  const auto [x0, z0] = out.back();
  const double x2 = r * std::sqrt(u), z2 = R + kBase * r, z1 = z0 + std::tan(theta) * (x0 - x2);
  for (int i = 1; i <= kSteps; ++i) {
    const double f = double(i) / kSteps, a = (1 - f) * (1 - f), b = 2 * f * (1 - f), c = f * f;
    out.push_back({a * x0 + (b + c) * x2, a * z0 + b * z1 + c * z2});
  }
  return out;
}

}  // namespace

std::size_t Bun::count() const { return std::size_t(std::round(strands) * (std::round(segments) + 1)); }

Strands Bun::make() const {
  if (radius > 0.2 * head)
    throw Error("E0144", "the lock is too thick for the head", {}, "make 'radius' at most a fifth of 'head'");
  const auto n = std::size_t(std::round(strands)), m = std::size_t(std::round(segments));
  const std::vector<Vec3d> path = lock_path(*this);
  const std::vector<Axes> axes = steady_axes(path, {{1, 0, 0}});
  Strands out;
  for (std::size_t k = 0; k < n; ++k) {
    const double u = (double(k) + 0.5) / double(n), angle = kGolden * double(k);
    const double x = std::cos(angle), y = std::sin(angle);
    std::vector<Vec3d> points;
    for (const auto& [away, z] : comb_up(*this, u)) points.push_back({{away * x, away * y, z}});
    points.pop_back();  // the lock begins there
    const double at = radius * std::sqrt(u);
    const std::vector<Vec3d> rest = strand_of_lock(path, axes, {at * x, at * y});
    points.insert(points.end(), rest.begin(), rest.end());
    out.roots.push_back(std::uint32_t(out.vertices.size()));
    add_strand(out, resample(points, m));
  }
  return out;
}

}  // namespace weft
