/// A solid's step: purity, momenta, pins, collision points, damping, saving.
#include <gtest/gtest.h>

#include <cmath>

#include "bodies/lost_spin.h"
#include "bodies/solid_meshes.h"
#include "exec/memory_archive.h"
#include "exec/threads.h"

using namespace weft;

namespace {

constexpr bool kFloat = sizeof(Real) == 4;
const Vec3d kNone = Vec3d::zero();

SolidOptions shaken(double size = 0.03, bool implicit = false) {
  SolidOptions o = solid_of(irregular_block({{0.6, 0.4, 0.5}}, {6, 4, 5}, 0.2, 3));
  o.implicit = implicit;
  std::mt19937 random(2);
  o.positions = o.rest.vertices;
  for (Vec3d& x : o.positions) x += random_vector(random, size * 0.1);
  for (std::size_t i = 0; i < o.positions.size(); ++i) o.velocities.push_back(random_vector(random));
  return o;
}

std::map<std::string, std::string> saved(Body& body) {
  std::map<std::string, std::string> state;
  MemoryArchive a(state, false);
  body.archive(a);
  return state;
}

Step step_of(double dt) {
  Step s;
  s.dt = dt;
  s.dx = 0.1;
  s.affine_inverse = 400;
  return s;
}

double allowed_step(const Body& body) { return 0.5 * 2 / body.limits().frequency; }

}  // namespace

TEST(SolidStep, FreeFlightKeepsMomentaAndEnergy) {
  SolidOptions o = shaken();
  auto body = make_solid(o);
  const Totals before = body->totals();
  double time = 0;
  const double dt = allowed_step(*body);
  for (int k = 0; k < 400; ++k, time += dt) step_alone(*body, dt, kNone, time);
  const Totals after = body->totals();
  const double m = before.mass, v = std::sqrt(2 * before.kinetic / m);
  EXPECT_LT(norm(after.momentum - before.momentum), (kFloat ? 1e-5 : 1e-12) * m * v);
  EXPECT_LT(norm(after.angular_momentum - before.angular_momentum), (kFloat ? 1e-5 : 1e-10) * m * v * 0.5);
  EXPECT_NEAR(after.kinetic + after.elastic, before.kinetic + before.elastic,
              0.02 * (before.kinetic + before.elastic));
}

TEST(SolidStep, TheLimitIsStableAndFiveTimesItIsNot) {
  for (const double factor : {0.95, 5.0}) {
    SolidOptions o = shaken();
    auto body = make_solid(o);
    const double before = body->totals().kinetic + body->totals().elastic;
    const double dt = factor * 2 / body->limits().frequency;
    for (int k = 0; k < 300 && body->first_bad() == body->size(); ++k) step_alone(*body, dt, kNone);
    const Totals t = body->totals();
    const bool wild = !(t.kinetic + t.elastic < 2 * before);
    EXPECT_EQ(wild, factor > 1);
  }
}

TEST(SolidStep, FallsAsItShould) {
  SolidOptions o = solid_of(tet_block({{0.3, 0.3, 0.3}}, {3, 3, 3}));
  // Explicit steps and backward Euler move by the velocity at the end of a step; two stages do in their first step alone.
  struct Kind {
    bool implicit;
    Integrator by;
    double steps;  ///< of way, in g dt^2
  };
  for (const auto& [implicit, by, steps] : {Kind{false, Integrator::euler, 5050},
                                            {true, Integrator::euler, 5050},
                                            {true, Integrator::tr_bdf2, 5000.5}}) {
    o.implicit = implicit;
    o.integrator = by;
    auto body = make_solid(o);
    const Vec3d before = body->totals().first_moment;
    const double dt = 1e-3;
    for (int k = 0; k < 100; ++k) step_alone(*body, dt, {{0, 0, -10}});
    const Totals t = body->totals();
    EXPECT_NEAR(t.momentum[2] / t.mass, -1.0, 1e-6);
    EXPECT_NEAR((t.first_moment[2] - before[2]) / t.mass, -10 * dt * dt * steps, 1e-6);
    EXPECT_LT(t.elastic, 1e-6 * t.kinetic);
  }
}

