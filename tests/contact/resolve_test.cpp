/// A node in several colliders: what remains violates none of them, and the changes add up.
#include "contact/resolve.h"

#include <gtest/gtest.h>

#include <cmath>

namespace weft {
namespace {

Collider wall(const Vec3d& normal, Boundary boundary = Boundary::separate, double friction = 0) {
  Collider c;
  c.shape = Plane{normalized(normal)};
  c.boundary = boundary;
  c.friction = friction;
  c.move_to(0);
  return c;
}

const Vec3d kOrigin{{0, 0, 0}};  // on every wall: phi = 0 counts as inside

Vec3d total(const std::vector<Touch>& touches) {
  Vec3d sum = Vec3d::zero();
  for (const Touch& t : touches) sum += t.dv;
  return sum;
}

TEST(resolve, no_collider_no_change) {
  std::vector<Touch> touches(3);
  const std::vector<Collider> walls = {wall({{0, 0, 1}})};
  EXPECT_EQ(resolve({{1, 2, -3}}, {{0, 0, 0.1}}, walls, touches), (Vec3d{{1, 2, -3}}));
  EXPECT_TRUE(touches.empty());
}

TEST(resolve, one_collider_is_the_law_itself) {
  std::vector<Touch> touches;
  const std::vector<Collider> walls = {wall({{1, 0, 0}}), wall({{0, 0, 1}}, Boundary::separate, 0.3)};
  const Vec3d v{{4, 1, -2}};
  EXPECT_EQ(resolve(v, {{0.5, 0, 0}}, walls, touches),
            contact_velocity(v, Vec3d::zero(), {{0, 0, 1}}, Boundary::separate, 0.3));
  ASSERT_EQ(touches.size(), 1u);
  EXPECT_EQ(touches[0].collider, 1u);
}

TEST(resolve, a_sharp_groove_leaves_motion_along_its_edge) {
  // Two steep walls: each pushes the node into the other, so projecting in turn never ends.
  const std::vector<Collider> walls = {wall({{1, 0, 0.2}}), wall({{-1, 0, 0.2}})};
  std::vector<Touch> touches;
  const Vec3d v{{0.3, 0.7, -5}}, out = resolve(v, kOrigin, walls, touches);
  EXPECT_NEAR(norm(out - Vec3d{{0, 0.7, 0}}), 0, 1e-12);
  EXPECT_NEAR(norm(v + total(touches) - out), 0, 1e-12);
  EXPECT_GT(dot(touches[0].dv, touches[0].n), 0);
  EXPECT_GT(dot(touches[1].dv, touches[1].n), 0);
}

TEST(resolve, a_pit_of_three_walls_stops_the_node) {
  const std::vector<Collider> walls = {wall({{1, 0, 0.3}}), wall({{-0.5, 0.87, 0.3}}),
                                       wall({{-0.5, -0.87, 0.3}})};
  std::vector<Touch> touches;
  const Vec3d v{{0.1, 0.2, -3}}, out = resolve(v, kOrigin, walls, touches);
  EXPECT_NEAR(norm(out), 0, 1e-12);
  EXPECT_NEAR(norm(v + total(touches) - out), 0, 1e-12);
}

TEST(resolve, a_moving_pit_carries_the_node_along) {
  std::vector<Collider> walls = {wall({{1, 0, 0.3}}), wall({{-0.5, 0.87, 0.3}}), wall({{-0.5, -0.87, 0.3}})};
  const Vec3d carry{{1, -2, 0.5}};
  for (Collider& c : walls) {
    c.velocity = carry;
    c.move_to(0);
  }
  std::vector<Touch> touches;
  EXPECT_NEAR(norm(resolve(carry + Vec3d{{0.1, 0.2, -3}}, kOrigin, walls, touches) - carry), 0, 1e-12);
}

TEST(resolve, right_angles_and_leaving_nodes_need_no_corners) {
  const std::vector<Collider> walls = {wall({{0, 0, 1}}), wall({{1, 0, 0}})};
  std::vector<Touch> touches;
  EXPECT_EQ(resolve({{-1, 2, -3}}, kOrigin, walls, touches), (Vec3d{{0, 2, 0}}));
  EXPECT_EQ(resolve({{1, 2, 3}}, kOrigin, walls, touches), (Vec3d{{1, 2, 3}}));
  EXPECT_EQ(touches.size(), 2u);
  EXPECT_EQ(total(touches), Vec3d::zero());
}

TEST(resolve, sticky_wins_a_conflict) {
  std::vector<Collider> walls = {wall({{0, 0, 1}}, Boundary::sticky), wall({{0, 0, -1}})};
  walls[1].velocity = {{0, 0, -2}};
  walls[1].move_to(0);
  std::vector<Touch> touches;
  const Vec3d v{{1, 1, 1}}, out = resolve(v, kOrigin, walls, touches);
  EXPECT_NEAR(norm(out), 0, 1e-14);
  EXPECT_NEAR(norm(v + total(touches) - out), 0, 1e-14);
}

TEST(resolve, random_walls_are_never_entered_and_changes_add_up) {
  std::uint64_t state = 12345;
  const auto next = [&] {
    state = state * 6364136223846793005ull + 1442695040888963407ull;
    return double(state >> 40) / double(1 << 24) * 2 - 1;
  };
  int violated = 0;
  for (int trial = 0; trial < 2000; ++trial) {
    std::vector<Collider> walls;
    const int count = 1 + trial % 3;
    for (int i = 0; i < count; ++i)
      walls.push_back(wall({{next(), next(), next()}}, Boundary::separate, 0.5 + 0.5 * next()));
    const Vec3d v{{next(), next(), next()}};
    std::vector<Touch> touches;
    const Vec3d out = resolve(v, kOrigin, walls, touches);
    EXPECT_NEAR(norm(v + total(touches) - out), 0, 1e-9);
    EXPECT_LE(norm(out), norm(v) * (1 + 1e-9)) << "contact with walls at rest must not add energy";
    for (const Touch& t : touches) violated += dot(out, t.n) < -1e-9;
  }
  EXPECT_EQ(violated, 0);
}

}  // namespace
}  // namespace weft
