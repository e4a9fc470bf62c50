/// The implicit step: increments are derivatives of forces, forces of the energy, for every law and through
/// the grid; Newton converges quadratically; a free body keeps its momentum and never gains energy; friction
/// holds what it should.
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <random>

#include "bodies/grains/grains.h"
#include "bodies/thin/thin.h"
#include "exec/memory_archive.h"
#include "world/laboratory.h"
#include "world/world.h"

using namespace weft;

namespace {

/// Energy -> force -> change -> diagonal, each against the one before it.
void check_body(Laboratory& lab, double speed, bool whole_diagonal) {
  const Laboratory::Field v = lab.draw(speed), dv = lab.draw(speed), other = lab.draw(speed);
  const double h = kFloat ? 2e-2 : 1e-5, loose = kFloat ? 2e-2 : 2e-6;
  double plus = 0, minus = 0;
  const Laboratory::Field more = lab.ask(sum(v, h, dv), Solve::force, &plus),
                          less = lab.ask(sum(v, -h, dv), Solve::force, &minus),
                          force = lab.ask(v, Solve::force);
  const double slope = (plus - minus) / (2 * h), power = -inner(force, dv);
  EXPECT_NEAR(slope, power, loose * size_of(force) * size_of(dv));
  lab.body().roles().implicit->linearise(lab.step(), false);
  const Laboratory::Field change = lab.ask(dv, Solve::change), across = lab.ask(other, Solve::change);
  const Laboratory::Field difference = sum(more, -1, less);
  EXPECT_LT(size_of(sum(change, -1 / (2 * h), difference)), loose * size_of(change));
  EXPECT_NEAR(inner(change, other), inner(across, dv),
              (kFloat ? 1e-4 : 1e-10) * size_of(change) * size_of(other));

  // The blocks on the diagonal, node by node.
  lab.ask(v, Solve::force);
  lab.body().roles().implicit->linearise(lab.step(), true);
  Array<Real> blocks;
  lab.grid().stiffness(lab.sets(), lab.step(), blocks);
  double largest = 0;
  for (const Real b : blocks) largest = std::max(largest, std::fabs(double(b)));
  ASSERT_GT(largest, 0);
  int seen = 0;
  for (std::size_t n = 0; n < v.size() && seen < 60; ++n) {
    if (std::fabs(double(blocks[6 * n])) < 0.05 * largest) continue;
    if (++seen % 10) continue;
    for (int a = 0; a < 3; ++a) {
      Laboratory::Field unit(v.size(), Vec3d::zero());
      unit[n][a] = 1;
      const Vec3d column = lab.ask(unit, Solve::change)[n];
      constexpr int kAt[3][3] = {{0, 1, 2}, {1, 3, 4}, {2, 4, 5}};
      const auto block = [&](int b) { return double(blocks[6 * n + std::size_t(kAt[a][b])]); };
      if (whole_diagonal) {
        for (int b = 0; b < 3; ++b)
          EXPECT_NEAR(-column[b], block(b), (kFloat ? 1e-4 : 1e-9) * largest) << n << a << b;
      } else if (block(a) > 0.3 * largest) {  // elements reach over several nodes: about right is all we ask
        EXPECT_GT(-column[a], 0.2 * block(a));
        EXPECT_LT(-column[a], 4 * block(a));
      }
    }
  }
  EXPECT_GT(seen, 0);

  // Without negative eigenvalues.
  for (int trial = 0; trial < 4; ++trial) {
    const Laboratory::Field x = lab.draw(1);
    EXPECT_GE(-inner(lab.ask(x, Solve::change), x), -1e-5 * size_of(lab.ask(x, Solve::change)) * size_of(x));
  }
}

GrainsOptions grains(const std::string& law, int n, bool plane = false) {
  GrainsOptions g;
  g.name = "block";
  g.material = make_material(law);
  const double s = 0.5 * kDx;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < (plane ? 1 : n); ++j)
      for (int k = 0; k < n; ++k)
        g.positions.push_back({{(i + 0.5) * s, plane ? 0 : (j + 0.5) * s, (k + 0.5) * s}});
  g.point_volume = plane ? s * s : s * s * s;
  g.plane = plane;
  g.deformation = {{{1.05, 0.02, -0.01}, {0.01, 0.96, 0.03}, {0.02, -0.02, 1.02}}};
  if (plane) g.deformation = {{{1.05, 0, -0.01}, {0, 1, 0}, {0.02, 0, 0.98}}};
  return g;
}

