/// People: flesh around every bone, tetrahedra of it, and a walk whose feet stand still.
#include "geometry/figure/figure.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "exec/error.h"
#include "geometry/mesh_checks.h"
#include "geometry/random.h"

namespace weft {
namespace {

const Bone& bone(const Figure& f, const std::string& name) {
  return *std::find_if(f.bones.begin(), f.bones.end(), [&](const Bone& b) { return b.name == name; });
}

/// An end of a bone's core at time t.
Vec3d end_of(const Bone& b, double t, double sign) {
  return b.motion.at(t).pose.to_world({{0, 0, sign * b.core.half_length}});
}

TEST(figure, flesh_holds_every_bone) {
  for (const std::string& build : figure_builds()) {
    const Figure f = make_figure({.build = build});
    EXPECT_EQ(f.bones.size(), 16u);
    for (const Bone& b : f.bones)
      for (double s : {-1.0, 0.0, 1.0})
        EXPECT_LT(f.skin(b.rest.to_world({{0, 0, s * b.core.half_length}})), -0.9 * b.core.radius)
            << build << " " << b.name;
  }
}

TEST(figure, builds_are_as_tall_and_heavy_as_people) {
  double heaviest = 0;
  for (const std::string& build : figure_builds()) {
    const Figure f = make_figure({.build = build});
    const TetMesh mesh = stuff(f.skin, f.bounds, 0.03);
    Bounds box;
    for (const Vec3d& x : mesh.vertices) box.add(x);
    EXPECT_NEAR(box.lower[2], 0, 0.01) << build;
    const double height = build == "slim" ? 1.7 : build == "stout" ? 1.66 : 1.88;
    EXPECT_NEAR(box.upper[2], height, 0.02) << build;
    const double kilograms = 1000 * volume(mesh);
    EXPECT_GT(kilograms, 45) << build;
    EXPECT_LT(kilograms, 120) << build;
    if (build == "stout") {
      EXPECT_GT(kilograms, 1.3 * heaviest);
    }
    heaviest = std::max(heaviest, kilograms);
    EXPECT_TRUE(check_mesh({mesh.vertices, boundary_faces(mesh)}).closed()) << build;
    EXPECT_GT(dihedral_range(mesh).smallest, 10 * std::numbers::pi / 180);
  }
}

TEST(figure, the_level_set_is_a_lower_bound_of_the_distance) {
  const Figure f = make_figure({.build = "stout"});
  for (std::uint64_t i = 0; i < 2000; ++i) {
    const auto any = [&](std::uint64_t lane) {
      const Vec3d u = Random{lane}.uniform3(i);
      return Vec3d{{2 * u[0] - 1, 2 * u[1] - 1, 2.4 * u[2] - 0.3}};
    };
    const Vec3d a = any(1), b = a + (any(2) - a) * 0.1;
    EXPECT_LE(std::fabs(f.skin(a) - f.skin(b)), norm(a - b) * (1 + 1e-9));
  }
}

TEST(figure, every_bone_holds_vertices_of_one_bone_only) {
  for (double spacing : {0.03, 0.06}) {
    const Figure f = make_figure({});
    const TetMesh mesh = stuff(f.skin, f.bounds, spacing);
    const auto held = vertices_of_bones(f, mesh.vertices, spacing);
    std::vector<int> owners(mesh.vertices.size(), 0);
    for (std::size_t b = 0; b < held.size(); ++b) {
      EXPECT_GT(held[b].size(), 1u) << f.bones[b].name << " at " << spacing;
      for (const std::uint32_t v : held[b]) ++owners[v];
    }
    EXPECT_LE(*std::max_element(owners.begin(), owners.end()), 1);
    EXPECT_LT(std::count(owners.begin(), owners.end(), 1), std::ptrdiff_t(owners.size() / 3));
  }
}

TEST(figure, a_walk_begins_standing_and_at_rest) {
  const Figure f = make_figure({.walk = 1.2, .duration = 3});
  for (const Bone& b : f.bones) {
    const Moving m = b.motion.at(0);
    EXPECT_LT(norm(m.pose.position - b.rest.position), 1e-9) << b.name;
    EXPECT_GT(std::fabs(dot(m.pose.rotation, b.rest.rotation)), 1 - 1e-12) << b.name;
    EXPECT_LT(norm(m.linear), 1e-6) << b.name;
    EXPECT_LT(norm(m.angular), 1e-6) << b.name;
  }
}

TEST(figure, bones_stay_joined_and_move_smoothly) {
  for (const std::string& build : figure_builds()) {
    const Figure f = make_figure({.build = build, .walk = 1.3, .duration = 4});
    const char* pairs[][2] = {{"left thigh", "left shin"},          {"right thigh", "right shin"},
                              {"left upper arm", "left lower arm"}, {"right upper arm", "right lower arm"},
                              {"left lower arm", "left hand"},      {"spine", "chest"}};
    for (const auto& p : pairs) {
      const Bone &a = bone(f, p[0]), &b = bone(f, p[1]);
      const double gap = norm(end_of(a, 0, 1) - end_of(b, 0, -1));
      for (double t = 0; t < 4; t += 0.01)
        EXPECT_LT(norm(end_of(a, t, 1) - end_of(b, t, -1)), gap + 1e-3) << p[0] << " " << t;
    }
    for (const Bone& b : f.bones) {
      Vec3d before = b.motion.at(1e-3).linear;
      for (double t = 1.0 / 240; t < 4; t += 1.0 / 120) {
        const Moving m = b.motion.at(t);
        EXPECT_LT(norm(m.linear), 6) << b.name << " " << t;
        EXPECT_LT(norm(m.linear - before) * 120, 90) << b.name << " " << t;  // [m/s^2]
        before = m.linear;
      }
    }
  }
}

TEST(figure, it_gets_where_its_speed_takes_it_and_a_foot_always_stands) {
  const double v = 1.2;
  const Figure f = make_figure({.walk = v, .duration = 6});
  const Bone &pelvis = bone(f, "pelvis"), &left = bone(f, "left foot"), &right = bone(f, "right foot");
  const double at_3 = pelvis.motion.at(3).pose.position[0], at_5 = pelvis.motion.at(5).pose.position[0];
  EXPECT_NEAR((at_5 - at_3) / 2, v, 0.01);
  double lowest = 1e9, highest = 0, forward[2] = {0, 0};
  for (double t = 0.005; t < 5; t += 0.01) {
    // The ball of the foot that stands does not slide.
    const auto ball_speed = [&](const Bone& b) {
      const Moving m = b.motion.at(t);
      return norm(m.linear + cross(m.angular, end_of(b, t, 1) - m.pose.position));
    };
    EXPECT_LT(std::min(ball_speed(left), ball_speed(right)), 0.25) << t;
    for (const Bone* b : {&left, &right})
      for (double s : {-1.0, 1.0}) EXPECT_GT(end_of(*b, t, s)[2], 0.01) << t;
    const double z = pelvis.motion.at(t).pose.position[2];
    lowest = std::min(lowest, z), highest = std::max(highest, z);
    forward[0] =
        std::max(forward[0], left.motion.at(t).pose.position[0] - right.motion.at(t).pose.position[0]);
    forward[1] =
        std::max(forward[1], right.motion.at(t).pose.position[0] - left.motion.at(t).pose.position[0]);
  }
  EXPECT_LT(highest - lowest, 0.11);
  EXPECT_GT(forward[0], 0.5);
  EXPECT_GT(forward[1], 0.5);
}

TEST(figure, arms_swing_against_the_legs) {
  const Figure f = make_figure({.walk = 1.2, .duration = 6});
  double with = 0, size = 0;
  for (double t = 3; t < 5; t += 0.01) {
    const auto x = [&](const char* name) { return bone(f, name).motion.at(t).pose.position[0]; };
    const double legs = x("left shin") - x("right shin"), arms = x("left hand") - x("right hand");
    with += legs * arms;
    size = std::max(size, std::fabs(arms));
  }
  EXPECT_LT(with, 0);
  EXPECT_GT(size, 0.2);
}

TEST(figure, nonsense_is_refused) {
  for (const FigureOptions& o : {FigureOptions{.build = "round"}, FigureOptions{.height = 20},
                                 FigureOptions{.walk = 9}, FigureOptions{.walk = 1, .start = 0}}) {
    try {
      make_figure(o);
      ADD_FAILURE();
    } catch (const Error& e) {
      EXPECT_EQ(e.code, "E0142");
      EXPECT_FALSE(e.hint.empty());
    }
  }
}

}  // namespace
}  // namespace weft
