#include "contact/rigid/joint_block.h"

#include <cmath>

namespace weft {
namespace {

/// Where a body has taken what it was at time 0.
struct Taken {
  Pose first, now;
  Vec3d centre;  ///< moments are about it
  Vec3d place(const Vec3d& x) const { return now.to_world(first.to_local(x)); }
  Vec3d direction(const Vec3d& d) const { return now.rotation.rotate(first.rotation.conjugate().rotate(d)); }
  Quaternion<double> turn() const { return now.rotation * first.rotation.conjugate(); }
};

Taken taken(const RigidBody* body) {
  if (!body) return {};
  const RigidState& s = body->state();
  return {body->first_pose(), {s.centre(), s.rotation()}, s.trial().centre};
}

}  // namespace

JointBlock joint_block(const Joint& joint, const RigidBody& body_a, const RigidBody* body_b, double dt) {
  JointBlock block;
  const Taken a = taken(&body_a), b = taken(body_b);
  const Vec3d x_a = a.place(joint.at), x_b = b.place(joint.at), x = (x_a + x_b) * 0.5;
  const auto row = [&](const Vec3d& linear, const Vec3d& on_a, const Vec3d& on_b, double error) {
    const int r = block.rows++;
    block.linear[r] = linear;
    block.angular_a[r] = on_a;
    block.angular_b[r] = on_b;
    block.error[r] = error;
  };
  for (int k = 0; k < 3; ++k) {
    Vec3d e = Vec3d::zero();
    e[k] = 1;
    row(e, cross(x - a.centre, e), cross(x - b.centre, e), x_a[k] - x_b[k]);
  }
  const Vec3d none = Vec3d::zero();
  if (joint.kind == Joint::Kind::fixed) {
    const Quaternion<double> off = a.turn() * b.turn().conjugate();
    for (int k = 0; k < 3; ++k) {
      Vec3d e = Vec3d::zero();
      e[k] = 1;
      row(none, e, e, 2 * std::copysign(1.0, off.w) * off.axis_part()[k]);
    }
    return block;
  }
  const Vec3d axis_a = a.direction(normalized(joint.axis)), axis_b = b.direction(normalized(joint.axis));
  const Vec3d off = cross(axis_b, axis_a);
  const Vec3d t1 = normalized(std::fabs(axis_a[0]) < 0.7 ? cross(axis_a, Vec3d{{1, 0, 0}})
                                                         : cross(axis_a, Vec3d{{0, 1, 0}})),
              t2 = cross(axis_a, t1);
  row(none, t1, t1, dot(off, t1));
  row(none, t2, t2, dot(off, t2));
  if (joint.motor_speed) {
    block.motor = block.rows;
    block.most = joint.motor_torque * dt;
    row(none, axis_a, axis_a, 0);
    block.target[block.motor] = *joint.motor_speed;
  }
  return block;
}

bool joined(std::span<const Joint> joints, std::size_t a, std::size_t b) {
  for (const Joint& j : joints)
    if (!j.collide && ((j.a == a && j.b == b) || (j.a == b && j.b == a))) return true;
  return false;
}

}  // namespace weft
