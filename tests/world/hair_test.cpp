/// Hair in a world: momenta, roots, crossings, what the crowd resists,
/// saving, and the same bits on any threads.
#include "bodies/hair/hair.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <random>

#include "exec/memory_archive.h"
#include "exec/threads.h"
#include "world/world.h"

using namespace weft;

namespace {

/// Straight strands along x, side by side.
HairOptions bundle(int side, int segments, double length, double apart) {
  HairOptions o;
  o.name = "hair";
  o.material.prepare();
  for (int s = 0; s < side * side; ++s) {
    for (int i = 0; i <= segments; ++i)
      o.rest.push_back({{length * i / segments, apart * (s % side), apart * (s / side)}});
    o.counts.push_back(std::uint32_t(segments + 1));
  }
  return o;
}

void hold_roots(HairOptions& o, const Motion& motion = {}) {
  Pin pin;
  pin.motion = motion;
  std::uint32_t first = 0;
  for (const std::uint32_t n : o.counts) {
    pin.vertices.insert(pin.vertices.end(), {first, first + 1});
    first += n;
  }
  o.pins.push_back(pin);
}

World world_of(const HairOptions& o, double dx = 5e-3) {
  World w;
  w.solver.dx = dx;
  w.solver.dt_max = 5e-4;
  w.bodies.push_back(make_hair(o));
  return w;
}

StrandReport run(World& w, double end) {
  StrandReport sum;
  while (w.time < end) {
    const StepReport r = w.step(end);
    sum.contacts += r.strands.contacts;
    sum.crossings += r.strands.crossings;
    sum.unmet += r.strands.unmet;
  }
  return sum;
}

double energy(const World& w) {
  const Totals t = w.totals();
  return t.kinetic + t.elastic + w.gravity_energy();
}

std::map<std::string, std::string> saved(Body& body) {
  std::map<std::string, std::string> state;
  MemoryArchive a(state, false);
  body.archive(a);
  return state;
}

void shake(HairOptions& o, double speed) {
  std::mt19937 random(3);
  std::uniform_real_distribution<double> u(-speed, speed);
  for (std::size_t i = 0; i < o.rest.size(); ++i) o.velocities.push_back({{u(random), u(random), u(random)}});
}

}  // namespace

TEST(Hair, FreeFlightKeepsMomenta) {
  HairOptions o = bundle(5, 20, 0.1, 1.5e-3);
  o.reach = 1e-3;
  shake(o, 0.5);
  World w = world_of(o);
  w.solver.gravity = Vec3d::zero();
  const Totals before = w.totals();
  run(w, 0.02);
  const Totals after = w.totals();
  const double p = std::sqrt(2 * before.kinetic * before.mass);
  EXPECT_LT(norm(after.momentum - before.momentum), 2e-5 * p);
  EXPECT_LT(norm(after.angular_momentum - before.angular_momentum), 5e-3 * p * 0.1);
  EXPECT_LT(after.kinetic, before.kinetic);
}

TEST(Hair, FallsFreelyWithGravityCountedOnce) {
  HairOptions o = bundle(3, 10, 0.05, 1e-3);
  World w = world_of(o);
  run(w, 0.05);
  EXPECT_NEAR(w.totals().momentum[2], -9.81 * 0.05 * w.totals().mass, 1e-4 * w.totals().mass);
}

TEST(Hair, EnergyFallsAndStrandsKeepTheirLengthWhileABundleSwings) {
  HairOptions o = bundle(4, 40, 0.2, 0.9e-3);
  hold_roots(o);
  o.reach = 1e-3;
  o.count_crossings = true;
  World w = world_of(o);
  double before = energy(w);
  StrandReport sum;
  for (int k = 1; k <= 5; ++k) {
    const StrandReport r = run(w, 0.02 * k);
    sum.contacts += r.contacts;
    sum.crossings += r.crossings;
    EXPECT_LT(energy(w), before * (before > 0 ? 1.001 : 0.999));
    before = energy(w);
    for (const double s : w.bodies[0]->quantity("stretch")) EXPECT_NEAR(s, 1, 2e-3);
  }
  EXPECT_GT(sum.contacts, 1000u);
  EXPECT_EQ(sum.crossings, 0u);
}

