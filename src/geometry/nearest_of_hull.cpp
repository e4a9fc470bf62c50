#include "geometry/nearest_of_hull.h"

#include "geometry/closest_triangle.h"

namespace weft {
namespace {

constexpr double kGain = 1e-6;  // of |p|^2: less is not worth another round

struct Carried {
  Vec3d p;
  std::array<Vec3d, 4> by;
  int count = 0;
};

/// The nearest point of a triangle, which may have two or three corners alike.
Carried on_triangle(const Vec3d& a, const Vec3d& b, const Vec3d& c) {
  const TrianglePoint t = closest_on_triangle(Vec3d::zero(), a, b, c);
  const std::array<Vec3d, 3> corner{a, b, c};
  Carried found;
  found.p = t.point;
  for (int k = 0; k < 3; ++k)
    if (t.barycentric[k] > 0) found.by[std::size_t(found.count++)] = corner[std::size_t(k)];
  return found;
}

}  // namespace

/// Drops the corners that do not carry the nearest point.
Vec3d HullSearch::reduce() {
  const auto& x = at_;
  Carried best;
  bool inside = count_ == 4;
  if (count_ < 4) {
    best = on_triangle(x[0], x[std::size_t(count_ > 1)], x[std::size_t(count_ - 1)]);
  } else {
    // The new corner is one of what carries it.
    double least = 1e300;
    for (std::size_t k = 0; k < 3; ++k) {
      const Vec3d &a = x[k], &b = x[(k + 1) % 3], &other = x[(k + 2) % 3];
      const Vec3d n = cross(b - a, x[3] - a);
      inside &= dot(n, other - a) * -dot(n, a) > 0;
      const Carried found = on_triangle(a, b, x[3]);
      if (norm2(found.p) < least) least = norm2(found.p), best = found;
    }
    const Vec3d n = cross(x[1] - x[0], x[2] - x[0]);
    inside &= dot(n, x[3] - x[0]) * -dot(n, x[0]) > 0;
  }
  at_ = best.by;
  count_ = best.count;
  return inside ? Vec3d::zero() : best.p;
}

bool HullSearch::add(const Vec3d& x) {
  const double now = norm2(nearest_);
  if (now - dot(nearest_, x) <= kGain * now) return false;
  at_[std::size_t(count_++)] = x;
  const Vec3d p = reduce();
  if (!(norm2(p) < now)) return false;  // rounding
  nearest_ = p;
  return true;
}

}  // namespace weft
