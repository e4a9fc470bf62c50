/// Simulations that somebody holds and steers: what is put, led and felt, and that saving changes nothing.
#include "output/simulation.h"

#include <gtest/gtest.h>

#include "bodies/handles.h"
#include "bodies/rigid/rigid_body.h"
#include "output/scratch.h"

namespace weft {
namespace {

constexpr const char* kFloor =
    "[[collider]]\nname = 'floor'\nshape = { plane = [0, 0, 1] }\nfriction = 0.5\n";

Simulation simulate(const std::string& objects, const std::string& solver = "") {
  return Simulation(parse_scene(
      "format = 1\ntime = { fps = 50, frames = [0, 100] }\nsolver = { dx = 0.04 " + solver + " }\n" + objects,
      "test.toml"));
}

/// A sheet that hangs from its upper edge; `how`: more keys.
std::string hanging(const std::string& how) {
  return "[[object]]\nname = 'it'\nrotate = { axis = [1, 0, 0], angle = '90 deg' }\n" + how + "\n";
}
const std::string kCloth =
    "type = 'cloth'\nmaterial = { preset = 'cotton', young = '2 kPa' }\nshape = { sheet = { width = 0.16, "
    "height = "
    "0.16, spacing = 0.04 } }\npins = [{ box = [[-1, -1, 0.07], [1, 1, 1]] }]\n";
const std::string kShell =
    "type = 'shell'\nthickness = '2 mm'\nmaterial = { preset = 'card', young = '1 MPa' }\nshape = { plate = "
    "{ width = "
    "0.16, height = 0.16, spacing = 0.04 } }\npins = [{ box = [[-1, -1, 0.07], [1, 1, 1]] }]\n";
const std::string kJelly =
    "type = 'solid'\nmaterial = { preset = 'jelly', young = '20 kPa' }\nshape = { box = [0.16, 0.16, 0.16] "
    "}\nspacing "
    "= 0.08\npins = [{ box = [[-1, -1, 0.07], [1, 1, 1]] }]\n";
const std::string kGum =
    "type = 'putty'\nmaterial = 'gum'\nshape = { box = [0.16, 0.16, 0.16] }\nspacing = 0.04\npins = [{ box = "
    "[[-1, -1, "
    "0.05], [1, 1, 1]] }]\n";
const std::string kSand = "material = 'sand'\nshape = { box = [0.16, 0.16, 0.16] }\nvelocity = [1, 0.5, 0]\n";
const std::string kHair =
    "type = 'hair'\nmaterial = 'wisps'\nthickness = '2 mm'\nshape = { strand = { az = 0.1, bz = -0.1, "
    "segments = 8 } }\n";

/// Nothing holds it back where it was.
std::string loose(const std::string& keys) { return keys.substr(0, keys.find("pins = ")); }

struct Case {
  const char* name;
  std::string keys, solver;
};
void PrintTo(const Case& c, std::ostream* out) { *out << c.name; }

class Handled : public testing::TestWithParam<Case> {};

TEST_P(Handled, points_are_put_where_they_are_told_and_others_stay) {
  Simulation sim = simulate(hanging(GetParam().keys), GetParam().solver);
  sim.run(2, {});
  World& w = sim.world();
  const std::vector<Vec3d> x = read_points(w, 0, PointState::places),
                           v = read_points(w, 0, PointState::velocities);
  // In the order of ids: the same as by quantity and id.
  const std::vector<double> ids = w.bodies[0]->quantity("id"), z = w.bodies[0]->quantity("z");
  for (std::size_t i = 0; i < ids.size(); ++i) EXPECT_EQ(x[std::size_t(ids[i])][2], z[i]);
  const std::uint64_t before = sim.hash();
  put_points(w, 0, PointState::places, x);
  put_points(w, 0, PointState::velocities, v);
  EXPECT_EQ(sim.hash(), before);
  std::vector<Vec3d> moved = x, fast = v;
  for (Vec3d& p : moved) p += Vec3d{{0.5, 0, 1}};
  for (Vec3d& p : fast) p = Vec3d{{0, 1, 0}};
  const double elastic = w.totals().elastic;
  put_points(w, 0, PointState::places, moved);
  put_points(w, 0, PointState::velocities, fast);
  const std::vector<Vec3d> now = read_points(w, 0, PointState::places);
  for (std::size_t i = 0; i < now.size(); ++i) EXPECT_LT(norm(now[i] - moved[i]), 2e-7);
  EXPECT_NEAR(w.totals().elastic, elastic, 0.02 * elastic + 1e-4);
  EXPECT_NEAR(w.bodies[0]->limits().speed, 1, 0.2);
  EXPECT_GE(w.bodies[0]->limits().speed, 1 - 1e-6);
  sim.run(1, {});  // and it goes on
  EXPECT_TRUE(std::isfinite(w.totals().kinetic));
}

INSTANTIATE_TEST_SUITE_P(kinds, Handled,
                         testing::Values(Case{"cloth", loose(kCloth), ""},
                                         Case{"grid_cloth", loose(kCloth) + "coupling = 'grid'", ""},
                                         Case{"shell", loose(kShell), ""},
                                         Case{"grid_shell", loose(kShell) + "coupling = 'grid'", ""},
                                         Case{"solid", loose(kJelly), ""}, Case{"putty", loose(kGum), ""},
                                         Case{"sand", kSand, ""}, Case{"hair", kHair, ""}),
                         [](const auto& i) { return i.param.name; });

class Pinned : public testing::TestWithParam<Case> {};

TEST_P(Pinned, what_hangs_weighs_on_its_pin) {
  Simulation sim = simulate(hanging(GetParam().keys), GetParam().solver);
  sim.run(20, {});
  sim.run(50, {});  // vibrations cancel
  const double weight = sim.world().totals().mass * 9.81;
  const auto felt = sim.felt_by_pin(0, 0);
  ASSERT_TRUE(felt);
  EXPECT_NEAR(felt->force[2], -weight, 0.06 * weight);
  EXPECT_LT(std::hypot(felt->force[0], felt->force[1]), 0.06 * weight);
}

INSTANTIATE_TEST_SUITE_P(
    kinds, Pinned,
    testing::Values(Case{"cloth", kCloth, ""}, Case{"implicit_cloth", kCloth, ", step = 'implicit'"},
                    Case{"grid_cloth", kCloth + "coupling = 'grid'", ""}, Case{"shell", kShell, ""},
                    Case{"grid_shell", kShell + "coupling = 'grid'", ""}, Case{"solid", kJelly, ""},
                    Case{"implicit_solid", kJelly, ", step = 'implicit'"}, Case{"putty", kGum, ""},
                    Case{"implicit_putty", kGum, ", step = 'implicit'"}),
    [](const auto& i) { return i.param.name; });

TEST(simulation, what_nobody_measures_is_not_told) {
  Simulation hair = simulate(hanging(kHair + "pins = [{ roots = true }]"));
  hair.run(1, {});
  EXPECT_FALSE(hair.felt_by_pin(0, 0));
  Simulation grid = simulate(hanging(kCloth + "coupling = 'grid'"), ", step = 'implicit'");
  grid.run(1, {});
  EXPECT_FALSE(grid.felt_by_pin(0, 0));
}

TEST(simulation, a_ball_at_rest_feels_the_floor) {
  Simulation sim = simulate(
      "[[object]]\nname = 'ball'\ntype = 'rigid'\nshape = { sphere = 0.1 }\ndensity = 500\nat = "
      "[0, 0, 0.1]\n" +
      std::string(kFloor));
  sim.run(10, {});
  sim.run(10, {});
  const double weight = sim.world().totals().mass * 9.81;
  EXPECT_NEAR(sim.felt_by_rigid(0)->force[2], weight, 0.01 * weight);
  EXPECT_NEAR(sim.felt_by_collider(0).force[2], -weight, 0.01 * weight);
  sim.push_rigid(0, {{0, 0, 2 * weight}}, Vec3d::zero());
  sim.run(5, {});
  EXPECT_NEAR(sim.world().bodies[0]->roles().rigid->state().velocity()[2], 9.81 * 0.1, 1e-6);
}

TEST(simulation, led_by_hand_is_led_by_keys) {
  const std::string sheet = hanging(kCloth);
  const auto with = [&](const std::string& motion) {
    return simulate(sheet + "[[collider]]\nname = 'ball'\nshape = { sphere = 0.05 }\n" + motion);
  };
  Simulation keys = with("keys = [{ time = 0, at = [0, 0.2, 0] }, { time = 0.2, at = [0, 0, 0] }]\n");
  Simulation hand = with("at = [0, 0.2, 0]\n");
  hand.lead_collider(0, led_to(hand.world().colliders[0], 0, {}, 0.2));
  keys.run(12, {});
  hand.run(12, {});
  EXPECT_EQ(keys.hash(), hand.hash());
  const Motion so_far = hand.world().colliders[0];
  EXPECT_THROW(led_to(so_far, 1, {}, 1), Error);
  const Motion on = led_on(so_far, 0.3, {{1, 0, 0}}, {{0, 0, 2}});
  EXPECT_LT(norm(on.at(0.3).pose.position - so_far.at(0.3).pose.position), 1e-12);
  EXPECT_LT(norm(on.at(0.5).pose.position - so_far.at(0.3).pose.position - Vec3d{{0.2, 0, 0}}), 1e-12);
}

TEST(simulation, goes_on_from_a_file_with_the_same_bits) {
  const Scratch scratch;
  for (const int extra : {0, 16, 5}) {
    Simulation sim = simulate(hanging(kCloth) + kFloor);
    sim.lead_pin(0, 0, led_on(pins_of(sim.world(), 0)->pins()[0].motion, 0, {{0.1, 0, 0}}, Vec3d::zero()));
    sim.run(2, {});
    for (int k = 0; k < extra; ++k) sim.step();
    sim.save(scratch / "a.weft");
    const auto loaded = Simulation::load(scratch / "a.weft", "");
    EXPECT_EQ(loaded->hash(), sim.hash());
    sim.run(3, {});
    loaded->run(3, {});
    EXPECT_EQ(loaded->hash(), sim.hash());
  }
}

TEST(simulation, stops_where_it_costs_no_bits_when_it_is_asked_to) {
  Simulation sim = simulate(
      "[[object]]\nname = 'sand'\nmaterial = 'sand'\nshape = { box = [0.16, 0.16, 0.16] }\nat = "
      "[0, 0, 0.1]\n" +
      std::string(kFloor));
  int asked = 0;
  EXPECT_FALSE(sim.run(100000, [&] { return ++asked > 2; }));
  EXPECT_EQ(asked, 3);
}

}  // namespace
}  // namespace weft
