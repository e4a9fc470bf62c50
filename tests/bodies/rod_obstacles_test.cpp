// Obstacles inside the implicit step of a rod: nothing enters, pushes push, friction holds up to its cone, a
// strand that is pressed end-on carries what the elastica says, packs equal plain numbers.
#include "bodies/hair/rod_obstacles.h"

#include <gtest/gtest.h>

#include "bodies/hair/rod_lanes.h"
#include "bodies/hair/rod_step.h"

namespace weft {
namespace {

struct Floor {
  double friction = 0, height = 0;
  Vec3d n{{0, 0, 1}}, velocity{};
};

/// Every free vertex is in front of every floor.
template <class T>
std::vector<Barrier> barriers_of(const Rod<T>& rod, const std::vector<Floor>& floors) {
  std::vector<Barrier> all;
  for (std::size_t i = 0; i < rod.vertices(); ++i)
    for (int lane = 0; lane < kStrands<T>; ++lane)
      for (const Floor& f : floors) {
        if (!(take_lane(rod.free_x[i], lane) > 0)) continue;
        const double gap = dot(take_lane(rod.pose.x[i], lane), f.n) - f.height;
        all.push_back({std::uint32_t(i * std::size_t(kStrands<T>) + std::size_t(lane)), 0, f.n, f.velocity,
                       gap, f.friction, Boundary::separate});
      }
  return all;
}

template <class T>
struct Pressed {
  Rod<T> rod;
  RodStepOptions o;
  RodScratch<T> w;
  std::vector<Floor> floors;
  Vec3d given{};
  int made = 0;

