/// Implicit steps of cloth and fibres that move by themselves: forces are the gradient of the step's potential and
/// stiffness that of the forces; free bodies keep both momenta and never gain energy however long steps are; short
/// steps do what explicit ones do; impulses of contact enter the solve.
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "bodies/contact_surface.h"
#include "bodies/thin/sheet/sheet.h"
#include "bodies/thin/sheet/sheet_bends.h"
#include "bodies/thin/sheet/sheet_matrix.h"
#include "exec/memory_archive.h"

using namespace weft;

namespace {

Material material_of(const std::string& law) {
  Material m = make_material(law);
  prepare_material(m);
  return m;
}

ThinOptions sheet(int n, double spacing, const std::string& law) {
  ThinOptions o;
  o.name = law;
  o.coupling = Coupling::mesh;
  o.implicit = true;
  o.material = material_of(law);
  o.section = 1e-3;
  o.bending = 1e-4;
  for (int j = 0; j <= n; ++j)
    for (int i = 0; i <= n; ++i) {
      o.rest.push_back({{i * spacing, j * spacing, 0}});
      o.uv.push_back({float(i * spacing), float((i + 3 * j) * spacing)});
    }
  const auto at = [n](int i, int j) { return std::uint32_t(j * (n + 1) + i); };
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < n; ++i) {
      o.triangles.push_back({at(i, j), at(i + 1, j), at(i + 1, j + 1)});
      o.triangles.push_back({at(i, j), at(i + 1, j + 1), at(i, j + 1)});
    }
  return o;
}

ThinOptions strand(int segments, double spacing, bool edge) {
  ThinOptions o;
  o.name = edge ? "edge" : "strand";
  o.coupling = Coupling::mesh;
  o.implicit = true;
  o.plane = edge;
  o.material = material_of(edge ? "cloth" : "fibre");
  o.section = edge ? 1e-3 : 1e-6;
  o.bending = 1e-7;
  for (int k = 0; k <= segments; ++k) o.rest.push_back({{k * spacing, 0, 0}});
  o.counts.push_back(std::uint32_t(segments + 1));
  return o;
}

std::vector<ThinOptions> all_kinds() {
  std::vector<ThinOptions> all = {sheet(5, 0.02, "cloth"), sheet(5, 0.02, "woven"), strand(12, 0.02, false),
                                  strand(12, 0.02, true)};
  for (ThinOptions& o : all) o.stretch_damping = 1e-4, o.bend_damping = 1e-2;
  return all;
}

struct Random {
  std::mt19937 engine{11};
  std::uniform_real_distribution<double> u{-1, 1};
  Vec3d draw(double size, bool plane) {
    const double x = u(engine), y = u(engine), z = u(engine);
    return Vec3d{{x, plane ? 0 : y, z}} * size;
  }
};

void shake(ThinOptions& o, double by, double speed) {
  Random random;
  o.positions = o.rest;
  for (Vec3d& x : o.positions) x += random.draw(by, o.plane);
  o.velocities.clear();
  for (std::size_t i = 0; i < o.rest.size(); ++i) o.velocities.push_back(random.draw(speed, o.plane));
}

struct Stepper {
  std::unique_ptr<Body> body;
  Step s;
  Vec3d gravity{{0, 0, 0}};

  explicit Stepper(const ThinOptions& o, bool implicit = true) : body(make_sheet(o)) {
    s.implicit = implicit;
  }
  ContactSurface& surface() { return *body->roles().surface; }
  void accelerate(double dt) {
    s.dt = dt;
    body->begin_step(s);
    body->roles().motion->accelerate(s, gravity, {});
  }
  void step(double dt) {
    accelerate(dt);
    EXPECT_TRUE(surface().answered().converged) << body->name();
    body->end_step(s);
    s.time += dt;
  }
  double energy() const {
    const Totals t = body->totals();
    return t.kinetic + t.elastic;
  }
};

