/// Cloth and fibres as bodies: forces are the gradient of the discrete energy, momenta are kept, strain in
/// the mesh neither drifts nor tears, saving and restoring.
#include "bodies/thin/thin.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "exec/memory_archive.h"
#include "bodies/thin/bending.h"
#include "grid/grid.h"
#include "world/world.h"

using namespace weft;

namespace {

constexpr bool kFloat = sizeof(Real) == 4;

Material cloth_material(double friction = 0) {
  Material m = make_material("cloth");
  set_field(m, "shear", 3e4);
  set_field(m, "friction", friction);
  prepare_material(m);
  return m;
}

/// n by n squares of side `spacing` in the plane z = 0, centred.
ThinOptions sheet(int n, double spacing, const std::string& law = "cloth") {
  ThinOptions o;
  o.name = "sheet";
  o.material = make_material(law);
  o.section = 0.5 * spacing;
  for (int j = 0; j <= n; ++j)
    for (int i = 0; i <= n; ++i) {
      o.rest.push_back({{(i - 0.5 * n) * spacing, (j - 0.5 * n) * spacing, 0}});
      o.uv.push_back({float(i * spacing), float(j * spacing)});
    }
  const auto at = [n](int i, int j) { return std::uint32_t(j * (n + 1) + i); };
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < n; ++i) {
      if ((i + j) % 2) {
        o.triangles.push_back({at(i, j), at(i + 1, j), at(i, j + 1)});
        o.triangles.push_back({at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)});
      } else {
        o.triangles.push_back({at(i, j), at(i + 1, j), at(i + 1, j + 1)});
        o.triangles.push_back({at(i, j), at(i + 1, j + 1), at(i, j + 1)});
      }
    }
  return o;
}

ThinOptions strands(int count, int segments, double spacing) {
  ThinOptions o;
  o.name = "strands";
  o.material = make_material("fibre");
  o.section = 0.1 * spacing * spacing;
  for (int s = 0; s < count; ++s) {
    for (int k = 0; k <= segments; ++k) o.rest.push_back({{k * spacing, s * 2 * spacing, 0.3 * s * spacing}});
    o.counts.push_back(std::uint32_t(segments + 1));
  }
  return o;
}

void shake(ThinOptions& o, double size, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> u(-size, size);
  o.positions = o.rest;
  for (Vec3d& x : o.positions) x += Vec3d{{u(random), o.plane ? 0 : u(random), u(random)}};
}

Step step_of(double dt, double dx, bool gradient) {
  Step s;
  s.dt = dt;
  s.dx = dx;
  s.affine_inverse = 4 / (dx * dx);
  s.weight_gradient = gradient;
  return s;
}

/// f . du against the change of energy when every node moves by +-du, for random du.
void check_forces(ThinOptions options, bool gradient) {
  const double dx = 0.05;
  options.plastic = false;
  auto body = make_thin(options);
  std::vector<Parcels*> sets;
  body->add_sets(sets);
  Grid grid(GridShape{dx, 2, options.plane});
  grid.bin(sets);
  TransferTicks ticks;
  std::mt19937 random(11);
  std::uniform_real_distribution<double> u(-1, 1);
  const Step one = [&] {
    Step s = step_of(1, dx, gradient);
    s.plane = options.plane;
    return s;
  }();
  // A first, random motion, so that the normals are not orthogonal to the tangents.
  const auto move = [&](const std::vector<Vec3d>& by, double scale) {
    std::size_t k = 0;
    for (std::size_t b = 0; b < grid.block_count(); ++b)
      for (Node& n : grid.block(b)) {
        for (int a = 0; a < 3; ++a) n.v[a] = Real(by[k][a] * scale);
        ++k;
      }
    grid.g2p(sets, one, ticks);
    body->end_step(one);
  };
  const auto draw = [&] {
    std::vector<Vec3d> du(grid.block_count() * kBlockNodes);
    for (Vec3d& d : du) d = {{u(random), options.plane ? 0 : u(random), u(random)}};
    return du;
  };
  move(draw(), 0.1 * dx);
  grid.bin(sets);
  std::map<std::string, std::string> state;
  MemoryArchive save(state, false), back(state, true);
  body->archive(save);
  const double scale = (kFloat ? 3e-3 : 1e-5) * dx;
  for (int trial = 0; trial < 5; ++trial) {
    const std::vector<Vec3d> du = draw();
    // Momentum that the forces alone give in a second, from bodies at rest.
    const auto momentum = [&](bool forces) {
      Step s = one;
      if (!forces) s.dt = 0;
      grid.p2g(sets, s, ticks);
      std::vector<Vec3d> p;
      for (std::size_t b = 0; b < grid.block_count(); ++b)
        for (const Node& n : grid.block(b)) p.push_back({{n.v[0], n.v[1], n.v[2]}});
      return p;
    };
    const std::vector<Vec3d> with = momentum(true), without = momentum(false);
    double power = 0, size = 0;
    for (std::size_t k = 0; k < du.size(); ++k) {
      power += dot(with[k] - without[k], du[k]);
      size += std::abs(dot(with[k] - without[k], du[k]));
    }
    move(du, scale);
    const double more = body->totals().elastic;
    body->archive(back);
    move(du, -scale);
    const double less = body->totals().elastic;
    body->archive(back);
    EXPECT_NEAR(power, -(more - less) / (2 * scale), (kFloat ? 2e-3 : 1e-6) * size)
        << options.name << " gradient " << gradient;
  }
}

