#include "geometry/motion.h"

#include <cmath>

namespace weft {
namespace {

/// Rotation vector of the shorter way from a to b.
Vec3d rotation_between(const Quaternion<double>& a, const Quaternion<double>& b) {
  Quaternion<double> d = b * a.conjugate();
  if (d.w < 0) d = d * -1.0;
  const Vec3d axis = d.axis_part();
  const double sine = norm(axis);
  if (sine < 1e-12) return axis * 2.0;
  return axis * (2 * std::atan2(sine, d.w) / sine);
}

}  // namespace

Moving Motion::at(double t) const {
  Moving m;
  if (keys.empty()) {
    m.pose.position = start.position + velocity * t;
    m.pose.rotation = (Quaternion<double>::from_rotation_vector(spin * t) * start.rotation).normalized();
    m.linear = velocity;
    m.angular = spin;
    return m;
  }
  const Between b = locate(t, keys.size(), [&](std::size_t i) { return keys[i].time; });
  const Pose &from = keys[b.from].pose, &to = keys[b.to].pose;
  const Vec3d turn = rotation_between(from.rotation, to.rotation);
  m.pose.position = from.position * (1 - b.s) + to.position * b.s;
  m.pose.rotation = (Quaternion<double>::from_rotation_vector(turn * b.s) * from.rotation).normalized();
  m.linear = (to.position - from.position) * b.rate;
  m.angular = turn * b.rate;
  return m;
}

}  // namespace weft