class EveryLaw : public testing::TestWithParam<std::string> {};
INSTANTIATE_TEST_SUITE_P(
    Implicit, EveryLaw, testing::ValuesIn([] {
      std::vector<std::string> names;
      for (const std::string& law : material_names())
        if (std::visit(
                [](const auto& l) {
                  return std::is_base_of_v<Isotropic<std::decay_t<decltype(l)>>, std::decay_t<decltype(l)>>;
                },
                make_material(law)))
          names.push_back(law);
      return names;
    }()),
    [](const auto& info) { return info.param; });

TEST_P(EveryLaw, ChangesAreDerivativesOfForces) {
  Laboratory solid(make_grains(grains(GetParam(), 6)));
  check_body(solid, 0.2, true);
  Laboratory slab(make_grains(grains(GetParam(), 8, true)), true);
  check_body(slab, 0.2, true);
}

TEST(Implicit, ChangesInTheWeightGradientFormAreDerivatives) {
  Laboratory lab(make_grains(grains("jelly", 6)), false, true);
  check_body(lab, 0.2, true);
}

/// n by n squares of side kDx, a little out of shape.
ThinOptions sheet(int n, const std::string& law, bool bending) {
  ThinOptions o;
  o.name = "sheet";
  o.material = make_material(law);
  set_field(o.material, "shear", 2e4);
  prepare_material(o.material);
  o.section = 0.5 * kDx;
  if (bending) o.bending = 0.5;
  const auto at = [n](int i, int j) { return std::uint32_t(j * (n + 1) + i); };
  for (int j = 0; j <= n; ++j)
    for (int i = 0; i <= n; ++i) {
      o.rest.push_back({{i * kDx, j * kDx, 0}});
      o.positions.push_back({{i * 1.1 * kDx + 0.003 * j, j * kDx - 0.002 * i, 0.01 * std::sin(1.3 * i + j)}});
      o.uv.push_back({float(i), float(j)});
    }
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < n; ++i) {
      o.triangles.push_back({at(i, j), at(i + 1, j), at(i + 1, j + 1)});
      o.triangles.push_back({at(i, j), at(i + 1, j + 1), at(i, j + 1)});
    }
  return o;
}

ThinOptions strand(int n, bool bending, bool plane) {
  ThinOptions o;
  o.name = "strand";
  o.material = make_material(plane ? "cloth" : "fibre");
  set_field(o.material, "shear", 2e4);
  prepare_material(o.material);
  o.section = plane ? 0.5 * kDx : 0.2 * kDx * kDx;
  o.plane = plane;
  if (bending) o.bending = 1e-3;
  for (int i = 0; i <= n; ++i) {
    o.rest.push_back({{i * kDx, 0, 0}});
    o.positions.push_back({{i * 1.05 * kDx, plane ? 0 : 0.01 * std::cos(i), 0.012 * std::sin(1.3 * i)}});
  }
  o.counts = {std::uint32_t(n + 1)};
  return o;
}

TEST(Implicit, ChangesOfThinBodiesAreDerivatives) {
  for (const bool bending : {false, true}) {
    for (const char* law : {"cloth", "woven"}) {
      SCOPED_TRACE(law);
      Laboratory lab(make_thin(sheet(6, law, bending)));
      check_body(lab, 0.3, false);
    }
    SCOPED_TRACE("threads");
    Laboratory fibre(make_thin(strand(12, bending, false)));
    check_body(fibre, 0.3, false);
    Laboratory edge(make_thin(strand(12, bending, true)), true);
    check_body(edge, 0.3, false);
  }
}

TEST(Implicit, SettledForcesTurnNothing) {
  Laboratory solid(make_grains(grains("jelly", 6)));
  check_settled(solid);
  Laboratory gradient(make_grains(grains("jelly", 6)), false, true);
  check_settled(gradient);
  Laboratory slab(make_grains(grains("jelly", 8, true)), true);
  check_settled(slab);
  for (const bool bending : {false, true}) {
    SCOPED_TRACE(bending ? "bending" : "limp");
    for (const char* law : {"cloth", "woven"}) {
      Laboratory lab(make_thin(sheet(6, law, bending)));
      check_settled(lab);
    }
    Laboratory fibre(make_thin(strand(12, bending, false)));
    check_settled(fibre);
    Laboratory edge(make_thin(strand(12, bending, true)), true);
    check_settled(edge);
  }
}

/// A block of jelly in the air.
World free_block(double young, double speed) {
  World w;
  w.solver.dx = kDx;
  w.solver.step = Stepping::implicitly;
  w.solver.gravity = Vec3d::zero();
  GrainsOptions g = grains("jelly", 10);
  set_field(g.material, "young", young);
  prepare_material(g.material);
  std::mt19937 random(5);
  std::uniform_real_distribution<double> u(-speed, speed);
  for (const Vec3d& x : g.positions)
    g.velocities.push_back({{0.3 - 2 * x[1] + u(random), 2 * x[0] + u(random), 0.1 + u(random)}});
  w.bodies.push_back(make_grains(g));
  return w;
}