TEST(Thin, ForceIsMinusTheGradientOfTheDiscreteEnergy) {
  for (const bool gradient : {false, true}) {
    for (const char* law : {"cloth", "woven"}) {
      ThinOptions o = sheet(5, 0.03, law);
      if (std::string(law) == "cloth") o.material = cloth_material();
      shake(o, 0.004, 3);
      check_forces(o, gradient);
    }
    ThinOptions bent = sheet(5, 0.03);
    bent.bending = 1e-3;
    bent.name = "bent sheet";
    shake(bent, 0.004, 4);
    check_forces(bent, gradient);
    ThinOptions several = sheet(3, 0.08);
    several.contact_points = 9;
    several.name = "nine contact points";
    shake(several, 0.008, 5);
    check_forces(several, gradient);
    ThinOptions hair = strands(4, 10, 0.03);
    hair.bending = 1e-6;
    shake(hair, 0.004, 6);
    check_forces(hair, gradient);
    ThinOptions edge = strands(3, 10, 0.03);
    edge.name = "edge";
    edge.material = cloth_material();
    edge.plane = true;
    edge.section = 0.01;
    for (std::size_t i = 0; i < edge.rest.size(); ++i) edge.rest[i] = {{edge.rest[i][0], 0, edge.rest[i][1]}};
    shake(edge, 0.004, 7);
    check_forces(edge, gradient);
  }
}

TEST(Thin, HomogeneousStretchHasTheEnergyOfTheLaw) {
  ThinOptions o = sheet(8, 0.02);
  const auto turn = Quaternion<double>::from_rotation_vector({{0.3, -1.1, 0.7}});
  o.positions = o.rest;
  for (Vec3d& x : o.positions) x = turn.rotate({{1.4 * x[0] + 0.2 * x[1], 0.9 * x[1], 0}});
  const auto body = make_thin(o);
  const Cloth law = std::get<Cloth>(o.material);
  const ThinStrain<2, 1, double> s{{{{1.4, 0, 0}}, {{0.2, 0.9, 0}}}, {{{0, 0, 1}}}};
  const double volume = 0.16 * 0.16 * o.section, expected = volume * law.energy(s, {{1, 0}});
  EXPECT_NEAR(body->totals().elastic, expected, (kFloat ? 1e-5 : 1e-12) * expected);
  EXPECT_NEAR(body->mass(), volume * law.density, (kFloat ? 1e-6 : 1e-12) * volume * law.density);
}

/// A free body spinning: linear momentum to round-off, angular momentum nearly (contact points are carried
/// along with their element, which costs a little).
TEST(Thin, FreeMotionKeepsMomenta) {
  for (const bool thread : {false, true}) {
    ThinOptions o = thread ? strands(3, 12, 0.02) : sheet(8, 0.02);
    if (!thread) o.bending = 1e-4;
    o.velocities.clear();
    for (const Vec3d& x : o.rest) o.velocities.push_back(cross({{1, 2, 3}}, x) + Vec3d{{0.3, 0, 0.1}});
    o.positions = o.rest;
    for (Vec3d& x : o.positions) x *= 1.1;
    World w;
    w.solver.dx = 0.03;
    w.solver.gravity = {{0, 0, 0}};
    w.bodies.push_back(make_thin(o));
    const Totals before = w.totals();
    const Vec3d spin = w.angular_momentum();
    while (w.time < 0.2) w.step(0.2);
    const Totals after = w.totals();
    EXPECT_LT(norm(after.momentum - before.momentum), (kFloat ? 2e-5 : 1e-12) * norm(before.momentum))
        << thread;
    EXPECT_LT(norm(w.angular_momentum() - spin), 0.01 * norm(spin)) << thread;
  }
}

