/// Frames of triangles that deform: rigid motion is followed exactly, rates are derivatives.
#include "geometry/surface_motion.h"

#include <gtest/gtest.h>

namespace weft {
namespace {

const std::vector<Vec3d> kCorners = {{{0, 0, 0}}, {{1, 0.2, 0}}, {{0.3, 1, 0.4}}};

SurfaceMotion between(const std::vector<Vec3d>& from, const std::vector<Vec3d>& to) {
  return {{{0, 1, 2}}, {0, 2}, {from, to}};
}

TEST(surface_motion, a_frame_goes_with_a_triangle_that_moves_rigidly) {
  const Quaternion<double> turn = Quaternion<double>::from_axis_angle(normalized(Vec3d{{1, 2, 3}}), 0.9);
  const Vec3d by{{3, -1, 2}};
  std::vector<Vec3d> moved;
  for (const Vec3d& x : kCorners) moved.push_back(turn.rotate(x) + by);
  const SurfaceMotion s = between(kCorners, moved);
  const Pose a = s.frame({0}, s.around(0)).pose, b = s.frame({0}, s.around(2)).pose;
  const Vec3d held{{0.4, 0.1, 0.7}};
  EXPECT_LT(norm(b.to_world(a.to_local(held)) - (turn.rotate(held) + by)), 1e-12);
}

TEST(surface_motion, velocities_are_derivatives_of_the_pose) {
  const SurfaceMotion s = between(kCorners, {{{0.1, 0.3, 0}}, {{1.4, 0.1, 0.5}}, {{-0.2, 1.2, 0.9}}});
  const double t = 0.7, e = 1e-6;
  const Moving now = s.frame({0}, s.around(t)), later = s.frame({0}, s.around(t + e)),
               before = s.frame({0}, s.around(t - e));
  const Vec3d held{{0.2, -0.3, 0.5}};
  const Vec3d v = (later.pose.to_world(held) - before.pose.to_world(held)) * (0.5 / e);
  EXPECT_LT(norm(v - (now.linear + cross(now.angular, now.pose.rotation.rotate(held)))), 1e-8);
}

TEST(surface_motion, rests_before_the_first_and_after_the_last_time) {
  const SurfaceMotion s = between(kCorners, {{{1, 0, 0}}, {{2, 0.2, 0}}, {{1.3, 1, 0.4}}});
  EXPECT_EQ(s.frame({0}, s.around(-1)).linear, Vec3d::zero());
  EXPECT_EQ(s.frame({0}, s.around(5)).linear, Vec3d::zero());
  EXPECT_LT(norm(s.frame({0}, s.around(1)).linear - Vec3d{{0.5, 0, 0}}), 1e-12);
}

TEST(surface_motion, combined_motions_turn_about_the_outer_origin) {
  Motion outer;
  outer.start.position = {{1, 0, 0}};
  outer.velocity = {{0, 0, 2}};
  outer.spin = {{0, 0, 3}};
  const SurfaceMotion s = between(kCorners, {{{0.1, 0, 0}}, {{1, 0.5, 0}}, {{0.3, 1, 0.6}}});
  const auto at = [&](double t) { return combined(outer.at(t), s.frame({0}, s.around(t))); };
  const double t = 0.5, e = 1e-6;
  const Vec3d held{{0.3, 0.2, 0.1}};
  const Moving now = at(t);
  const Vec3d v = (at(t + e).pose.to_world(held) - at(t - e).pose.to_world(held)) * (0.5 / e);
  EXPECT_LT(norm(v - (now.linear + cross(now.angular, now.pose.rotation.rotate(held)))), 1e-8);
}

}  // namespace
}  // namespace weft
