/// The point nearest to the origin of a convex set that is known by its supports.
///   n = p/|p|:  n.x >= |p| for every point x of the set, and no other direction does better
/// Gilbert, Johnson and Keerthi 1988: keep the corners that carry the nearest point so far, add the one that lies
/// farthest back, until none lies farther.
#pragma once
#include <array>
#include <span>

#include "math/vec.h"

namespace weft {

class HullSearch {
 public:
  /// A point of the set, and what it is made of: the nearest point is made of theirs with the same weights.
  struct Corner {
    Vec3d x, of;
  };
  explicit HullSearch(const Corner& first) : nearest_(first) { at_[0] = first; }

  const Corner& nearest() const { return nearest_; }
  /// c: of all points of the set the one with the least nearest().x . c.x. False when that does not bring it nearer.
  bool add(const Corner& c);

  static constexpr int kRounds = 32;

 private:
  struct Carried {
    Corner nearest;
    std::array<Corner, 4> by;
    int count = 0;
  };
  static Carried on_triangle(const Corner& a, const Corner& b, const Corner& c);
  Corner reduce();

  Corner nearest_;
  std::array<Corner, 4> at_;  ///< corners that carry the nearest point: at most three
  int count_ = 1;
};

/// back(p): of all points of the set the one with the least p.x. Zero where the set holds the origin, or as good as.
template <class F>
HullSearch::Corner nearest_of_convex(const HullSearch::Corner& first, F&& back) {
  HullSearch s(first);
  for (int round = 0; round < HullSearch::kRounds; ++round)
    if (!s.add(back(s.nearest().x))) break;
  return s.nearest();
}

/// Of the convex hull of a few points.
inline Vec3d nearest_of_hull(std::span<const Vec3d> points) {
  const auto back = [&](const Vec3d& p) {
    const Vec3d* best = &points[0];
    for (const Vec3d& x : points)
      if (dot(p, x) < dot(p, *best)) best = &x;
    return HullSearch::Corner{*best, *best};
  };
  return nearest_of_convex({points[0], points[0]}, back).x;
}

}  // namespace weft
