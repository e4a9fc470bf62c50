/// Shells on the twin of a device: steps as the processor makes them, and parcels that come back from what was made of
/// them.
#include "bodies/shell/shell.h"

#include <gtest/gtest.h>

#include <map>
#include <numbers>
#include <random>

#include "bodies/device_data.h"
#include "device/body_list.h"
#include "device/engine.h"
#include "device/grid.h"
#include "exec/memory_archive.h"
#include "grid/grid.h"
#include "materials/presets.h"
#include "world/world.h"

using namespace weft;

namespace {

Material lamina(double young, double yield_stress) {
  Material m = make_material("lamina");
  set_field(m, "young", young);
  set_field(m, "yield_stress", yield_stress);
  set_field(m, "contact", 0.1 * young);
  set_field(m, "shear", 0.03 * young);
  set_field(m, "friction", 0.3);
  prepare_material(m);
  return m;
}
ShellOptions plate(int n, int m, double spacing) {
  ShellOptions o;
  o.name = "plate";
  o.material = lamina(1e6, 0);
  o.thickness = 0.2 * spacing;
  for (int j = 0; j <= m; ++j)
    for (int i = 0; i <= n; ++i) o.rest.push_back({{(i - 0.5 * n) * spacing, (j - 0.5 * m) * spacing, 0}});
  const auto at = [n](int i, int j) { return std::uint32_t(j * (n + 1) + i); };
  for (int j = 0; j < m; ++j)
    for (int i = 0; i < n; ++i) o.quads.push_back({at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)});
  return o;
}
/// A cube of n^2 squares per side blown up to a sphere: eight vertices where three faces meet, and curved at rest.
ShellOptions ball(int n, double radius) {
  ShellOptions o;
  o.name = "ball";
  o.material = lamina(1e6, 0);
  o.thickness = 0.3 * radius / n;
  std::map<std::array<int, 3>, std::uint32_t> known;
  const auto corner = [&](const std::array<int, 3>& k) {
    const auto [at, fresh] = known.try_emplace(k, std::uint32_t(o.rest.size()));
    if (fresh) {
      Vec3d x;
      for (int a = 0; a < 3; ++a)
        x[a] = std::tan(0.25 * std::numbers::pi * (2.0 * k[std::size_t(a)] / n - 1));
      o.rest.push_back(normalized(x) * radius);
    }
    return at->second;
  };
  for (std::size_t axis = 0; axis < 3; ++axis)
    for (const int side : {0, n})
      for (int j = 0; j < n; ++j)
        for (int i = 0; i < n; ++i) {
          const auto at = [&](int u, int v) {
            std::array<int, 3> k{};
            k[axis] = side;
            k[(axis + 1) % 3] = side ? u : v;
            k[(axis + 2) % 3] = side ? v : u;
            return corner(k);
          };
          o.quads.push_back({at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)});
        }
  return o;
}
/// Out of shape and in motion.
void shake(ShellOptions& o, double size, double speed, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> u(-1, 1);
  o.positions = o.rest;
  for (Vec3d& x : o.positions) {
    x += Vec3d{{u(random), u(random), u(random)}} * size;
    o.velocities.push_back(Vec3d{{u(random), u(random), u(random) - 1}} * speed);
  }
}

const Vec3d kGravity{{0, 0, -9.81}};

/// The processor's step of a world with one body and nothing else.
void step_alone(Body& body, Grid& grid, double time, double dt, double dx) {
  std::vector<Parcels*> sets;
  body.add_sets(sets);
  Step s;
  s.time = time, s.dt = dt, s.dx = dx, s.affine_inverse = 4 / (dx * dx);
  TransferTicks ticks;
  body.begin_step(s);
  grid.bin(sets);
  grid.p2g(sets, s, ticks);
  for (std::size_t b = 0; b < grid.block_count(); ++b)
    for (Node& n : grid.block(b))
      for (int a = 0; a < 3; ++a) n.v[a] = n.m > 0 ? n.v[a] / n.m + Real(dt * kGravity[a]) : Real(0);
  grid.g2p(sets, s, ticks);
  body.end_step(s);
}

/// Everything a shell remembers, whatever order its points are in.
struct Remembered {
  std::vector<double> x, v, C, place, fibre, pull, contact_v, contact_C, axes, push;

