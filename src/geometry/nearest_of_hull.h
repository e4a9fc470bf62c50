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
  explicit HullSearch(const Vec3d& first) : nearest_(first) { at_[0] = first; }

  const Vec3d& nearest() const { return nearest_; }
  /// x: of all points of the set the one with the least nearest().x. False when that does not bring it nearer.
  bool add(const Vec3d& x);

  static constexpr int kRounds = 32;

 private:
  Vec3d reduce();

  Vec3d nearest_;
  std::array<Vec3d, 4> at_;  ///< corners that carry the nearest point: at most three
  int count_ = 1;
};

/// back(p): of all points of the set the one with the least p.x. Zero where the set holds the origin, or as good as.
template <class F>
Vec3d nearest_of_convex(const Vec3d& first, F&& back) {
  HullSearch s(first);
  for (int round = 0; round < HullSearch::kRounds; ++round)
    if (!s.add(back(s.nearest()))) break;
  return s.nearest();
}

/// Of the convex hull of a few points.
inline Vec3d nearest_of_hull(std::span<const Vec3d> points) {
  return nearest_of_convex(points[0], [&](const Vec3d& p) {
    const Vec3d* back = &points[0];
    for (const Vec3d& x : points)
      if (dot(p, x) < dot(p, *back)) back = &x;
    return *back;
  });
}

}  // namespace weft
