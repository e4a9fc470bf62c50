// Steps of rods: the implicit step solves its equations, packs equal plain numbers, momentum is kept, steps
// up to the stated limit are stable and beyond it are not, strands keep their length at large steps,
// roots follow what is prescribed.
#include "bodies/hair/rod_step.h"

#include <gtest/gtest.h>

#include "rod_testing.h"

namespace weft {
namespace {

/// A strand of something like hair, curled, that sticks out from its root along x.
std::vector<Vec3d> lock(int n, double length) {
  std::vector<Vec3d> x;
  for (int i = 0; i < n; ++i) {
    const double s = double(i) / (n - 1);
    x.push_back({{length * s, 0.02 * length * std::sin(9 * s), 0.02 * length * (1 - std::cos(7 * s))}});
  }
  return x;
}
RodStiffness hair() {
  RodMaterial m;
  m.young = 4e9, m.density = 1300, m.a = 4e-5, m.b = 6e-5;
  return stiffness_of(m);
}
template <class T>
void hold_root(Rod<T>& rod) {
  rod.free_x[0] = rod.free_x[1] = rod.free_theta[0] = T(0);
}

TEST(RodStep, TheImplicitStepSolvesItsEquations) {
  for (const bool dynamic : {false, true}) {
    Rod<double> rod = odd_rod(12, 4);
    if (dynamic)
      for (RodEdge<double>& e : rod.edges) e.inertia = 1e-3;
    hold_root(rod);
    std::mt19937 random(2);
    std::uniform_real_distribution<double> u(-1, 1);
    for (std::size_t i = 2; i < 12; ++i) rod.v[i] = {{u(random), u(random), u(random)}};
    const Rod<double> before = rod;
    RodStepOptions o;
    o.dt = 0.02, o.gravity = {{0, 0, -9.81}}, o.iterations = 100, o.tolerance = 1e-12, o.twist_iterations = 0;
    RodScratch<double> w;
    implicit_velocities(rod, o, w);
    advance(rod, o, w);
    RodStrains<double> s;
    s.resize(12);
    strains_of(rod.pose, s);
    Array<Vec3d> gx(12);
    Array<double> gt(11);
    each_row(rod, s, true, &before.pose, [&](std::size_t r, double(&)[11], double g) {
      (r % 4 < 3 ? gx[r / 4][int(r % 4)] : gt[r / 4]) = g;
    });
    double size = 0;
    for (const Vec3d& g : gx) size = std::max(size, norm(g));
    for (std::size_t i = 2; i < 12; ++i)
      EXPECT_LT(norm((rod.mass[i] / o.dt) * (rod.v[i] - before.v[i] - o.dt * o.gravity) + gx[i]), 1e-8 * size)
          << i;
    for (std::size_t j = 1; j < 11; ++j)
      EXPECT_NEAR(rod.edges[j].inertia / o.dt * (rod.theta_dot[j] - before.theta_dot[j]) + gt[j], 0,
                  1e-8 * size)
          << j;
  }
}

TEST(RodStep, PacksEqualPlainNumbers) {
  using P = Pack<Real>;
  constexpr int n = 25;
  Rod<P> pack;
  pack.resize(n);
  std::vector<Rod<double>> single;
  for (int l = 0; l < P::width; ++l) {
    std::vector<Vec3d> x = lock(n, 0.1 + 0.01 * l);
    set_strand(pack, l, x, hair());
    single.push_back(make_rod(x, hair()));
    hold_root(single.back());
  }
  hold_root(pack);
  RodStepOptions o;
  o.dt = 1e-3, o.gravity = {{0, 0, -9.81}}, o.tolerance = sizeof(Real) == 4 ? 1e-4 : 1e-9;
  RodScratch<P> wp;
  RodScratch<double> w;
  for (int k = 0; k < 100; ++k) {
    implicit_velocities(pack, o, wp);
    advance(pack, o, wp);
    for (Rod<double>& r : single) {
      implicit_velocities(r, o, w);
      advance(r, o, w);
    }
  }
  for (int l = 0; l < P::width; ++l)
    for (int k = 0; k < 3; ++k) {
      const double mine = double(pack.pose.x[n - 1][k][l]), theirs = single[std::size_t(l)].pose.x[n - 1][k];
      EXPECT_NEAR(mine, theirs, (sizeof(Real) == 4 ? 2e-3 : 1e-6) * 0.1) << l;
    }
  EXPECT_LT(single[0].pose.x[n - 1][2], -0.01);  // it did fall
}

TEST(RodStep, FreeMotionKeepsMomentum) {
  for (const bool implicit : {false, true}) {
    Rod<double> rod = odd_rod(15, 9);
    for (std::size_t i = 0; i < 15; ++i) rod.v[i] = {{0.1 * double(i), 1, -0.05 * double(i)}};
    RodScratch<double> w;
    RodStepOptions o;
    o.dt = implicit ? 1e-2 : 0.3 * stable_step(rod);
    o.iterations = 60, o.tolerance = 1e-13;
    const Vec3d before = totals_of(rod, 1, w).momentum;
    for (int k = 0; k < 50; ++k) {
      if (implicit) implicit_velocities(rod, o, w);
      else explicit_velocities(rod, o, w);
      advance(rod, o, w);
    }
    EXPECT_LT(norm(totals_of(rod, 1, w).momentum - before), (implicit ? 1e-9 : 1e-12) * norm(before));
  }
}

/// A strand of hair that turns at 10 rad/s, in double and in packs; one vertex of another is told where to go.
template <class T>
double spin_kept(bool stages, double* told = nullptr) {
  Rod<T> rod;
  rod.resize(12);
  for (int lane = 0; lane < (std::is_same_v<T, double> ? 1 : 16); ++lane)
    set_strand(rod, lane, lock(12, 0.3), hair());
  const Vec3<T> turn = {{T(0.0), T(6.0), T(8.0)}};
  for (std::size_t i = 0; i < 12; ++i) rod.v[i] = cross(turn, rod.pose.x[i]);
  if (told) rod.free_x[3] = T(0);
  const auto spin = [&] {
    Vec3<T> L = Vec3<T>::zero(), p = L, c = L;
    T m(0);
    for (std::size_t i = 0; i < 12; ++i) {
      L += cross(rod.pose.x[i], rod.v[i]) * rod.mass[i];
      p += rod.v[i] * rod.mass[i], c += rod.pose.x[i] * rod.mass[i], m += rod.mass[i];
    }
    L -= cross(c, p) * (T(1) / m);
    if constexpr (std::is_same_v<T, double>) return norm(L);
    else return double(norm(L)[0]);
  };
  RodScratch<T> w;
  RodStages<T> s;
  RodStepOptions o;
  o.dt = 4e-3;
  s.own.assign(12, Vec3<T>::zero()), s.own_theta.assign(11, T(0.0));
  for (std::size_t i = 0; i < 12; ++i) s.own[i] = cross(turn, rod.v[i]);
  const double before = spin();
  for (int k = 0; k < 250; ++k) {
    s.v = rod.v, s.theta_dot = rod.theta_dot;
    if (told)
      for (int a = 0; a < 3; ++a) s.v[3][a] = T(77.0), rod.v[3][a] = T(a == 0 ? 0.25 : 0.0);
    if (stages) stage_velocities(rod, o, s, w);
    else implicit_velocities(rod, o, w);
    advance(rod, o, w);
    if (stages)
      for (std::size_t i = 0; i < 12; ++i) rod.v[i] += s.beyond[i];
  }
  if constexpr (std::is_same_v<T, double>)
    if (told) *told = rod.pose.x[3][0];
  return spin() / before;
}

TEST(RodStep, StagesKeepSpins) {
  EXPECT_LT(spin_kept<double>(false), 0.85);
  // To rounding, however loose the tolerance of the solve is.
  EXPECT_NEAR(spin_kept<double>(true), 1, 1e-9);
  EXPECT_NEAR(spin_kept<Pack<Real>>(true), 1, sizeof(Real) == 4 ? 2e-5 : 1e-9);
  double there = 0;
  spin_kept<double>(true, &there);
  EXPECT_NEAR(there, lock(12, 0.3)[3][0] + 0.25, 1e-9);
}

TEST(RodStep, ExplicitStepsAreStableUpToTheLimitAndNotBeyond) {
  // Stretch limits a short thin rod, bending a coarse thick one, twist one with inertia.
  for (const auto& [EA, B, C, inertia] :
       {std::array{1e2, 1e-4, 1e-4, 0.0}, std::array{1.0, 1.0, 1e-4, 0.0}}) {
    for (const double part : {0.95, 1.15}) {
      std::vector<Vec3d> x;
      for (int i = 0; i < 40; ++i)
        x.push_back({{0.05 * i, 1e-9 * std::sin(77.0 * i), 1e-9 * std::cos(31.0 * i)}});
      Rod<double> rod = make_rod(x, {EA, B, B, C, 0.1, inertia});
      straighten(rod);
      RodScratch<double> w;
      RodStepOptions o;
      o.dt = part * stable_step(rod);
      x[20] += Vec3d{{1e-8, 1e-8, 0}};
      place_strand(rod, 0, x);
      double most = 0;
      for (int k = 0; k < 600; ++k) {
        explicit_velocities(rod, o, w);
        advance(rod, o, w);
        most = std::max(most, norm(rod.v[20]) * o.dt);
      }
      EXPECT_EQ(most < 1e-6, part < 1) << EA << " " << most;
    }
  }
}

TEST(RodStep, ImplicitEnergyFallsAndStrandsKeepTheirLengthAtLargeSteps) {
  using P = Pack<Real>;
  Rod<P> rod;
  rod.resize(31);
  for (int l = 0; l < P::width; ++l) set_strand(rod, l, lock(31, 0.2), hair());
  hold_root(rod);
  RodScratch<P> w;
  RodStepOptions o;
  o.dt = 1.0 / 120, o.gravity = {{0, 0, -9.81}}, o.iterations = 12;
  double longest = 0;
  for (int k = 0; k < 240; ++k) {
    // The head goes back and forth by 2 cm.
    const double speed = 0.02 * 2 * 3.14159 * 2 * std::cos(2 * 3.14159 * 2 * k * o.dt);
    for (std::size_t i : {0, 1}) rod.v[i] = Vec3d{{0, speed, 0}}.as<P>();
    implicit_velocities(rod, o, w);
    advance(rod, o, w);
    for (std::size_t j = 0; j < 30; ++j) {
      const double now = double(norm(rod.pose.x[j + 1] - rod.pose.x[j])[0]);
      longest = std::max(longest, std::abs(now / double(rod.edges[j].length[0]) - 1));
    }
  }
  EXPECT_LT(longest, 2e-3);
  EXPECT_LT(double(rod.pose.x[30][2][0]), -0.12);
  // Let go without gravity, the energy only falls.
  o.gravity = {};
  for (std::size_t i : {0, 1}) rod.v[i] = Vec3<P>::zero();
  const auto energy = [&] {
    const RodTotals t = totals_of(rod, P::width, w);
    return t.kinetic + t.stretch + t.bend + t.twist;
  };
  double before = energy();
  for (int k = 0; k < 50; ++k) {
    implicit_velocities(rod, o, w);
    advance(rod, o, w);
    const double now = energy();
    EXPECT_TRUE(k == 0 || now <= before * (1 + 1e-3)) << k;  // at first the root is stopped, which does work
    before = now;
  }
}

TEST(RodStep, FewNewtonStepsDoWhenStrandsTurnAndFloatsDoAtLargeSteps) {
  // 175 segments of 1.7 mm that fall and are shaken: stretching is 2e5 times as stiff as inertia at 0.4 ms,
  // and more than a float can tell from it at 8 ms.
  using P = Pack<Real>;
  struct Case {
    double dt, stretch, newton;
    int iterations;
  };
  for (const Case& c : {Case{4e-4, 4e-5, 2.5, 3}, Case{2e-3, 4e-5, 9, 20}, Case{1.0 / 120, 3e-2, 20, 20}}) {
    Rod<P> rod;
    rod.resize(176);
    for (int l = 0; l < P::width; ++l) set_strand(rod, l, lock(176, 0.3), hair());
    hold_root(rod);
    for (std::size_t i = 2; i < 176; ++i)
      rod.v[i] = Vec3d{{0, std::sin(0.5 * double(i)) * double(i) / 175, 0}}.as<P>();
    RodScratch<P> w;
    RodStepOptions o;
    o.dt = c.dt, o.gravity = {{0, 0, -9.81}}, o.iterations = c.iterations;
    double longest = 0, newton = 0;
    const int steps = int(0.08 / o.dt);
    for (int k = 0; k < steps; ++k) {
      newton += implicit_velocities(rod, o, w);
      advance(rod, o, w);
      for (std::size_t j = 0; j < 175; ++j) {
        const double now = double(norm(rod.pose.x[j + 1] - rod.pose.x[j])[0]);
        const double part = std::abs(now / double(rod.edges[j].length[0]) - 1);
        longest = part <= longest ? longest : part;  // takes NaN too
      }
    }
    EXPECT_LT(longest, c.stretch) << c.dt;
    EXPECT_LE(newton / steps, c.newton) << c.dt;
  }
}

TEST(RodStep, RootsGoWhereTheyAreToldAndTurnTheStrand) {
  // A straight strand along z, its root turned about z by three turns:
  // the free end follows, without twist left.
  std::vector<Vec3d> x;
  for (int i = 0; i < 12; ++i) x.push_back({{0, 0, 0.01 * i}});
  Rod<double> rod = make_rod(x, hair(), {{1, 0, 0}});
  RodScratch<double> w;
  RodStepOptions o;
  o.dt = 1e-2;
  for (int k = 1; k <= 300; ++k) {
    const double a = 6 * 3.14159265358979 * k / 300;
    const Vec3d up{{0, 0, 1e-3 * k}};
    prescribe_root(rod, x[0] + up, x[1] + up, Vec3d{{std::cos(a), std::sin(a), 0}}, o.dt);
    implicit_velocities(rod, o, w);
    advance(rod, o, w);
  }
  EXPECT_NEAR(rod.pose.theta[0], 6 * 3.14159265358979, 1e-9);
  EXPECT_NEAR(rod.pose.theta[10], 6 * 3.14159265358979, 1e-6);
  EXPECT_NEAR(rod.pose.x[0][2], 0.3, 1e-12);
  EXPECT_NEAR(rod.pose.x[1][2], 0.31, 1e-12);
}

TEST(RodStep, TwistOfAStraightRoundRodIsLinearBetweenClampedEnds) {
  std::vector<Vec3d> x;
  for (int i = 0; i < 12; ++i) x.push_back({{0, 0, 0.01 * i + 1e-4 * i * i}});
  Rod<double> rod = make_rod(x, {1, 1, 1, 0.7, 1, 0});
  rod.free_theta[0] = rod.free_theta[10] = 0;
  rod.pose.theta[10] = 2;
  RodScratch<double> w;
  balance_twist(rod, 2, w);
  RodStrains<double> s;
  s.resize(12);
  strains_of(rod.pose, s);
  const double rate = rod.joints[1].beta * s.twist[1];
  for (std::size_t i = 1; i < 11; ++i) EXPECT_NEAR(rod.joints[i].beta * s.twist[i], rate, 1e-12 * rate);
  EXPECT_NEAR(rod.pose.theta[10], 2, 0);
}

}  // namespace
}  // namespace weft
