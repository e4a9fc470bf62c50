/// Two primitives that may touch: a vertex and a triangle, or two edges. Two meshes that are apart can only
/// begin to cross by such a touch, so that to keep all of these apart is to keep the meshes apart.
///
///   closest points p_a, p_b;   d = |p_a - p_b|,   n = (p_a - p_b)/d
///   weights:  p_a - p_b = sum w_k x_k,   sum of w over side a is 1, over side b -1
///
/// Plane certificate. For a straight motion x + s u, s in [0, 1]:
///   sigma(s) = min_a n.(x + s u) - max_b n.(x + s u)
/// is concave in s, so sigma(0) > 0 and sigma(1) > 0 prove the pair apart for the whole step, for any n:
/// no roots, and exact for what moves together and for what slides.
#pragma once
#include <array>

#include "contact/surfaces/surface_scene.h"
#include "geometry/closest_segments.h"
#include "geometry/closest_triangle.h"

namespace weft {

struct NearPair {
  std::array<std::uint32_t, 4> i;  ///< a: i[0], b: i[1] to i[3]; edges: a: i[0] i[1], b: i[2] i[3]
  float keep;                      ///< the distance they keep [m]
  float friction;
  bool edges;
  bool crossing;  ///< they begin crossed: left alone until they are free
};

struct PairMeasure {
  double d;
  Vec3d n;
  std::array<double, 4> w;
};

/// The four places of a pair.
using PairPlaces = std::array<Vec3d, 4>;

inline PairMeasure measure_pair(bool edges, const PairPlaces& x) {
  PairMeasure m;
  Vec3d gap;
  if (edges) {
    const auto c = closest_segments<double>(x[0], x[1], x[2], x[3]);
    m.w = {1 - c.a, c.a, c.b - 1, -c.b};
    gap = (x[0] - x[2]) + (x[1] - x[0]) * c.a - (x[3] - x[2]) * c.b;
  } else {
    const TrianglePoint p = closest_on_triangle(x[0], x[1], x[2], x[3]);
    m.w = {1, -p.barycentric[0], -p.barycentric[1], -p.barycentric[2]};
    gap = x[0] - p.point;
  }
  m.d = norm(gap);
  m.n = m.d > 0 ? gap * (1 / m.d) : Vec3d{{0, 0, 1}};
  return m;
}

/// min_a n.x - max_b n.x of places relative to the first: differences first, rounding after.
inline double separation(bool edges, const PairPlaces& x, const Vec3d& n) {
  const double b = dot(n, x[1] - x[0]), c = dot(n, x[2] - x[0]), e = dot(n, x[3] - x[0]);
  if (edges) return std::min(0.0, b) - std::max(c, e);
  return -std::max(b, std::max(c, e));
}

constexpr double kCloser = 0.8;      ///< of its distance a pair may lose in a step
constexpr double kRounding = 1e-13;  ///< [m]
/// How near a pair may come in a step that begins at the distance d: to half of what it keeps, or if it is
/// nearer already, not by more than its share.
inline double nearest_allowed(const NearPair& p, double d) {
  return std::min((1 - kCloser) * d, 0.5 * double(p.keep)) + kRounding;
}

/// The plane that keeps a pair apart best while it moves from x to y.
struct Divide {
  Vec3d n;
  double start, end;  ///< sigma(0), sigma(1) [m]
  bool proven;        ///< the pair stays apart for the whole step
};
/// m: the pair at x. Tries the direction of the closest points at the start, at the end and between, then those
/// across the triangle or across both edges: what slides over a curved surface turns within the step. At last
/// the best of all planes that stay as they are, and one that turns with it.
Divide divide(const NearPair& pair, const PairMeasure& m, const PairPlaces& x, const PairPlaces& y);

}  // namespace weft