TEST(SheetImplicit, ForcesAndStiffnessAreDerivatives) {
  for (ThinOptions o : all_kinds()) {
    shake(o, 0.002, 0);
    const auto law = make_thin_law(o.material, o.plane, o.name);
    SheetElements elements(o, *law);
    const std::size_t n = o.rest.size();
    Random random;
    Places x, start;
    std::vector<Vec3d> du;
    for (std::size_t i = 0; i < n; ++i) {
      x.push_back(place(o.positions[i]));
      start.push_back(place(o.rest[i] + random.draw(1e-3, o.plane)));
      du.push_back(random.draw(1, o.plane));
    }
    const double h = 1e-7, damping = 0.3;
    const auto moved = [&](double by) {
      Places y = x;
      for (std::size_t i = 0; i < n; ++i) y[i] += place(du[i] * by);
      return y;
    };
    const auto forces = [&](const Places& y) {
      std::vector<Vec3d> f(n, Vec3d::zero());
      elements.trial(y, start, damping);
      for (std::size_t i = 0; i < n; ++i) elements.add_force(i, f[i]);
      return f;
    };
    const std::vector<Vec3d> f = forces(x), more = forces(moved(h)), less = forces(moved(-h));
    double power = 0, size = 0;
    for (std::size_t i = 0; i < n; ++i) power += dot(f[i], du[i]), size += norm(f[i]);
    const double slope =
        (elements.trial(moved(h), start, damping) - elements.trial(moved(-h), start, damping)) / (2 * h);
    EXPECT_NEAR(power, -slope, 1e-6 * size) << o.name;

    std::vector<StretchStiffness> K;
    const auto product = [&](bool definite) {
      elements.stiffness(x, start, damping, definite, K);
      std::vector<Vec3d> out(n, Vec3d::zero());
      for (std::size_t e = 0; e < elements.size(); ++e)
        for (int a = 0; a < elements.corners(); ++a)
          for (int b = 0; b < elements.corners(); ++b) {
            const auto& k = K[e][std::size_t(kStretchPair[a][b])];
            const std::size_t i = elements.corner(e)[std::size_t(a)], j = elements.corner(e)[std::size_t(b)];
            for (int c = 0; c < 3; ++c)
              for (int d = 0; d < 3; ++d)
                out[i][c] += k[std::size_t(a <= b ? 3 * c + d : 3 * d + c)] * du[j][d];
          }
      return out;
    };
    const std::vector<Vec3d> exact = product(false), definite = product(true);
    double off = 0, whole = 0, work = 0, clipped = 0;
    for (std::size_t i = 0; i < n; ++i) {
      const Vec3d change = (less[i] - more[i]) * (1 / (2 * h));
      off = std::max(off, norm(exact[i] - change)), whole = std::max(whole, norm(change));
      work += dot(exact[i], du[i]), clipped += dot(definite[i], du[i]);
    }
    EXPECT_LT(off, 1e-6 * whole) << o.name;
    EXPECT_GE(clipped, std::max(work, 0.0)) << o.name;
  }
}