  explicit Remembered(Body& body) {
    const ShellData d = std::get<ShellData>(body.roles().traveller->leave());
    std::vector<std::size_t> now(d.control.count);
    for (std::size_t i = 0; i < now.size(); ++i) now[d.control.ids[i]] = i;
    for (const std::size_t i : now) {
      for (int a = 0; a < 3; ++a) {
        x.push_back(double(d.control.x(i, a)) + double(d.control.low(i, a)));
        v.push_back(double(d.control.v(i, a)));
        double sum = 0;
        const std::uint32_t id = d.control.ids[i];
        for (std::uint32_t k = d.push_begin[id]; k < d.push_begin[id + 1]; ++k) {
          sum += double(d.push[d.push_at[k]][std::size_t(a)]);
          if (!d.pressed.empty()) sum += double(d.pressed[d.push_at[k]][std::size_t(a)]);
        }
        push.push_back(sum);
      }
      for (int a = 0; a < 9; ++a) C.push_back(double(d.control.C(i, a)));
    }
    for (std::size_t slot = 0; slot < d.face.slots; ++slot) {
      if (slot % 16 >= d.face.groups[slot / 16].faces) continue;
      for (int p = 0; p < d.face.touches; ++p) {
        const std::size_t i = d.face.contact_at[slot * std::size_t(d.face.touches) + std::size_t(p)];
        for (int a = 0; a < 3; ++a) {
          place.push_back(double(d.contact.x(i, a)));
          fibre.push_back(double(d.contact.d(i, a)));
          pull.push_back(double(d.contact.pull(i, a)));
          contact_v.push_back(double(d.contact.v(i, a)));
        }
        for (int a = 0; a < 9; ++a) contact_C.push_back(double(d.contact.C(i, a)));
      }
      for (int a = 0; a < d.face.A.n; ++a) axes.push_back(double(d.face.A(slot, a)));
    }
  }
};

void expect_near(const std::vector<double>& a, const std::vector<double>& b, double tolerance,
                 const std::string& what) {
  ASSERT_EQ(a.size(), b.size()) << what;
  double most = 0, off = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    most = std::max(most, std::abs(b[i]));
    off = std::max(off, std::abs(a[i] - b[i]));
  }
  EXPECT_LE(off, tolerance * most) << what << ": off by " << off << " of " << most;
}
void expect_alike(Body& a, Body& b, double tolerance, const std::string& what) {
  const Remembered p(a), q(b);
  expect_near(p.x, q.x, 1e-2 * tolerance, what + " x");
  expect_near(p.place, q.place, 1e-2 * tolerance, what + " place");
  expect_near(p.v, q.v, tolerance, what + " v");
  expect_near(p.C, q.C, tolerance, what + " C");
  expect_near(p.contact_v, q.contact_v, tolerance, what + " v of contact points");
  expect_near(p.contact_C, q.contact_C, tolerance, what + " C of contact points");
  expect_near(p.fibre, q.fibre, tolerance, what + " fibre");
  // Of the square of a gap that is a difference of ones.
  expect_near(p.pull, q.pull, tolerance > 0 ? 0.02 : 0, what + " pull");
  expect_near(p.axes, q.axes, tolerance, what + " axes");
  expect_near(p.push, q.push, 30 * tolerance, what + " push");
}

/// Some steps on both.
void check_steps(const ShellOptions& options, double dx, double dt, int steps, double tolerance) {
  const auto here = make_shell(options), there = make_shell(options);
  ASSERT_TRUE(here->roles().traveller);
  EXPECT_EQ(here->roles().traveller->stays(), "");
  Grid grid(GridShape{dx, 2, false});
  for (int k = 0; k < steps; ++k) step_alone(*here, grid, k * dt, dt, dx);
  const auto engine = make_device_engine({DeviceKind::twin, 0});
  DeviceSteps how;
  how.dx = dx, how.dt_fixed = dt, how.gravity = kGravity;
  Body* bodies[] = {there.get()};
  engine->take(bodies, {}, how, 0);
  const DeviceReport report = engine->advance(steps * dt, 1000, how, {});
  EXPECT_EQ(report.failure, "");
  EXPECT_EQ(report.steps, std::uint64_t(steps));
  engine->bring_home();
  expect_alike(*there, *here, tolerance, options.name + " after " + std::to_string(steps));
  const Limits a = there->limits(), b = here->limits();
  EXPECT_NEAR(a.speed, b.speed, 1e-3 * b.speed);
  EXPECT_NEAR(a.gradient, b.gradient, 1e-3 * b.gradient);
  EXPECT_NEAR(a.wave_speed, b.wave_speed, 1e-3 * b.wave_speed);
  EXPECT_NEAR(a.frequency, b.frequency, 1e-3 * b.frequency);
}

