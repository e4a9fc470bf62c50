#include "geometry/weave/fibres.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "geometry/random.h"
#include "geometry/weave/directions.h"
#include "geometry/weave/lock.h"

namespace weft {

namespace {
constexpr double kPi = std::numbers::pi;
}

std::size_t OneStrand::count() const { return std::size_t(std::round(segments)) + 1; }

Strands OneStrand::make() const {
  const Vec3d a{{ax, ay, az}}, b{{bx, by, bz}};
  const auto n = std::size_t(std::round(segments));
  const double length = norm(b - a);
  const Axes axes = axes_along(length > 0 ? (b - a) * (1 / length) : Vec3d{{0, 0, -1}});
  std::vector<Vec3d> points(n + 1);  // a helix of constant radius and pitch: equal steps of equal length
  for (std::size_t i = 0; i <= n; ++i) {
    const double s = double(i) / double(n), phase = 2 * kPi * s * length / pitch;
    points[i] = a + (b - a) * s + (axes.a * std::cos(phase) + axes.b * std::sin(phase)) * curl;
  }
  Strands strands;
  add_strand(strands, points);
  strands.roots = {0};
  return strands;
}

std::size_t HairTube::count() const { return std::size_t(std::round(strands) * (std::round(segments) + 1)); }

Strands HairTube::make() const {
  const auto n = std::size_t(std::round(strands)), m = std::size_t(std::round(segments));
  Strands out;
  std::vector<Vec3d> points(m + 1);
  for (const SectionPlace& p : bundle_places(n, radius, jitter, {std::uint64_t(seed)})) {
    for (std::size_t i = 0; i <= m; ++i) points[i] = {{p[0], p[1], -length * double(i) / double(m)}};
    out.roots.push_back(std::uint32_t(out.vertices.size()));
    add_strand(out, points);
  }
  return out;
}

std::size_t Carpet::count() const {
  return std::size_t(std::round(width * height * density) * (std::round(segments) + 1));
}

/// A jittered grid of about square cells; exactly round(width height density) of its cells get a strand.
Strands Carpet::make() const {
  const auto n = std::size_t(std::max(1.0, std::round(width * height * density)));
  const auto m = std::size_t(std::round(segments));
  const auto nx = std::size_t(std::max(1.0, std::round(width * std::sqrt(density))));
  const std::size_t ny = (n + nx - 1) / nx;
  const Random random{std::uint64_t(seed)};
  Strands out;
  std::vector<Vec3d> points(m + 1);
  for (std::size_t k = 0; k < n; ++k) {
    const std::size_t cell = k * (nx * ny) / n;
    const double px = (double(cell % nx) + 0.2 + 0.6 * random.uniform(k, 0)) / double(nx);
    const double py = (double(cell / nx) + 0.2 + 0.6 * random.uniform(k, 1)) / double(ny);
    const Vec3d root{{width * (px - 0.5), height * (py - 0.5), 0}};
    const double tilt = lean * std::sqrt(random.uniform(k, 2)), toward = 2 * kPi * random.uniform(k, 3);
    const Vec3d up{{std::sin(tilt) * std::cos(toward), std::sin(tilt) * std::sin(toward), std::cos(tilt)}};
    const Axes axes = axes_along(up);
    const double side = 2 * kPi * random.uniform(k, 4), bow = curl * random.uniform(k, 5);
    const Vec3d across = axes.a * std::cos(side) + axes.b * std::sin(side);
    const double tall = pile * (1 + variation * (2 * random.uniform(k, 6) - 1));
    for (std::size_t i = 0; i <= m; ++i) {  // straight, plus a bow that starts flat at the root
      const double s = double(i) / double(m);
      points[i] = root + up * (tall * s) + across * (bow * (1 - std::cos(2 * kPi * s)) / 2);
    }
    out.roots.push_back(std::uint32_t(out.vertices.size()));
    add_strand(out, resample(points, m));
  }
  return out;
}

std::size_t FibreBall::count() const { return std::size_t(std::round(fibres) * (std::round(segments) + 1)); }

Strands FibreBall::make() const {
  const auto n = std::size_t(std::round(fibres)), m = std::size_t(std::round(segments));
  const double step = length / double(m), wander = curliness * std::sqrt(step / (0.1 * radius));
  const Random random{std::uint64_t(seed)};
  Strands out;
  std::vector<Vec3d> points(m + 1);
  for (std::size_t k = 0; k < n; ++k) {
    const std::uint64_t base = k * (2 * m + 8);
    points[0] =
        random_direction(random.uniform3(base)) * (0.95 * radius * std::cbrt(random.uniform(base + 1)));
    Vec3d along = random_direction(random.uniform3(base + 2));
    for (std::size_t i = 1; i <= m; ++i) {
      along = normalized(along + random_direction(random.uniform3(base + 2 + i)) * std::min(wander, 0.9));
      const double far = norm(points[i - 1]) / radius;
      if (far > 0.7) {  // lean back into the ball, the more the nearer its surface
        const Vec3d out_of = points[i - 1] * (1 / (far * radius));
        const double leaving = std::max(0.0, dot(along, out_of)), back = std::min(1.0, (far - 0.7) / 0.25);
        Vec3d turned = along - out_of * (leaving * back + 0.3 * back * back);
        along = norm(turned) > 1e-3 ? normalized(turned) : -out_of;
      }
      points[i] = points[i - 1] + along * step;
    }
    add_strand(out, points);
  }
  return out;
}

}  // namespace weft
