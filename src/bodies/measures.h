/// What bodies measure alike, however they keep their points.
#pragma once
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "exec/loops.h"
#include "math/vec.h"

namespace weft {

/// |a|; numbers kept in single precision are widened first.
inline double length_of(const Vec3d& a) { return norm(a); }
inline double length_of(const Vec3<float>& a) { return std::hypot(double(a[0]), double(a[1]), double(a[2])); }

/// x y z vx vy vz id mass speed displacement displacement_x _y _z of n points, or nothing for another name.
/// `points` knows place(i), velocity(i), rest(i), id(i) and mass(i).
template <class Points>
std::vector<double> motion_quantity(const std::string& what, std::size_t n, const Points& points) {
  const auto each = [n](auto&& f) {
    std::vector<double> out(n);
    parallel_each(n, std::size_t(1) << 14, [&](std::size_t i) { out[i] = f(i); });
    return out;
  };
  const auto axis = [](char c) { return c == 'x' ? 0 : c == 'y' ? 1 : c == 'z' ? 2 : -1; };
  if (what.size() == 1 && axis(what[0]) >= 0)
    return each([&, c = axis(what[0])](std::size_t i) { return double(points.place(i)[c]); });
  if (what.size() == 2 && what[0] == 'v' && axis(what[1]) >= 0)
    return each([&, c = axis(what[1])](std::size_t i) { return double(points.velocity(i)[c]); });
  if (what == "id") return each([&](std::size_t i) { return double(points.id(i)); });
  if (what == "mass") return each([&](std::size_t i) { return double(points.mass(i)); });
  if (what == "speed") return each([&](std::size_t i) { return length_of(points.velocity(i)); });
  if (what == "displacement")
    return each([&](std::size_t i) { return length_of(points.place(i) - points.rest(i)); });
  if (what.size() == 14 && what.starts_with("displacement_") && axis(what[13]) >= 0)
    return each(
        [&, c = axis(what[13])](std::size_t i) { return double(points.place(i)[c] - points.rest(i)[c]); });
  return {};
}

/// Von Mises' equivalent of a stress.
inline double equivalent_stress(Mat3d sigma) {
  const double mean = trace(sigma) / 3;
  for (int a = 0; a < 3; ++a) sigma(a, a) -= mean;
  return std::sqrt(1.5) * norm(sigma);
}

/// The largest |v|.
template <class Velocities>
double greatest_speed(const Velocities& v) {
  const auto part = [&](Range r) {
    double most = 0;
    for (std::size_t i = r.begin; i < r.end; ++i) most = std::max(most, double(norm2(v[i])));
    return most;
  };
  return std::sqrt(reduce_chunks(v.size(), std::size_t(4096), 0.0, part,
                                 [](double a, double b) { return std::max(a, b); }));
}

/// The largest |v|, infinity when one is not a number: velocities that are tried must not look slow.
template <class Velocities>
double trial_speed_of(const Velocities& v) {
  const auto part = [&](Range r) {
    double most = 0;
    for (std::size_t i = r.begin; i < r.end; ++i) {
      const double v2 = double(norm2(v[i]));
      if (!(v2 <= most)) most = std::isfinite(v2) ? v2 : std::numeric_limits<double>::infinity();
    }
    return most;
  };
  return std::sqrt(reduce_chunks(v.size(), std::size_t(4096), 0.0, part,
                                 [](double a, double b) { return std::max(a, b); }));
}

}  // namespace weft
