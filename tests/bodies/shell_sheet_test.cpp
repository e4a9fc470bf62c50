/// Shells that move by themselves: forces are the gradient of the energy, damping keeps momenta and takes energy,
/// nothing else does; the limit of a step holds; what meets others is the limit surface; pins, pressure, saving.
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <numbers>
#include <random>

#include "bodies/contact_surface.h"
#include "bodies/shell/limit_mesh.h"
#include "exec/memory_archive.h"
#include "geometry/shells/vertex_limits.h"

using namespace weft;

namespace {

Material material_of(const std::string& law) {
  Material m = make_material(law);
  if (law == "lamina") set_field(m, "young", 1e6);
  prepare_material(m);
  return m;
}

/// n by n squares of side `spacing` in the plane z = 0, centred.
ShellOptions plate(int n, double spacing, const std::string& law = "lamina") {
  ShellOptions o;
  o.name = "plate";
  o.coupling = Coupling::mesh;
  o.material = material_of(law);
  o.thickness = 0.1 * spacing;
  for (int j = 0; j <= n; ++j)
    for (int i = 0; i <= n; ++i) o.rest.push_back({{(i - 0.5 * n) * spacing, (j - 0.5 * n) * spacing, 0}});
  const auto at = [n](int i, int j) { return std::uint32_t(j * (n + 1) + i); };
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < n; ++i) o.quads.push_back({at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)});
  return o;
}

