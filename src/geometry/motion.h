/// How a rigid thing moves: at constant velocity and spin, or from key to key.
/// Keys k and k + 1 with s = (t - t_k) / (t_{k+1} - t_k):
///   c = (1 - s) c_k + s c_{k+1},   q = exp(s r) q_k,   r = rotation vector of q_{k+1} q_k*,  |r| <= pi
///   dc/dt = (c_{k+1} - c_k) / (t_{k+1} - t_k),   omega = r / (t_{k+1} - t_k)
#pragma once
#include <cmath>
#include <string>
#include <vector>

#include "geometry/shape.h"

namespace weft {

/// Poses between keys are interpolated (linear position, spherical rotation). Before the first key and after
/// the last a thing rests; at a key it still moves as it did before it.
struct Keyframe {
  double time;
  Pose pose;
};

/// Where a moving thing is and how fast.
struct Moving {
  Pose pose;
  Vec3d linear{{0, 0, 0}};   ///< velocity of the pose's origin [m/s]
  Vec3d angular{{0, 0, 0}};  ///< world axes [rad/s]
};

/// The pair of entries around t, how far between them, and 1 / (time between them); rate 0 means at rest.
struct Between {
  std::size_t from = 0, to = 0;
  double s = 0, rate = 0;
};

/// Times ascend. t belongs to the stretch that ends with it, as a step that ends at t has moved through that
/// stretch; the first entry belongs to the first stretch.
template <class TimeOf>
WEFT_HD Between locate(double t, std::size_t count, TimeOf&& time) {
  if (count == 1 || t < time(0)) return {};
  if (t > time(count - 1)) return {count - 1, count - 1, 0, 0};
  std::size_t to = 1, end = count - 1;  // the first entry from 1 on that is not before t
  while (to < end) {
    const std::size_t middle = (to + end) / 2;
    if (time(middle) < t) to = middle + 1;
    else end = middle;
  }
  const double length = time(to) - time(to - 1);
  return {to - 1, to, (t - time(to - 1)) / length, 1 / length};
}

/// A Motion whose keys lie elsewhere: what kernels of a graphics card see.
struct MotionView {
  Pose start;
  Vec3d velocity, spin;
  const Keyframe* keys;
  std::size_t count;
  WEFT_HD Moving at(double t) const;
};

struct Motion {
  Pose start;                  ///< at t = 0 when there are no keys
  Vec3d velocity{{0, 0, 0}};   ///< constant linear velocity added to start [m/s]
  Vec3d spin{{0, 0, 0}};       ///< constant angular velocity about the origin of the pose [rad/s]
  std::vector<Keyframe> keys;  ///< overrides start, velocity and spin when not empty
  Moving at(double t) const;
};

/// Rotation vector of the shorter way from a to b.
WEFT_HD inline Vec3d rotation_between(const Quaternion<double>& a, const Quaternion<double>& b) {
  Quaternion<double> d = b * a.conjugate();
  if (d.w < 0) d = d * -1.0;
  const Vec3d axis = d.axis_part();
  const double sine = norm(axis);
  if (sine < 1e-12) return axis * 2.0;
  return axis * (2 * std::atan2(sine, d.w) / sine);
}

WEFT_HD inline Moving MotionView::at(double t) const {
  Moving m;
  if (count == 0) {
    m.pose.position = start.position + velocity * t;
    m.pose.rotation = (Quaternion<double>::from_rotation_vector(spin * t) * start.rotation).normalized();
    m.linear = velocity;
    m.angular = spin;
    return m;
  }
  struct Times {
    const Keyframe* keys;
    WEFT_HD double operator()(std::size_t i) const { return keys[i].time; }
  };
  const Between b = locate(t, count, Times{keys});
  const Pose &from = keys[b.from].pose, &to = keys[b.to].pose;
  const Vec3d turn = rotation_between(from.rotation, to.rotation);
  m.pose.position = from.position * (1 - b.s) + to.position * b.s;
  m.pose.rotation = (Quaternion<double>::from_rotation_vector(turn * b.s) * from.rotation).normalized();
  m.linear = (to.position - from.position) * b.rate;
  m.angular = turn * b.rate;
  return m;
}

}  // namespace weft