TEST(Hair, RootsGoWhereTheyAreToldAndTurnTheStrand) {
  HairOptions o = bundle(1, 20, 0.1, 1e-3);
  o.thickness = 1e-3;  // stiff enough to stay straight
  Motion motion;
  motion.spin = {{5, 0, 0}};
  motion.velocity = {{0, 0.2, 0}};
  hold_roots(o, motion);
  // An elliptic section shows how it is turned: natural curvature in m_1.
  for (std::size_t i = 0; i < o.rest.size(); ++i) o.rest[i][2] = 2 * o.rest[i][0] * o.rest[i][0];
  World w = world_of(o);
  w.solver.gravity = Vec3d::zero();
  run(w, 0.25);
  const auto x = w.bodies[0]->quantity("x"), y = w.bodies[0]->quantity("y"), z = w.bodies[0]->quantity("z"),
             id = w.bodies[0]->quantity("id");
  for (std::size_t i = 0; i < id.size(); ++i) {
    const double angle = 5 * 0.25, bend = 2 * o.rest[std::size_t(id[i])][0] * o.rest[std::size_t(id[i])][0];
    const double tolerance = id[i] < 2 ? 1e-6 : 2e-3;
    EXPECT_NEAR(y[i], 0.05 - bend * std::sin(angle), tolerance) << id[i];
    EXPECT_NEAR(z[i], bend * std::cos(angle), tolerance) << id[i];
  }
}

TEST(Hair, AStrandThatFallsOnAnotherStopsThereAndFallsThroughWithoutContact) {
  for (const bool meets : {true, false}) {
    HairOptions o;
    o.name = "hair";
    o.material.contact = 0;
    o.material.prepare();
    o.press = false;
    o.reach = meets ? 1e-3 : 0;
    o.count_crossings = true;
    o.thickness = 3e-4;
    for (int s = 0; s < 2; ++s) {
      for (int i = 0; i <= 20; ++i) {
        const double at = 0.1 * (i / 20.0 - 0.5);
        o.rest.push_back(s == 0 ? Vec3d{{at, 0, 0}} : Vec3d{{0.001, at, 0.01}});
      }
      o.counts.push_back(21);
    }
    o.pins.emplace_back().vertices = {0, 1, 19, 20};
    World w = world_of(o, 0.01);
    const StrandReport sum = run(w, 0.1);
    if (meets) {
      EXPECT_EQ(sum.crossings, 0u);
      EXPECT_GT(sum.contacts, 0u);
    } else {
      EXPECT_GT(sum.crossings, 0u);
    }
  }
}

TEST(Hair, ACrowdThatIsPressedResistsAndOneThatIsNotMadeToDoesNot) {
  double height[2];
  for (const bool press : {true, false}) {
    HairOptions o = bundle(8, 20, 0.05, 1e-3);
    o.press = press;
    World w = world_of(o, 4e-3);
    Collider floor;
    floor.shape = Plane{};
    floor.start.position = {{0, 0, -1e-3}};
    floor.friction = 0.5;
    w.colliders.push_back(floor);
    run(w, 0.15);
    const auto z = w.bodies[0]->quantity("z");
    double sum = 0;
    for (const double a : z) sum += a / double(z.size());
    height[press] = sum + 1e-3;
  }
  // A heap with slopes of 17 degrees, the strands' friction, has its centre 1.5 mm high.
  EXPECT_GT(height[1], 1e-3);
  EXPECT_LT(height[1], 2e-3);
  EXPECT_LT(height[0], 0.5 * height[1]);
}

TEST(Hair, SameBitsOnAnyThreadsAndFromACheckpoint) {
  HairOptions o = bundle(5, 30, 0.1, 1.2e-3);
  hold_roots(o);
  o.reach = 1e-3;
  shake(o, 0.2);
  std::map<std::string, std::string> first;
  for (const int threads : {1, 2, 3}) {
    const ThreadLimit limit(threads);
    World w = world_of(o);
    run(w, 0.01);
    w.forget_order();
    std::map<std::string, std::string> state;
    MemoryArchive save(state, false), load(state, true);
    w.archive(save);
    run(w, 0.02);
    const auto end = saved(*w.bodies[0]);
    if (first.empty()) first = end;
    EXPECT_EQ(end, first) << threads;

    World resumed = world_of(o);
    resumed.archive(load);
    run(resumed, 0.02);
    EXPECT_EQ(saved(*resumed.bodies[0]), first) << threads;
  }
}

TEST(Hair, PinsLetGo) {
  HairOptions o = bundle(2, 10, 0.05, 1e-3);
  hold_roots(o);
  o.pins[0].release = 0.02;
  World w = world_of(o);
  run(w, 0.019);
  EXPECT_TRUE(w.bodies[0]->held());
  run(w, 0.1);
  EXPECT_FALSE(w.bodies[0]->held());
  const auto z = w.bodies[0]->quantity("z");
  for (const double a : z) EXPECT_LT(a, -0.01);
}