TEST(SheetImplicit, BendingForcesAndStiffnessAreDerivatives) {
  for (ThinOptions o : all_kinds()) {
    shake(o, 0.002, 0);
    const bool hinges = !o.triangles.empty();
    const std::size_t n = o.rest.size();
    const std::vector<double> mass(n, 1e-4);
    SheetBends bends = hinges ? SheetBends(HeldHinges(o, mass))
                              : SheetBends(make_rods(o.rest, o.counts, o.bending), o.rest, mass);
    Random random;
    Places x, start, flat;
    std::vector<Vec3d> du;
    for (std::size_t i = 0; i < n; ++i) {
      x.push_back(place(o.positions[i]));
      start.push_back(place(o.positions[i] + random.draw(1e-3, o.plane)));
      flat.push_back(place(o.rest[i]));
      du.push_back(random.draw(1, o.plane));
    }
    const double h = 1e-7, damping = 2;
    const auto moved = [&](const Places& from, double by) {
      Places y = from;
      for (std::size_t i = 0; i < n; ++i) y[i] += place(du[i] * by);
      return y;
    };
    const auto forces = [&](const Places& y) {
      std::vector<Vec3d> f(n, Vec3d::zero());
      bends.trial(y, damping);
      for (std::size_t i = 0; i < n; ++i) bends.add_force(i, f[i]);
      return f;
    };
    bends.begin(start);
    const std::vector<Vec3d> f = forces(x);
    double power = 0, size = 0;
    for (std::size_t i = 0; i < n; ++i) power += dot(f[i], du[i]), size += norm(f[i]);
    const double slope = (bends.trial(moved(x, h), damping) - bends.trial(moved(x, -h), damping)) / (2 * h);
    EXPECT_NEAR(power, -slope, 1e-6 * size) << o.name;
    // Flat, begun flat: the definite part is all there is.
    bends.begin(flat);
    bends.stiffness(flat, damping);
    std::vector<Vec3d> change(n, Vec3d::zero());
    for (std::size_t i = 0; i < bends.size(); ++i)
      bends.each_factor(i, [&](const std::array<Vec3d, 4>& g, double c) {
        double along = 0;
        for (std::size_t k = 0; k < bends.vertices(); ++k) along += dot(g[k], du[bends.vertex(i)[k]]);
        for (std::size_t k = 0; k < bends.vertices(); ++k) change[bends.vertex(i)[k]] += g[k] * (c * along);
      });
    bends.add_together(du, 1, std::vector<char>(n, 0), change);
    const double e = 1e-6;
    const std::vector<Vec3d> more = forces(moved(flat, e)), less = forces(moved(flat, -e));
    double off = 0, whole = 0;
    for (std::size_t i = 0; i < n; ++i) {
      const Vec3d d = (less[i] - more[i]) * (1 / (2 * e));
      off = std::max(off, norm(change[i] - d)), whole = std::max(whole, norm(d));
    }
    EXPECT_LT(off, 1e-3 * whole) << o.name;
  }
}

/// Steps a hundred times as long as explicit ones may be.
TEST(SheetImplicit, LongStepsKeepMomentaAndTakeEnergy) {
  for (ThinOptions o : all_kinds()) {
    shake(o, 0.002, 0.3);
    for (std::size_t i = 0; i < o.rest.size(); ++i)
      o.velocities[i] += cross(Vec3d{{0, 2, o.plane ? 0.0 : 3}}, o.rest[i]) + Vec3d{{1, 0, 2}};
    Stepper s(o);
    const Totals before = s.body->totals();
    const double first = s.energy(), dt = 100 * 2 / s.body->limits().frequency;
    double spin = 0;
    for (std::size_t i = 0; i < o.rest.size(); ++i)
      spin += before.mass / double(o.rest.size()) * norm(o.velocities[i]) * norm(o.positions[i]);
    // What spins is drawn and let go a little, at the same angular momentum; it never gets what it has lost.
    for (int k = 0; k < 200; ++k) {
      s.step(dt);
      EXPECT_LT(s.energy(), first) << o.name << " " << k;
    }
    const Totals after = s.body->totals();
    EXPECT_LT(norm(after.momentum - before.momentum), 1e-10 * before.mass) << o.name;
    EXPECT_LT(norm(after.angular_momentum - before.angular_momentum), 1e-6 * spin) << o.name;
    EXPECT_LT(after.elastic, 0.1 * before.elastic) << o.name;
  }
}

TEST(SheetImplicit, ShortStepsDoWhatExplicitOnesDo) {
  for (ThinOptions o : all_kinds()) {
    shake(o, 2e-4, 0.1);
    const double dt = 0.01 * 2 / make_sheet(o)->limits().frequency;
    Stepper a(o), b(o, false);
    for (int k = 0; k < 200; ++k) a.step(dt), b.step(dt);
    for (const char* what : {"x", "z"}) {
      const auto x = a.body->quantity(what), y = b.body->quantity(what);
      for (std::size_t i = 0; i < x.size(); ++i) EXPECT_NEAR(x[i], y[i], 1e-5) << o.name << what << i;
    }
  }
}

