/// Grains on the twin of a device: the same motion as on the processor, sums that lose nothing, room that grows,
/// steps that are refused.
#include "bodies/grains/grains.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "device/engine.h"
#include "device/p2g.h"
#include "materials/presets.h"
#include "world/world.h"

namespace weft {
std::unique_ptr<DeviceEngine> twin_engine();
namespace {

constexpr double kDx = 0.02;

/// A block of 8 points a cell that turns and falls on the floor.
GrainsOptions block(const Material& material, int side, const Vec3d& at = {{0, 0, 0.05}}) {
  GrainsOptions o;
  o.name = "block";
  o.material = material;
  o.point_volume = kDx * kDx * kDx / 8;
  std::mt19937 random(7);
  std::uniform_real_distribution<double> within(0.3, 0.7);
  const auto place = [&](int i) { return (i + within(random)) * kDx / 2; };
  for (int i = 0; i < side; ++i)
    for (int j = 0; j < side; ++j)
      for (int k = 0; k < side; ++k) o.positions.push_back(at + Vec3d{{place(i), place(j), place(k)}});
  for (const Vec3d& x : o.positions)
    o.velocities.push_back({{0.3 - 2 * (x[1] - at[1]), 0.2 + 2 * (x[0] - at[0]), -1}});
  return o;
}

World world_of(const GrainsOptions& o) {
  World w;
  w.solver.dx = kDx;
  w.bodies.push_back(make_grains(o));
  Collider floor;
  floor.name = "floor";
  floor.friction = 0.4;
  w.colliders.push_back(floor);
  return w;
}

DeviceSteps steps_of(const World& w) {
  DeviceSteps s;
  s.dx = w.solver.dx, s.cfl = w.solver.cfl, s.safety = w.solver.stiffness_safety;
  s.dt_max = w.solver.dt_max, s.dt_min = w.solver.dt_min, s.gravity = w.solver.gravity;
  s.dt_fixed = w.solver.dt_fixed;
  return s;
}

/// On the device to t_end; at home again.
DeviceReport run_on_twin(World& w, double t_end) {
  const auto engine = twin_engine();
  Body* bodies[] = {w.bodies[0].get()};
  engine->take(bodies, w.colliders, steps_of(w), w.time);
  const DeviceReport r = engine->advance(t_end, 1u << 20, steps_of(w), {});
  engine->bring_home();
  return r;
}

double farthest(const World& a, const World& b) {
  const FrameObject x = a.bodies[0]->frame({}), y = b.bodies[0]->frame({});
  double most = 0;
  for (std::size_t i = 0; i < x.position.size(); ++i)
    for (std::size_t k = 0; k < 3; ++k)
      most = std::max(most, std::abs(double(x.position[i][k]) - double(y.position[i][k])));
  return most;
}

/// About 0.1 m of way, with the hit on the floor in it: where steps are alike, rounding alone tells the two apart.
TEST(GrainsOnDevice, EveryLawMovesAsOnTheProcessor) {
  for (const std::string& name : material_names()) {
    const Material m = make_material(name);
    if (!std::visit([]<class Law>(const Law&) { return IsGrain<Law>; }, m)) continue;
    double shortest = 0;
    for (const bool alike : {false, true}) {
      World here = world_of(block(m, 6)), there = world_of(block(m, 6));
      here.solver.dt_fixed = there.solver.dt_fixed = alike ? shortest : 0;
      const double end = 0.06;
      int steps = 0;
      while (here.time < end) here.step(end), ++steps;
      const DeviceReport r = run_on_twin(there, end);
      shortest = r.shortest;
      EXPECT_EQ(r.failure, "") << name;
      EXPECT_LE(std::abs(double(r.steps) - steps), 0.03 * steps + 2) << name;
      EXPECT_LT(farthest(here, there), alike ? 5e-4 : 2e-3)
          << name;  // clay yields here or there by a bit: 2.3e-4
      EXPECT_NEAR(there.totals().mass, here.totals().mass, 1e-9) << name;
    }
  }
}

/// What rounding takes on the way to the nodes must not pull slow material towards rest.
TEST(GrainsOnDevice, SumsLoseNothing) {
  using namespace twin;
  std::mt19937 random(1);
  std::uniform_real_distribution<float> unit(0, 1);
  const Spacing h{0.01f, 100.0f};
  const Lattice o{-1, -1, -1};
  const float v[3] = {0.5f, 0.3f, -3.0f}, m = 1.25e-4f;
  double mass = 0, momentum[3] = {0, 0, 0};
  constexpr int kBlocks = 100, kPoints = 512;
  for (int b = 0; b < kBlocks; ++b) {
    std::vector<int> plain(4 * kTileChannel, 0), pairs(4 * kTileChannel, 0);
    std::vector<DeviceParcel> q(kPoints);
    float most = 0;
    for (DeviceParcel& p : q) {
      for (float& x : p.x) x = 0.005f + 0.04f * unit(random);
      p.m = m;
      for (int a = 0; a < 3; ++a) p.p[a] = m * v[a];
      for (float& x : p.Q) x = m * (unit(random) - 0.5f);
      most = std::max(most, parcel_bound(p, h.dx));
    }
    const float scale_p = scale_for(most, kPoints), scale_m = scale_for(m, kPoints);
    const auto ready = [&](const DeviceParcel& p) {
      Ready r;
      EXPECT_TRUE(make_ready(p, h, o, scale_p, scale_m, r));
      return r;
    };
    for (const DeviceParcel& p : q) {
      Ready r = ready(p);
      scatter(plain.data(), r);
    }
    std::sort(q.begin(), q.end(), [&](const DeviceParcel& a, const DeviceParcel& b) {
      return first_node(nullptr, ready(a).s) < first_node(nullptr, ready(b).s);
    });
    for (std::size_t i = 0; i < q.size();) {
      Ready A = ready(q[i]);
      if (i + 1 < q.size()) {
        Ready B = ready(q[i + 1]);
        if (first_node(nullptr, A.s) == first_node(nullptr, B.s)) {
          scatter_pair(pairs.data(), A, B);
          i += 2;
          continue;
        }
      }
      scatter(pairs.data(), A);
      ++i;
    }
    EXPECT_EQ(plain, pairs);  // in another order, two by two
    double sum[4] = {0, 0, 0, 0};
    for (int c = 0; c < 4; ++c)
      for (int k = 0; k < kTileChannel; ++k) {
        sum[c] += plain[std::size_t(c * kTileChannel + k)];
        EXPECT_LT(std::abs(plain[std::size_t(c * kTileChannel + k)]), 1 << 30);
      }
    mass += sum[0] / double(scale_m) / (kPoints * double(m)) - 1;
    for (int a = 0; a < 3; ++a)
      momentum[a] += sum[1 + a] / double(scale_p) / (kPoints * double(m * v[a])) - 1;
  }
  EXPECT_NEAR(mass / kBlocks, 0, 1e-8);
  for (const double p : momentum) EXPECT_NEAR(p / kBlocks, 0, 2e-8);
}

/// Islands so far apart that the table of regions and the blocks must grow before the first step, flying apart.
TEST(GrainsOnDevice, RoomGrows) {
  const Material m = make_preset("jelly");
  const auto islands = [&] {
    GrainsOptions o = block(m, 2);
    const std::vector<Vec3d> one = o.positions;
    o.positions.clear(), o.velocities.clear();
    for (int i = -2; i <= 2; ++i)
      for (int j = -2; j <= 2; ++j)
        for (int k = 0; k < 5; ++k)
          for (const Vec3d& x : one) {
            o.positions.push_back(x + Vec3d{{i * 0.9, j * 0.9, k * 0.9}});
            o.velocities.push_back({{i * 3.0, j * 3.0, k * 3.0}});
          }
    return o;
  };
  World here = world_of(islands()), there = world_of(islands());
  const double end = 0.1;
  while (here.time < end) here.step(end);
  EXPECT_EQ(run_on_twin(there, end).failure, "");
  EXPECT_LT(farthest(here, there), 1e-4);
}

/// Steps that the rules let grow too long: nodes refuse them, and nothing has moved meanwhile.
TEST(GrainsOnDevice, RefusedStepsAreTriedSmaller) {
  GrainsOptions o = block(make_preset("water"), 6);
  for (Vec3d& v : o.velocities) v = {{200, 0, 0}};
  World fast = world_of(o);
  fast.solver.cfl = 30;
  fast.solver.gravity = {{0, 0, 0}};
  fast.colliders.clear();
  const DeviceReport r = run_on_twin(fast, 0.001);
  EXPECT_EQ(r.failure, "");
  EXPECT_GT(r.retries, 0u);
  const FrameObject f = fast.bodies[0]->frame({});
  for (std::size_t i = 0; i < f.position.size(); ++i)
    EXPECT_NEAR(f.position[i][0] - o.positions[i][0], 0.2, 2e-3);
}

/// A velocity that is no number ends the steps, whatever integers make of it.
TEST(GrainsOnDevice, NonsenseIsNoticed) {
  World w = world_of(block(make_preset("sand"), 6));
  w.bodies[0]->spoil(5, {{std::nan(""), 0, 0}});
  EXPECT_NE(run_on_twin(w, 0.01).failure, "");
}

}  // namespace
}  // namespace weft
