/// Coulomb's cone: its edge, its middle, packs, and the derivatives of the smooth one.
#include "materials/coulomb.h"

#include <gtest/gtest.h>

#include "math/pack.h"

namespace weft {
namespace {

TEST(FrictionCone, BringsToTheNearestPoint) {
  const FrictionCone cone{2.0};
  EXPECT_TRUE(cone.holds(2));
  EXPECT_FALSE(cone.holds(2.0001));
  EXPECT_EQ(cone.share(1), 1);
  EXPECT_EQ(cone.share(0), 1);
  EXPECT_EQ(cone.share(8), 0.25);
  EXPECT_EQ(FrictionCone{0.0}.share(3), 0);
}

TEST(FrictionCone, StopsOrSlides) {
  const FrictionCone cone{2.0};
  EXPECT_EQ(cone.per_speed(4, 1), 0.25);   // an impulse of 1 ends the slip of 4
  EXPECT_EQ(cone.per_speed(4, 100), 0.5);  // it cannot be stopped: 2 against it
  EXPECT_EQ(cone.per_speed(0, 0), 0);
}

TEST(FrictionCone, PacksDoAsNumbersDo) {
  using P = Pack<float>;
  for (const float length : {0.f, 0.5f, 2.f, 7.f})
    for (const float stop : {0.f, 1.f, 9.f}) {
      const FrictionCone<P> pack{P(2.f)};
      const FrictionCone<float> one{2.f};
      float share[P::width], per_speed[P::width];
      pack.share(P(length)).store(share);
      pack.per_speed(P(length), P(stop)).store(per_speed);
      EXPECT_EQ(share[0], one.share(length));
      EXPECT_EQ(per_speed[P::width - 1], one.per_speed(length, stop));
    }
}

TEST(SmoothFriction, ForcesAndTheirChangesAreDerivatives) {
  const SmoothFriction friction{3, 0.1};
  const Vec3d n{{0, 0, 1}};
  const double h = 1e-6;
  for (const double speed : {0.03, 0.09, 0.2, 5.0}) {
    const Vec3d t = Vec3d{{0.6, 0.8, 0}} * speed;
    const Mat3d change = friction.change(t, n);
    for (int a = 0; a < 2; ++a) {
      Vec3d more = t, less = t;
      more[a] += h, less[a] -= h;
      EXPECT_NEAR((friction.energy(norm(more)) - friction.energy(norm(less))) / (2 * h),
                  friction.factor(speed) * t[a], 1e-7);
      const Vec3d difference =
          (more * friction.factor(norm(more)) - less * friction.factor(norm(less))) * (1 / (2 * h));
      for (int b = 0; b < 2; ++b) EXPECT_NEAR(change(b, a), difference[b], 1e-6 * friction.factor(speed));
    }
    for (int a = 0; a < 3; ++a) EXPECT_EQ(change(a, 2), 0);
  }
}

TEST(ContactVelocity, StaysInTheCone) {
  const Vec3d n{{0, 0, 1}}, still = Vec3d::zero(), v{{3, 0, -2}};
  const Vec3d slides = contact_velocity(v, still, n, Boundary::separate, 0.5);
  EXPECT_DOUBLE_EQ(slides[0], 2);  // 3 - 0.5 * 2
  EXPECT_EQ(slides[2], 0);
  EXPECT_EQ(norm(contact_velocity(v, still, n, Boundary::separate, 1.5)), 0);
  EXPECT_EQ(norm(contact_velocity(v, still, n, Boundary::sticky, 0)), 0);
  const Vec3d away{{3, 0, 2}};
  EXPECT_EQ(norm(contact_velocity(away, still, n, Boundary::separate, 1) - away), 0);
  EXPECT_EQ(contact_velocity(away, still, n, Boundary::slip, 1)[2], 0);
}

}  // namespace
}  // namespace weft
