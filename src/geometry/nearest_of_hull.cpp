#include "geometry/nearest_of_hull.h"

#include "geometry/closest_triangle.h"

namespace weft {
namespace {

constexpr double kGain = 1e-6;  // of |p|^2: less is not worth another round

}  // namespace

/// The nearest point of a triangle, which may have two or three corners alike.
HullSearch::Carried HullSearch::on_triangle(const Corner& a, const Corner& b, const Corner& c) {
  const TrianglePoint t = closest_on_triangle(Vec3d::zero(), a.x, b.x, c.x);
  const std::array<const Corner*, 3> corner{&a, &b, &c};
  Carried found{{t.point, Vec3d::zero()}, {}, 0};
  for (int k = 0; k < 3; ++k) {
    if (!(t.barycentric[k] > 0)) continue;
    found.by[std::size_t(found.count++)] = *corner[std::size_t(k)];
    found.nearest.of += corner[std::size_t(k)]->of * t.barycentric[k];
  }
  return found;
}

/// Drops the corners that do not carry the nearest point.
HullSearch::Corner HullSearch::reduce() {
  const auto& x = at_;
  Carried best;
  bool inside = count_ == 4;
  if (count_ < 4) {
    best = on_triangle(x[0], x[std::size_t(count_ > 1)], x[std::size_t(count_ - 1)]);
  } else {
    // The new corner is one of what carries it.
    double least = 1e300;
    for (std::size_t k = 0; k < 3; ++k) {
      const Corner &a = x[k], &b = x[(k + 1) % 3], &other = x[(k + 2) % 3];
      const Vec3d n = cross(b.x - a.x, x[3].x - a.x);
      inside &= dot(n, other.x - a.x) * -dot(n, a.x) > 0;
      const Carried found = on_triangle(a, b, x[3]);
      if (norm2(found.nearest.x) < least) least = norm2(found.nearest.x), best = found;
    }
    const Vec3d n = cross(x[1].x - x[0].x, x[2].x - x[0].x);
    inside &= dot(n, x[3].x - x[0].x) * -dot(n, x[0].x) > 0;
  }
  at_ = best.by;
  count_ = best.count;
  if (inside) best.nearest.x = Vec3d::zero();
  return best.nearest;
}

bool HullSearch::add(const Corner& c) {
  const double now = norm2(nearest_.x);
  if (now - dot(nearest_.x, c.x) <= kGain * now) return false;
  at_[std::size_t(count_++)] = c;
  const Corner p = reduce();
  if (!(norm2(p.x) < now)) return false;  // rounding
  nearest_ = p;
  return true;
}

}  // namespace weft