/// E of a strip that hangs from one end grows by its weight: the top element is drawn by all that is below.
TEST(SheetImplicit, AHangingStripIsDrawnAsStaticsSays) {
  const int n = 20;
  const double L = 0.5, g = 9.81;
  ThinOptions o = strand(n, L / n, true);
  o.bending = 0;
  o.integrator = Integrator::euler;  // in two stages it goes on bobbing
  o.pins = {Pin{{0}, Motion{}}};
  for (Vec3d& x : o.rest) x = {{0, 0, -x[0]}};
  Stepper s(o);
  s.gravity = {{0, 0, -g}};
  for (int k = 0; k < 400; ++k) s.step(0.02);
  const Cloth law = std::get<Cloth>(o.material);
  const auto z = s.body->quantity("z");
  EXPECT_EQ(z[0], 0);
  for (int k = 0; k < n; ++k) {
    const double below = law.density * g * L * (n - k - 0.5) / n;  // per area
    EXPECT_NEAR((z[std::size_t(k)] - z[std::size_t(k) + 1]) / (L / n) - 1, below / law.young,
                1e-3 * law.density * g * L / law.young)
        << k;
  }
}

/// What contact gives moves neighbours in the same step, and is the change of momentum.
TEST(SheetImplicit, ImpulsesEnterTheSolve) {
  for (ThinOptions o : all_kinds()) {
    Stepper s(o);
    s.accelerate(2e-3);
    EXPECT_TRUE(s.surface().answers());
    const std::size_t n = o.rest.size(), at = n / 2;
    std::vector<Vec3d> j(n, Vec3d::zero()), v(n);
    const double m = s.body->mass() / double(n);
    j[at] = Vec3d{{0.1 * m, 0, 0.2 * m}};
    s.surface().answer(j, v);
    std::vector<VertexMotion> motion(n);
    s.surface().read_motion(s.s.dt, motion);
    Vec3d total = Vec3d::zero();
    for (std::size_t i = 0; i < n; ++i) {
      EXPECT_EQ(norm(motion[i].v - v[i]), 0);
      total += v[i] * (1 / motion[i].inverse_mass);
    }
    EXPECT_LT(norm(total - j[at]), 1e-9 * norm(j[at])) << o.name;
    EXPECT_LT(v[at][0], 0.9 * 0.1 * m * motion[at].inverse_mass) << o.name;
    EXPECT_GT(v[at + 1][0], 0) << o.name;
  }
}

TEST(SheetImplicit, SavedAndReadBackItGoesOnTheSame) {
  for (ThinOptions o : all_kinds()) {
    shake(o, 0.002, 0.1);
    Stepper a(o), b(o);
    const std::size_t n = o.rest.size();
    const auto pushed = [&](Stepper& s) {
      s.accelerate(1e-3);
      std::vector<Vec3d> j(n, Vec3d{{0, 0, 1e-8}}), v(n);
      s.surface().answer(j, v);
      std::vector<VertexMotion> m(n);
      s.surface().read_motion(1e-3, m);
      for (VertexMotion& one : m) one.v[2] += 1e-4, one.u[2] += 1e-7;
      s.surface().write_motion(1e-3, m);
      s.body->end_step(s.s);
    };
    for (int k = 0; k < 5; ++k) pushed(a);
    std::map<std::string, std::string> state;
    MemoryArchive save(state, false), back(state, true);
    a.body->archive(save);
    b.body->archive(back);
    for (int k = 0; k < 5; ++k) pushed(a), pushed(b);
    for (const char* what : {"x", "y", "z", "vx", "vy", "vz"})
      EXPECT_EQ(a.body->quantity(what), b.body->quantity(what)) << o.name << " " << what;
  }
}

}  // namespace
