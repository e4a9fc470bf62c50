// Statics of shells: derivatives against differences on meshes with extraordinary vertices, ties, loads, and
// what is known in closed form.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "exec/error.h"
#include "geometry/random.h"
#include "validation/shell/statics/modes.h"
#include "validation/shell/statics/patch.h"

namespace weft {
namespace {

Lamina metal(double young, double poisson) {
  Lamina law;
  law.young = young, law.poisson = poisson;
  law.prepare();
  return law;
}

/// Three quads round a vertex of valence three, and a ring of quads round them: open edges and corners too.
QuadMesh fan(std::uint32_t k) {
  QuadMesh m;
  m.vertices.push_back({{0, 0, 0.3}});
  const auto at = [&](double r, double turns, double z) {
    const double a = 2 * std::numbers::pi * turns / k;
    m.vertices.push_back({{r * std::cos(a), r * std::sin(a), z}});
    return std::uint32_t(m.vertices.size() - 1);
  };
  std::vector<std::uint32_t> e, c, o, p, q, r;
  for (std::uint32_t i = 0; i < k; ++i) {
    e.push_back(at(1, i, 0.2)), c.push_back(at(1.3, i + 0.5, 0.1));
    o.push_back(at(2, i, 0)), p.push_back(at(2.2, i + 0.3, 0));
    q.push_back(at(2.5, i + 0.5, -0.1)), r.push_back(at(2.2, i + 0.7, 0));
  }
  for (std::uint32_t i = 0; i < k; ++i) {
    const std::uint32_t j = (i + 1) % k;
    m.quads.push_back({0, e[i], c[i], e[j]});
    m.quads.push_back({e[i], o[i], p[i], c[i]});
    m.quads.push_back({c[i], p[i], q[i], r[i]});
    m.quads.push_back({c[i], r[i], o[j], e[j]});
  }
  return m;
}

ShellModel model_of(QuadMesh mesh, double thickness, LaminaMaterial law) {
  ShellModelOptions o;
  o.mesh = std::move(mesh);
  o.thickness = thickness;
  o.material = std::move(law);
  return ShellModel(o);
}

Points shaken(Points x, double by, std::uint64_t seed) {
  const Random random{seed};
  for (std::size_t i = 0; i < x.size(); ++i)
    for (int k = 0; k < 3; ++k) x[i][k] += by * (2 * random.uniform(3 * i + std::uint64_t(k)) - 1);
  return x;
}

Points sum(const Points& a, const Points& b, double w) {
  Points r(a);
  for (std::size_t i = 0; i < r.size(); ++i) r[i] += b[i] * w;
  return r;
}

double dot(const Points& a, const Points& b) {
  double s = 0;
  for (std::size_t i = 0; i < a.size(); ++i) s += weft::dot(a[i], b[i]);
  return s;
}

/// K d by faces.
Points times(const ShellModel& m, const Points& x, const Points& d, Stiffness kind,
             const LoadCase* load = nullptr) {
  Points r(x.size(), Vec3d::zero());
  Eigen::MatrixXd K;
  for (std::size_t f = 0; f < m.faces(); ++f) {
    m.face_stiffness(x, f, kind, K);
    if (load) {
      K.setZero();
      load->add_face_stiffness(x, f, 1, K);
    }
    const auto v = m.vertices(f);
    for (std::size_t p = 0; p < v.size(); ++p)
      for (std::size_t q = 0; q < v.size(); ++q)
        for (int i = 0; i < 3; ++i)
          for (int j = 0; j < 3; ++j)
            r[v[p]][i] += K(Eigen::Index(3 * p) + i, Eigen::Index(3 * q) + j) * d[v[q]][j];
  }
  return r;
}

TEST(ShellStatics, ForceAndStiffnessAreDerivativesNearExtraordinaryVertices) {
  for (std::uint32_t k : {3u, 5u, 6u}) {
    const ShellModel m = model_of(fan(k), 0.1, metal(100, 0.3));
    const Points x = shaken(m.rest(), 0.1, 1), d = shaken(Points(x.size(), Vec3d::zero()), 1, 2);
    const double e = 1e-5;
    Points g(x.size(), Vec3d::zero()), ahead = g, back = g;
    m.add_gradient(x, g);
    EXPECT_NEAR(dot(g, d), (m.energy(sum(x, d, e)) - m.energy(sum(x, d, -e))) / (2 * e),
                1e-7 * std::abs(dot(g, d)));
    m.add_gradient(sum(x, d, e), ahead);
    m.add_gradient(sum(x, d, -e), back);
    const Points K = times(m, x, d, Stiffness::exact),
                 difference = sum(K, sum(ahead, back, -1), -1 / (2 * e));
    EXPECT_LT(std::sqrt(dot(difference, difference)), 1e-6 * std::sqrt(dot(K, K)));
    EXPECT_GE(dot(times(m, x, d, Stiffness::definite), d), 0);
    // No net force, no net torque.
    Vec3d force = Vec3d::zero(), torque = Vec3d::zero();
    for (std::size_t i = 0; i < x.size(); ++i) force += g[i], torque += cross(x[i], g[i]);
    EXPECT_LT(norm(force) + norm(torque), 1e-10 * std::sqrt(dot(g, g)));
  }
}

TEST(ShellStatics, StressAheadIsTheFirstOrderChange) {
  const ShellModel m = model_of(fan(5), 0.1, metal(100, 0.3));
  const Points x = shaken(m.rest(), 0.1, 1), none(x.size(), Vec3d::zero()), d = shaken(none, 1, 2);
  const double e = 1e-5;
  const Slopes ahead = m.stress_after(sum(x, d, e), none), back = m.stress_after(sum(x, d, -e), none);
  const Slopes change = m.stress_after(x, d), now = m.stress_after(x, none);
  for (std::size_t i = 0; i < now.size(); ++i)
    EXPECT_LT(norm((ahead[i] - back[i]) * (1 / (2 * e)) - (change[i] - now[i])),
              1e-5 * (1 + norm(change[i] - now[i])));
  // With its own stress the stiffness is the exact one.
  Eigen::MatrixXd exact, under;
  m.face_stiffness(x, 1, Stiffness::exact, exact);
  m.face_stiffness_under(x, 1, now, under);
  EXPECT_LT((exact - under).norm(), 1e-12 * exact.norm());
}

TEST(ShellStatics, PressureOnAClosedShellHasAPotential) {
  PatchOptions o;
  o.edges.fill(EdgeKind::joined);
  o.surface = [](double u, double v) {
    const double a = 2 * std::numbers::pi * u, b = -2 * std::numbers::pi * v, r = 2 + std::cos(b);
    return Vec3d{{r * std::cos(a), r * std::sin(a), std::sin(b)}};
  };
  ShellModelOptions made;
  made.mesh = Patch(o).mesh();
  made.thickness = 0.01;
  made.gauss = 4;  // the potential is the enclosed volume, as far as quadrature knows it
  made.material = metal(100, 0.3);
  const ShellModel m(made);
  Loads loads;
  loads.pressure = 2;
  const LoadCase load(m, loads);
  const Points x = shaken(m.rest(), 0.1, 3), d = shaken(Points(x.size(), Vec3d::zero()), 1, 4);
  const double e = 1e-6;
  Points ahead(x.size(), Vec3d::zero()), back = ahead, force = ahead;
  load.add_force(x, force);
  Vec3d net = Vec3d::zero();
  for (const Vec3d& f : force) net += f;
  EXPECT_LT(norm(net), 1e-9);  // a closed surface is not pushed anywhere
  load.add_force(sum(x, d, e), ahead);
  load.add_force(sum(x, d, -e), back);
  // The symmetric part alone is the exact derivative.
  const Points K = times(m, x, d, Stiffness::exact, &load),
               difference = sum(K, sum(ahead, back, -1), 1 / (2 * e));
  EXPECT_LT(std::sqrt(dot(difference, difference)), 1e-5 * std::sqrt(dot(K, K)));
}

TEST(ShellStatics, TiesResolveThroughEachOther) {
  Ties ties(2);  // components 0 to 5
  ties.tie(0, {{1, 2}}, 1);
  ties.tie(1, {{3, 0.5}, {4, -1}});
  ties.fix(2, 7);
  ties.tie(0, {{5, 9}});  // the first counts
  const Reduction r = ties.resolve();
  ASSERT_EQ(r.unknowns(), 3);
  const Eigen::VectorXd u = r.T * Eigen::Vector3d(10, 20, 30) + r.c;
  EXPECT_DOUBLE_EQ(u[0], 2 * (0.5 * 10 - 20) + 1);
  EXPECT_DOUBLE_EQ(u[1], 0.5 * 10 - 20);
  EXPECT_DOUBLE_EQ(u[2], 7);
  EXPECT_DOUBLE_EQ(u[5], 30);
  Ties circle(1);
  circle.tie(0, {{1, 1}});
  circle.tie(1, {{0, 1}});
  EXPECT_THROW(circle.resolve(), Error);
}

/// A strip along x of length 1 and width 0.1, clamped at x = 0.
struct Strip {
  Patch patch;
  ShellModel model;
  Ties ties;

