/// Pins that follow rigid motions and triangles of a deforming surface.
#include "bodies/pins.h"

#include <gtest/gtest.h>

namespace weft {
namespace {

const std::vector<Vec3d> kPlaces = {{{0.2, 0.1, 0.05}}, {{0.2, 0.1, 0.15}}, {{2, 0, 0}}};

Step step_to(double t) {
  Step step{};
  step.time = t - 0.01;
  step.dt = 0.01;
  return step;
}

TEST(pins, a_rigid_pin_turns_its_vertices) {
  Pin pin;
  pin.vertices = {0, 1};
  pin.motion.spin = {{0, 0, 2}};
  Pins pins({pin}, kPlaces);
  EXPECT_EQ(pins.held(2), -1);
  pins.begin_step(step_to(0.5));
  const auto turn = Quaternion<double>::from_axis_angle({{0, 0, 1}}, 1);
  for (std::size_t v : {0u, 1u}) {
    EXPECT_LT(norm(pins.target(pins.held(v)) - turn.rotate(kPlaces[v])), 1e-12);
    EXPECT_LT(norm(pins.rotation(pins.held(v)).rotate({{1, 0, 0}}) - turn.rotate({{1, 0, 0}})), 1e-12);
  }
  EXPECT_EQ(pins.spin(pins.held(0)), (Vec3d{{0, 0, 2}}));
}

TEST(pins, vertices_go_with_their_triangle_and_the_collider_that_has_it) {
  // Two triangles; the second one stands up during the first second, the first one stays.
  auto surface = std::make_shared<SurfaceMotion>();
  surface->triangles = {{0, 1, 2}, {1, 3, 2}};
  surface->times = {0, 1};
  surface->positions = {{{{0, 0, 0}}, {{1, 0, 0}}, {{0, 1, 0}}, {{1, 1, 0}}},
                        {{{0, 0, 0}}, {{1, 0, 0}}, {{0, 1, 0}}, {{0.5, 0.5, 0.70710678118654752}}}};
  Pin pin;
  pin.vertices = {0, 1, 2};
  pin.anchors = {{0}, {0}, {1}};
  pin.surface = surface;
  pin.motion.velocity = {{0, 0, 3}};
  Pins pins({pin}, kPlaces);
  for (std::size_t v = 0; v < 3; ++v) EXPECT_LT(norm(pins.target(pins.held(v)) - kPlaces[v]), 1e-12);
  pins.begin_step(step_to(1));
  for (std::size_t v : {0u, 1u}) {
    EXPECT_LT(norm(pins.target(pins.held(v)) - kPlaces[v] - Vec3d{{0, 0, 3}}), 1e-12);
    EXPECT_NEAR(std::fabs(pins.rotation(pins.held(v)).w), 1, 1e-12);
  }
  // The normal of the second one, up at first, lies along (-1, -1, 0) then.
  const Vec3d normal = pins.rotation(pins.held(2)).rotate({{0, 0, 1}});
  EXPECT_LT(norm(normal - normalized(Vec3d{{-1, -1, 0}})), 1e-9);
  EXPECT_EQ(pins.pin_of(pins.held(2)), 0u);
}

TEST(pins, let_go) {
  Pin pin;
  pin.vertices = {1};
  pin.release = 0.2;
  Pins pins({pin}, kPlaces);
  pins.begin_step(step_to(0.1));
  EXPECT_TRUE(pins.active(0));
  pins.begin_step(step_to(0.3));
  EXPECT_FALSE(pins.active(0));
  EXPECT_FALSE(pins.holds());
}

/// Two pins hold different coordinates of one vertex; a third takes one of them over.
TEST(pins, single_coordinates) {
  Pin x, z, up;
  x.vertices = {0, 1};
  x.axes = 1;
  z.vertices = {0};
  z.axes = 4;
  z.release = 0.2;
  up.vertices = {1};
  up.axes = 1;
  up.motion.velocity = {{2, 0, 0}};
  Pins pins({x, z, up}, kPlaces);
  pins.begin_step(step_to(0.1));
  EXPECT_EQ(pins.axes_of(0), 5);
  EXPECT_EQ(pins.axes_of(1), 1);
  EXPECT_EQ(pins.axes_of(2), 0);
  EXPECT_TRUE(pins.leads(0));
  EXPECT_FALSE(pins.fixes(0));
  EXPECT_TRUE(pins.partial());
  const Vec3d own{{7, 8, 9}};
  EXPECT_LT(norm(pins.led(0, pins.target(pins.held(0)), own) - Vec3d{{0.2, 8, 0.05}}), 1e-12);
  EXPECT_LT(norm(pins.led(1, pins.target(pins.held(1)), own) - Vec3d{{0.4, 8, 9}}), 1e-12);
  pins.begin_step(step_to(0.3));
  EXPECT_EQ(pins.axes_of(0), 1);
}

TEST(pins, a_whole_pin_takes_over) {
  Pin x, all;
  x.vertices = all.vertices = {0};
  x.axes = 1;
  Pins first({x, all}, kPlaces), last({all, x}, kPlaces);
  EXPECT_TRUE(first.fixes(0));
  EXPECT_TRUE(last.fixes(0));
  EXPECT_LT(norm(last.target(last.held(0)) - kPlaces[0]), 1e-12);
}

}  // namespace
}  // namespace weft
