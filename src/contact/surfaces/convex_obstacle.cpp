#include "contact/surfaces/convex_obstacle.h"

#include <algorithm>
#include <cmath>

#include "exec/loops.h"
#include "geometry/closest_triangle.h"
#include "geometry/nearest_of_hull.h"

namespace weft {
namespace {

constexpr std::size_t kChunk = 2048;
constexpr int kHalvings = 12;  // of an edge in search of its minimum

/// h(n) of shapes in their own frame.
struct Reach {
  const Vec3d& n;
  double operator()(const Plane& p) const { return dot(n, p.normal) > 1 - 1e-12 ? 0 : 1e300; }
  double operator()(const Sphere& s) const { return s.radius * norm(n); }
  double operator()(const Box& b) const {
    return std::abs(n[0]) * b.half[0] + std::abs(n[1]) * b.half[1] + std::abs(n[2]) * b.half[2];
  }
  double operator()(const Capsule& c) const { return c.radius * norm(n) + c.half_length * std::abs(n[2]); }
  double operator()(const Cylinder& c) const {
    return c.radius * std::hypot(n[0], n[1]) + c.half_height * std::abs(n[2]);
  }
  double operator()(const MeshShape&) const { return 1e300; }
};

/// The point with the most n.y, of shapes in their own frame.
struct Farthest {
  const Vec3d& n;
  static double toward(double n, double size) { return n < 0 ? -size : size; }
  Vec3d operator()(const Sphere& s) const { return n * (s.radius / norm(n)); }
  Vec3d operator()(const Box& b) const {
    return {{toward(n[0], b.half[0]), toward(n[1], b.half[1]), toward(n[2], b.half[2])}};
  }
  Vec3d operator()(const Capsule& c) const {
    return n * (c.radius / norm(n)) + Vec3d{{0, 0, toward(n[2], c.half_length)}};
  }
  Vec3d operator()(const Cylinder& c) const {
    const double across = std::hypot(n[0], n[1]), out = across > 0 ? c.radius / across : 0;
    return {{out * n[0], out * n[1], toward(n[2], c.half_height)}};
  }
  Vec3d operator()(const Plane&) const { return Vec3d::zero(); }
  Vec3d operator()(const MeshShape&) const { return Vec3d::zero(); }
};

const Vec3d& least_of(const std::array<Vec3d, 3>& x, const Vec3d& n) {
  const double a = dot(n, x[0]), b = dot(n, x[1]), c = dot(n, x[2]);
  return a <= b ? (a <= c ? x[0] : x[2]) : (b <= c ? x[1] : x[2]);
}

}  // namespace

Distance ConvexObstacle::distance(const Vec3d& x, const Pose& pose, const Mat3d& turn) const {
  const Distance d = signed_distance(collider_->shape, transpose(turn) * (x - pose.position));
  return {d.phi, turn * d.n};
}

double ConvexObstacle::reach(const Vec3d& n, const Pose& pose, const Mat3d& turn) const {
  const Vec3d local = transpose(turn) * n;
  return dot(n, pose.position) + std::visit(Reach{local}, collider_->shape);
}

Vec3d ConvexObstacle::farthest_along(const Vec3d& n, const Pose& pose, const Mat3d& turn) const {
  const Vec3d local = transpose(turn) * n;
  return pose.position + turn * std::visit(Farthest{local}, collider_->shape);
}

Vec3d ConvexObstacle::plane_between(const std::array<Vec3d, 3>& x, const std::array<Vec3d, 3>& y) const {
  if (const auto* plane = std::get_if<Plane>(&collider_->shape)) return turn_to_ * plane->normal;
  const auto back = [&](const Vec3d& n) {
    const Vec3d before = least_of(x, n) - farthest_along(n, from_, turn_from_);
    const Vec3d after = least_of(y, n) - farthest_along(n, to_, turn_to_);
    const Vec3d& worse = dot(n, before) < dot(n, after) ? before : after;
    return HullSearch::Corner{worse, worse};
  };
  const Vec3d first = y[0] - to_.position;
  const Vec3d p = nearest_of_convex({first, first}, back).x;
  const double length = norm(p);
  return length > 0 ? p * (1 / length) : p;
}

ConvexObstacle::Gap ConvexObstacle::gap(const std::array<Vec3d, 3>& x, const Pose& pose,
                                        const Mat3d& turn) const {
  if (const auto* plane = std::get_if<Plane>(&collider_->shape)) {
    const Vec3d n = turn * plane->normal, &at = least_of(x, n);
    return {n * std::max(0.0, dot(n, at - pose.position)), at};
  }
  const auto back = [&](const Vec3d& n) {
    const Vec3d& at = least_of(x, n);
    return HullSearch::Corner{at - farthest_along(n, pose, turn), at};
  };
  const HullSearch::Corner nearest = nearest_of_convex({x[0] - pose.position, x[0]}, back);
  return {nearest.x, nearest.of};
}

double ConvexObstacle::farthest(const Vec3d& lower, const Vec3d& upper) const {
  double most = 0;
  for (int k = 0; k < 8; ++k) {
    const Vec3d x{{(k & 1 ? upper : lower)[0], (k & 2 ? upper : lower)[1], (k & 4 ? upper : lower)[2]}};
    most = std::max(most, norm(to_.to_world(from_.to_local(x)) - x));
  }
  return most;
}

void ConvexObstacle::begin(const SurfaceScene& scene, const Collider& c, double time, double far) {
  const std::size_t n = scene.size();
  if (collider_ != &c || seen_.size() != n) {
    collider_ = &c;
    seen_.assign(n, {});
    is_near_.assign(n, 0);
    gone_ = 0;
    lower_ = scene.lower, upper_ = scene.upper;
  }
  from_ = c.at(time).pose;
  to_ = c.pose;
  turn_from_ = from_.rotation.to_matrix();
  turn_to_ = to_.rotation.to_matrix();
  // phi at a place changes by no more than the obstacle's point there moves, and that is farthest at a corner of
  // the box around all places.
  for (int a = 0; a < 3; ++a) {
    lower_[a] = std::min(lower_[a], scene.lower[a]);
    upper_[a] = std::max(upper_[a], scene.upper[a]);
  }
  way_ = farthest(scene.lower, scene.upper);
  gone_ += farthest(lower_, upper_);
  near.clear();
  elements.clear();
  parallel_each(n, kChunk, [&](std::size_t i) {
    is_near_[i] = 0;
    const SurfacePart& p = scene.parts[scene.part_of[i]];
    if (!p.yields || !p.meets_obstacles || !scene.is_vertex(std::uint32_t(i))) return;
    const double margin = far + 2 * (p.mesh->radius + scene.fastest + way_);
    Seen& seen = seen_[i];
    const double bound = seen.phi - gone_ - margin;
    if (bound > 0 && norm2(scene.x[i] - seen.at) < bound * bound) return;
    seen.now = distance(scene.x[i]);
    seen.phi = seen.now.phi + gone_;
    seen.at = scene.x[i];
    is_near_[i] = seen.now.phi <= margin;
  });
  for (std::uint32_t i = 0; i < n; ++i)
    if (is_near_[i]) near.push_back(i);
  if (near.empty()) return;
  for (std::uint32_t e = 0; e < scene.elements.size(); ++e) {
    const SurfaceElement& t = scene.elements[e];
    bool all = true;
    for (int k = 0; k < t.corners(); ++k) all &= is_near_[t.vertex[k]] != 0;
    if (all) elements.push_back(e);
  }
}

double ConvexObstacle::least_between(const SurfaceScene& scene, std::uint32_t a, std::uint32_t b) const {
  const Vec3d e = scene.x[b] - scene.x[a];
  const double rise_a = dot(normal(a), e), rise_b = dot(normal(b), e);
  if (rise_a >= 0 || rise_b <= 0) return 1e300;
  // phi(a) + s rise_a  and  phi(b) + (s - 1) rise_b  meet
  return phi(a) + rise_a * (phi(b) - rise_b - phi(a)) / (rise_a - rise_b);
}

bool ConvexObstacle::least_at_corner(const SurfaceScene& scene, const SurfaceElement& e) const {
  for (std::size_t k = 0; k < 3; ++k) {
    const std::uint32_t v = e.vertex[k];
    bool rises = true;
    for (std::size_t o = 1; o < 3; ++o)
      rises &= dot(normal(v), scene.x[e.vertex[(k + o) % 3]] - scene.x[v]) >= 0;
    if (rises) return true;
  }
  return false;
}

double ConvexObstacle::least_along(const Vec3d& a, const Vec3d& e) const {
  if (std::holds_alternative<Sphere>(collider_->shape))
    return std::clamp(dot(to_.position - a, e) / std::max(norm2(e), 1e-300), 0.0, 1.0);
  double low = 0, high = 1;
  for (int k = 0; k < kHalvings; ++k) {
    const double s = 0.5 * (low + high);
    (dot(distance(a + e * s).n, e) > 0 ? high : low) = s;
  }
  return 0.5 * (low + high);
}

/// Of a box only corners poke.
bool ConvexObstacle::may_poke(const std::array<Vec3d, 3>& x, double shown) const {
  const auto* box = std::get_if<Box>(&collider_->shape);
  if (!box) return true;
  const Mat3d back = transpose(turn_to_);
  for (int a = 0; a < 3; ++a) {
    double low = 1e300, high = -1e300;
    for (const Vec3d& corner : x) {
      const double at = (back * (corner - to_.position))[a];
      low = std::min(low, at), high = std::max(high, at);
    }
    const auto within = [&](double c) { return low - shown <= c && c <= high + shown; };
    if (!within(box->half[a]) && !within(-box->half[a])) return false;
  }
  return true;
}

/// Outside as the nearest point of a convex set. Inside, along lines from the first corner to the opposite side the minima themselves are convex:
///   x(q, p) = x0 + q (e1 + p (e2 - e1)),  outer search over q, inner over p.
/// The outer one compares values: at the corner of a box, inside, phi has no gradient in its minimum.
std::array<double, 3> ConvexObstacle::least_on(const std::array<Vec3d, 3>& x) const {
  if (std::holds_alternative<Sphere>(collider_->shape)) {
    const Vec3d w = closest_on_triangle(to_.position, x[0], x[1], x[2]).barycentric;
    return {w[0], w[1], w[2]};
  }
  if (const Gap outside = gap(x); norm2(outside.p) > 0) {
    const Vec3d w = closest_on_triangle(outside.at, x[0], x[1], x[2]).barycentric;
    return {w[0], w[1], w[2]};
  }
  const Vec3d e1 = x[1] - x[0], side = x[2] - x[1];
  struct Line {
    double q, p, phi;
  };
  const auto least_at = [&](double q) {
    const double p = least_along(x[0] + e1 * q, side * q);
    return Line{q, p, distance(x[0] + (e1 + side * p) * q).phi};
  };
  constexpr double kGolden = 0.6180339887498949;
  double low = 0, high = 1;
  Line a = least_at(1 - kGolden), b = least_at(kGolden);
  for (int cut = 0; 2 * cut < 3 * kHalvings; ++cut)
    if (a.phi < b.phi) {
      high = b.q;
      b = a;
      a = least_at(high - kGolden * (high - low));
    } else {
      low = a.q;
      a = b;
      b = least_at(low + kGolden * (high - low));
    }
  const Line best = a.phi < b.phi ? a : b;
  return {1 - best.q, best.q * (1 - best.p), best.q * best.p};
}

}  // namespace weft