  explicit Strip(double thickness, EdgeKind tip = EdgeKind::open, double layer = 0.5 / std::sqrt(3.0))
      : patch(options(tip)), model(made(patch, thickness, layer)), ties(model.rest().size()) {
    patch.clamp(ties, 3, 2);
    for (int k : {0, 1}) patch.hold(ties, 3, k);
  }
  static PatchOptions options(EdgeKind tip) {
    PatchOptions o;
    o.faces_u = 10, o.faces_v = 1;
    o.surface = [](double u, double v) { return Vec3d{{u, 0.1 * v, 0}}; };
    o.edges = {EdgeKind::open, tip, EdgeKind::open, EdgeKind::extended};
    return o;
  }
  static ShellModelOptions made(const Patch& p, double thickness, double layer) {
    ShellModelOptions o;
    o.mesh = p.mesh();
    o.bare = p.bare();
    o.thickness = thickness;
    o.layer = layer;
    o.material = metal(1e6, 0);
    return o;
  }
  double tip_deflection(double force) {
    Loads loads;
    add_line_load(model, patch.edge(1), {{0, 0, force / 0.1}}, loads.dead);
    StaticSolver solver(model, ties, loads);
    return limit_point(model, patch.place(1, 0.5), solver.linear())[2];
  }
};

TEST(ShellStatics, CantileverBendsAsThicknessCubed) {
  // w = F L^3 / (3 E I), I = b h^3/12
  const double thick = Strip(0.01).tip_deflection(1e-3), thin = Strip(0.005).tip_deflection(1e-3);
  EXPECT_NEAR(thick, 1e-3 / (3 * 1e6 * 0.1 * 1e-6 / 12), 2e-3 * thick);
  EXPECT_NEAR(thin / thick, 8, 1e-6);
  // The layers of the paper have three quarters of the stiffness.
  EXPECT_NEAR(Strip(0.01, EdgeKind::open, 0.25).tip_deflection(1e-3) / thick, 4. / 3, 1e-6);
}

TEST(ShellStatics, PathsJoin) {
  // Half the load first and the other half after it, or all at once.
  Strip s(0.01);
  Loads half, whole;
  add_line_load(s.model, s.patch.edge(1), {{0, 0, 0.1}}, half.dead);
  add_line_load(s.model, s.patch.edge(1), {{0, 0, 0.2}}, whole.dead);
  StaticSolver once(s.model, s.ties, whole), twice(s.model, s.ties, half);
  once.advance(1);
  twice.advance(1);
  twice.retarget(whole);
  twice.advance(1);
  const Points d = sum(once.positions(), twice.positions(), -1);
  EXPECT_LT(std::sqrt(dot(d, d)), 1e-7);
  EXPECT_EQ(once.unstable_modes(), 0);
}

TEST(ShellStatics, ColumnBucklesAtEulersLoadAndIsUnstableBeyond) {
  Strip s(0.01);
  Loads loads;
  const double euler = std::pow(std::numbers::pi / 2, 2) * 1e6 * 0.1 * 1e-6 / 12;  // clamped and free
  add_line_load(s.model, s.patch.edge(1), {{-euler / 0.1, 0, 0}}, loads.dead);
  StaticSolver solver(s.model, s.ties, loads);
  EXPECT_NEAR(buckling_modes(solver, 1).values.at(0), 1, 2e-3);
  solver.advance(0.95);
  EXPECT_EQ(solver.unstable_modes(), 0);
  solver.advance(1.05);
  EXPECT_EQ(solver.unstable_modes(), 1);
}

TEST(ShellStatics, MassIsThatOfTheArea) {
  Strip s(0.01);
  const StaticSolver solver(s.model, Ties(s.model.rest().size()), Loads{});
  const FaceAssembly::Matrix M = mass_matrix(solver, 7800);
  Eigen::VectorXd ones = Eigen::VectorXd::Zero(M.rows());
  for (Eigen::Index i = 0; i < ones.size(); i += 3) ones[i] = 1;
  EXPECT_NEAR(ones.dot(M.selfadjointView<Eigen::Lower>() * ones), 7800 * 0.1 * 0.01, 1e-9);
}

TEST(ShellStatics, AShellThatIsNotHeldHasNoEquilibrium) {
  Strip s(0.01);
  Loads loads;
  add_line_load(s.model, s.patch.edge(1), {{0, 0, 1}}, loads.dead);
  StaticSolver solver(s.model, Ties(s.model.rest().size()), loads);
  EXPECT_THROW(solver.advance(1), Error);
}

TEST(ShellStatics, TooThickForItsCurvatureIsRefused) {
  PatchOptions o;
  o.surface = [](double u, double v) { return Vec3d{{0.1 * std::cos(u), v, 0.1 * std::sin(u)}}; };
  const Patch p(o);
  EXPECT_THROW(model_of(p.mesh(), 0.5, metal(1, 0)), Error);
}

}  // namespace
}  // namespace weft
