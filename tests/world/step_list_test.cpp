/// The step is a list: what docs, timers and the log of hashes say of it, and that bodies with a field of
/// their own are tried again smaller too.
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <limits>

#include "bodies/grains/grains.h"
#include "bodies/rigid/rigid.h"
#include "bodies/solid/solid.h"
#include "exec/error.h"
#include "geometry/tets/stuffing.h"
#include "world/world.h"

namespace weft {
namespace {

std::unique_ptr<Body> cube(double speed) {
  SolidOptions o;
  o.name = "cube";
  o.material = FixedCorotated{};
  o.rest = tet_block({{0.2, 0.2, 0.2}}, {3, 3, 3});
  o.velocities = {Vec3d{{speed, 0, 0}}};
  return make_solid(o);
}

TEST(StepList, DocsHaveAHeadingPerPhaseInTheSameOrder) {
  std::ifstream in(WEFT_SOURCE_DIR "/docs/step.md");
  std::vector<std::string> headings;
  for (std::string line; std::getline(in, line);)
    if (line.starts_with("## ")) headings.push_back(line.substr(3));
  const std::vector<std::string> phases(kPhaseNames.begin(), kPhaseNames.end());
  EXPECT_EQ(headings, phases);
}

TEST(StepList, TheLogNamesThePhasesInTheirOrder) {
  const auto log = [](const Vec3d& gravity) {
    World w;
    w.solver.dx = 0.1;
    w.solver.gravity = gravity;
    w.bodies.push_back(cube(1));
    w.colliders.emplace_back();
    std::vector<PhaseHash> out;
    w.phase_log = [&](const PhaseHash& h) { out.push_back(h); };
    for (int i = 0; i < 2; ++i) w.step(1);
    return out;
  };
  const auto a = log({{0, 0, -9.81}}), b = log({{0, 0, -9.81}}), other = log({{0, 0, -9.82}});
  ASSERT_EQ(a.size(), 2 * (kPhases - 2));  // load and unload run inside the transfers
  ASSERT_EQ(b.size(), a.size());
  for (std::size_t i = 0; i < a.size(); ++i) EXPECT_EQ(a[i].hash, b[i].hash) << name_of(a[i].phase);
  EXPECT_EQ(a[0].phase, Phase::renew);
  EXPECT_EQ(a[kPhases - 3].phase, Phase::elements);
  for (std::size_t i = 1; i < kPhases - 2; ++i) EXPECT_LT(int(a[i - 1].phase), int(a[i].phase));
  EXPECT_EQ(a[kPhases - 2].step, 1u);
  EXPECT_NE(a[0].hash, a[kPhases - 3].hash) << "a step changes the state";
  // With another gravity the first phase that leaves something else is the one in which the cube accelerates.
  std::size_t first = 0;
  while (a[first].hash == other[first].hash) ++first;
  EXPECT_EQ(a[first].phase, Phase::accelerate);
  EXPECT_EQ(a[first].step, 0u);
}

TEST(StepList, ASolidThatRunsWildIsTriedSmaller) {
  World w;
  w.solver.dx = 0.1;
  w.solver.cfl = 50;  // promises far too much
  w.solver.gravity = Vec3d::zero();
  w.solver.dt_max = 0.02;
  w.solver.stiffness_safety = 1e3;
  w.bodies.push_back(cube(20));
  const StepReport r = w.step(1);
  EXPECT_GT(r.retries, 0);
  EXPECT_EQ(r.limit, StepLimit::retry);
  EXPECT_LE(20 * r.dt, 0.1 * 1.01);
  // What was thrown away left no trace: it flies on as it did.
  const Totals t = w.totals();
  EXPECT_NEAR(t.momentum[0] / t.mass, 20, 1e-6);
}

TEST(StepList, AFixedStepMayOutrunTheGridWithASolidButNotWithNonsense) {
  World w;
  w.solver.dx = 0.1;
  w.solver.dt_fixed = 0.01;
  w.solver.gravity = Vec3d::zero();
  w.bodies.push_back(cube(20));
  EXPECT_EQ(w.step(1).retries, 0);
  w.bodies[0]->spoil(3, {{std::numeric_limits<double>::quiet_NaN(), 0, 0}});
  EXPECT_THROW(w.step(1), Error);
}

TEST(StepList, EveryPhaseHasATimer) {
  World w;
  w.solver.dx = 0.1;
  w.bodies.push_back(cube(1));
  for (int i = 0; i < 3; ++i) w.step(1);
  EXPECT_GT(w.times[Phase::accelerate], 0);
  EXPECT_GT(w.times[Phase::elements], 0);
  EXPECT_GT(w.times.total(), w.times[Phase::accelerate]);
  w.times = {};
  EXPECT_EQ(w.times.total(), 0);
}

}  // namespace
}  // namespace weft