// A step that is thrown away leaves no trace.
TEST(SolidStep, AcceleratingIsPure) {
  for (const bool implicit : {false, true}) {
    SolidOptions o = shaken(0.03, implicit);
    o.damping = 0.2;
    auto once = make_solid(o), twice = make_solid(o);
    const double dt = 1e-4;
    step_alone(*once, dt, {{0, 0, -9.81}});
    const Step wrong = step_of(7 * dt);
    twice->begin_step(wrong);
    twice->roles().motion->accelerate(wrong, {{0, 0, -9.81}}, {});
    const auto skin = twice->roles().field->skin();
    skin->apply(moved(0, {{1, 2, 3}}, {{4, 5, 6}}), wrong.dt);
    step_alone(*twice, dt, {{0, 0, -9.81}});
    EXPECT_EQ(saved(*once), saved(*twice)) << implicit;
  }
}

TEST(SolidStep, SameBitsForAnyNumberOfThreads) {
  for (const bool implicit : {false, true}) {
    SolidOptions o = shaken(0.03, implicit);
    o.rest = irregular_block({{0.6, 0.6, 0.6}}, {14, 14, 14}, 0.2, 3);
    o.positions.clear();
    o.velocities.clear();
    std::mt19937 random(2);
    for (std::size_t i = 0; i < o.rest.vertices.size(); ++i) o.velocities.push_back(random_vector(random));
    o.damping = 0.1;
    std::map<std::string, std::string> state[2];
    for (int threads = 1; threads <= 2; ++threads) {
      const ThreadLimit limit(threads);
      auto body = make_solid(o);
      for (int k = 0; k < 3; ++k) step_alone(*body, 1e-4, {{0, 0, -9.81}});
      state[threads - 1] = saved(*body);
    }
    EXPECT_EQ(state[0], state[1]) << implicit;
  }
}

