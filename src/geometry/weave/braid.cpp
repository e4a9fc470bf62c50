#include "geometry/weave/braid.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "exec/error.h"
#include "geometry/weave/crossings.h"
#include "geometry/weave/lock.h"

namespace weft {

namespace {

constexpr double kPi = std::numbers::pi;
constexpr double kRoom = 2.06;  // of the radius: between the middles of locks that touch

/// Half the width and half the depth of the plait [m].
struct Amplitudes {
  double a, b;
};

std::vector<Vec3d> lock_path(const Braid& braid, const Amplitudes& size, double shift, double length) {
  const auto steps = std::size_t(std::max(8.0, std::ceil(64 * length / braid.pitch)));
  std::vector<Vec3d> path;
  for (std::size_t i = 0; i <= steps; ++i) {
    const double s = length * double(i) / double(steps), phi = 2 * kPi * (s / braid.pitch + shift);
    path.push_back({{size.a * std::sin(phi), size.b * std::sin(2 * phi), -s}});
  }
  return path;
}

/// Least distance of the middles of two locks, seen over one and a half pitches.
double least_gap(const Braid& braid, const Amplitudes& size, std::size_t n) {
  const double length = 1.5 * braid.pitch;
  const std::vector<Vec3d> first = lock_path(braid, size, 0, length);
  double least = 1e300;
  for (std::size_t k = 1; 2 * k <= n; ++k) {
    const std::vector<Vec3d> other = lock_path(braid, size, double(k) / double(n), length);
    for (std::size_t i = 0; i + 1 < first.size(); ++i)
      for (std::size_t j = 0; j + 1 < other.size(); ++j)
        least = std::min(least, segment_distance(first[i], first[i + 1], other[j], other[j + 1]));
  }
  return least;
}

/// As small as the locks allow.
Amplitudes fitted(const Braid& braid, std::size_t n) {
  Amplitudes size{0.8 * double(n) * braid.radius, 1.3 * braid.radius};
  for (int round = 0; round < 30; ++round) {
    const double factor = kRoom * braid.radius / least_gap(braid, size, n);
    if (factor <= 1 && factor > 0.97) break;
    size.a *= factor, size.b *= factor;
    if (size.a > 4 * double(n) * braid.radius) break;
  }
  const std::vector<Vec3d> path = lock_path(braid, size, 0, braid.pitch);
  if (least_gap(braid, size, n) < 2 * braid.radius || least_curvature_radius(path) < 1.02 * braid.radius)
    throw Error("E0144", "locks of this radius do not fit a plait of this pitch", {},
                "make 'radius' smaller or 'pitch' larger: for three locks, at least about nine radii");
  return size;
}

}  // namespace

std::size_t Braid::count() const { return std::size_t(std::round(strands) * (std::round(segments) + 1)); }

Strands Braid::make() const {
  const auto n = std::size_t(std::round(locks)), all = std::size_t(std::round(strands)),
             m = std::size_t(std::round(segments));
  if (n % 2 == 0)
    throw Error("E0142", "a plait of an even number of locks would run into itself", {},
                "'locks' is 3, 5, 7 ...");
  const Amplitudes size = fitted(*this, n);
  Strands out;
  for (std::size_t k = 0; k < n; ++k) {
    const std::size_t here = all * (k + 1) / n - all * k / n;
    if (here == 0) continue;
    const std::vector<Vec3d> path = lock_path(*this, size, double(k) / double(n), length);
    const std::vector<Axes> axes = steady_axes(path, {{1, 0, 0}});
    std::vector<SectionPlace> places = bundle_places(here, radius, jitter, {std::uint64_t(seed) + k});
    double widest = 0;  // the lattice sticks out of its circle by up to half a distance
    for (const SectionPlace& p : places) widest = std::max(widest, std::hypot(p[0], p[1]));
    const double shrink =
        std::min(1.0, (1 - 0.4 / std::sqrt(double(here))) * radius / std::max(widest, 1e-30));
    for (const SectionPlace& p : places) {
      out.roots.push_back(std::uint32_t(out.vertices.size()));
      add_strand(out, resample(strand_of_lock(path, axes, {p[0] * shrink, p[1] * shrink}), m));
    }
  }
  return out;
}

}  // namespace weft
