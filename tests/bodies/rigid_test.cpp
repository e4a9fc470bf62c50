/// Rigid bodies by themselves: free rotation against elliptic functions, axes, pushes, saving.
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>
#include <numbers>

#include "bodies/rigid/free_rotation.h"
#include "bodies/rigid/rigid_body.h"
#include "exec/error.h"
#include "exec/memory_archive.h"
#include "geometry/shape_surface.h"

namespace weft {
namespace {

constexpr double pi = std::numbers::pi;
using Rotation = Quaternion<double>;

RigidOptions block(const Vec3d& half) {
  RigidOptions o;
  o.name = "block";
  o.shape = Box{half};
  o.surface = shape_surface(o.shape, 0.1);
  o.properties = mass_properties(o.shape);
  return o;
}

RigidStart skew_start() {
  RigidStart s;
  s.mass = 2;
  s.inertia = {{{0.5, 0.05, -0.02}, {0.05, 0.3, 0.04}, {-0.02, 0.04, 0.4}}};
  s.centre = {{0.1, -0.2, 0.3}};
  s.rotation = Rotation::from_rotation_vector({{0.3, -0.5, 0.8}});
  s.velocity = {{0.5, 0.1, -0.3}};
  s.spin = {{1, -2, 3}};
  return s;
}

// B1 of the validation table: flip interval from elliptic functions, trajectory from an 8th-order integrator.
TEST(free_rotation, dzhanibekov_flips_on_time) {
  const auto reference = nlohmann::json::parse(std::ifstream(WEFT_TEST_DATA "/rigid_dzhanibekov.json"));
  RigidOptions o = block({{0.2, 0.1, 0.05}});
  o.spin = {{0.01, 10, 0}};
  RigidBody body(o);
  RigidState& s = body.state();
  const double dt = 1e-3, E_0 = s.kinetic();
  const Vec3d L_0 = s.angular_momentum();
  EXPECT_NEAR(E_0, reference["energy"].get<double>(), 1e-12);
  std::vector<double> flips;
  double last = 10, worst_E = 0, worst_spin = 0;
  for (int i = 1; i <= 6000; ++i) {
    s.accelerate(dt, Vec3d::zero());
    s.advance(dt);
    worst_E = std::max(worst_E, std::fabs(s.kinetic() / E_0 - 1));
    const Vec3d spin = s.rotation().conjugate().rotate(s.spin());
    if ((spin[1] < 0) != (last < 0)) flips.push_back(dt * (i - spin[1] / (spin[1] - last)));
    last = spin[1];
    if (i % 250 == 0)
      for (int k = 0; k < 3; ++k)
        worst_spin =
            std::max(worst_spin, std::fabs(spin[k] - reference["omega_body"][i / 250][k].get<double>()));
  }
  ASSERT_EQ(flips.size(), 2u);
  const double interval = reference["flip_interval"];
  EXPECT_NEAR(flips[1] - flips[0], interval, 1e-4 * interval);
  EXPECT_NEAR(flips[0], interval / 2, 1e-3 * interval);
  EXPECT_LT(worst_spin, 0.02);  // 2e-3 of the spin
  EXPECT_LT(worst_E, 1e-12);
  EXPECT_EQ(s.angular_momentum(), L_0);
}

TEST(free_rotation, keeps_energy_over_100000_steps_of_a_skew_body) {
  RigidState s(skew_start());
  const double E_0 = s.kinetic();
  const Vec3d L_0 = s.angular_momentum();
  double worst = 0;
  for (int i = 0; i < 100000; ++i) {
    s.accelerate(5e-3, Vec3d::zero());
    s.advance(5e-3);
    worst = std::max(worst, std::fabs(s.kinetic() / E_0 - 1));
  }
  EXPECT_LT(worst, 1e-11);
  EXPECT_EQ(s.angular_momentum(), L_0);
}

TEST(free_rotation, converges_with_the_square_of_the_step) {
  const RigidStart start = skew_start();
  const Vec3d L = RigidState(start).angular_momentum();
  const Mat3d J_inverse = inverse(start.inertia);
  const auto after = [&](int steps) {
    Rotation q = start.rotation;
    for (int i = 0; i < steps; ++i) q = turn_freely(q, L, J_inverse, 1.0 / steps);
    return q;
  };
  const Rotation exact = after(6400);
  const auto error = [&](int steps) { return (after(steps) + exact * -1.0).norm(); };
  EXPECT_NEAR(error(100) / error(200), 4, 0.1);
}

TEST(free_rotation, takes_shorter_steps_where_a_body_spins_fast) {
  RigidStart s = skew_start();
  s.spin = {{300, -200, 100}};
  RigidState state(s);
  const double E_0 = state.kinetic();
  for (int i = 0; i < 100; ++i) {
    state.accelerate(0.01, Vec3d::zero());
    state.advance(0.01);
  }
  EXPECT_NEAR(state.kinetic() / E_0, 1, 1e-11);
}

TEST(rigid_state, response_is_the_change_of_velocity_that_a_push_brings) {
  for (const bool fixed : {false, true}) {
    RigidStart start = skew_start();
    if (fixed) start.axis = FixedAxis{{{0, 0, 0}}, {{1, 2, 2}}, 0, {}, 0};
    RigidState s(start);
    s.accelerate(0.01, {{0, 0, -9.81}});
    const Vec3d x{{0.4, 0.3, -0.2}}, p{{0.7, -0.4, 0.2}};
    const Vec3d before = s.velocity_at(x), expected = s.response(x) * p;
    s.push(x, p);
    EXPECT_LT(norm(s.velocity_at(x) - before - expected), 1e-13);
  }
}

TEST(rigid_state, a_push_changes_momentum_and_angular_momentum_by_just_itself) {
  RigidState s(skew_start());
  const Vec3d x{{0.4, 0.3, -0.2}}, p{{0.7, -0.4, 0.2}};
  const auto angular = [&] { return cross(s.centre(), s.velocity() * s.mass()) + s.angular_momentum(); };
  const Vec3d L_0 = angular(), p_0 = s.velocity() * s.mass();
  s.accelerate(1e-3, Vec3d::zero());
  s.push(x, p);
  s.advance(0);
  EXPECT_LT(norm(s.velocity() * s.mass() - p_0 - p), 1e-14);
  EXPECT_LT(norm(angular() - L_0 - cross(x, p)), 1e-14);
}

TEST(rigid_state, a_step_that_is_thrown_away_leaves_no_trace) {
  RigidState a(skew_start()), b(skew_start());
  a.accelerate(0.01, {{0, 0, -9.81}});
  a.push({{1, 0, 0}}, {{0, 3, 1}});
  a.drift({{1, 1, 1}}, {{1, 1, 1}});
  for (RigidState* s : {&a, &b}) {
    s->accelerate(0.005, {{0, 0, -9.81}});
    s->advance(0.005);
  }
  EXPECT_EQ(a.centre(), b.centre());
  EXPECT_EQ(a.velocity(), b.velocity());
  EXPECT_EQ(a.angular_momentum(), b.angular_momentum());
}

TEST(rigid_axis, pendulum_swings_with_the_period_of_large_swings) {
  RigidOptions o = block({{0.02, 0.02, 0.5}});
  const double amplitude = 1.0;
  o.pose.rotation = Rotation::from_axis_angle({{0, 1, 0}}, amplitude);
  o.pose.position = o.pose.rotation.rotate(Vec3d{{0, 0, -0.5}});
  o.axis = FixedAxis{{{0, 0, 0}}, {{0, 1, 0}}, 0, {}, 0};
  RigidBody body(o);
  RigidState& s = body.state();
  const double inertia = (1.0 + 0.0016) / 12 + 0.25;  // of 1 kg about the axis
  const double period = 4 * std::sqrt(inertia / (0.5 * 9.81)) * std::comp_ellint_1(std::sin(amplitude / 2));
  const double dt = 1e-3;
  double last = s.centre()[0], first_crossing = 0, crossing = 0;
  int crossings = 0;
  for (int i = 1; crossings < 9; ++i) {
    s.accelerate(dt, {{0, 0, -9.81}});
    s.advance(dt);
    const double x = s.centre()[0];
    if ((x > 0) != (last > 0)) {
      crossing = dt * (i - x / (x - last));
      if (!crossings++) first_crossing = crossing;
    }
    last = x;
  }
  EXPECT_NEAR(2 * (crossing - first_crossing) / (crossings - 1), period, 1e-5 * period);
  EXPECT_NEAR(norm(s.centre()), 0.5, 1e-14);
}

TEST(rigid_axis, motor_reaches_its_speed_with_its_torque_and_friction_slows) {
  RigidOptions o = block({{0.1, 0.1, 0.1}});
  o.axis = FixedAxis{{{0, 0, 0}}, {{0, 0, 2}}, 0, 10, 0.5};
  RigidState driven = RigidBody(o).state();
  const double J = 8.0 * 0.04 / 6;  // M a^2 / 6
  for (int i = 0; i < 100; ++i) driven.accelerate(1e-3, Vec3d::zero()), driven.advance(1e-3);
  EXPECT_NEAR(driven.spin()[2], 0.5 * 0.1 / J, 1e-10);
  for (int i = 0; i < 2000; ++i) driven.accelerate(1e-3, Vec3d::zero()), driven.advance(1e-3);
  EXPECT_NEAR(driven.spin()[2], 10, 1e-12);

  o.axis = FixedAxis{{{0, 0, 0}}, {{0, 0, 1}}, 0.1, {}, 0};
  o.spin = {{0, 0, 5}};
  RigidState slowed = RigidBody(o).state();
  for (int i = 0; i < 1000; ++i) slowed.accelerate(1e-4, Vec3d::zero()), slowed.advance(1e-4);
  EXPECT_NEAR(slowed.spin()[2], 5 * std::exp(-0.1 * 0.1 / J), 1e-4);
}

TEST(rigid_body, points_have_the_mass_and_move_with_the_body) {
  RigidOptions o = block({{0.2, 0.1, 0.05}});
  o.pose.position = {{1, 2, 3}};
  o.spin = {{0, 0, 2}};
  o.velocity = {{0.5, 0, 0}};
  o.point_spacing = 0.02;
  RigidBody body(o);
  ASSERT_GT(body.size(), 100u);
  Step step;
  step.dt = 1e-3;
  ParcelBatch batch;
  double mass = 0, area = 0;
  Vec3d momentum = Vec3d::zero();
  for (std::size_t at = 0; at < body.size(); at += kBatch) {
    const Range r{at, std::min(at + kBatch, body.size())};
    body.load(r, step, batch);
    Real nx[kBatch], ny[kBatch], nz[kBatch], a[kBatch];
    body.normals(r, nx, ny, nz, a);
    for (std::size_t k = 0; k < r.size(); ++k) {
      mass += double(batch.m[k]);
      area += double(a[k]);
      for (int c = 0; c < 3; ++c) momentum[c] += double(batch.p[c][k]);
      const Vec3d local{{batch.x[0][k] - Real(1), batch.x[1][k] - Real(2), batch.x[2][k] - Real(3)}};
      const Distance d = signed_distance(o.shape, local);
      EXPECT_LT(std::fabs(d.phi), 1e-6);
      EXPECT_GT(local[0] * double(nx[k]) + local[1] * double(ny[k]) + local[2] * double(nz[k]), 0);
    }
  }
  EXPECT_NEAR(mass, 8, 1e-4);
  EXPECT_NEAR(area, 2 * (0.08 + 0.02 + 0.04), 1e-6);
  EXPECT_NEAR(momentum[0], 4, 0.2);  // points are spread at random
  EXPECT_NEAR(body.totals().kinetic, 0.5 * 8 * 0.25 + 0.5 * (8.0 / 12 * 0.2) * 4, 1e-12);
  EXPECT_NEAR(body.quantity("spin_z")[0], 2, 1e-12);
  EXPECT_TRUE(body.quantity("stress").empty());
}

TEST(rigid_body, saves_and_continues_with_the_same_bits) {
  RigidOptions o = block({{0.2, 0.1, 0.05}});
  o.spin = {{1, 7, 3}};
  o.point_spacing = 0.05;
  RigidBody one(o), other(o);
  Step step;
  step.dt = 1e-3;
  const auto advance = [&](RigidBody& b, int n) {
    for (int i = 0; i < n; ++i) b.accelerate(step, {{0, 0, -9.81}}, {}), b.end_step(step);
  };
  advance(one, 100);
  std::map<std::string, std::string> store;
  MemoryArchive save(store, false), load(store, true);
  one.archive(save);
  other.archive(load);
  advance(one, 50);
  advance(other, 50);
  EXPECT_EQ(one.state().centre(), other.state().centre());
  EXPECT_EQ(one.quantity("x"), other.quantity("x"));
}

TEST(rigid_body, needs_a_volume) {
  RigidOptions o = block({{0.1, 0.1, 0.1}});
  o.properties.volume = 0;
  EXPECT_THROW(RigidBody{o}, Error);
}

TEST(shape_surface, encloses_the_shape) {
  for (const Shape& s : {Shape{Sphere{0.3}}, Shape{Box{{{0.1, 0.2, 0.3}}}}, Shape{Capsule{0.1, 0.3}},
                         Shape{Cylinder{0.2, 0.1}}}) {
    const TriangleMesh mesh = shape_surface(s, 0.01);
    EXPECT_NEAR(mass_properties(mesh).volume / volume(s), 1, 0.01);
    for (const Vec3d& v : mesh.vertices) EXPECT_LT(std::fabs(signed_distance(s, v).phi), 1e-12);
  }
}

TEST(shape_surface, creases_are_split_and_smooth_edges_are_not) {
  const TriangleMesh box{{{{0, 0, 0}}, {{1, 0, 0}}, {{0, 1, 0}}, {{0, 0, 1}}},
                         {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}}};
  EXPECT_EQ(split_at_creases(box).vertices.size(), 12u);
  TriangleMesh ball = shape_surface(Sphere{1}, 0.2);
  EXPECT_EQ(split_at_creases(ball).vertices.size(), ball.vertices.size());
}

}  // namespace
}  // namespace weft
