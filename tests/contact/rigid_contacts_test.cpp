/// Rigid bodies in contact against closed forms: slopes, rolling, bowling, spinning disks, cards, stacks,
/// joints; and what every contact must keep: momentum, no energy from nowhere, the same bits.
#include "contact/rigid_contacts.h"

#include <gtest/gtest.h>

#include <numbers>

#include "contact/rigid_scene.h"
#include "exec/memory_archive.h"
#include "exec/threads.h"
#include "geometry/distance_mesh.h"

namespace weft {
namespace {

constexpr double pi = std::numbers::pi, g = 9.81;
using Rotation = Quaternion<double>;

double degrees(double a) { return a * pi / 180; }
/// A shape lying on a slope that rises along x, its own z along the normal.
RigidOptions on_slope(const Shape& shape, double height, double slope) {
  RigidOptions o = RigidScene::options(shape, Vec3d{{-std::sin(slope), 0, std::cos(slope)}} * height);
  o.pose.rotation = Rotation::from_axis_angle({{0, 1, 0}}, -slope);
  return o;
}
double down(const Vec3d& x, double slope) { return -std::cos(slope) * x[0] - std::sin(slope) * x[2]; }

MeshShape mesh_of(const TriangleMesh& mesh) { return {std::make_shared<const DistanceMesh>(mesh)}; }
/// A box as a closed mesh with shared corners.
TriangleMesh box_mesh(const Vec3d& h) {
  TriangleMesh m;
  for (int k = 0; k < 8; ++k)
    m.vertices.push_back({{k & 1 ? h[0] : -h[0], k & 2 ? h[1] : -h[1], k & 4 ? h[2] : -h[2]}});
  m.triangles = {{0, 2, 1}, {1, 2, 3}, {4, 5, 6}, {5, 7, 6}, {0, 1, 4}, {1, 5, 4},
                 {2, 6, 3}, {3, 6, 7}, {0, 4, 2}, {2, 4, 6}, {1, 3, 5}, {3, 7, 5}};
  return m;
}

// F1
TEST(rigid_slope, block_slides_or_sticks) {
  const double slope = degrees(20);
  for (const double mu : {0.2, 0.35, 0.37}) {
    RigidScene s;
    s.floor(mu, slope);
    RigidState& b = s.add(on_slope(Box{{{0.05, 0.05, 0.05}}}, 0.05, slope));
    s.run(1, 1e-3);
    const double travel = down(b.centre(), slope),
                 slides = 0.5 * g * (std::sin(slope) - mu * std::cos(slope));
    if (slides > 0) EXPECT_NEAR(travel, slides, 0.002 * slides) << mu;
    else EXPECT_LT(std::fabs(travel), 1e-6) << mu;
  }
}

// F2
TEST(rigid_floor, sliding_block_stops_where_it_should) {
  for (const auto& [v, mu] : {std::pair{1.0, 0.2}, {2.0, 0.3}}) {
    RigidScene s;
    s.floor(mu);
    RigidOptions o = RigidScene::options(Box{{{0.05, 0.05, 0.05}}}, {{0, 0, 0.05}});
    o.velocity = {{v, 0, 0}};
    RigidState& b = s.add(o);
    s.run(1, 1e-3);
    EXPECT_NEAR(b.centre()[0], v * v / (2 * mu * g), 0.003 * b.centre()[0]);
    EXPECT_LT(norm(b.velocity()), 1e-9);
  }
}

// B2
TEST(rigid_slope, spheres_and_cylinders_roll_and_slip) {
  for (const bool round : {false, true})
    for (const auto& [angle, mu] : {std::pair{20.0, 0.3}, {35.0, 0.15}}) {
      const double slope = degrees(angle), k = round ? 0.4 : 0.5;
      RigidScene s;
      s.floor(mu, slope);
      RigidOptions o = on_slope(round ? Shape{Sphere{0.1}} : Shape{Cylinder{0.1, 0.1}}, 0.1, slope);
      if (!round) o.pose.rotation = Rotation::from_axis_angle({{1, 0, 0}}, pi / 2);
      RigidState& b = s.add(o);
      s.run(1, 1e-3);
      const bool rolls = std::tan(slope) * k / (1 + k) <= mu;
      const double a = rolls ? g * std::sin(slope) / (1 + k) : g * (std::sin(slope) - mu * std::cos(slope));
      EXPECT_NEAR(norm(b.velocity()), a, 1e-5 * a) << angle << (round ? " sphere" : " cylinder");
    }
}

// F5
TEST(rigid_floor, bowling_ball_begins_to_roll) {
  RigidScene s;
  s.floor(0.2);
  RigidOptions o = RigidScene::options(Sphere{0.1}, {{0, 0, 0.1}});
  o.velocity = {{2, 0, 0}};
  RigidState& b = s.add(o);
  double t = 0, x = 0;
  while (s.time < 0.5) {
    s.step(5e-4);
    if (t == 0 && b.velocity()[0] <= 0.1 * b.spin()[1] * (1 + 1e-9)) t = s.time, x = b.centre()[0];
  }
  EXPECT_NEAR(t, 4 / (7 * 0.2 * g), 0.005 * t);
  EXPECT_NEAR(x, 0.499282, 0.005 * x);
  EXPECT_NEAR(b.velocity()[0], 10.0 / 7, 1e-6);
}

// F6: pressure must be even and friction a cone; four contact points would stop it elsewhere.
TEST(rigid_floor, spinning_disk_stops_sliding_and_spinning_at_once) {
  RigidScene s;
  s.floor(0.3);
  RigidOptions o = RigidScene::options(Cylinder{0.05, 0.001}, {{0, 0, 0.001}});
  o.velocity = {{1, 0, 0}};
  o.spin = {{0, 0, 20}};
  RigidState& b = s.add(o);
  double stop = 0, ratio = 0;
  while (s.time < 0.5) {
    s.step(1e-3);
    const double v = norm(b.velocity());
    if (v > 0.05) ratio = v / (0.05 * std::fabs(b.spin()[2]));
    if (stop == 0 && v < 1e-6) stop = s.time;
  }
  EXPECT_NEAR(stop, 0.455418, 0.005 * stop);
  EXPECT_NEAR(norm(b.centre() - Vec3d{{0, 0, 0.001}}), 0.216581, 0.005 * 0.2166);
  EXPECT_NEAR(ratio, 0.653, 0.1);
}

// F7 (i)
TEST(rigid_cards, two_cards_stand_above_half_the_tangent) {
  const double half = degrees(15), L = 0.1, thick = 0.001;
  for (const double mu : {0.12, 0.15}) {
    RigidScene s;
    s.floor(mu);
    s.friction = 0.5;
    for (const int side : {-1, 1}) {
      RigidOptions o = RigidScene::options(Box{{{thick / 2, 0.03, L / 2}}}, Vec3d::zero());
      o.pose.rotation = Rotation::from_axis_angle({{0, 1, 0}}, -side * half);
      const Vec3d top = o.pose.rotation.rotate(Vec3d{{-side * thick / 2, 0, L / 2}});
      const double low = std::min(o.pose.rotation.rotate(Vec3d{{thick / 2, 0, -L / 2}})[2],
                                  o.pose.rotation.rotate(Vec3d{{-thick / 2, 0, -L / 2}})[2]);
      o.pose.position = {{-top[0], 0, -low}};
      s.add(o);
    }
    const double height = s.state(0).centre()[2];
    s.run(mu < 0.134 ? 1 : 5, 2e-3);
    if (mu < 0.134) EXPECT_LT(s.state(0).centre()[2], 0.2 * height);
    else EXPECT_NEAR(s.state(0).centre()[2], height, 0.002 * height);
  }
}

// F7 (ii): the lower block's way is prescribed; keys lie between the ends of steps: each has one velocity.
TEST(rigid_blocks, upper_one_is_carried_up_to_mu_g) {
  const double dt = 1e-3, mu = 0.4;
  for (const double a : {3.7, 4.2}) {
    RigidScene s;
    Collider c;
    c.shape = Box{{{0.5, 0.5, 0.05}}};
    c.friction = mu;
    for (int k = 0; k <= 900; ++k) {
      const double t = (k + 0.5) * dt;
      c.keys.push_back({t, {{{0.5 * a * t * t, 0, -0.05}}, Rotation::identity()}});
    }
    s.colliders.push_back(c);
    RigidState& b = s.add(RigidScene::options(Box{{{0.05, 0.05, 0.05}}}, {{0, 0, 0.05}}));
    s.run(0.8, dt);
    const double slip = 0.5 * a * 0.64 - b.centre()[0];
    EXPECT_NEAR(slip, a > mu * g ? 0.5 * (a - mu * g) * 0.64 : 0, 2e-3) << a;
  }
}

// The same with two rigid blocks, the lower one driven through a hinge-free push: friction between bodies.
TEST(rigid_blocks, friction_between_bodies_carries_momentum) {
  RigidScene s;
  s.floor(0);
  s.friction = 0.3;
  RigidOptions lower = RigidScene::options(Box{{{0.3, 0.3, 0.05}}}, {{0, 0, 0.05}});
  RigidOptions upper = RigidScene::options(Box{{{0.05, 0.05, 0.05}}}, {{-0.2, 0, 0.15}});
  upper.velocity = {{1, 0, 0}};
  const double m = 1, M = 36;
  s.add(lower);
  s.add(upper);
  s.run(0.6, 1e-3);
  const double common = m / (m + M);
  EXPECT_NEAR(s.state(0).velocity()[0], common, 1e-7);
  EXPECT_NEAR(s.state(1).velocity()[0], common, 1e-7);
  const double distance = 0.5 * (M / (m + M)) / (0.3 * g);  // v^2 / (2 mu g (1 + m/M))
  EXPECT_NEAR(s.state(1).centre()[0] - s.state(0).centre()[0] + 0.2, distance, 0.005 * distance);
}

TEST(rigid_stack, ten_boxes_stand) {
  for (const double dt : {1e-3, 4e-3}) {
    RigidScene s;
    s.floor(0.5);
    for (int k = 0; k < 10; ++k) {
      RigidOptions o = RigidScene::options(Box{{{0.05, 0.05, 0.05}}}, {{0, 0, 0.05 + 0.1 * k}});
      o.friction = 0.5;
      s.add(o);
    }
    s.run(dt < 2e-3 ? 1 : 5, dt);
    const Vec3d top = s.state(9).centre();
    EXPECT_LT(norm(top - Vec3d{{0, 0, 0.95}}), 3e-4) << dt;
    EXPECT_NEAR(-s.on_colliders[2] / dt, 10 * g, 0.001 * g) << dt;
  }
}

TEST(rigid_contact, shapes_rest_where_they_are_drawn) {
  struct Case {
    Shape shape;
    double height;
    Rotation turn;
  };
  const Rotation none = Rotation::identity(), lying = Rotation::from_axis_angle({{1, 0, 0}}, pi / 2);
  const std::vector<Case> cases = {
      {Sphere{0.1}, 0.1, none},           {Box{{{0.1, 0.05, 0.03}}}, 0.03, none},
      {Capsule{0.05, 0.1}, 0.05, lying},  {Cylinder{0.05, 0.1}, 0.1, none},
      {Cylinder{0.05, 0.1}, 0.05, lying}, {mesh_of(box_mesh({{0.1, 0.05, 0.03}})), 0.03, none}};
  for (std::size_t i = 0; i < cases.size(); ++i)
    for (const int ground : {0, 1, 2}) {
      RigidScene s;
      if (ground == 0) {
        s.floor(0.5);
      } else {
        Collider c;
        if (ground == 1) c.shape = Box{{{1, 1, 0.5}}};
        else c.shape = mesh_of(box_mesh({{1, 1, 0.5}}));
        c.start.position = {{0, 0, -0.5}};
        c.friction = 0.5;
        s.colliders.push_back(c);
      }
      RigidOptions o = RigidScene::options(cases[i].shape, {{0.01, 0.02, cases[i].height + 0.01}});
      o.pose.rotation = cases[i].turn;
      RigidState& b = s.add(o);
      s.run(0.5, 2e-3);
      EXPECT_NEAR(b.centre()[2], cases[i].height, 1e-5) << "shape " << i << " ground " << ground;
      EXPECT_LT(norm(b.velocity()), 1e-4) << "shape " << i << " ground " << ground;
    }
}

/// An L of three cubes: not convex.
TriangleMesh ell() {
  TriangleMesh m;
  const std::vector<Vec2d> outline = {{{0, 0}},     {{0.2, 0}},   {{0.2, 0.1}},
                                      {{0.1, 0.1}}, {{0.1, 0.2}}, {{0, 0.2}}};
  for (const double y : {-0.05, 0.05})
    for (const Vec2d& p : outline) m.vertices.push_back({{p[0], y, p[1]}});
  for (const auto& t : {std::array<std::uint32_t, 3>{0, 1, 2}, {0, 2, 3}, {0, 3, 4}, {0, 4, 5}}) {
    m.triangles.push_back(t);
    m.triangles.push_back({t[0] + 6, t[2] + 6, t[1] + 6});
  }
  for (std::uint32_t k = 0; k < 6; ++k) {
    const std::uint32_t next = (k + 1) % 6;
    m.triangles.push_back({k, k + 6, next});
    m.triangles.push_back({next, k + 6, next + 6});
  }
  return m;
}

TEST(rigid_contact, a_concave_mesh_holds_what_lies_in_its_corner) {
  RigidScene s;
  s.floor(0.5);
  const MeshShape shape = mesh_of(ell());
  ASSERT_GT(shape.mesh->volume(), 0);
  RigidOptions corner = RigidScene::options(shape, {{0, 0, 0}});
  corner.density = 5000;
  s.add(corner);
  RigidOptions cube = RigidScene::options(Box{{{0.03, 0.03, 0.03}}}, {{0.14, 0, 0.14}});
  s.add(cube);
  s.run(0.5, 2e-3);
  EXPECT_NEAR(s.state(1).centre()[2], 0.13, 5e-4);
  EXPECT_NEAR(s.state(1).centre()[0], 0.14, 2e-3);
  EXPECT_NEAR(s.state(0).centre()[2], mass_properties(ell()).centre[2], 5e-4);
}

TEST(rigid_contact, crossed_edges_meet) {
  // A roof turned up and a roof turned down across it: edge on edge, gap from supports.
  const double h = 0.05 * std::sqrt(2.0);
  RigidScene s;
  s.gravity = Vec3d::zero();
  RigidOptions low = RigidScene::options(Box{{{0.2, 0.05, 0.05}}}, {{0, 0, 0}});
  low.pose.rotation = Rotation::from_axis_angle({{1, 0, 0}}, pi / 4);
  RigidOptions high = RigidScene::options(Box{{{0.05, 0.2, 0.05}}}, {{0, 0, 2 * h + 0.01}});
  high.pose.rotation = Rotation::from_axis_angle({{0, 1, 0}}, pi / 4);
  high.velocity = {{0, 0, -1}};
  s.add(low);
  s.add(high);
  double nearest = 1;
  for (int i = 0; i < 40; ++i) {
    s.step(1e-3);
    nearest = std::min(nearest, s.state(1).centre()[2] - s.state(0).centre()[2]);
  }
  EXPECT_NEAR(nearest, 2 * h, 1e-4);
  EXPECT_NEAR(s.state(0).velocity()[2], -0.5, 1e-4);
  EXPECT_NEAR(s.state(1).velocity()[2], -0.5, 1e-4);
}

TEST(rigid_contact, impacts_keep_momentum_and_give_back_what_restitution_says) {
  for (const double e : {0.0, 0.5, 1.0}) {
    RigidScene s;
    s.gravity = Vec3d::zero();
    for (const double side : {-1.0, 1.0}) {
      RigidOptions o = RigidScene::options(Sphere{0.1}, {{side * 0.2, 0, 0}});
      o.velocity = {{side < 0 ? 2.0 : -1.0, 0, 0}};
      o.restitution = e;
      s.add(o);
    }
    s.run(0.2, 1e-3);
    const double v = s.state(0).velocity()[0], w = s.state(1).velocity()[0];
    EXPECT_NEAR(v + w, 1, 1e-12);
    EXPECT_NEAR(w - v, 3 * e, 1e-9);
  }
}

TEST(rigid_contact, a_glancing_impact_keeps_angular_momentum) {
  RigidScene s;
  s.gravity = Vec3d::zero();
  s.friction = 0.4;
  RigidOptions a = RigidScene::options(Box{{{0.1, 0.05, 0.07}}}, {{-0.3, 0.04, 0.01}});
  a.velocity = {{2, 0, 0}};
  a.spin = {{1, 2, -1}};
  s.add(a);
  s.add(RigidScene::options(Box{{{0.08, 0.09, 0.05}}}, {{0, 0, 0}}));
  const auto total = [&] {
    Totals t;
    for (auto& b : s.bodies) t += b->totals();
    return t;
  };
  const Totals before = total();
  s.run(0.4, 1e-3);
  const Totals after = total();
  EXPECT_LT(norm(after.momentum - before.momentum), 1e-12);
  EXPECT_LT(norm(after.angular_momentum - before.angular_momentum), 1e-4 * norm(before.angular_momentum));
  EXPECT_LT(after.kinetic, before.kinetic);
  EXPECT_GT(norm(s.state(1).velocity()), 0.1);
}

TEST(rigid_contact, overlap_at_the_start_parts_without_speed) {
  RigidScene s;
  s.gravity = Vec3d::zero();
  s.add(RigidScene::options(Box{{{0.05, 0.05, 0.05}}}, {{0, 0, 0}}));
  s.add(RigidScene::options(Box{{{0.05, 0.05, 0.05}}}, {{0, 0, 0.09}}));
  s.run(0.5, 1e-3);
  EXPECT_NEAR(s.state(1).centre()[2] - s.state(0).centre()[2], 0.1, 1e-4);
  for (int i : {0, 1}) EXPECT_LT(norm(s.state(i).velocity()), 1e-9);
}

TEST(rigid_contact, what_nothing_touches_keeps_every_bit) {
  RigidScene s;
  s.floor(0.3);
  RigidOptions o = RigidScene::options(Box{{{0.2, 0.1, 0.05}}}, {{0, 0, 10}});
  o.spin = {{0.01, 10, 0}};
  RigidState& b = s.add(o);
  RigidBody alone(o);
  for (int i = 0; i < 500; ++i) {
    s.step(1e-3);
    alone.state().accelerate(1e-3, s.gravity);
    alone.state().advance(1e-3);
  }
  EXPECT_EQ(b.centre(), alone.state().centre());
  EXPECT_EQ(b.angular_momentum(), alone.state().angular_momentum());
}

TEST(rigid_joint, hinge_swings_as_a_pendulum) {
  RigidScene s;
  RigidOptions o = RigidScene::options(Box{{{0.02, 0.02, 0.5}}}, Vec3d::zero());
  const double amplitude = 0.2;
  o.pose.rotation = Rotation::from_axis_angle({{0, 1, 0}}, amplitude);
  o.pose.position = o.pose.rotation.rotate(Vec3d{{0, 0, -0.5}});
  RigidState& b = s.add(o);
  Joint j;
  j.axis = {{0, 1, 0}};
  s.joints.push_back(j);
  const double period =
      4 * std::sqrt(((1 + 0.0016) / 12 + 0.25) / (0.5 * g)) * std::comp_ellint_1(std::sin(amplitude / 2));
  double last = b.centre()[0], first = 0, crossing = 0, off = 0;
  int crossings = 0;
  while (crossings < 7) {
    s.step(1e-3);
    const double x = b.centre()[0];
    if ((x > 0) != (last > 0)) {
      crossing = s.time - 1e-3 * x / (x - last);
      if (!crossings++) first = crossing;
    }
    last = x;
    off = std::max(off, norm(b.centre() + b.rotation().rotate(Vec3d{{0, 0, 0.5}})));
  }
  EXPECT_NEAR(2 * (crossing - first) / (crossings - 1), period, 1e-4 * period);
  EXPECT_LT(off, 1e-5);
}

TEST(rigid_joint, motor_turns_and_a_fixed_joint_carries) {
  RigidScene s;
  s.add(RigidScene::options(Box{{{0.05, 0.05, 0.05}}}, {{0, 0, 0}}));
  s.add(RigidScene::options(Box{{{0.05, 0.05, 0.05}}}, {{0.2, 0, 0}}));
  Joint hinge;
  hinge.axis = {{0, 0, 1}};
  hinge.motor_speed = 3;
  hinge.motor_torque = 1e6;
  Joint weld;
  weld.kind = Joint::Kind::fixed;
  weld.a = 1;
  weld.b = 0;
  weld.at = {{0.1, 0, 0}};
  s.joints = {hinge, weld};
  s.run(1, 1e-3);
  EXPECT_NEAR(s.state(0).spin()[2], 3, 1e-6);
  EXPECT_NEAR(s.state(1).spin()[2], 3, 1e-5);
  EXPECT_NEAR(norm(s.state(1).centre()), 0.2, 1e-4);
  EXPECT_LT(std::fabs(s.state(1).centre()[2]), 1e-4);
}

/// A heap of all shapes falling on a slope of a mesh.
void heap(RigidScene& s) {
  s.floor(0.4, degrees(5));
  int k = 0;
  for (const Shape& shape :
       {Shape{Sphere{0.06}}, Shape{Box{{{0.06, 0.05, 0.04}}}}, Shape{Capsule{0.04, 0.05}},
        Shape{Cylinder{0.05, 0.04}}, Shape{mesh_of(ell())}, Shape{Box{{{0.03, 0.08, 0.04}}}}}) {
    RigidOptions o = RigidScene::options(shape, {{0.01 * k, -0.01 * k, 0.2 + 0.22 * k}});
    o.pose.rotation = Rotation::from_rotation_vector({{0.3 * k, 0.2, -0.1 * k}});
    s.add(o);
    ++k;
  }
}

TEST(rigid_contact, heap_has_the_same_bits_on_any_number_of_threads_and_after_saving) {
  RigidScene one, two, resumed;
  std::map<std::string, std::string> store;
  MemoryArchive save(store, false), load(store, true);
  {
    ThreadLimit limit(1);
    heap(one);
    one.run(0.6, 2e-3);
    for (auto& b : one.bodies) b->archive(save);
    one.contacts.archive(save);
    resumed.time = one.time;
    one.run(0.8, 2e-3);
  }
  ThreadLimit limit(2);
  heap(two);
  two.run(0.6, 2e-3);
  two.run(0.8, 2e-3);
  heap(resumed);
  for (auto& b : resumed.bodies) b->archive(load);
  resumed.contacts.archive(load);
  resumed.run(0.8, 2e-3);
  for (std::size_t i = 0; i < one.bodies.size(); ++i) {
    EXPECT_EQ(one.state(i).centre(), two.state(i).centre());
    EXPECT_EQ(one.state(i).centre(), resumed.state(i).centre());
    EXPECT_EQ(one.state(i).angular_momentum(), resumed.state(i).angular_momentum());
  }
}

TEST(rigid_contact, heap_comes_to_rest_above_the_ground) {
  RigidScene s;
  heap(s);
  s.colliders.clear();
  s.floor(0.6);
  s.run(4, 2e-3);
  for (std::size_t i = 0; i < s.bodies.size(); ++i) {
    EXPECT_GT(s.state(i).centre()[2], 0.02) << i;
    EXPECT_LT(std::fabs(s.state(i).velocity()[2]), 0.01) << i;  // what is round may roll on
    EXPECT_LT(norm(s.state(i).velocity()), 1) << i;
  }
  EXPECT_LT(s.contacts.deepest(), 1e-3);
}

}  // namespace
}  // namespace weft
