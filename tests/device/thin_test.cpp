/// Cloth and fibres on the twin of a device: the same motion as on the processor, the same bits when a run is
/// resumed, the same parcels when dt has changed and changed back.
#include "bodies/thin/thin.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <map>
#include <random>

#include "bodies/device_data.h"
#include "device/body_list.h"
#include "device/engine.h"
#include "device/grid.h"
#include "exec/memory_archive.h"
#include "materials/presets.h"
#include "world/world.h"

namespace weft {
std::unique_ptr<DeviceEngine> twin_engine();
namespace {

constexpr double kDx = 0.02;

/// n by n squares of half a cell, hung a little out of its plane.
ThinOptions sheet(int n, const std::string& law = "cloth") {
  ThinOptions o;
  o.name = "sheet";
  o.material = make_material(law);
  set_field(o.material, "shear", 3e4);
  set_field(o.material, "friction", 0.3);
  prepare_material(o.material);
  o.section = 1e-3;
  o.self_contact = false;
  const double h = 0.5 * kDx;
  for (int j = 0; j <= n; ++j)
    for (int i = 0; i <= n; ++i) {
      o.rest.push_back({{i * h, j * h, 0}});
      o.positions.push_back({{i * h, j * h, 0.1 * h * std::sin(0.9 * i + 0.4 * j)}});
      o.velocities.push_back({{0.3 * std::sin(0.5 * j), 0.2, -0.5 * std::cos(0.3 * i)}});
      o.uv.push_back({float(i * h), float(j * h)});
    }
  const auto at = [n](int i, int j) { return std::uint32_t(j * (n + 1) + i); };
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < n; ++i) {
      o.triangles.push_back({at(i, j), at(i + 1, j), at(i + 1, j + 1)});
      o.triangles.push_back({at(i, j), at(i + 1, j + 1), at(i, j + 1)});
    }
  return o;
}

ThinOptions threads(int count, int segments) {
  ThinOptions o;
  o.name = "threads";
  o.material = make_material("fibre");
  set_field(o.material, "shear", 3e4);
  set_field(o.material, "friction", 0.3);
  prepare_material(o.material);
  o.section = 1e-6;
  o.self_contact = false;
  const double h = 0.5 * kDx;
  for (int s = 0; s < count; ++s) {
    for (int k = 0; k <= segments; ++k) {
      o.rest.push_back({{k * h, 0.3 * s * h, 0.2 * (s % 3) * h + 0.1 * h * std::sin(1.3 * k + s)}});
      o.velocities.push_back({{0, 0.3 * std::sin(0.4 * k), -0.4 * std::cos(0.5 * k + s)}});
    }
    o.counts.push_back(std::uint32_t(segments + 1));
  }
  return o;
}

Pin hold(std::vector<std::uint32_t> vertices, const Vec3d& velocity, double release = 1e9) {
  Pin p;
  p.vertices = std::move(vertices);
  p.motion.velocity = velocity;
  p.motion.spin = {{0, 0, 2}};
  p.release = release;
  return p;
}

World world_of(const ThinOptions& o, bool on_device, double dt = 2e-5) {
  World w;
  w.solver.dx = kDx;
  w.solver.dt_fixed = dt;
  w.bodies.push_back(make_thin(o));
  if (on_device) w.step_on(twin_engine());
  return w;
}

void run(World& w, double until) {
  while (w.time < until) w.advance(until, 1u << 20);
  w.bring_home();
}

std::map<std::string, std::string> state_of(World& w) {
  std::map<std::string, std::string> state;
  MemoryArchive a(state, false);
  for (const auto& body : w.bodies) body->archive(a);
  return state;
}

/// The farthest that a vertex is from where the other world has it [m], and how far it has come.
std::pair<double, double> apart(const World& a, const World& b, const ThinOptions& o) {
  const FrameObject x = a.bodies[0]->frame({}), y = b.bodies[0]->frame({});
  double most = 0, way = 0;
  for (std::size_t i = 0; i < x.position.size(); ++i) {
    const Vec3d p = x.position[i].as<double>(), q = y.position[i].as<double>();
    most = std::max(most, norm(p - q));
    way = std::max(way, norm(p - (o.positions.empty() ? o.rest : o.positions)[i]));
  }
  return {most, way};
}

void compare(const ThinOptions& o, double until, double tolerance) {
  World cpu = world_of(o, false), twin = world_of(o, true);
  ASSERT_EQ(cpu.bodies[0]->roles().traveller->stays(), "");
  run(cpu, until);
  run(twin, until);
  EXPECT_EQ(cpu.steps, twin.steps);
  const auto [most, way] = apart(cpu, twin, o);
  EXPECT_GT(way, 1e-3);
  EXPECT_LT(most, tolerance * way) << "after a way of " << way;
  const Totals a = cpu.bodies[0]->totals(), b = twin.bodies[0]->totals();
  EXPECT_NEAR(a.elastic, b.elastic, 2e-2 * std::abs(a.elastic) + 1e-9);
  EXPECT_NEAR(a.kinetic, b.kinetic, 1e-2 * a.kinetic);
  const Limits l = cpu.bodies[0]->limits(), m = twin.bodies[0]->limits();
  EXPECT_NEAR(l.speed, m.speed, 1e-2 * l.speed);
  EXPECT_NEAR(l.frequency, m.frequency, 1e-2 * l.frequency);
  EXPECT_NEAR(l.wave_speed, m.wave_speed, 2e-2 * l.wave_speed);
}

TEST(thin_on_device, a_cloth_moves_as_on_the_processor) { compare(sheet(12), 4e-3, 5e-4); }
TEST(thin_on_device, a_woven_one_does) { compare(sheet(12, "woven"), 4e-3, 5e-4); }
TEST(thin_on_device, one_that_bends_and_is_damped) {
  ThinOptions o = sheet(12);
  o.bending = 1e-4, o.damping = 0.3;
  compare(o, 4e-3, 5e-4);
}
TEST(thin_on_device, one_with_many_contact_points) {
  ThinOptions o = sheet(6);
  o.contact_points = 4;
  compare(o, 4e-3, 5e-4);
}
TEST(thin_on_device, one_in_a_wind) {
  ThinOptions o = sheet(10);
  const std::vector<std::string> names{"X", "Y", "Z", "x", "y", "z", "t"};
  o.force =
      std::make_shared<BodyForce>(BodyForce{{Expression("300*sin(20*x)*(t<0.003 ? 1 : 2)", names),
                                             Expression("-2e3*Y^2", names), Expression("100*z", names)}});
  compare(o, 4e-3, 5e-4);
}
TEST(thin_on_device, one_that_is_held_and_let_go) {
  ThinOptions o = sheet(10);
  o.pins = {hold({0, 1, 2, 11}, {{0, 0, 0.5}}), hold({120, 119}, {{0.2, 0, 0}}, 2e-3)};
  compare(o, 4e-3, 5e-4);
}
TEST(thin_on_device, threads_move_as_on_the_processor) { compare(threads(5, 20), 4e-3, 5e-4); }
TEST(thin_on_device, threads_that_bend) {
  ThinOptions o = threads(4, 20);
  o.bending = 1e-7;
  compare(o, 4e-3, 5e-4);
}
/// No direction to bend in.
TEST(thin_on_device, straight_threads_that_bend) {
  ThinOptions o = threads(4, 20);
  for (std::size_t i = 0; i < o.rest.size(); ++i) o.rest[i][2] = 0;
  o.bending = 1e-7;
  compare(o, 4e-3, 5e-4);
}
/// Points that lie where blocks meet, to the last bit or next to it, when lists are made.
TEST(thin_on_device, a_cloth_on_half_cells) {
  ThinOptions o = sheet(12);
  for (std::size_t i = 0; i < o.rest.size(); ++i) {
    o.rest[i] = {{(double(i % 13) - 6) * 0.5 * kDx, (double(i / 13) - 6) * 0.5 * kDx, 8 * kDx}};
    o.positions[i] = o.rest[i];
  }
  compare(o, 4e-3, 5e-4);
}
TEST(thin_on_device, threads_tear_where_they_do_on_the_processor) {
  ThinOptions o = threads(3, 20);
  o.tear = 1.05;
  for (std::size_t i = 0; i < o.velocities.size(); ++i) o.velocities[i] = {{i % 21 < 10 ? -1.0 : 1.0, 0, 0}};
  World cpu = world_of(o, false), twin = world_of(o, true);
  run(cpu, 4e-3);
  run(twin, 4e-3);
  EXPECT_EQ(cpu.bodies[0]->frame({}).curves, twin.bodies[0]->frame({}).curves);
  EXPECT_GT(twin.bodies[0]->frame({}).curves.size(), 3u);
}

/// Through many cells and several sorts, with a dt that is chosen.
TEST(thin_on_device, a_cloth_flies_as_on_the_processor) {
  for (const bool fibres : {false, true}) {
    ThinOptions o = fibres ? threads(4, 20) : sheet(10);
    for (Vec3d& v : o.velocities) v += Vec3d{{3, -2, 6}};
    World cpu = world_of(o, false, 0), twin = world_of(o, true, 0);
    run(cpu, 0.04);
    const DeviceReport r = std::get<DeviceReport>(twin.advance(0.04, 1u << 20));
    twin.bring_home();
    EXPECT_GT(r.sorts, 5u);
    EXPECT_NEAR(double(twin.steps), double(cpu.steps),
                0.15 * double(cpu.steps));  // dt is chosen a step earlier
    const auto [most, way] = apart(cpu, twin, o);
    EXPECT_LT(most, 2e-2 * way);
    const Totals a = cpu.bodies[0]->totals(), b = twin.bodies[0]->totals();
    EXPECT_LT(norm(a.momentum - b.momentum), 1e-3 * norm(a.momentum));
    EXPECT_NEAR(a.kinetic + a.elastic, b.kinetic + b.elastic, 1e-2 * a.kinetic);
  }
}

/// Steps that are refused: parcels are made anew, and no body has moved.
TEST(thin_on_device, a_refused_step_loses_nothing) {
  for (const bool fibres : {false, true}) {
    ThinOptions o = fibres ? threads(4, 20) : sheet(10);
    o.damping = 0.2;
    for (const char* stiffness : {"stretch", "young", "contact"})  // slow waves: the speed of points sets dt
      if (fibres || stiffness[0] != 's')
        if (!fibres || stiffness[0] != 'c') set_field(o.material, stiffness, 200);
    set_field(o.material, "shear", 0);
    prepare_material(o.material);
    for (Vec3d& v : o.velocities) v += Vec3d{{0, 0, 20}};
    const auto fly = [&](double cfl) {
      World w = world_of(o, true, 0);
      w.solver.cfl = cfl;
      w.solver.dt_max = 1;
      const DeviceReport r = std::get<DeviceReport>(w.advance(2e-3, 1u << 20));
      w.bring_home();
      return std::pair(std::move(w), r);
    };
    const auto [plain, none] = fly(0.5);
    const auto [tried, some] = fly(4);
    EXPECT_EQ(none.retries, 0u);
    EXPECT_GT(some.retries, 0u);
    const auto [most, way] = apart(plain, tried, o);
    EXPECT_LT(most, 5e-3 * way);
  }
}

/// Rest form -> parcels -> rest form, after some steps: v, C and x as they were.
TEST(thin_on_device, parcels_are_made_and_unmade) {
  for (const bool fibres : {false, true}) {
    ThinOptions o = fibres ? threads(4, 20) : sheet(10);
    o.bending = fibres ? 1e-7 : 1e-4;
    o.damping = 0.3;
    const std::vector<std::string> names{"X", "Y", "Z", "x", "y", "z", "t"};
    o.force = std::make_shared<BodyForce>(
        BodyForce{{Expression("30*sin(20*x)", names), Expression("-2*Y", names), Expression("10", names)}});
    World w = world_of(o, false);
    while (w.time < 2e-3) w.step(2e-3);
    auto before = state_of(w);
    const Totals then = w.bodies[0]->totals();

    twin::Stream stream;
    auto body = twin::make_device_body(w.bodies[0]->roles().traveller->leave());
    std::vector<twin::SetView> sets;
    std::vector<unsigned> first;
    unsigned parcels = 0;
    for (const twin::SetPlan& s : body->sets()) {
      first.push_back(parcels);
      sets.push_back({parcels, unsigned(s.count), s.moves, s.mass});
      parcels += unsigned(s.count);
    }
    twin::DeviceGrid grid;
    grid.settle(stream, sets, kDx, 1024);
    twin::BodyPeaks peaks{};
    twin::Control& c = *grid.control();
    c = {};
    c.time = w.time, c.end = 1, c.carried = 2e-5, c.replaced = 1e-5, c.ahead = w.time + c.carried;
    body->settle(stream, {grid.view(), {}, &peaks}, 0, first, 0);
    body->see({grid.view(), {}, &peaks});
    body->measure(stream);
    const Limits limits = w.bodies[0]->limits();
    EXPECT_NEAR(twin::float_of(peaks.mesh) / body->rule().density + twin::float_of(peaks.bend),
                limits.frequency * limits.frequency, 1e-3 * limits.frequency * limits.frequency);
    EXPECT_NEAR(std::sqrt(twin::float_of(peaks.modulus) * body->rule().share / body->rule().density),
                limits.wave_speed, 1e-3 * limits.wave_speed);
    for (int k = 0; k < 3; ++k) {
      body->make(stream, twin::When::always);
      body->unmake(stream, twin::When::always);
    }
    body->take(stream);
    w.bodies[0]->roles().traveller->arrive({});
    const Totals now = w.bodies[0]->totals();
    EXPECT_LT(norm(now.momentum - then.momentum), 1e-6 * norm(then.momentum));
    EXPECT_LT(norm(now.affine_axial - then.affine_axial), 1e-5 * norm(then.affine_axial));
    EXPECT_NEAR(now.kinetic, then.kinetic, 1e-6 * then.kinetic);
    EXPECT_NEAR(now.elastic, then.elastic, 1e-6 * then.elastic);
    auto after = state_of(w);
    const std::string prefix = fibres ? "threads/" : "sheet/";
    const std::pair<const char*, std::size_t> fields[] = {
        {"x", 3}, {"v", 3}, {"C", 9}, {"contact.0", 3}, {"contact.1", 3}, {"contact.2", 9}};
    for (const auto& [field, numbers] : fields) {
      const std::string &a = before.at(prefix + field), &b = after.at(prefix + field);
      ASSERT_EQ(a.size(), b.size()) << field;
      float most = 0, off = 0;
      const std::size_t last =
          a.size() - numbers * 16 * 4;  // what follows the points of the last group is free
      for (std::size_t k = 0; k < last; k += 4) {
        float p, q;
        std::memcpy(&p, &a[k], 4), std::memcpy(&q, &b[k], 4);
        most = std::max(most, std::abs(p)), off = std::max(off, std::abs(p - q));
      }
      EXPECT_LE(off, 3e-6f * most) << field;
    }
  }
}

/// Half a cloth lies on a ball.
TEST(thin_on_device, obstacles_keep_it_out) {
  ThinOptions o = sheet(12);
  const auto on_a_ball = [&](bool on_device) {
    World w = world_of(o, on_device);
    Collider ball;
    ball.name = "ball";
    ball.shape = Sphere{0.05};
    ball.friction = 0.3;
    ball.keys = {{0, Pose{{{0.05, 0.05, -0.052}}, Quaternion<double>::identity()}}};
    w.colliders = {ball};
    run(w, 8e-3);
    return w;
  };
  const World cpu = on_a_ball(false), twin = on_a_ball(true);
  const auto [most, way] = apart(cpu, twin, o);
  EXPECT_LT(most, 2e-2 * way);
  for (const auto& x : twin.bodies[0]->frame({}).position)
    EXPECT_GT(norm(x.as<double>() - Vec3d{{0.05, 0.05, -0.052}}), 0.05 - 1e-4);
}

/// What comes home is all there is: a run goes on with the same bits after it left again.
TEST(thin_on_device, a_resumed_run_has_the_same_bits) {
  for (const bool fibres : {false, true}) {
    ThinOptions o = fibres ? threads(4, 20) : sheet(10);
    o.bending = fibres ? 1e-7 : 1e-4;
    o.damping = 0.2;
    o.pins = {hold({0, 1, 2}, {{0, 0, 0.5}})};
    World unbroken = world_of(o, true, 0), resumed = world_of(o, true, 0);
    run(unbroken, 2e-3);
    run(resumed, 2e-3);
    EXPECT_EQ(state_of(unbroken), state_of(resumed));
    resumed.recall();
    World again = world_of(o, true, 0);
    std::map<std::string, std::string> state;
    MemoryArchive save(state, false), back(state, true);
    resumed.archive(save);
    again.archive(back);
    for (World* w : {&unbroken, &resumed}) run(*w, 4e-3);
    EXPECT_EQ(state_of(unbroken), state_of(resumed)) << fibres;
    run(again, 4e-3);
    EXPECT_EQ(state_of(unbroken), state_of(again)) << fibres;
  }
}

TEST(thin_on_device, what_stays_says_why) {
  ThinOptions o = sheet(4);
  EXPECT_EQ(make_thin(o)->roles().traveller->stays(), "");
  o.discretisation = Discretisation::grid;
  EXPECT_NE(make_thin(o)->roles().traveller->stays(), "");
}

}  // namespace
}  // namespace weft
