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

/// The narrowest plait, and the flattest of that width, whose locks have room.
Amplitudes fitted(const Braid& braid, std::size_t n) {
  const double r = braid.radius, narrow = (0.75 + 0.42 * double(n)) * r;
  for (double a = narrow; a < 1.7 * narrow; a *= 1.1)
    for (double b = 0.8 * r; b < 4 * r; b += 0.1 * r) {
      const Amplitudes size{a, b};
      if (least_gap(braid, size, n) >= kRoom * r &&
          least_curvature_radius(lock_path(braid, size, 0, braid.pitch)) > 1.02 * r)
        return size;
    }
  throw Error(
      "E0144", "locks of this radius do not fit a plait of this pitch", {},
      "make 'radius' smaller or 'pitch' larger: at least about 14 radii for three locks, 24 for five");
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