ShellOptions bent_plate() {
  ShellOptions o = plate(9, 7, 0.03);
  shake(o, 0.002, 0.5, 3);
  return o;
}
ShellOptions dented_ball() {
  ShellOptions o = ball(4, 0.1);
  o.material = lamina(1e6, 2e4);
  o.layers = Layers::paper;
  o.gauss = 3;
  o.contact_points = 3;
  o.pressure.constant = 300;
  o.damping = 0.2;
  shake(o, 0.002, 0.3, 5);
  return o;
}

TEST(DeviceShell, StepsAreThoseOfTheProcessor) {
  check_steps(bent_plate(), 0.04, 1e-4, 1, 3e-5);
  check_steps(dented_ball(), 0.03, 1e-4, 1, 3e-5);
  ShellOptions silk = plate(12, 12, 0.02);
  silk.name = "silk", silk.material = make_preset("silk_shell");
  silk.warp.assign(silk.quads.size(), {{0.6, 0.8, 0}});
  shake(silk, 0.001, 1.0, 6);
  check_steps(silk, 0.04, 5e-5, 20, 1e-4);
}

/// The outer row beyond a clamped edge has no mass.
TEST(DeviceShell, ClampedEdgesHold) {
  ShellOptions o = plate(9, 7, 0.03);
  o.bare.assign(o.quads.size(), false);
  Pin pin;
  for (std::uint32_t j = 0; j <= 7; ++j) {
    for (const std::uint32_t i : {0u, 1u, 2u}) pin.vertices.push_back(j * 10 + i);
    if (j < 7) o.bare[j * 9] = true;
  }
  o.pins = {pin};
  shake(o, 0.002, 0.5, 8);
  check_steps(o, 0.04, 1e-4, 30, 3e-4);
}

TEST(DeviceShell, FormulasPushAndBlowUp) {
  ShellOptions o = bent_plate();
  const std::vector<std::string> of_place{"X", "Y", "Z", "x", "y", "z", "t"};
  const auto along = [&](const char* text) { return Expression(text, of_place); };
  o.force = std::make_shared<const BodyForce>(
      BodyForce{{along("10*X + z"), along("sin(3000*t)*y"), along("-20 + 5*Y")}});
  o.pressure.constant = 500;
  o.pressure.of_time = std::make_shared<const Expression>("1 + 200*t", std::vector<std::string>{"t"});
  check_steps(o, 0.04, 1e-4, 20, 1e-4);
}

TEST(DeviceShell, ManyStepsStayNear) {
  check_steps(bent_plate(), 0.04, 1e-4, 40, 3e-4);
  check_steps(dented_ball(), 0.03, 1e-4, 40, 3e-4);
}

/// A sheet that a moving pin draws over a floor that rubs.
void make_drawn(World& world) {
  ShellOptions o = plate(12, 8, 0.03);
  o.name = "sheet";
  o.material = lamina(2e5, 0);
  o.damping = 0.1;
  for (Vec3d& x : o.rest) x[2] = 0.001 + 0.02 * (x[0] + 0.18);  // nearer than it may come
  o.velocities = {Vec3d{{0, 0, -0.5}}};
  Pin pin;
  for (std::uint32_t j = 0; j <= 8; ++j) pin.vertices.push_back(j * 13 + 12);
  pin.motion.velocity = {{0.4, 0.1, 0.2}};
  pin.motion.spin = {{0.5, 0, 0}};
  pin.release = 0.03;
  o.pins = {pin};
  world.bodies.push_back(make_shell(o));
  Collider floor;
  floor.shape = Plane{{{0, 0, 1}}};
  floor.friction = 0.3;
  world.colliders.push_back(floor);
  world.solver.dx = 0.04;
  world.solver.step = Stepping::explicitly;
  world.solver.dt_fixed = 2e-4;
}