/// Two opposite sides are drawn apart to three times the length: the strain stays even, nothing comes apart.
TEST(Thin, DrawnToThreeTimesItsLengthItHolds) {
  ThinOptions o = sheet(12, 0.02);
  o.damping = 0.5;
  for (const double side : {-1.0, 1.0}) {
    Pin pin;
    for (std::uint32_t i = 0; i < o.rest.size(); ++i)
      if (std::abs(o.rest[i][0] - side * 0.12) < 1e-9) pin.vertices.push_back(i);
    ASSERT_EQ(pin.vertices.size(), 13u);
    pin.motion.keys = {{0, Pose{}}, {0.5, Pose{{{side * 0.24, 0, 0}}, Quaternion<double>::identity()}}};
    o.pins.push_back(pin);
  }
  World w;
  w.solver.dx = 0.02;
  w.solver.gravity = {{0, 0, 0}};
  w.bodies.push_back(make_thin(o));
  while (w.time < 0.8) w.step(0.8);
  const auto x = w.bodies[0]->quantity("x"), y = w.bodies[0]->quantity("y"),
             stretch = w.bodies[0]->quantity("stretch");
  double low = 1e9, high = 0;
  for (std::size_t i = 0; i < x.size(); ++i)
    if (std::abs(x[i]) < 0.25 && std::abs(y[i]) < 0.06) {
      low = std::min(low, stretch[i]);
      high = std::max(high, stretch[i]);
    }
  EXPECT_NEAR(low, 3, 0.35);
  EXPECT_NEAR(high, 3, 0.35);
  const auto [least, most] = std::minmax_element(x.begin(), x.end());
  EXPECT_NEAR(*most - *least, 0.72, 1e-6);
}

TEST(Thin, PinsHoldCarryAndLetGo) {
  ThinOptions o = sheet(8, 0.02);
  Pin hold, carry;
  hold.vertices = {0};
  carry.vertices = {8};
  carry.motion.velocity = {{0, 0, 0.1}};
  carry.release = 0.05;
  o.pins = {hold, carry};
  World w;
  w.solver.dx = 0.02;
  w.bodies.push_back(make_thin(o));
  const auto z = [&](double id) {
    const auto ids = w.bodies[0]->quantity("id"), all = w.bodies[0]->quantity("z");
    return all[std::size_t(std::find(ids.begin(), ids.end(), id) - ids.begin())];
  };
  while (w.time < 0.05) w.step(0.05);
  EXPECT_NEAR(z(0), 0, 1e-7);
  EXPECT_NEAR(z(8), 0.005, 1e-6);
  while (w.time < 0.2) w.step(0.2);
  EXPECT_NEAR(z(0), 0, 1e-7);
  EXPECT_LT(z(8), -0.005);
}

TEST(Thin, AStateGivenBackContinuesAlike) {
  for (const bool thread : {false, true}) {
    ThinOptions o = thread ? strands(5, 10, 0.02) : sheet(8, 0.02, "woven");
    o.bending = thread ? 1e-7 : 1e-5;
    Pin pin;
    pin.vertices = {0, 1};
    o.pins = {pin};
    const auto world = [&] {
      World w;
      w.solver.dx = 0.02;
      w.bodies.push_back(make_thin(o));
      return w;
    };
    World a = world(), b = world();
    while (a.time < 0.05) a.step(0.05);
    a.forget_order();
    std::map<std::string, std::string> state;
    MemoryArchive save(state, false), back(state, true);
    a.archive(save);
    b.archive(back);
    while (a.time < 0.1) a.step(0.1);
    while (b.time < 0.1) b.step(0.1);
    EXPECT_EQ(a.hash(), b.hash());
  }
}

TEST(Thin, TornStrandsPart) {
  ThinOptions o = strands(1, 10, 0.02);
  o.tear = 1.5;
  Pin left, right;
  left.vertices = {0};
  right.vertices = {10};
  right.motion.velocity = {{1, 0, 0}};
  o.pins = {left, right};
  World w;
  w.solver.dx = 0.02;
  w.solver.gravity = {{0, 0, 0}};
  w.bodies.push_back(make_thin(o));
  EXPECT_EQ(w.bodies[0]->frame({}).curves.size(), 1u);
  while (w.time < 0.3) w.step(0.3);
  const FrameObject f = w.bodies[0]->frame({});
  EXPECT_GT(f.curves.size(), 1u);
  std::uint32_t vertices = 0;
  for (std::uint32_t c : f.curves) vertices += c;
  EXPECT_EQ(vertices, 11u);
}

}  // namespace
