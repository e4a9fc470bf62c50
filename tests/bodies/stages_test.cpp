/// Steps of two stages (grid/integrator.h): second order, no matter how stiff; what nobody holds keeps its momenta; bodies
/// that are touched take backward Euler, and go on the same after they were saved.
#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "bodies/putty/putty.h"
#include "bodies/solid_meshes.h"
#include "bodies/two_stages.h"
#include "exec/memory_archive.h"

using namespace weft;

namespace {

/// A mass on a spring along x, from 1 m, pulled by a besides: where it is at `end`.
double oscillator(double omega, double pull, int steps, double end, double* speed = nullptr) {
  const double dt = end / steps;
  double x = 1;
  Vectors v = {Vec3d::zero()};
  for (int k = 0; k < steps; ++k) {
    const Vectors fall = {v[0] + Vec3d{{pull * dt, 0, 0}}}, push = {Vec3d{{-omega * omega * x * dt, 0, 0}}};
    const StageStart start{v, fall, push, dt};
    TwoStages s;
    Vectors free;
    // v = free - h w^2 (x + h v)
    const double h = s.length(dt), k2 = omega * omega;
    const auto euler = [&](double from) {
      return Vectors{{{{(free[0][0] - h * k2 * from) / (1 + h * h * k2), 0, 0}}}};
    };
    s.first_free(start, free);
    s.v1 = euler(x + s.first_way(start, 0)[0]);
    s.second_free(start, free);
    s.v2 = euler(x + s.second_way(start, 0)[0]);
    s.end(start);
    x += dt * s.w[0][0];
    v = s.v2;
  }
  if (speed) *speed = v[0][0];
  return x;
}

Step step_of(double time, double dt) {
  Step s;
  s.time = time;
  s.dt = dt;
  s.dx = 0.1;
  s.affine_inverse = 400;
  return s;
}

void step(Body& body, double& time, double dt, const Vec3d& gravity, std::span<const Barrier> barriers = {}) {
  const Step s = step_of(time, dt);
  if (Renewal* r = body.roles().renewal) r->renew(time);
  body.begin_step(s);
  body.roles().motion->accelerate(s, gravity, barriers);
  body.end_step(s);
  time += dt;
}

/// A block that turns at 10 rad/s.
template <class Places>
std::vector<Vec3d> turning(const Places& places) {
  std::vector<Vec3d> v;
  for (const Vec3d& x : places) v.push_back(cross(Vec3d{{6, 0, 8}}, x) + Vec3d{{0.3, 0, 0}});
  return v;
}

std::unique_ptr<Body> solid(Integrator by) {
  SolidOptions o = solid_of(tet_block({{0.2, 0.2, 0.2}}, {3, 3, 3}), "jelly", 1e5, 0.3);
  o.implicit = true;
  o.integrator = by;
  o.velocities = turning(o.rest.vertices);
  return make_solid(o);
}

std::unique_ptr<Body> putty(Integrator by) {
  PuttyOptions o;
  o.name = "putty";
  o.integrator = by;
  o.spacing = 0.04;
  o.material.young = 1e5;
  o.material.yield_stress = 1e30;
  for (int i = -2; i < 3; ++i)
    for (int j = -2; j < 3; ++j)
      for (int k = -2; k < 3; ++k) o.points.push_back({{0.04 * i, 0.04 * j, 0.04 * k}});
  o.velocities = turning(o.points);
  return make_putty(o);
}

Vec3d spin_of(const Body& b) {
  const Totals t = b.totals();
  return t.angular_momentum - cross(t.first_moment, t.momentum) * (1 / t.mass);
}

struct Kept {
  double spin, energy, rise, falls;  ///< the last: off free fall [m/s], [m]
};
Kept after(std::unique_ptr<Body> body, double dt, int steps) {
  const Vec3d L = spin_of(*body);
  Totals t = body->totals();
  const double first = t.kinetic + t.elastic;
  double time = 0, energy = first, rise = 0;
  for (int k = 0; k < steps; ++k) {
    step(*body, time, dt, {{0, 0, -9.81}});
    t = body->totals();
    // In the frame that falls.
    const Vec3d v = t.momentum * (1 / t.mass), falling = {{0, 0, -9.81 * time}};
    const double now = t.kinetic + t.elastic - 0.5 * t.mass * (norm2(v) - norm2(v - falling));
    if (k > 0)
      rise = std::max(rise, (now - energy) / first);  // the first step gives back what backward Euler takes
    energy = now;
  }
  const double falls = std::max(std::fabs(t.momentum[2] / t.mass + 9.81 * time),
                                std::fabs(t.first_moment[2] / t.mass + 0.5 * 9.81 * time * time));
  return {norm(spin_of(*body) - L) / norm(L), energy / first, rise, falls};
}

}  // namespace

