/// Coulomb's law against the reference vectors; motions against finite differences of their own positions.
#include "contact/collider.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>

#include "exec/error.h"
#include "geometry/distance_mesh.h"

namespace weft {
namespace {

using Rotation = Quaternion<double>;

Vec3d vector_of(const nlohmann::json& j) {
  Vec3d v = Vec3d::zero();
  for (std::size_t k = 0; k < j.size(); ++k) v[int(k)] = j[k];
  return v;
}

TEST(contact_velocity, matches_the_reference_vectors) {
  nlohmann::json group;
  if (const char* other = std::getenv("WEFT_VECTORS")) {
    group = nlohmann::json::parse(std::ifstream(other))["models"]["grid_bc"];
  } else {
    group = nlohmann::json::parse(std::ifstream(WEFT_TEST_DATA "/grid_bc.json"));
  }
  int cases = 0;
  for (const auto& c : group["cases"]) {
    const std::string kind = c["kind"];
    const Boundary boundary = kind == "sticky" ? Boundary::sticky
                              : kind == "slip" ? Boundary::slip
                                               : Boundary::separate;
    const Vec3d v =
        contact_velocity(vector_of(c["v"]), vector_of(c["v_co"]), vector_of(c["n"]), boundary, c["mu_b"]);
    const Vec3d expected = vector_of(c["v_new"]);
    EXPECT_LE(norm(v - expected), 1e-10 * (1 + norm(expected))) << "case " << cases;
    ++cases;
  }
  EXPECT_GE(cases, 10);
}

TEST(contact_velocity, block_on_a_slope_slides_exactly_beyond_the_friction_angle) {
  const double dt = 1e-3, g = 9.81;
  for (double angle : {0.1, 0.3, 0.5}) {
    const Vec3d n{{std::sin(angle), 0, std::cos(angle)}}, fall{{0, 0, -g * dt}};
    const double limit = std::tan(angle);
    EXPECT_EQ(norm(contact_velocity(fall, Vec3d::zero(), n, Boundary::separate, limit * 1.001)), 0);
    const Vec3d v = contact_velocity(fall, Vec3d::zero(), n, Boundary::separate, limit * 0.5);
    EXPECT_NEAR(norm(v), g * dt * (std::sin(angle) - 0.5 * limit * std::cos(angle)), 1e-15);
    EXPECT_NEAR(dot(v, n), 0, 1e-18);
  }
}

Collider keyed() {
  Collider c;
  c.shape = Box{{{1, 2, 3}}};
  c.keys = {{0.5, {{{0, 0, 0}}, Rotation::identity()}},
            {1.0, {{{1, 2, 0}}, Rotation::from_axis_angle({{0, 0, 1}}, 2.0)}},
            {2.0, {{{1, 0, 3}}, Rotation::from_axis_angle(normalized(Vec3d{{1, 1, 0}}), -1.0)}}};
  return c;
}

/// Velocity of the material point at x now, by moving it along with the pose.
Vec3d velocity_by_difference(Collider c, const Vec3d& x, double t) {
  const double e = 1e-6;
  c.move_to(t);
  const Vec3d local = c.pose.to_local(x);
  c.move_to(t + e);
  const Vec3d after = c.pose.to_world(local);
  c.move_to(t - e);
  return (after - c.pose.to_world(local)) * (1 / (2 * e));
}

TEST(collider, velocity_is_the_derivative_of_its_motion) {
  Collider spinning;
  spinning.shape = Sphere{1};
  spinning.start = {{{0.1, 0.2, 0.3}}, Rotation::from_axis_angle({{1, 0, 0}}, 0.4)};
  spinning.velocity = {{1, -2, 0.5}};
  spinning.spin = {{3, 1, -2}};
  for (Collider c : {spinning, keyed()})
    for (double t : {0.6, 0.77, 0.99, 1.3, 1.95}) {
      c.move_to(t);
      for (const Vec3d& x : {Vec3d{{1, 2, 3}}, Vec3d{{-0.4, 0.1, 0.2}}})
        EXPECT_LE(norm(c.velocity_at(x) - velocity_by_difference(c, x, t)), 1e-7) << t;
    }
}

TEST(collider, keys_are_met_and_rest_before_and_after) {
  Collider c = keyed();
  for (const Keyframe& key : c.keys) {
    c.move_to(key.time);
    EXPECT_NEAR(norm(c.pose.position - key.pose.position), 0, 1e-14);
    EXPECT_NEAR(std::fabs(dot(c.pose.rotation, key.pose.rotation)), 1, 1e-14);
    EXPECT_GT(norm(c.linear), 0.1);  // still the stretch that ends here
  }
  for (double t : {0.0, 0.49, 2.01, 100.0}) {
    c.move_to(t);
    EXPECT_EQ(norm(c.linear) + norm(c.angular), 0);
    EXPECT_EQ(c.pose.position, (t < 1 ? c.keys.front() : c.keys.back()).pose.position);
  }
}

TEST(collider, rotation_takes_the_shorter_way) {
  Collider c;
  const Rotation q = Rotation::from_axis_angle({{0, 0, 1}}, 0.5);
  c.keys = {{0, {}}, {1, {{{0, 0, 0}}, q * -1.0}}};
  c.move_to(0.5);
  EXPECT_NEAR(c.angular[2], 0.5, 1e-12);
  EXPECT_NEAR(norm(c.pose.rotation.rotate({{1, 0, 0}}) - Vec3d{{std::cos(0.25), std::sin(0.25), 0}}), 0,
              1e-12);
}

TEST(collider, distance_turns_with_the_pose) {
  Collider c;
  c.shape = Box{{{1, 0.5, 0.25}}};
  c.start = {{{5, 0, 0}}, Rotation::from_axis_angle({{0, 0, 1}}, M_PI / 2)};
  c.move_to(0);
  const Distance d = c.distance({{5, 1.5, 0}});
  EXPECT_NEAR(d.phi, 0.5, 1e-14);
  EXPECT_NEAR(norm(d.n - Vec3d{{0, 1, 0}}), 0, 1e-14);
  EXPECT_FALSE(c.may_touch({{5, 1.5, 0}}));
  EXPECT_TRUE(c.may_touch({{5, 0.9, 0}}));
}

TriangleMesh tetrahedron() {
  return {{{{0, 0, 0}}, {{1, 0, 0}}, {{0, 1, 0}}, {{0, 0, 1}}}, {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}}};
}

Collider deforming() {
  Collider c;
  c.shape = MeshShape{std::make_shared<DistanceMesh>(tetrahedron())};
  auto vertices = tetrahedron().vertices;
  for (double t : {0.0, 1.0, 3.0}) {
    c.sequence_times.push_back(t);
    c.sequence.push_back(vertices);
    for (Vec3d& x : vertices) x = {{x[0] * 2, x[1] + x[0], x[2] + 1}};
  }
  return c;
}

TEST(collider, deforming_mesh_moves_and_carries_its_velocity) {
  Collider c = deforming();
  c.start.rotation = Rotation::from_axis_angle({{0, 1, 0}}, 0.3);
  c.velocity = {{0, 0, 2}};
  c.spin = {{0, 0, 1}};
  c.move_to(1.5);
  const std::vector<Vec3d> now = std::get<MeshShape>(c.shape).mesh->mesh().vertices;
  for (std::size_t v = 0; v < now.size(); ++v) {
    EXPECT_NEAR(norm(now[v] - (c.sequence[1][v] * 0.75 + c.sequence[2][v] * 0.25)), 0, 1e-14);
    // The velocity at a vertex is that of the vertex, rigid motion included.
    Collider before = c, after = c;
    const double e = 1e-6;
    before.move_to(1.5 - e);
    after.move_to(1.5 + e);
    const auto at = [&](const Collider& k) {
      return k.pose.to_world(std::get<MeshShape>(k.shape).mesh->mesh().vertices[v]);
    };
    EXPECT_LE(norm(c.velocity_at(at(c)) - (at(after) - at(before)) * (1 / (2 * e))), 1e-6);
  }
  EXPECT_EQ(std::get<MeshShape>(c.shape).mesh->mesh().vertices, now) << "moving a copy moved the original";
}

TEST(collider, deforming_mesh_depends_on_time_alone) {
  Collider direct = deforming(), wandering = deforming();
  for (double t : {2.9, 0.1, 5.0, 0.7}) wandering.move_to(t);
  direct.move_to(0.7);
  for (int i = 0; i < 50; ++i) {
    const Vec3d x{{0.03 * i, 0.4 - 0.01 * i, 0.5}};
    EXPECT_EQ(direct.sample(x).phi, wandering.sample(x).phi);
    EXPECT_EQ(direct.sample(x).v, wandering.sample(x).v);
  }
  direct.move_to(7);
  EXPECT_EQ(direct.velocity_at({{0, 0, 0}}), Vec3d::zero());
}

std::string code_of(Collider c) {
  try {
    c.move_to(0.5);
  } catch (const Error& e) {
    return e.code;
  }
  return "none";
}

TEST(collider, impossible_motions_are_refused) {
  Collider c = keyed();
  c.keys[1].time = 3;
  EXPECT_EQ(code_of(c), "E0130");
  c = keyed();
  c.keys[1].time = c.keys[0].time;
  EXPECT_EQ(code_of(c), "E0130");
  c = deforming();
  c.sequence_times[1] = NAN;
  EXPECT_EQ(code_of(c), "E0130");
  c = deforming();
  c.sequence_times.pop_back();
  EXPECT_EQ(code_of(c), "E0131");
  c = deforming();
  c.sequence[2].pop_back();
  EXPECT_EQ(code_of(c), "E0131");
  c = deforming();
  c.shape = Sphere{1};
  EXPECT_EQ(code_of(c), "E0131");
}

}  // namespace
}  // namespace weft
