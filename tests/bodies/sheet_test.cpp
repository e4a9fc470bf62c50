/// Cloth and fibres that move by themselves: forces are the gradient of the energy, damping keeps momenta and
/// takes energy, nothing else does; strings and sheets vibrate as closed forms say; pins, tearing, saving.
#include "bodies/thin/sheet/sheet.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <random>

#include "bodies/contact_surface.h"
#include "exec/memory_archive.h"

using namespace weft;

namespace {

Material material_of(const std::string& law) {
  Material m = make_material(law);
  prepare_material(m);
  return m;
}

/// n by n squares of side `spacing` in the plane z = 0, centred.
ThinOptions sheet(int n, double spacing, const std::string& law = "cloth") {
  ThinOptions o;
  o.name = "sheet";
  o.coupling = Coupling::mesh;
  o.material = material_of(law);
  o.section = 1e-3;
  for (int j = 0; j <= n; ++j)
    for (int i = 0; i <= n; ++i) {
      o.rest.push_back({{(i - 0.5 * n) * spacing, (j - 0.5 * n) * spacing, 0}});
      o.uv.push_back({float(i * spacing), float((i + 3 * j) * spacing)});
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

ThinOptions strand(int segments, double spacing) {
  ThinOptions o;
  o.name = "strand";
  o.coupling = Coupling::mesh;
  o.material = material_of("fibre");
  o.section = 1e-6;
  for (int k = 0; k <= segments; ++k) o.rest.push_back({{k * spacing, 0, 0}});
  o.counts.push_back(std::uint32_t(segments + 1));
  return o;
}

/// A sheet in the plane y = 0, seen from its edge.
ThinOptions edge(int segments, double spacing) {
  ThinOptions o = strand(segments, spacing);
  o.name = "edge";
  o.material = material_of("cloth");
  o.section = 1e-3;
  o.plane = true;
  return o;
}

void shake(ThinOptions& o, double size, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> u(-size, size);
  const auto draw = [&] { return Vec3d{{u(random), o.plane ? 0 : u(random), u(random)}}; };
  o.positions = o.rest;
  for (Vec3d& x : o.positions) x += draw();
  o.velocities.clear();
  for (std::size_t i = 0; i < o.rest.size(); ++i) o.velocities.push_back(draw() * 100.0);
}

std::vector<ThinOptions> all_kinds(double damping) {
  std::vector<ThinOptions> all = {sheet(5, 0.02), sheet(5, 0.02, "woven"), strand(12, 0.02), edge(12, 0.02)};
  all[0].bending = all[1].bending = 1e-4;
  all[2].bending = all[3].bending = 1e-7;
  for (ThinOptions& o : all) o.stretch_damping = damping, o.bend_damping = 100 * damping;
  return all;
}

struct Stepper {
  std::unique_ptr<Body> body;
  double time = 0;
  Vec3d gravity{{0, 0, 0}};

  explicit Stepper(const ThinOptions& o) : body(make_sheet(o)) {}
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
    s.dt = dt;
    body->begin_step(s);
    body->roles().motion->accelerate(s, gravity, {});
    std::vector<VertexMotion> m(body->size());
    body->roles().surface->read_motion(dt, m);
    return m;
  }
};

TEST(Sheet, ForceIsMinusTheGradientOfTheEnergy) {
  std::mt19937 random(5);
  std::uniform_real_distribution<double> u(-1, 1);
  for (ThinOptions o : all_kinds(0)) {
    shake(o, 0.003, 3);
    o.velocities.clear();
    const std::vector<Vec3d> base = o.positions;
    const auto at_rest = Stepper(o).motion(1);
    for (int trial = 0; trial < 5; ++trial) {
      std::vector<Vec3d> du(base.size());
      for (Vec3d& d : du) d = {{u(random), o.plane ? 0 : u(random), u(random)}};
      const auto energy = [&](double h) {
        o.positions = base;
        for (std::size_t i = 0; i < base.size(); ++i) o.positions[i] += du[i] * h;
        return make_sheet(o)->totals().elastic;
      };
      const double h = 1e-7;
      double power = 0, size = 0;
      for (std::size_t i = 0; i < base.size(); ++i) {
        const double p = dot(at_rest[i].v, du[i]) / at_rest[i].inverse_mass;
        power += p, size += std::abs(p);
      }
      EXPECT_NEAR(power, -(energy(h) - energy(-h)) / (2 * h), 1e-6 * size) << o.name;
    }
  }
}

/// Shaken, spinning, damped and bent: neither momentum changes, and energy falls.
TEST(Sheet, DampingKeepsMomentaAndTakesEnergy) {
  for (ThinOptions o : all_kinds(1e-4)) {
    shake(o, 0.003, 7);
    for (std::size_t i = 0; i < o.rest.size(); ++i)
      o.velocities[i] += cross(Vec3d{{0, 20, o.plane ? 0.0 : 30}}, o.rest[i]) + Vec3d{{1, 0, 2}};
    Stepper s(o);
    const Totals before = s.body->totals();
    double scale = 0, spin = 0;
    for (std::size_t i = 0; i < o.rest.size(); ++i) {
      scale += before.mass / double(o.rest.size()) * norm(o.velocities[i]);
      spin += before.mass / double(o.rest.size()) * norm(o.velocities[i]) * norm(o.positions[i]);
    }
    double energy = s.energy();
    const double first = energy;
    for (int k = 0; k < 5000; ++k) s.step(0.3 * s.longest());
    const Totals after = s.body->totals();
    EXPECT_LT(norm(after.momentum - before.momentum), 1e-12 * scale) << o.name;
    EXPECT_LT(norm(after.angular_momentum - before.angular_momentum), 1e-11 * (spin + scale * 0.1)) << o.name;
    EXPECT_LT(s.energy(), 0.9 * first) << o.name;
    // What is left moves as a rigid body would, or at least no faster than it began.
    EXPECT_LT(after.elastic, first);
  }
}

/// Without damping a stretched sheet vibrates for ever: energy, with the velocity in the middle of two steps,
/// neither grows nor falls in 1e5 of them.
TEST(Sheet, EnergyIsKept) {
  for (ThinOptions o : all_kinds(0)) {
    o.positions = o.rest;
    for (Vec3d& x : o.positions) x = {{1.05 * x[0], 1.02 * x[1], x[2] + 0.002 * std::sin(40 * x[0])}};
    Stepper s(o);
    const double dt = 0.2 * s.longest();
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
    constexpr int kSteps = 100000, kWindow = kSteps / 10;
    double early = 0, late = 0, low = first, high = first;
    for (int k = 0; k < kSteps; ++k) {
      s.step(dt);
      if (k % 10) continue;
      const double e = energy();
      if (k < kWindow) early += e / (kWindow / 10);
      if (k >= kSteps - kWindow) late += e / (kWindow / 10);
      low = std::min(low, e), high = std::max(high, e);
    }
    EXPECT_NEAR(early, first, 0.01 * first) << o.name;
    EXPECT_NEAR(late, early, 0.005 * first) << o.name;
    EXPECT_LT(high - low, 0.1 * first) << o.name;
  }
}

/// Steps of the whole limit are stable for whatever state, with and without damping; the limit is no less than
/// half of what would do.
TEST(Sheet, TheLimitIsHonest) {
  for (const double damping : {0.0, 2e-5, 1e-3})
    for (ThinOptions o : all_kinds(damping)) {
      for (const double stretch : {0.8, 1.0, 1.3}) {
        o.positions = o.rest;
        std::mt19937 random(9);
        std::uniform_real_distribution<double> u(-1e-9, 1e-9);
        for (Vec3d& x : o.positions) x = x * stretch + Vec3d{{u(random), o.plane ? 0 : u(random), u(random)}};
        Pin all;  // its rim holds the stretch
        for (std::uint32_t i = 0; i < o.rest.size(); ++i) {
          const double half = 0.05 - 1e-9;
          const bool rim = o.triangles.empty()
                               ? i == 0 || i + 1 == o.rest.size()
                               : std::abs(o.rest[i][0]) > half || std::abs(o.rest[i][1]) > half;
          if (rim) all.vertices.push_back(i);
        }
        o.pins = {all};
        Stepper s(o);
        const double first = s.energy();
        const double dt = 0.98 * s.longest();
        for (int k = 0; k < 3000; ++k) s.step(dt);
        if (stretch >= 1) {
          EXPECT_LT(s.energy(), first * (1 + 1e-6) + 1e-12) << o.name << " " << damping << " " << stretch;
        }
      }
    }
}

/// f = n/(2 L) sqrt(T / (rho A)) of a drawn string, between fixed ends.
TEST(Sheet, DrawnStringHasItsPitch) {
  const int n = 40;
  const double L = 1, drawn = 1.2;
  ThinOptions o = strand(n, L / n);
  o.stretch_damping = 0;
  o.positions = o.rest;
  for (Vec3d& x : o.positions) {
    x[0] *= drawn;
    x[2] = 1e-3 * std::sin(std::numbers::pi * x[0] / (drawn * L));
  }
  o.pins = {Pin{{0, std::uint32_t(n)}, Motion{}}};
  Stepper s(o);
  const Fibre law = std::get<Fibre>(o.material);
  const double tension = law.stretch * (drawn - 1) * o.section, line = law.density * o.section / drawn;
  const double period = 2 * drawn * L / std::sqrt(tension / line);
  const double dt = std::min(0.5 * s.longest(), period / 400);
  double last = 1, crossed = 0, first = 0;
  int count = 0;
  for (int k = 0; k < 100000 && count < 9; ++k) {
    s.step(dt);
    const double z = s.body->quantity("z")[n / 2];
    if (z * last < 0) {
      const double at = s.time - dt * z / (z - last);
      if (!count++) first = at;
      crossed = at;
    }
    last = z;
  }
  EXPECT_NEAR((crossed - first) / 4, period, 2e-3 * period);
}

/// The lowest swing of a limp chain of length L:  omega = 1.2024 sqrt(g/L).
TEST(Sheet, HangingStripSwingsAsAChain) {
  const int n = 20;
  const double L = 0.5, g = 9.81;
  ThinOptions o = edge(n, L / n);
  set_field(o.material, "young", 1e6);
  prepare_material(o.material);
  for (Vec3d& x : o.rest) x = {{0, 0, -x[0]}};
  o.positions = o.rest;
  // Its shape: J_0(2 omega sqrt(s/g)), s from the free end.
  const double omega = 1.2024 * std::sqrt(g / L);
  for (Vec3d& x : o.positions) x[0] = 0.005 * std::cyl_bessel_j(0, 2 * omega * std::sqrt((L + x[2]) / g));
  o.pins = {Pin{{0}, Motion{}}};
  Stepper s(o);
  s.gravity = {{0, 0, -g}};
  const double period = 2 * std::numbers::pi / omega, dt = 0.5 * s.longest();
  double last = 1, crossed = 0, first = 0;
  int count = 0;
  while (count < 7 && s.time < 10 * period) {
    s.step(dt);
    const double x = s.body->quantity("x")[n];
    if (x * last < 0) {
      const double at = s.time - dt * x / (x - last);
      if (!count++) first = at;
      crossed = at;
    }
    last = x;
  }
  EXPECT_EQ(count, 7);
  EXPECT_NEAR((crossed - first) / 3, period, 0.01 * period);
}

TEST(Sheet, PinsGoExactlyWhereTheyAreTold) {
  ThinOptions o = sheet(4, 0.02);
  Motion motion;
  motion.velocity = {{0.3, -0.1, 0.2}};
  o.pins = {Pin{{0, 7}, motion, 0.005}};
  Stepper s(o);
  s.gravity = {{0, 0, -9.81}};
  const double dt = 1e-4;
  for (int k = 0; k < 40; ++k) s.step(dt);
  for (const std::size_t i : {0, 7})
    for (int a = 0; a < 3; ++a) {
      const std::string what(1, "xyz"[a]);
      EXPECT_NEAR(s.body->quantity(what)[i], o.rest[i][a] + 0.004 * motion.velocity[a], 1e-15);
    }
  EXPECT_TRUE(s.body->held());
  for (int k = 0; k < 40; ++k) s.step(dt);
  EXPECT_FALSE(s.body->held());
}

TEST(Sheet, DrawnTooFarAFibreBreaks) {
  ThinOptions o = strand(10, 0.02);
  o.bending = 1e-7;
  o.tear = 1.3;
  o.positions = o.rest;
  for (std::size_t i = 6; i < o.rest.size(); ++i)
    o.positions[i][0] += 0.01;  // one segment half as long again
  Stepper s(o);
  const double held = 0.5 * std::get<Fibre>(o.material).stretch * 0.25 * o.section * 0.02;
  s.step(1e-7);
  EXPECT_EQ(s.body->frame({}).curves, (std::vector<std::uint32_t>{6, 5}));
  EXPECT_LT(s.energy(), 1e-4 * held);
}

TEST(Sheet, SavedAndReadBackItGoesOnTheSame) {
  for (ThinOptions o : all_kinds(1e-5)) {
    shake(o, 0.003, 13);
    if (o.triangles.empty() && !o.plane) o.tear = 1.2;
    Stepper a(o), b(o);
    for (int k = 0; k < 20; ++k) a.step(1e-5);
    std::map<std::string, std::string> state;
    MemoryArchive save(state, false), back(state, true);
    a.body->archive(save);
    b.body->archive(back);
    for (int k = 0; k < 20; ++k) a.step(1e-5), b.step(1e-5);
    for (const char* what : {"x", "y", "z", "vx", "vy", "vz", "stretch"})
      EXPECT_EQ(a.body->quantity(what), b.body->quantity(what)) << o.name << " " << what;
    EXPECT_EQ(a.body->limits().frequency, b.body->limits().frequency);
  }
}

/// What contact leaves is what the vertices do, to the last bit.
TEST(Sheet, SurfaceGoesWhereContactSays) {
  ThinOptions o = sheet(3, 0.02);
  o.pins = {Pin{{0}, Motion{}}};
  Stepper s(o);
  s.gravity = {{0, 0, -9.81}};
  ContactSurface* surface = s.body->roles().surface;
  EXPECT_EQ(surface->mesh().triangles, o.triangles);
  EXPECT_EQ(surface->mesh().radius, 0.5e-3);
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
    EXPECT_EQ(s.body->quantity("y")[i], m[i].x[1] + m[i].u[1]);
    EXPECT_EQ(s.body->quantity("vx")[i], m[i].v[0]);
  }
  EXPECT_EQ(s.body->quantity("x")[0], o.rest[0][0]);
}

}  // namespace
