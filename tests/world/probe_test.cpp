/// Probes on a world whose points are written down by hand.
#include "world/probe.h"

#include <gtest/gtest.h>

#include <cmath>

#include "exec/error.h"
#include "world/world.h"

namespace weft {
namespace {

/// Five points on a line, x = 0 1 2 3 4, stored in another order than their ids; point k moves with vx = k.
class Beads : public Body {
 public:
  explicit Beads(std::string name) : Body(std::move(name)) {}
  std::vector<double> x{3, 0, 4, 1, 2}, id{3, 0, 4, 1, 2};

  std::size_t size() const override { return x.size(); }
  void add_sets(std::vector<Parcels*>&) override {}
  double mass() const override { return 5; }
  Limits limits() const override { return {}; }
  Totals totals() const override {
    Totals t;
    t.mass = 5;
    t.kinetic = 15;
    t.elastic = 2;
    t.volume = 7;
    for (double a : x) t.first_moment[0] += a, t.first_moment[2] += 1;
    t.momentum = {{10, 0, 0}};
    t.angular_momentum = {{0, 0, 3}};
    return t;
  }
  std::size_t memory_bytes() const override { return 0; }
  std::size_t first_bad() const override { return size(); }
  std::vector<double> quantity(const std::string& what) const override {
    if (what == "x") return x;
    if (what == "id" || what == "vx") return id;
    if (what == "y" || what == "vy" || what == "vz") return std::vector<double>(size(), 0.0);
    if (what == "z") return std::vector<double>(size(), 1.0);
    return {};
  }
  FrameObject frame(const std::vector<std::string>&) const override { return {}; }
  void archive(Archive&) override {}
  void spoil(std::size_t, const Vec3d&) override {}
};

struct Bench {
  World world;
  Beads* beads;
  Bench() {
    auto body = std::make_unique<Beads>("beads");
    beads = body.get();
    world.bodies.push_back(std::move(body));
    Collider floor;
    floor.name = "floor";
    world.colliders.push_back(floor);
    world.loads.resize(1);
  }
  double one(Probe p) {
    p.name = "p";
    ProbeSet set({p});
    return set.measure(world).at(1);
  }
};

Probe population(const std::string& quantity, const std::string& take) {
  Probe p;
  p.quantity = quantity;
  p.take = take;
  return p;
}
Probe total(const std::string& quantity) {
  Probe p;
  p.quantity = quantity;
  p.object = "beads";
  return p;
}

std::string code_of(const Probe& p) {
  Bench b;
  try {
    ProbeSet set({p});
    set.bind(b.world);
  } catch (const Error& e) {
    return e.code;
  }
  return "";
}

TEST(Probe, Populations) {
  Bench b;
  EXPECT_DOUBLE_EQ(b.one(population("x", "min")), 0);
  EXPECT_DOUBLE_EQ(b.one(population("x", "max")), 4);
  EXPECT_DOUBLE_EQ(b.one(population("x", "mean")), 2);
  EXPECT_DOUBLE_EQ(b.one(population("x", "sum")), 10);
  EXPECT_DOUBLE_EQ(b.one(population("x", "count")), 5);
  EXPECT_DOUBLE_EQ(b.one(population("x", "std")), std::sqrt(2.0));
  EXPECT_DOUBLE_EQ(b.one(population("x", "p50")), 2);
  EXPECT_DOUBLE_EQ(b.one(population("x", "p25")), 1);
  EXPECT_NEAR(b.one(population("x", "p99")), 3.96, 1e-12);
  EXPECT_DOUBLE_EQ(b.one(population("speed", "max")), 4);
  EXPECT_DOUBLE_EQ(b.one(population("2*x + z", "max")), 9);
}

TEST(Probe, BoxesMayBeEmpty) {
  Bench b;
  Probe p = population("x", "mean");
  p.box = Bounds{{{0.5, -1, 0}}, {{2.5, 1, 2}}};
  EXPECT_DOUBLE_EQ(b.one(p), 1.5);
  p.box = Bounds{{{10, 10, 10}}, {{11, 11, 11}}};
  EXPECT_TRUE(std::isnan(b.one(p)));
  p.take = "count";
  EXPECT_DOUBLE_EQ(b.one(p), 0);
  EXPECT_EQ(csv_row({0.5, no_value(), 2}), "0.5,,2");
}

TEST(Probe, FollowsPointsWhereverTheyAreStored) {
  Bench b;
  Probe p;
  p.name = "u";
  p.quantity = "displacement_x";
  p.nearest = Vec3d{{2.9, 0, 1}};
  Probe q = p;
  q.name = "x";
  q.quantity = "x";
  q.nearest.reset();
  q.id = 4;
  q.object = "beads";
  ProbeSet set({p, q});
  set.bind(b.world);
  b.beads->x = {2, 4.5, 1, 0, 3.25};
  b.beads->id = {2, 4, 1, 0, 3};
  const auto row = set.measure(b.world);
  EXPECT_EQ(set.columns(), (std::vector<std::string>{"time", "u", "x"}));
  EXPECT_DOUBLE_EQ(row[1], 0.25);
  EXPECT_DOUBLE_EQ(row[2], 4.5);
}

TEST(Probe, FormulasKnowWherePointsStarted) {
  Bench b;
  ProbeSet set({[] {
    Probe p = population("(x - x0)^2 + 0*time", "mean");
    p.name = "e";
    return p;
  }()});
  set.bind(b.world);
  for (double& a : b.beads->x) a += 0.5;
  EXPECT_NEAR(set.measure(b.world)[1], 0.25, 1e-15);
}

TEST(Probe, Totals) {
  Bench b;
  EXPECT_DOUBLE_EQ(b.one(total("kinetic")), 15);
  EXPECT_DOUBLE_EQ(b.one(total("mass")), 5);
  EXPECT_DOUBLE_EQ(b.one(total("volume")), 7);
  EXPECT_DOUBLE_EQ(b.one(total("momentum_x")), 10);
  EXPECT_DOUBLE_EQ(b.one(total("angular_momentum_z")), 3);
  EXPECT_DOUBLE_EQ(b.one(total("centre_x")), 2);
  EXPECT_DOUBLE_EQ(b.one(total("extent_x")), 4);
  EXPECT_NEAR(b.one(total("gravity")), 5 * 9.81, 1e-12);
  EXPECT_NEAR(b.one(total("energy")), 17 + 5 * 9.81, 1e-12);
}

TEST(Probe, ColliderForceIsTheMeanSinceTheLastRow) {
  Bench b;
  Probe p;
  p.name = "f";
  p.collider = "floor";
  p.quantity = "force_z";
  ProbeSet set({p});
  set.bind(b.world);
  b.world.time = 0.5;
  b.world.loads[0].impulse = {{0, 0, -3}};
  EXPECT_DOUBLE_EQ(set.measure(b.world)[1], -6);
  EXPECT_DOUBLE_EQ(b.world.loads[0].impulse[2], 0);
  b.world.time = 0.75;
  EXPECT_DOUBLE_EQ(set.measure(b.world)[1], 0);
}

TEST(Probe, Mistakes) {
  Probe p = population("x", "max");
  p.name = "p";
  EXPECT_EQ(code_of(p), "");
  p.take = "p101";
  EXPECT_EQ(code_of(p), "E0540");
  p.take = "";
  EXPECT_EQ(code_of(p), "E0540");
  p = population("nonsense", "max");
  p.name = "p";
  EXPECT_EQ(code_of(p), "E0545");
  p = total("kinetic");
  p.name = "p";
  p.object = "bead";
  EXPECT_EQ(code_of(p), "E0541");
  p = Probe{};
  p.name = "p";
  p.quantity = "force";
  p.collider = "roof";
  EXPECT_EQ(code_of(p), "E0542");
  p = Probe{};
  p.name = "p";
  p.quantity = "x";
  p.object = "beads";
  p.id = 77;
  EXPECT_EQ(code_of(p), "E0544");
  EXPECT_THROW(ProbeSet({total("kinetic")}), Error);
}

}  // namespace
}  // namespace weft