/// A cube of n^2 squares per side blown up to a sphere: curved at rest, eight vertices where three faces meet.
ShellOptions ball(int n, double radius) {
  ShellOptions o = plate(1, 1);
  o.name = "ball";
  o.rest.clear();
  o.quads.clear();
  o.thickness = 0.2 * radius / n;
  std::map<std::array<int, 3>, std::uint32_t> known;
  const auto corner = [&](std::array<int, 3> k) {
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

void shake(ShellOptions& o, double size, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> u(-size, size);
  const auto draw = [&] { return Vec3d{{u(random), u(random), u(random)}}; };
  o.positions = o.rest;
  for (Vec3d& x : o.positions) x += draw();
  o.velocities.clear();
  for (std::size_t i = 0; i < o.rest.size(); ++i) o.velocities.push_back(draw() * 100.0);
}

std::vector<ShellOptions> all_kinds(double stretch, double bend) {
  std::vector<ShellOptions> all = {plate(5, 0.02), plate(5, 0.02, "orthotropic"),
                                   plate(5, 0.02, "woven_shell"), ball(4, 0.06)};
  for (ShellOptions& o : all) o.stretch_damping = stretch, o.bend_damping = bend;
  return all;
}

struct Stepper {
  std::unique_ptr<Body> body;
  double time = 0;
  Vec3d gravity{{0, 0, 0}};

  explicit Stepper(const ShellOptions& o) : body(make_shell(o)) {}
  double longest() const { return 2 / body->limits().frequency; }
  void step(double dt) {
    Step s;
    s.time = time;
    s.dt = dt;
    body->begin_step(s);
    body->roles().motion->accelerate(s, gravity, {});
    body->end_step(s);
    time += dt;
  }
  double energy() const {
    const Totals t = body->totals();
    return t.kinetic + t.elastic;
  }
  /// The velocities that the next step would end with.
  std::vector<VertexMotion> motion(double dt) {
    Step s;
    s.time = time;
    s.dt = dt;
    body->begin_step(s);
    body->roles().motion->accelerate(s, gravity, {});
    std::vector<VertexMotion> m(body->size());
    body->roles().surface->read_motion(dt, m);
    return m;
  }
};

TEST(ShellSheet, ForceIsMinusTheGradientOfTheEnergy) {
  std::mt19937 random(5);
  std::uniform_real_distribution<double> u(-1, 1);
  for (ShellOptions o : all_kinds(0, 0)) {
    shake(o, 0.001, 3);
    o.velocities.clear();
    const std::vector<Vec3d> base = o.positions;
    const auto at_rest = Stepper(o).motion(1);
    for (int trial = 0; trial < 5; ++trial) {
      std::vector<Vec3d> du(base.size());
      for (Vec3d& d : du) d = {{u(random), u(random), u(random)}};
      const auto energy = [&](double h) {
        o.positions = base;
        for (std::size_t i = 0; i < base.size(); ++i) o.positions[i] += du[i] * h;
        return make_shell(o)->totals().elastic;
      };
      const double h = 1e-6;
      double power = 0, size = 0;
      for (std::size_t i = 0; i < base.size(); ++i) {
        const double p = dot(at_rest[i].v, du[i]) / at_rest[i].inverse_mass;
        power += p, size += std::abs(p);
      }
      EXPECT_NEAR(power, -(energy(h) - energy(-h)) / (2 * h), 1e-6 * size) << o.name;
    }
  }
}

/// A plate whose left edge is clamped, with the corners; or also lower and right ones, or with planes of symmetry.
ShellOptions held_plate(int n, ShellEdge::Kind bottom, bool all) {
  ShellOptions o = plate(n, 0.02);
  o.stretch_damping = o.bend_damping = 0;
  const auto add = [&](int axis, double at, ShellEdge::Kind kind) {
    Pin pin;
    for (std::uint32_t i = 0; i < o.rest.size(); ++i)
      if (std::abs(o.rest[i][axis] - at) < 1e-6) pin.vertices.push_back(i);
    Vec3d normal = Vec3d::zero();
    normal[axis] = 1;
    o.edges.push_back({kind, std::uint32_t(o.pins.size()), pin.vertices, normal});
    o.pins.push_back(pin);
  };
  double low = 0, high = 0;
  for (const Vec3d& x : o.rest) low = std::min(low, x[0]), high = std::max(high, x[0]);
  add(0, low, ShellEdge::Kind::clamp);
  if (all) add(1, low, bottom), add(0, high, bottom);
  return o;
}

/// The force on what is free, through ties of edges that are held, is the gradient of the energy.
TEST(ShellSheet, ForceIsMinusTheGradientWithEdgesHeld) {
  std::mt19937 random(5);
  std::uniform_real_distribution<double> u(-1, 1);
  for (const auto kind : {ShellEdge::Kind::clamp, ShellEdge::Kind::mirror})
    for (const bool all : {false, true}) {
      ShellOptions o = held_plate(5, kind, all);
      const auto of = [&](const std::vector<Vec3d>& du, double h) {
        // Pins begin where vertices lie: displacements come as velocities of one long step.
        ShellOptions p = o;
        p.velocities.clear();
        for (const Vec3d& d : du) p.velocities.push_back(d * h);
        return p;
      };
      // Out of its rest shape by steps without forces: a step so long that only the velocities count.
      std::vector<Vec3d> start(o.rest.size()), du(o.rest.size());
      for (Vec3d& d : start) d = Vec3d{{u(random), u(random), u(random)}} * 1e-3;
      for (Vec3d& d : du) d = {{u(random), u(random), u(random)}};
      const auto moved = [&](double h) {
        std::vector<Vec3d> all_moves = start;
        for (std::size_t i = 0; i < du.size(); ++i) all_moves[i] += du[i] * h;
        auto s = std::make_unique<Stepper>(of(all_moves, 1e9));
        s->step(1e-9);
        return s;
      };
      auto here = moved(0);
      const auto before = here->motion(0), after = here->motion(1);
      const double h = 1e-6;
      double power = 0, size = 0;
      for (std::size_t i = 0; i < du.size(); ++i) {
        if (after[i].inverse_mass == 0) continue;
        const double p = dot(after[i].v - before[i].v, du[i]) / after[i].inverse_mass;
        power += p, size += std::abs(p);
      }
      const double expected =
          -(moved(h)->body->totals().elastic - moved(-h)->body->totals().elastic) / (2 * h);
      EXPECT_NEAR(power, expected, 1e-4 * size) << int(kind) << all;
      EXPECT_GT(size, 1e-3);
    }
}

/// A strip that is clamped bends under its weight as rho g t L^4/(8 E t^3/12) says; with two rows held instead a seventh less.
TEST(ShellSheet, AClampIsWhereTheEdgeIs) {
  for (const bool tied : {true, false}) {
    ShellOptions o = plate(8, 0.02);
    set_field(o.material, "poisson", 0);
    prepare_material(o.material);
    o.thickness = 0.006;
    o.drag = 90;  // about critical
    const double L = 0.16, EI = 1e6 * std::pow(o.thickness, 3) / 12, expected = 1e-3 * L;
    Pin pin;
    for (std::uint32_t i = 0; i < o.rest.size(); ++i)
      if (o.rest[i][0] < -0.5 * L + (tied ? 1e-6 : 0.021)) pin.vertices.push_back(i);
    o.pins = {pin};
    if (tied) o.edges = {{ShellEdge::Kind::clamp, 0, pin.vertices}};
    Stepper s(o);
    s.gravity = {{0, 0, -8 * EI / std::pow(L, 4) * expected / (1000 * o.thickness)}};
    while (s.time < 1.5) s.step(0.5 * s.longest());
    const auto z = s.body->quantity("z");
    const double down = -*std::min_element(z.begin(), z.end());
    EXPECT_NEAR(down, tied ? expected : 0.856 * expected, 0.01 * expected) << tied;
  }
}

/// Shaken, spinning, damped: neither momentum changes, and energy falls in every step.
TEST(ShellSheet, DampingKeepsMomentaAndTakesEnergy) {
  for (ShellOptions o : all_kinds(1e-4, 1e-2)) {
    shake(o, 0.001, 7);
    for (std::size_t i = 0; i < o.rest.size(); ++i)
      o.velocities[i] += cross(Vec3d{{0, 2, 3}}, o.rest[i]) + Vec3d{{0.1, 0, 0.2}};
    Stepper s(o);
    const Totals before = s.body->totals();
    double scale = 0, spin = 0;
    for (std::size_t i = 0; i < o.rest.size(); ++i) {
      scale += before.mass / double(o.rest.size()) * norm(o.velocities[i]);
      spin += before.mass / double(o.rest.size()) * norm(o.velocities[i]) * norm(o.positions[i]);
    }
    const double first = s.energy();
    for (int k = 0; k < 3000; ++k) s.step(0.3 * s.longest());
    const Totals after = s.body->totals();
    EXPECT_LT(norm(after.momentum - before.momentum), 1e-12 * scale) << o.name;
    EXPECT_LT(norm(after.angular_momentum - before.angular_momentum), 1e-11 * (spin + scale * 0.1)) << o.name;
    EXPECT_LT(s.energy(), 0.9 * first) << o.name;
    EXPECT_LT(after.elastic, first);
  }
}

/// Moved and turned as a rigid thing it feels no damping.
TEST(ShellSheet, RigidMotionIsNotDamped) {
  ShellOptions o = plate(5, 0.02);
  o.stretch_damping = o.bend_damping = 0.1;
  for (const Vec3d& x : o.rest) o.velocities.push_back(cross(Vec3d{{3, 2, 5}}, x) + Vec3d{{1, 0, 2}});
  Stepper s(o);
  double most = 0;
  const auto m = s.motion(1);
  for (std::size_t i = 0; i < m.size(); ++i) most = std::max(most, norm(m[i].v - o.velocities[i]));
  EXPECT_LT(most, 1e-7 * 1e6);  // [m/s^2]; a hundredth of the spin as strain rate would be 1e5
}

/// Without damping it vibrates for ever: energy, with the velocity in the middle of two steps, neither grows
/// nor falls in 2e4 of them.
TEST(ShellSheet, EnergyIsKept) {
  for (ShellOptions o : all_kinds(0, 0)) {
    o.positions = o.rest;
    for (Vec3d& x : o.positions) x = {{1.02 * x[0], 1.01 * x[1], x[2] + 0.001 * std::sin(40 * x[0])}};
    Stepper s(o);
    const double dt = 0.15 * s.longest();
    const auto energy = [&] {
      const Totals t = s.body->totals();
      const auto vx = s.body->quantity("vx"), vy = s.body->quantity("vy"), vz = s.body->quantity("vz");
      const std::vector<VertexMotion> after = s.motion(dt);
      double kinetic = 0;
      for (std::size_t i = 0; i < after.size(); ++i)
        kinetic += norm2(after[i].v + Vec3d{{vx[i], vy[i], vz[i]}}) / (8 * after[i].inverse_mass);
      return kinetic + t.elastic;
    };
    const double first = energy();
    constexpr int kSteps = 20000, kWindow = kSteps / 10;
    double early = 0, late = 0;
    for (int k = 0; k < kSteps; ++k) {
      s.step(dt);
      if (k % 10) continue;
      const double e = energy();
      if (k < kWindow) early += e / (kWindow / 10);
      if (k >= kSteps - kWindow) late += e / (kWindow / 10);
    }
    EXPECT_NEAR(early, first, 0.01 * first) << o.name;
    EXPECT_NEAR(late, early, 0.005 * first) << o.name;
  }
}

/// Steps of nearly the whole limit are stable, with and without damping, stretched and bent.
TEST(ShellSheet, TheLimitIsHonest) {
  for (const auto& [stretch, bend] : {std::pair{0.0, 0.0}, {2e-5, 1e-3}, {1e-3, 1e-1}})
    for (ShellOptions o : all_kinds(stretch, bend)) {
      shake(o, 1e-7, 9);
      o.velocities.clear();
      if (o.name == "plate") {  // its rim holds the stretch
        Pin all;
        for (std::uint32_t i = 0; i < o.rest.size(); ++i) {
          if (std::abs(o.rest[i][0]) > 0.049 || std::abs(o.rest[i][1]) > 0.049) all.vertices.push_back(i);
          o.positions[i] *= 1.05;
        }
        o.pins = {all};
      }
      Stepper s(o);
      const double first = s.energy();
      for (int k = 0; k < 2000; ++k) s.step(0.98 * s.longest());
      // Near the limit x and v of the fastest waves are half a period apart: their sum wobbles.
      EXPECT_LT(s.energy(), o.name == "ball" ? 30 * first : first * (1 + 1e-6)) << o.name << " " << stretch;
    }
}

/// Vertices of the surface are means with weights that are not negative and sum to one, at the limits of the
/// control points; their masses stand for those of the control points.
TEST(ShellSheet, LimitMeshIsTheLimitSurface) {
  for (const ShellOptions& o : {plate(5, 0.02), ball(4, 0.06)})
    for (const int parts : {1, 2}) {
      const ContactMesh m = limit_mesh(o, parts);
      const std::size_t edges = o.name == "ball" ? 2 * o.quads.size() : 60;
      EXPECT_EQ(m.triangles.size(), o.quads.size() * (parts == 1 ? 2 : 8));
      EXPECT_EQ(m.rest.size(), o.rest.size() + (parts == 1 ? 0 : edges + o.quads.size()));
      EXPECT_EQ(m.moving(), o.rest.size());
      const std::vector<Vec3d> limits = limit_points({o.rest, o.quads});
      for (std::size_t i = 0; i < m.rest.size(); ++i) {
        double sum = 0;
        m.each_mover(i, [&](std::uint32_t, double w) {
          EXPECT_GT(w, 0);
          sum += w;
        });
        EXPECT_NEAR(sum, 1, 1e-15);
      }
      double off = 0;
      for (const Vec3d& x : limits) {
        double nearest = 1;
        for (const Vec3d& y : m.rest) nearest = std::min(nearest, norm(x - y));
        off = std::max(off, nearest);
      }
      EXPECT_LT(off, 1e-15);
      double volume = 0;  // turned as the faces are
      for (const auto& t : m.triangles) volume += dot(m.rest[t[0]], cross(m.rest[t[1]], m.rest[t[2]])) / 6;
      if (o.name == "ball") {
        EXPECT_GT(std::abs(volume), 0.8 * 4.0 / 3 * std::numbers::pi * 0.06 * 0.06 * 0.06 * 0.8);
      }
      std::vector<double> mass(o.rest.size()), back(o.rest.size(), 0);
      const std::vector<VertexMotion> motion = Stepper(o).motion(1);
      for (std::size_t k = 0; k < mass.size(); ++k) mass[k] = 1 / motion[k].inverse_mass;
      const std::vector<double> of = masses_of_means(m, mass);
      for (std::size_t i = 0; i < of.size(); ++i)
        m.each_mover(i, [&](std::uint32_t k, double w) { back[k] += w * of[i]; });
      for (std::size_t k = 0; k < mass.size(); ++k) EXPECT_NEAR(back[k], mass[k], 0.02 * mass[k]);
    }
}

/// What contact leaves is what control points do, to the last bit.
TEST(ShellSheet, SurfaceGoesWhereContactSays) {
  ShellOptions o = plate(3, 0.02);
  o.pins = {Pin{{0}, Motion{}}};
  Stepper s(o);
  s.gravity = {{0, 0, -9.81}};
  ContactSurface* surface = s.body->roles().surface;
  EXPECT_EQ(surface->mesh().radius, 0.5 * o.thickness);
  EXPECT_TRUE(surface->meets_itself());
  const double dt = 1e-4;
  std::vector<VertexMotion> m = s.motion(dt);
  EXPECT_EQ(m[0].inverse_mass, 0);
  for (VertexMotion& v : m) v.v += Vec3d{{1, 0, 0}}, v.u += Vec3d{{1e-4, 1e-5, 0}};
  surface->write_motion(dt, m);
  Step step;
  step.dt = dt;
  s.body->end_step(step);
  for (std::size_t i = 1; i < m.size(); ++i) {
    EXPECT_EQ(s.body->quantity("vx")[i], m[i].v[0]);
    EXPECT_EQ(s.body->quantity("y")[i], m[i].x[1] + m[i].u[1]);
  }
  EXPECT_EQ(s.body->quantity("x")[0], o.rest[0][0]);
  const std::vector<Vec3d> y = places_of(*surface);
  ASSERT_EQ(y.size(), surface->mesh().rest.size());
  for (std::size_t i = 0; i < y.size(); ++i) {
    Vec3d mean = Vec3d::zero();
    surface->mesh().each_mover(i, [&](std::uint32_t k, double w) {
      mean += Vec3d{{s.body->quantity("x")[k], s.body->quantity("y")[k], s.body->quantity("z")[k]}} * w;
    });
    EXPECT_LT(norm(y[i] - mean), 1e-15);
  }
}

/// Pressed past its yield stress a fold stays; without it springs back.
TEST(ShellSheet, DentsStay) {
  for (const double yield_stress : {0.0, 2e4}) {
    ShellOptions o = plate(6, 0.02);
    o.thickness = 0.004;
    set_field(o.material, "yield_stress", yield_stress);
    prepare_material(o.material);
    o.stretch_damping = 1e-3;
    o.bend_damping = 1e-2;
    Pin left, right;
    Motion turn;
    turn.velocity = {{-0.2, 0, 0.4}};
    for (std::uint32_t i = 0; i < o.rest.size(); ++i) {
      if (o.rest[i][0] < -0.03) left.vertices.push_back(i);
      if (o.rest[i][0] > 0.03) right.vertices.push_back(i);
    }
    right.motion = turn;
    right.release = 0.1;
    o.pins = {left, right};
    Stepper s(o);
    while (s.time < 1) s.step(0.5 * s.longest());
    double z = 0;
    for (const double at : s.body->quantity("z")) z = std::max(z, at);
    if (yield_stress > 0) EXPECT_GT(z, 0.01);
    else EXPECT_LT(z, 0.003);
  }
}

/// Pressure on a closed shell pushes with nothing in sum and blows it up as theory says: E t u/R (1/(1 - nu)) = p R/2.
TEST(ShellSheet, PressureBlowsUpABall) {
  ShellOptions o = ball(6, 0.1);
  o.thickness = 0.002;
  o.pressure.constant = 400;
  o.stretch_damping = 3e-4;
  Stepper s(o);
  while (s.time < 0.1) s.step(0.5 * s.longest());
  const double u = 400 * 0.1 * 0.1 * (1 - 0.3) / (2 * 1e6 * 0.002);
  const Totals t = s.body->totals();
  double r = 0;
  for (const Vec3d& y : places_of(*s.body->roles().surface)) r += norm(y);
  r /= double(s.body->roles().surface->mesh().rest.size());
  double rest = 0;
  for (const Vec3d& y : s.body->roles().surface->mesh().rest) rest += norm(y);
  rest /= double(s.body->roles().surface->mesh().rest.size());
  EXPECT_NEAR(r - rest, u, 0.05 * u);
  EXPECT_LT(norm(t.momentum), 1e-6 * t.mass);
}

TEST(ShellSheet, SavedAndReadBackItGoesOnTheSame) {
  for (ShellOptions o : all_kinds(1e-5, 1e-4)) {
    shake(o, 0.001, 13);
    if (o.name == "ball") {
      set_field(o.material, "yield_stress", 1e4);
      prepare_material(o.material);
      o.pressure.constant = 10;
    }
    Stepper a(o), b(o);
    for (int k = 0; k < 20; ++k) a.step(1e-5);
    std::map<std::string, std::string> state;
    MemoryArchive save(state, false), back(state, true);
    a.body->archive(save);
    b.body->archive(back);
    for (int k = 0; k < 20; ++k) a.step(1e-5), b.step(1e-5);
    for (const char* what : {"x", "y", "z", "vx", "vy", "vz", "stretch", "plastic_strain"})
      EXPECT_EQ(a.body->quantity(what), b.body->quantity(what)) << o.name << " " << what;
    EXPECT_EQ(a.body->limits().frequency, b.body->limits().frequency);
  }
}

}  // namespace