TEST(SolidStep, ResumingGoesOnWithTheSameBits) {
  SolidOptions o = shaken();
  o.damping = 0.3;
  auto straight = make_solid(o), resumed = make_solid(o);
  std::vector<Parcels*> sets;
  straight->add_sets(sets);
  std::vector<std::uint32_t> order(sets[0]->size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = std::uint32_t((i * 7 + 3) % order.size());
  if (order.size() % 7) sets[0]->reorder(order);
  for (int k = 0; k < 5; ++k) step_alone(*straight, 1e-4, {{0, 0, -9.81}});
  auto state = saved(*straight);
  MemoryArchive back(state, true);
  resumed->archive(back);
  EXPECT_EQ(resumed->limits().frequency, straight->limits().frequency);
  for (auto* body : {straight.get(), resumed.get()})
    for (int k = 0; k < 5; ++k) step_alone(*body, 1e-4, {{0, 0, -9.81}});
  EXPECT_EQ(saved(*straight), saved(*resumed));
}

TEST(SolidStep, PinsGoWhereTheyAreTold) {
  for (const bool implicit : {false, true}) {
    SolidOptions o = solid_of(tet_block({{0.4, 0.2, 0.2}}, {4, 2, 2}));
    o.implicit = implicit;
    Pin pin;
    for (std::uint32_t i = 0; i < o.rest.vertices.size(); ++i)
      if (o.rest.vertices[i][0] < -0.19) pin.vertices.push_back(i);
    pin.motion.velocity = {{0, 0.5, 0}};
    pin.motion.spin = {{1, 0, 0}};
    o.pins.push_back(pin);
    auto body = make_solid(o);
    EXPECT_TRUE(body->held());
    const double dt = 2e-4;
    for (int k = 0; k < 50; ++k) step_alone(*body, dt, {{0, 0, -9.81}}, k * dt);
    const auto id = body->quantity("id"), x = body->quantity("x"), y = body->quantity("y"),
               z = body->quantity("z");
    const Pose pose = pin.motion.at(50 * dt).pose;
    for (std::size_t i = 0; i < id.size(); ++i)
      if (const Vec3d X = o.rest.vertices[std::size_t(id[i])]; X[0] < -0.19) {
        EXPECT_LT(norm(pose.to_world(X) - Vec3d{{x[i], y[i], z[i]}}), 1e-12);
      }
    EXPECT_GT(body->totals().elastic, 0);
  }
}

// Impulses at the points carry linear and angular momentum to the vertices.
TEST(SolidStep, ImpulsesAtPointsArriveWhole) {
  SolidOptions o = solid_of(irregular_block({{0.6, 0.4, 0.5}}, {6, 4, 5}, 0.1, 3));
  o.point_spacing = 0.03;
  auto body = make_solid(o);
  std::vector<Parcels*> sets;
  body->add_sets(sets);
  ASSERT_EQ(sets.size(), 1u);
  Parcels& points = *sets[0];
  std::vector<std::uint32_t> order(points.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = std::uint32_t(order.size() - 1 - i);
  points.reorder(order);
  const Step s = step_of(1e-9);
  body->begin_step(s);
  body->roles().motion->accelerate(s, kNone, {});
  Vec3d sum = kNone, turn = kNone, area_vector = kNone;
  double mass = 0, total_area = 0;
  std::mt19937 random(3);
  for (std::size_t b = 0; b < points.size(); b += kBatch) {
    const Range r{b, std::min(points.size(), b + kBatch)};
    ParcelBatch batch;
    AnswerBatch answer;
    Real n[3][kBatch], area[kBatch];
    points.load(r, s, batch);
    points.normals(r, n[0], n[1], n[2], area);
    for (std::size_t i = 0; i < r.size(); ++i) {
      const Vec3d dv = random_vector(random), x{{batch.x[0][i], batch.x[1][i], batch.x[2][i]}};
      for (int a = 0; a < 3; ++a) answer.v[a][i] = Real(dv[a]);
      for (int b = 0; b < 3; ++b) {
        const Vec3d column = random_vector(random) * 10.0;
        for (int a = 0; a < 3; ++a) answer.C[b][a][i] = Real(column[a]);
      }
      sum += dv * double(batch.m[i]);
      turn += (cross(x, dv) + spin_of(answer, i, s)) * double(batch.m[i]);
      mass += double(batch.m[i]);
      total_area += double(area[i]);
      const Vec3d normal{{n[0][i], n[1][i], n[2][i]}};
      EXPECT_NEAR(norm(normal), 1, 1e-5);
      area_vector += normal * double(area[i]);
      EXPECT_GT(dot(normal, x), 0);  // the block is convex about the origin
    }
    points.unload(r, s, answer);
  }
  body->roles().field->end_exchange(s);
  body->end_step(s);
  const Totals t = body->totals();
  EXPECT_LT(norm(t.momentum - sum), 2e-6 * norm(sum));
  EXPECT_LT(norm(t.angular_momentum - turn), 2e-5 * norm(turn));
  EXPECT_LT(mass, t.mass);
  EXPECT_NEAR(total_area, 2 * (0.6 * 0.4 + 0.6 * 0.5 + 0.4 * 0.5), 1e-5);
  EXPECT_LT(norm(area_vector), 1e-5);
}

TEST(SolidStep, SkinTakesVelocitiesAndShifts) {
  SolidOptions o = solid_of(tet_block({{0.2, 0.2, 0.2}}, {2, 2, 2}));
  auto body = make_solid(o);
  SurfacePoints* skin = body->roles().field->skin();
  ASSERT_EQ(skin->count(), 26u);
  const Step s = step_of(1e-3);
  body->begin_step(s);
  body->roles().motion->accelerate(s, kNone, {});
  const Vec3d x = skin->state_of(4).x;
  skin->apply(moved(4, {{0, 0, 0.001}}, {{0, 0, 0.5}}), s.dt);
  EXPECT_EQ(skin->state_of(4).v[2], 0.5);
  EXPECT_EQ(skin->state_of(4).x[2], x[2]);
  body->roles().field->end_exchange(s);
  body->end_step(s);
  EXPECT_NEAR(skin->state_of(4).x[2], x[2] + 0.001 + 0.0005, 1e-12);
}

// Damping: momenta stay, rigid motion passes, energy falls, and the step's length does not matter.
TEST(SolidDamping, KeepsMomentaAndTakesEnergy) {
  SolidOptions o = shaken(0);
  o.material = solid_material("jelly", 1e-3, 0);  // as good as no elasticity
  for (Vec3d& v : o.velocities) v += Vec3d{{3, -2, 1}};
  const auto run = [&](double damping, double dt, int rounds) {
    o.damping = damping;
    o.damping_rounds = rounds;
    auto body = make_solid(o);
    const Totals before = body->totals();
    const int steps = int(std::lround(1e-3 / dt));
    for (int k = 0; k < steps; ++k) step_alone(*body, dt, kNone);
    const Totals after = body->totals();
    EXPECT_LT(norm(after.momentum - before.momentum), 1e-12 * norm(before.momentum));
    const double scale = std::sqrt(2 * before.kinetic * before.mass) * 0.4;
    EXPECT_LT(norm(after.angular_momentum - before.angular_momentum), 1e-7 * scale);
    return after.kinetic - 0.5 * norm2(after.momentum) / after.mass;
  };
  const double undamped = run(0, 1e-3, 1), damped = run(0.9, 1e-3, 1), strongly = run(0.9, 1e-3, 3);
  EXPECT_LT(damped, 0.85 * undamped);
  EXPECT_LT(strongly, damped);
  const double finer = run(0.9, 1e-4, 1);
  EXPECT_NEAR(std::log(finer / undamped), std::log(damped / undamped), 0.15 * -std::log(damped / undamped));
}

TEST(SolidDamping, RigidMotionPasses) {
  SolidOptions o = solid_of(irregular_block({{0.6, 0.4, 0.5}}, {6, 4, 5}, 0.2, 3));
  o.damping = 1;
  o.velocities.clear();
  for (const Vec3d& X : o.rest.vertices)
    o.velocities.push_back(Vec3d{{1, 2, 3}} + cross(Vec3d{{3, -1, 2}}, X));
  auto body = make_solid(o);
  const Step s = step_of(1e-6);
  body->begin_step(s);
  body->roles().motion->accelerate(s, kNone, {});
  body->roles().field->end_exchange(s);
  body->end_step(s);
  const auto id = body->quantity("id"), vx = body->quantity("vx"), vz = body->quantity("vz");
  for (std::size_t i = 0; i < id.size(); ++i) {
    EXPECT_NEAR(vx[i], o.velocities[std::size_t(id[i])][0], 1e-4);
    EXPECT_NEAR(vz[i], o.velocities[std::size_t(id[i])][2], 1e-4);
  }
}

TEST(SolidState, QuantitiesAndFrame) {
  SolidOptions o = solid_of(tet_block({{0.2, 0.2, 0.2}}, {2, 2, 2}));
  o.positions = o.rest.vertices;
  for (Vec3d& x : o.positions) x[2] *= 1.1;
  auto body = make_solid(o);
  for (const double J : body->quantity("volume_ratio")) EXPECT_NEAR(J, 1.1, 1e-12);
  for (const double d : body->quantity("density")) EXPECT_NEAR(d, 1000 / 1.1, 1e-9);
  // Uniaxial strain: tau_z = (2 mu e + lambda e) s, tau_x = lambda (J - 1) J; psi with mu, lambda of E, nu.
  const double mu = 1e5 / 2.6, lambda = 1e5 * 0.3 / (1.3 * 0.4), e = 0.1;
  const double z = 2 * mu * e + lambda * e, xx = lambda * e;
  for (const double s : body->quantity("stress")) EXPECT_NEAR(s, z - xx, 1e-6 * z);
  for (const double p : body->quantity("pressure")) EXPECT_NEAR(p, -(z + 2 * xx) / 3, 1e-6 * z);
  EXPECT_TRUE(body->quantity("nonsense").empty());
  const FrameObject f = body->frame({"stress", "nonsense"});
  EXPECT_EQ(f.kind, "mesh");
  EXPECT_EQ(f.position.size(), 26u);
  EXPECT_EQ(f.faces.size(), 48u);
  EXPECT_EQ(f.corners.size(), 144u);
  EXPECT_EQ(f.scalars.size(), 1u);
  for (std::size_t i = 1; i < f.id.size(); ++i) EXPECT_LT(f.id[i - 1], f.id[i]);
  const Totals t = body->totals();
  EXPECT_NEAR(t.volume, 0.0088, 1e-12);
  EXPECT_NEAR(t.elastic, 0.008 * (mu * 0.01 + 0.5 * lambda * 0.01), 1e-9);
  EXPECT_NEAR(t.mass, 8, 1e-9);
}
