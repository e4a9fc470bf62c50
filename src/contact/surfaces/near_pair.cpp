#include "contact/surfaces/near_pair.h"

#include <cmath>

#include "geometry/nearest_of_hull.h"

namespace weft {
namespace {

constexpr double kLeastStart =
    1e-3;  // of the distance: a plane must lie between them at the start, beyond rounding

/// Across the triangle, or across both edges; zero where that is nothing.
Vec3d across(bool edges, const PairPlaces& x) {
  const Vec3d n = edges ? cross(x[1] - x[0], x[3] - x[2]) : cross(x[2] - x[1], x[3] - x[1]);
  const double length = norm(n);
  return length > 0 ? n * (1 / length) : Vec3d::zero();
}

/// A plane that turns with the pair. Vertex and triangle, or two edges, can only touch while all four places
/// lie in one plane:  f(s) = (p x q).r = 0  with p and q along the triangle or the edges and r between them. f is
/// a cubic in s; where its four Bernstein coefficients have one sign it has no root.
bool never_in_one_plane(const NearPair& pair, double need, const PairPlaces& x, const PairPlaces& y) {
  struct Frame {
    Vec3d p, q, r;
  };
  const auto frame = [&](const PairPlaces& z) {
    return pair.edges ? Frame{z[1] - z[0], z[3] - z[2], z[0] - z[2]}
                      : Frame{z[2] - z[1], z[3] - z[1], z[0] - z[1]};
  };
  const Frame a = frame(x), b = frame(y);
  const auto volume = [](const Vec3d& p, const Vec3d& q, const Vec3d& r) { return dot(cross(p, q), r); };
  const double c0 = volume(a.p, a.q, a.r), c3 = volume(b.p, b.q, b.r);
  const double c1 = (volume(b.p, a.q, a.r) + volume(a.p, b.q, a.r) + volume(a.p, a.q, b.r)) / 3;
  const double c2 = (volume(a.p, b.q, b.r) + volume(b.p, a.q, b.r) + volume(b.p, b.q, a.r)) / 3;
  const double side = c0 > 0 ? 1 : -1, area = norm(cross(b.p, b.q));
  const double least = std::min(std::min(side * c0, side * c1), side * c2);
  return side * c3 >= need * area && least >= kLeastStart * need * area && least > 0;
}

/// The best plane that stays as it is: sigma(0) and sigma(1) both at least the distance of the origin from all that
/// side a lies from side b, at the start and at the end.
Vec3d across_motion(bool edges, const PairPlaces& x, const PairPlaces& y) {
  std::array<Vec3d, 8> between;
  std::size_t n = 0;
  for (const PairPlaces* z : {&x, &y})
    for (std::size_t a = 0; a < (edges ? 2u : 1u); ++a)
      for (std::size_t b = edges ? 2 : 1; b < 4; ++b) between[n++] = (*z)[a] - (*z)[b];
  const Vec3d p = nearest_of_hull({between.data(), n});
  const double length = norm(p);
  return length > 0 ? p * (1 / length) : p;
}

}  // namespace

Divide divide(const NearPair& pair, const PairMeasure& m, const PairPlaces& x, const PairPlaces& y) {
  const bool edges = pair.edges;
  const double need = nearest_allowed(pair, m.d), least = std::max(kLeastStart * m.d, kRounding);
  Divide best{m.n, separation(edges, x, m.n), separation(edges, y, m.n), false};
  // At the start too: closest points of nearly parallel edges are not exact.
  bool between = best.start >= least;
  best.proven = between && best.end >= need;
  if (best.proven) return best;
  const auto attempt = [&](const Vec3d& direction) {
    const double length = norm(direction);
    if (best.proven || !(length > 0.1)) return;
    const Vec3d n = direction * (1 / length);
    const double start = separation(edges, x, n), end = separation(edges, y, n);
    if (start < least || (between && end <= best.end)) return;
    between = true;
    best = {n, start, end, end >= need};
  };
  const PairMeasure end = measure_pair(edges, y);
  if (end.d > 0) {
    attempt(m.n + end.n);
    attempt(end.n);
  }
  const Vec3d before = across(edges, x), after = across(edges, y);
  for (const double side : {1.0, -1.0}) {
    attempt(before * side);
    attempt(after * side);
    attempt((before + after) * (0.5 * side));
  }
  // It proves, or says nothing: what should part them is a direction in which they meet.
  const Divide meets = best;
  if (!best.proven) attempt(across_motion(edges, x, y));
  if (!best.proven) best = meets;
  if (!best.proven) best.proven = never_in_one_plane(pair, need, x, y);
  return best;
}

}  // namespace weft