  void step() {
    const std::vector<Barrier> barriers = barriers_of(rod, floors);
    RodObstacles<T> obstacles(rod, barriers, o.dt, norm(o.gravity));
    made = implicit_velocities(rod, o, w, &obstacles);
    std::vector<Vec3d> impulses(barriers.size());
    obstacles.give(impulses);
    given = Vec3d::zero();
    for (const Vec3d& j : impulses) given += j * (1 / o.dt);
    advance(rod, o, w);
  }
  double lowest() const {
    double z = 1e300;
    for (std::size_t i = 0; i < rod.vertices(); ++i)
      for (int lane = 0; lane < kStrands<T>; ++lane) z = std::min(z, take_lane(rod.pose.x[i], lane)[2]);
    return z;
  }
};

std::vector<Vec3d> line(int segments, const Vec3d& from, const Vec3d& to) {
  std::vector<Vec3d> x;
  for (int i = 0; i <= segments; ++i) x.push_back(from + (to - from) * (double(i) / segments));
  return x;
}

RodStiffness wire() {
  RodMaterial m;
  m.young = 1e8, m.density = 1000, m.a = m.b = 5e-3;
  return stiffness_of(m);
}

/// A strand that lies on the floor weighs on it what it weighs, and slides as Coulomb says.
TEST(RodObstacles, AStrandThatLiesWeighsAndSlides) {
  for (const double mu : {0.0, 0.3}) {
    Pressed<double> p{make_rod(line(20, {{0, 0, 0}}, {{0.5, 0, 0}}), wire()), {}, {}, {}};
    p.o.dt = 1e-3;
    p.o.gravity = {{0, 0, -10}};
    p.floors = {{mu, 0, {{0, 0, 1}}, {}}};
    double mass = 0;
    for (std::size_t i = 0; i < p.rod.vertices(); ++i) p.rod.v[i] = {{1, 0.5, 0}}, mass += p.rod.mass[i];
    for (int k = 0; k < 100; ++k) p.step();
    EXPECT_NEAR(p.given[2], -10 * mass, 1e-6 * 10 * mass);
    EXPECT_NEAR(p.lowest(), 0, 1e-9);
    const double speed = std::sqrt(1.25), slower = speed - mu * 10 * 0.1;
    EXPECT_NEAR(norm(p.rod.v[10]), slower, 0.01 * slower);
    EXPECT_NEAR(std::hypot(p.given[0], p.given[1]), mu * 10 * mass, 0.01 * 10 * mass);
  }
}

TEST(RodObstacles, FrictionHoldsOnAnInclineUpToItsCone) {
  const double tangent = 0.3;
  for (const double mu : {0.27, 0.33}) {
    Pressed<double> p{make_rod(line(20, {{0, 0, 0}}, {{0.5, 0.1, 0}}), wire()), {}, {}, {}};
    p.o.dt = 1e-3;
    p.o.gravity = {{10 * tangent, 0, -10}};
    p.floors = {{mu, 0, {{0, 0, 1}}, {}}};
    for (int k = 0; k < 200; ++k) p.step();
    const double expected = mu < tangent ? 0.2 * 10 * (tangent - mu) : 0;
    EXPECT_NEAR(p.rod.v[10][0], expected, 2e-3 * 0.2 * 10 * tangent + 1e-6);
  }
}

/// V L^2/B = 20.572 where a strand with a clamped and a pivoting end is 5 % shorter (elastica). Leaning at first, it buckles
/// gently.
TEST(RodObstacles, AStrandPressedEndOnCarriesItsBuckle) {
  const int n = 40;
  const double L = 0.5, h = L / n, B = wire().B11;
  Pressed<double> p{make_rod(line(n + 1, {{0, 0, L + h}}, {{0, 0, 0}}), wire()), {}, {}, {}};
  p.o.dt = 2e-3;
  p.floors = {{0.6, 0, {{0, 0, 1}}, {}}};
  for (std::size_t i : {0, 1}) p.rod.free_x[i] = 0;
  p.rod.free_theta[0] = 0;
  p.rod.joints[1].B11 *= 2, p.rod.joints[1].B22 *= 2;  // half an edge bends there
  int most = 0;
  for (int k = 0; k < 1500; ++k) {
    for (std::size_t i : {0, 1}) p.rod.v[i] = {{0, 0, k < 1000 ? -0.0125 : 0}};
    p.o.gravity = {{k < 300 ? 2.0 : 0, 0, 0}};
    p.step();
    most = std::max(most, p.made);
    ASSERT_GT(p.lowest(), -1e-9) << k;
  }
  EXPECT_NEAR(-p.given[2], 20.572 * B / (L * L), 0.01 * 20 * B / (L * L));
  EXPECT_NEAR(p.rod.pose.x[n + 1][0], 0, 2e-3 * L);
  EXPECT_LE(most, 16);
}

TEST(RodObstacles, ACornerHoldsBothWays) {
  Pressed<double> p{make_rod(line(10, {{0, 0, 0}}, {{0, 0.2, 0}}), wire()), {}, {}, {}};
  p.o.dt = 1e-3;
  p.o.gravity = {{-10, 0, -10}};
  p.floors = {{0.2, 0, {{0, 0, 1}}, {}}, {0.2, 0, {{1, 0, 0}}, {}}};
  double mass = 0;
  for (std::size_t i = 0; i < p.rod.vertices(); ++i) mass += p.rod.mass[i], p.rod.v[i] = {{0, 1, 0}};
  for (int k = 0; k < 50; ++k) p.step();
  EXPECT_NEAR(p.given[0], -10 * mass, 1e-5 * 10 * mass);
  EXPECT_NEAR(p.given[2], -10 * mass, 1e-5 * 10 * mass);
  EXPECT_NEAR(p.rod.v[5][1], 1 - 0.05 * 0.2 * 20, 5e-3);
}

/// Different strands side by side, some far from the floor, do what each does by itself.
TEST(RodObstacles, PacksEqualPlainNumbers) {
  using P = Pack<Real>;
  const int n = 12;
  Pressed<P> all;
  all.rod.resize(n + 1);
  all.o.dt = 1e-3;
  all.o.gravity = {{0, 0, -10}};
  all.o.iterations = 10;
  all.floors = {{0.3, 0, {{0, 0, 1}}, {}}};
  std::vector<Pressed<double>> each;
  for (int lane = 0; lane < P::width; ++lane) {
    const double up = lane % 3 == 2 ? 0.5 : 0, tilt = 0.02 * lane;
    const std::vector<Vec3d> x = line(n, {{0, 0, up}}, {{0.3, 0, up + tilt}});
    set_strand(all.rod, lane, x, wire(), {{0, 0, 1}});
    each.push_back({make_rod(x, wire(), {{0, 0, 1}}), all.o, {}, all.floors});
    for (int i = 0; i <= n; ++i) {
      const Vec3d v{{0.2, 0.1 * lane, -1}};
      put_lane(all.rod.v[std::size_t(i)], lane, v);
      each.back().rod.v[std::size_t(i)] = v;
    }
  }
  for (int k = 0; k < 30; ++k) {
    all.step();
    for (auto& p : each) p.step();
  }
  for (int lane = 0; lane < P::width; ++lane)
    for (std::size_t i = 0; i <= std::size_t(n); ++i)
      EXPECT_NEAR(norm(take_lane(all.rod.pose.x[i], lane) - each[std::size_t(lane)].rod.pose.x[i]), 0, 3e-4)
          << lane << " " << i;
}

/// Saint-Venant: the torsion constant of an ellipse, pi a^3 b^3/(a^2 + b^2); its inertia is the polar moment.
TEST(RodStiffness, OfAFlatSection) {
  RodMaterial m;
  m.young = 2.6e9, m.poisson = 0.3, m.density = 1000, m.a = 1e-3;
  const double G = 1e9, pi = std::acos(-1.0);
  for (const double f : {1.0, 0.5, 0.1}) {
    m.b = f * m.a;
    const RodStiffness s = stiffness_of(m, true);
    EXPECT_NEAR(s.C, G * pi * std::pow(m.a, 3) * std::pow(m.b, 3) / (m.a * m.a + m.b * m.b), 1e-12 * s.C);
    EXPECT_NEAR(s.axial_inertia, m.density * pi * m.a * m.b * (m.a * m.a + m.b * m.b) / 4,
                1e-12 * s.axial_inertia);
    EXPECT_NEAR(s.C / s.B22, 2 / (1.3 * (1 + f * f)), 1e-12);
  }
}

}  // namespace
}  // namespace weft