TEST(Stages, SecondOrderUnderAPull) {
  const double omega = 3, pull = 2, end = 2;
  const double exact = pull / 9 + (1 - pull / 9) * std::cos(omega * end);
  const double coarse = oscillator(omega, pull, 100, end) - exact,
               fine = oscillator(omega, pull, 200, end) - exact;
  EXPECT_NEAR(coarse / fine, 4, 0.15);
  EXPECT_LT(std::fabs(fine), 1e-3);
}

TEST(Stages, StiffSpringsComeToRestAtOnce) {
  double speed = 0;
  EXPECT_NEAR(oscillator(1e7, 5, 3, 0.03, &speed), 0, 1e-9);
  EXPECT_NEAR(speed, 0, 1e-5);  // of the 100 m/s that x/dt is
}

TEST(Stages, SolidsKeepTheirSpin) {
  const Kept stages = after(solid(Integrator::tr_bdf2), 0.01, 100);
  EXPECT_LT(stages.spin, 1e-7);
  EXPECT_GT(stages.energy, 0.97);
  EXPECT_LT(stages.rise, 1e-6);
  EXPECT_LT(stages.falls, 1e-3);  // the first step is backward Euler
  EXPECT_GT(after(solid(Integrator::euler), 0.01, 100).spin, 0.3);
}

TEST(Stages, PuttyKeepsItsSpin) {
  const Kept stages = after(putty(Integrator::tr_bdf2), 0.01, 50);
  EXPECT_LT(stages.spin, 1e-7);
  EXPECT_GT(stages.energy, 0.97);
  EXPECT_LT(stages.rise, 1e-5);
  EXPECT_LT(stages.falls, 1e-3);
  EXPECT_GT(after(putty(Integrator::euler), 0.01, 50).spin, 0.2);
}

/// An obstacle near the skin, then none: impulses are those that stop what falls, and the run goes on from a save.
TEST(Stages, TouchedBodiesTakeBackwardEuler) {
  const auto make = [] {
    SolidOptions o = solid_of(tet_block({{0.2, 0.2, 0.2}}, {2, 2, 2}), "jelly", 1e5, 0.3);
    o.implicit = true;
    return make_solid(o);
  };
  const std::unique_ptr<Body> body = make();
  SurfacePoints* skin = body->roles().field->skin();
  const auto floor = [&] {
    std::vector<Barrier> out;
    for (std::size_t i = 0; i < skin->count(); ++i)
      if (const double gap = skin->state_of(i).x[2] + 0.1; gap < 0.02)
        out.push_back({std::uint32_t(i), 0, {{0, 0, 1}}, Vec3d::zero(), gap, 0.5, Boundary::separate});
    return out;
  };
  double time = 0, took = 0;
  const double dt = 0.005, weight = 9.81 * body->mass();
  for (int k = 0; k < 400; ++k) {
    step(*body, time, dt, {{0, 0, -9.81}}, floor());
    if (k >= 300)
      for (const Vec3d& j : body->roles().field->given()) took -= j[2];
  }
  EXPECT_NEAR(took, weight * 100 * dt, 2e-3 * weight * 100 * dt);
  EXPECT_LT(body->limits().speed, 1e-4);

  std::map<std::string, std::string> saved;
  MemoryArchive out(saved, false);
  body->archive(out);
  const std::unique_ptr<Body> other = make();
  MemoryArchive in(saved, true);
  other->archive(in);
  double later = time;
  for (int k = 0; k < 5; ++k) {
    step(*body, time, dt, {{0, 0, -9.81}});
    step(*other, later, dt, {{0, 0, -9.81}});
  }
  EXPECT_EQ(body->totals().momentum[2], other->totals().momentum[2]);
  EXPECT_EQ(body->totals().first_moment[2], other->totals().first_moment[2]);
}
