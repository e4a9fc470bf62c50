// Quaternions against rotation matrices.
#include "math/quaternion.h"

#include <gtest/gtest.h>

namespace weft {
namespace {

using Q = Quaternion<double>;

TEST(Quaternion, RotatesLikeItsMatrix) {
  const Q a = Q{0.3, -0.5, 0.7, 0.2}.normalized(), b = Q{-0.1, 0.4, 0.2, 0.9}.normalized();
  const Vec3d v{{1, -2, 0.5}};
  EXPECT_LE(norm(a.rotate(v) - a.to_matrix() * v), 1e-15);
  EXPECT_LE(norm((a * b).rotate(v) - a.rotate(b.rotate(v))), 1e-15);
  EXPECT_LE(norm(a.conjugate().rotate(a.rotate(v)) - v), 1e-15);
  EXPECT_NEAR(determinant(a.to_matrix()), 1, 1e-15);
}

TEST(Quaternion, AxisAndAngle) {
  const Q q = Q::from_axis_angle({0, 0, 1}, M_PI / 2);
  EXPECT_LE(norm(q.rotate({1, 0, 0}) - Vec3d{{0, 1, 0}}), 1e-15);
  const Q r = Q::from_rotation_vector({0, 0, M_PI / 2}), none = Q::from_rotation_vector({0, 0, 0});
  EXPECT_LE(norm(r.to_matrix() - q.to_matrix()), 1e-15);
  EXPECT_EQ(none.w, 1);
  const Q tiny = Q::from_rotation_vector({1e-6, 0, 0});
  EXPECT_NEAR(tiny.x, 5e-7, 1e-19);
}

TEST(Quaternion, FromMatrixInEveryBranch) {
  for (const Q& q : {Q{1, 0.1, 0.2, 0.3}, Q{0.1, 1, 0.2, 0.3}, Q{0.1, 0.2, 1, 0.3}, Q{0.1, 0.2, 0.3, 1},
                     Q{0, 1, 0, 0}, Q{0, 0, 0, -1}}) {
    const Mat3d R = q.normalized().to_matrix();
    EXPECT_LE(norm(Q::from_matrix(R).to_matrix() - R), 1e-14);
  }
}

TEST(Quaternion, SlerpTurnsAtConstantSpeed) {
  const Q a = Q::identity(), b = Q::from_axis_angle({0, 1, 0}, 2.0);
  for (double t : {0.0, 0.25, 0.5, 1.0})
    EXPECT_LE(norm(slerp(a, b, t).to_matrix() - Q::from_axis_angle({0, 1, 0}, 2.0 * t).to_matrix()), 1e-14);
  EXPECT_LE(norm(slerp(a, b * -1.0, 0.5).to_matrix() - slerp(a, b, 0.5).to_matrix()),
            1e-14);  // the shorter way
}

}  // namespace
}  // namespace weft