TEST(DeviceShell, PinsAndObstaclesAreThoseOfTheProcessor) {
  World here, there;
  make_drawn(here), make_drawn(there);
  there.step_on(make_device_engine({DeviceKind::twin, 0}));
  std::size_t near = 0;
  for (const double end : {0.002, 0.01, 0.04}) {
    while (here.time < end) here.step(end);
    there.advance(end, 1000000);
    there.bring_home();
    EXPECT_EQ(here.steps, there.steps);
    const Remembered a(*there.bodies[0]), b(*here.bodies[0]);
    double off = 0;
    for (std::size_t i = 0; i < a.x.size(); ++i) {
      off = std::max(off, std::abs(a.x[i] - b.x[i]));
      near += i % 3 == 2 && b.x[i] < 0.004;
    }
    EXPECT_LT(off, 2e-5 * here.solver.dx) << "at " << end;
    EXPECT_NEAR(there.loads[0].impulse[2], here.loads[0].impulse[2],
                1e-3 * std::abs(here.loads[0].impulse[2]));
  }
  EXPECT_GT(near, 10u);  // on the floor
}

/// From one frame to the next in a run that goes on, and in one that begins anew from what came home.
TEST(DeviceShell, ResumedRunsHaveTheSameBits) {
  for (const ShellOptions& o : {bent_plate(), dented_ball()}) {
    const auto one = make_shell(o), other = make_shell(o);
    DeviceSteps how;
    how.dx = 0.035, how.gravity = kGravity;
    const auto frame = [&](DeviceEngine& engine, double end, const StepMemory& before) {
      const DeviceReport r = engine.advance(end, 100000, how, before);
      EXPECT_EQ(r.failure, "");
      EXPECT_GT(r.steps, 3u);
      engine.bring_home();
      return r.memory;
    };
    const auto first = make_device_engine({DeviceKind::twin, 0}),
               second = make_device_engine({DeviceKind::twin, 0});
    Body* bodies[] = {one.get()};
    first->take(bodies, {}, how, 0);
    const StepMemory last = frame(*first, 0.004, {});
    std::map<std::string, std::string> state;
    MemoryArchive save(state, false), load(state, true);
    one->archive(save);
    other->archive(load);
    frame(*first, 0.008, last);
    Body* others[] = {other.get()};
    second->take(others, {}, how, 0.004);
    frame(*second, 0.008, last);
    expect_alike(*one, *other, 0, o.name);
  }
}

TEST(DeviceShell, ParcelsComeBackFromWhatWasMadeOfThem) {
  for (ShellOptions o : {bent_plate(), dented_ball()}) {
    const auto body = make_shell(o), same = make_shell(o);
    Grid grid(GridShape{0.04, 2, false});
    for (Body* b : {body.get(), same.get()})
      for (int k = 0; k < 3; ++k) step_alone(*b, grid, k * 1e-4, 1e-4, 0.04);
    twin::Stream stream;
    twin::DeviceGrid nodes;
    const auto shell = twin::make_device_body(body->roles().traveller->leave());
    std::vector<twin::SetView> sets;
    std::vector<unsigned> first;
    unsigned parcels = 0;
    for (const twin::SetPlan& s : shell->sets()) {
      first.push_back(parcels);
      sets.push_back({parcels, unsigned(s.count), s.moves, s.mass});
      parcels += unsigned(s.count);
    }
    nodes.settle(stream, sets, 0.04, 64);
    twin::Control c{};
    c.carried = 2e-4;
    stream.copy(nodes.control(), &c, sizeof c);
    twin::BodyPeaks peaks{};
    const twin::StepView view{nodes.view(), {}, &peaks};
    shell->settle(stream, view, 0, first, 0);
    shell->make(stream, twin::When::always);
    c.remake = 1, c.replaced = c.carried, c.carried = 0.5e-4;  // the step was refused
    stream.copy(nodes.control(), &c, sizeof c);
    shell->unmake(stream, twin::When::remade);
    shell->make(stream, twin::When::remade);
    shell->unmake(stream, twin::When::always);
    shell->take(stream);
    expect_alike(*body, *same, 1e-5, o.name);
  }
}

}  // namespace