TEST(Implicit, AFreeBodyKeepsItsSpin) {
  World w = free_block(1e6, 0.3);
  w.solver.implicit.tolerance = kFloat ? 1e-5 : 1e-9;  // what a solve leaves has a torque
  const auto spin = [&] {
    const Totals t = w.totals();
    return t.angular_momentum + t.affine_axial * w.solver.affine_moment() -
           cross(t.first_moment, t.momentum) * (1 / t.mass);
  };
  const Vec3d before = spin();
  for (int k = 0; k < 20; ++k) w.step(10);
  EXPECT_GT(w.time, 0.05);
  EXPECT_LT(norm(spin() - before), 1e-4 * norm(before));
}

TEST(Implicit, AFreeBodyKeepsItsMomentumAndNeverGainsEnergy) {
  World w = free_block(1e6, 0.3);
  w.solver.implicit.tolerance = 1e-3;
  const Totals before = w.totals();
  double energy = before.kinetic + before.elastic;
  for (int k = 0; k < 40; ++k) {
    const StepReport r = w.step(10);
    EXPECT_TRUE(r.solve.converged()) << k << " " << name_of(r.solve.stop);
    const Totals now = w.totals();
    EXPECT_LE(now.kinetic + now.elastic, energy * (1 + 1e-5)) << k;
    energy = now.kinetic + now.elastic;
    EXPECT_LT(norm(now.momentum - before.momentum), (kFloat ? 2e-6 : 1e-12) * (k + 1) * before.mass) << k;
  }
}

/// Krylov tolerances are never below 0.02, so this does not tell quadratic convergence from fast linear one.
TEST(Implicit, NewtonConvergesInAFewSteps) {
  World w = free_block(1e4, 0.5);
  w.solver.dt_fixed = 0.01;
  w.solver.implicit.exact = true;
  w.solver.implicit.tolerance = kFloat ? 1e-4 : 1e-11;
  const StepReport r = w.step(10);
  EXPECT_TRUE(r.solve.converged());
  EXPECT_LE(r.solve.newton, kFloat ? 5 : 7);
}

/// A stiff block on a slope, given as gravity that leans: it holds below the angle of friction and slides
/// above it.
TEST(Implicit, FrictionHoldsAWholeBody) {
  for (const double angle : {0.30, 0.45}) {
    const double mu = 0.4;
    World w;
    w.solver.dx = kDx;
    w.solver.step = Stepping::implicitly;
    w.solver.gravity = {{9.81 * std::sin(angle), 0, -9.81 * std::cos(angle)}};
    GrainsOptions g = grains("jelly", 12);
    g.deformation = Mat3d::identity();
    set_field(g.material, "young", 1e7);
    prepare_material(g.material);
    w.bodies.push_back(make_grains(g));
    Collider floor;
    floor.friction = mu;
    w.colliders.push_back(floor);
    while (w.time < 0.5) w.step(0.5);
    const Totals t = w.totals();
    const double speed = t.momentum[0] / t.mass,
                 expected = std::max(0.0, 9.81 * (std::sin(angle) - mu * std::cos(angle)) * w.time);
    EXPECT_NEAR(speed, expected, 0.02 + 0.05 * expected) << angle;
  }
}

/// Two halves of a bar of sand part. Yielding that is lagged glues them together; rounds from yielded strains
/// do not.
TEST(Implicit, RoundsFromYieldedStrainsLetSandPart) {
  const auto speed_left = [](Stepping step, int rounds) {
    World w;
    w.solver.dx = kDx;
    w.solver.gravity = Vec3d::zero();
    w.solver.step = step;
    w.solver.implicit.yield_rounds = rounds;
    GrainsOptions g = grains("sand", 1);
    g.deformation = Mat3d::identity();
    g.positions.clear();
    const double s = 0.5 * kDx;
    for (int i = 0; i < 32; ++i)
      for (int j = 0; j < 8; ++j)
        for (int k = 0; k < 8; ++k) {
          g.positions.push_back({{(i + 0.5) * s, (j + 0.5) * s, (k + 0.5) * s}});
          g.velocities.push_back({{i < 16 ? -0.3 : 0.3, 0, 0}});
        }
    w.bodies.push_back(make_grains(g));
    while (w.time < 0.2) w.step(0.2);
    const auto v = w.bodies[0]->quantity("vx");
    double sum = 0;
    for (const double a : v) sum += std::fabs(a);
    return sum / double(v.size());
  };
  const double reference = speed_left(Stepping::explicitly, 0);
  EXPECT_LT(speed_left(Stepping::implicitly, 0), 0.1 * reference);
  EXPECT_GT(speed_left(Stepping::implicitly, 3), 0.7 * reference);
}

}  // namespace
