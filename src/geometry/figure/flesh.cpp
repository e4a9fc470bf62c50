/// Round cones, joined smoothly. Between a ball of radius r at a and one of radius s at b, a distance l
/// apart, with sin = (r - s) / l, in coordinates (x away from the axis, y along it):
///   u = y cos - x sin:   |q| - r for u < 0,   |q - (0, l)| - s for u > l cos,   x cos + y sin - r between
/// Smooth union of width k:  min(d, e) - k h^2 / 4,  h = max(0, 1 - |d - e| / k); its gradient is a mean of
/// the two, so that it never exceeds one.
#include "geometry/figure/flesh.h"

#include <algorithm>
#include <cmath>

namespace weft {
namespace {

struct RoundCone {
  Vec3d a, b;
  double r, s;  ///< radii at a and at b [m]

  double distance(const Vec3d& p) const {
    const Vec3d axis = b - a, q = p - a;
    const double l = norm(axis), y = dot(q, axis) / l;
    const double x = std::sqrt(std::max(0.0, norm2(q) - y * y));
    const double sine = (r - s) / l, cosine = std::sqrt(1 - sine * sine), u = y * cosine - x * sine;
    if (u < 0) return norm(q) - r;
    if (u > l * cosine) return norm(p - b) - s;
    return x * cosine + y * sine - r;
  }
};

double smooth_union(double d, double e, double k) {
  const double h = std::max(0.0, 1 - std::fabs(d - e) / k);
  return std::min(d, e) - 0.25 * k * h * h;
}

}  // namespace

HeadBall head_ball(const BodyPlan& plan) {
  const double H = plan.height;
  return {{{0.002 * H, 0, 0.944 * H}}, 0.054 * H};
}

LevelSet flesh(const BodyPlan& plan, const Joints& j) {
  const double H = plan.height, T = plan.torso * H, L = plan.limbs * H;
  std::vector<RoundCone> parts;
  const auto add = [&](const Vec3d& a, const Vec3d& b, double r, double s) { parts.push_back({a, b, r, s}); };
  const auto at = [&](double x, double y, double z) { return Vec3d{{x * H, y * H, z * H}}; };
  for (std::size_t i = 0; i < 2; ++i) {
    const double side = i == 0 ? 1 : -1;
    add(j.shoulder[i], j.elbow[i], 0.032 * L, 0.025 * L);
    add(j.elbow[i], j.wrist[i], 0.026 * L, 0.017 * L);
    add(j.wrist[i], j.finger[i], 0.022 * L, 0.018 * L);
    add(j.hip[i], j.knee[i], 0.054 * L, 0.034 * L);
    add(j.knee[i] + at(-0.006, 0, -0.02), j.ankle[i], 0.035 * L, 0.023 * L);
    add(j.heel[i], j.ball[i] + at(0.01, 0, 0), 0.024 * H, 0.019 * H);
    add(at(-0.006, 0.02 * side, 0.7), at(0, side * plan.shoulder * 0.72, 0.79), 0.056 * T,
        0.042 * T);                                                                           // chest
    add(at(-0.012, 0.03 * side, 0.54), at(-0.004, 0.02 * side, 0.62), 0.062 * T, 0.052 * T);  // loins
  }
  add(at(0, 0.02, 0.6), at(0, 0.02, 0.72), 0.052 * T, 0.058 * T);
  add(at(0, -0.02, 0.6), at(0, -0.02, 0.72), 0.052 * T, 0.058 * T);
  add(at(-0.005, 0, 0.8), at(0.004, 0, 0.87), 0.036 * H, 0.031 * H);  // neck
  const HeadBall head = head_ball(plan);
  add(at(0.012, 0, 0.9), head.centre, 0.042 * H, head.radius);
  if (plan.belly > 0) add(at(0.03, 0, 0.6), at(0.025, 0, 0.66), plan.belly * H, 0.9 * plan.belly * H);
  const double k = 0.03 * H;
  return [parts = std::move(parts), k](const Vec3d& x) {
    double d = parts[0].distance(x);
    for (std::size_t i = 1; i < parts.size(); ++i) d = smooth_union(d, parts[i].distance(x), k);
    return d;
  };
}

}  // namespace weft
