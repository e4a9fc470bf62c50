// Neighbourhoods, forces and flow of putty: against stored reference values, and by construction: rest and
// rigid motion cost nothing, forces are derivatives of the energy, the operator is symmetric and positive.
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "bodies/putty/hat_lattices.h"
#include "bodies/putty/putty_flow.h"
#include "bodies/putty/putty_kernel.h"
#include "math/svd.h"
#include "putty_testing.h"

namespace weft {
namespace {

using nlohmann::json;

const json& stored() {
  static const json all = json::parse(std::ifstream(std::string(WEFT_TEST_DATA) + "/vectors_putty.json"));
  return all;
}
std::vector<Vec3d> vectors(const json& a) {
  std::vector<Vec3d> out;
  for (const json& v : a) out.push_back({{v[0], v[1], v[2]}});
  return out;
}
Mat3d matrix(const json& a) {
  Mat3d A;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) A(i, j) = a[std::size_t(i)][std::size_t(j)];
  return A;
}
double largest(const json& a) {
  if (!a.is_array()) return std::abs(a.get<double>());
  double r = 0;
  for (const auto& b : a) r = std::max(r, largest(b));
  return r;
}

/// Points with their F, and forces in S.
template <class S>
struct Cloud {
  std::vector<Vec3d> x;
  std::vector<Mat3d> F, inverses;
  std::vector<S> stretch;
  Neighbourhoods<S> near;
  Elasticity<S> elastic;

  Cloud(std::vector<Vec3d> at, std::vector<Mat3d> gradients, double h, const PuttyModuli& moduli,
        double flat = 1e-4)
      : x(std::move(at)), F(std::move(gradients)), elastic(near, moduli) {
    if (F.empty()) F.assign(x.size(), Mat3d::identity());
    for (const Mat3d& f : F) {
      Mat3d U, V;
      Vec3d s;
      svd(f, U, s, V);
      inverses.push_back(inverse(f));
      stretch.push_back(S(s[0]));
    }
    near.find({x, inverses, stretch, flat}, h);
    elastic.begin(F);
    elastic.freeze({});
  }
  Quads<S> moved(const std::vector<Vec3d>& to) const {
    Quads<S> u(x.size());
    for (std::size_t i = 0; i < x.size(); ++i) u[i] = quad((to[i] - x[i]).template as<S>());
    return u;
  }
  void freeze_at(const Quads<S>& u) {
    std::vector<Mat3<S>> A(x.size());
    elastic.gradients(u, A);
    elastic.freeze(A);
  }
  Quads<S> force(const Quads<S>& u, bool whole = true) {
    Quads<S> y(x.size());
    elastic.apply(u, whole, y);
    return y;
  }
};

template <class S>
double product(const Quads<S>& a, const Quads<S>& b) {
  double s = 0;
  for (std::size_t i = 0; i < a.size(); ++i)
    for (int k = 0; k < 3; ++k) s += double(a[i].e[k]) * double(b[i].e[k]);
  return s;
}

template <class S>
Quads<S> random_quads(std::size_t n, double size, Draw& random) {
  Quads<S> u(n);
  for (auto& q : u)
    for (int k = 0; k < 3; ++k) q.e[k] = S(size * (2 * random.uniform() - 1));
  return u;
}

const PuttyModuli kModuli{8e4, 1.2e5, 1e-6, 0};

TEST(Putty, StoredKernel) {
  for (const json& c : stored()["cosine_kernel"]["cases"]) {
    const double h = c["h"], t = c["r"].get<double>() / h, w = c["w"];
    if (t >= 1) continue;
    EXPECT_NEAR(cosine_kernel(t), w * h * h * h, 1e-13);
    EXPECT_NEAR(double(cosine_kernel(float(t))), w * h * h * h, 1e-6);
  }
}

TEST(Putty, StoredFlow) {
  for (const json& c : stored()["bargteil_flow"]["cases"]) {
    PuttyLaw law;
    law.mu = c["mu"], law.lambda = c["lam"], law.yield_stress = c["P_Y"], law.hardening = c["K"];
    const Vec3d s{{c["s"][0], c["s"][1], c["s"][2]}};
    const auto f = putty_flow(law, c["nu"].get<double>(), s, c["a"].get<double>());
    for (int k = 0; k < 3; ++k)
      EXPECT_NEAR(s[k] / f.plastic[k], c["s_e"][std::size_t(k)].get<double>(), 1e-12);
    EXPECT_NEAR(f.hardened, c["a_new"].get<double>(), 1e-12);
    EXPECT_NEAR(::weft::product(f.plastic), 1, 1e-13) << "flow keeps volume";
  }
}

/// How much flows in a given time does not depend on the steps, where yielding begins at nothing.
TEST(Putty, FlowDoesNotDependOnTheStep) {
  PuttyLaw law;
  law.young = 1e5, law.yield_stress = 0, law.flow = 0.4;
  law.prepare();
  Vec3d once{{1.3, 1, 0.8}}, often = once;
  once = {{once[0], once[1], once[2]}};
  const auto flow = [&](Vec3d& s, double dt) {
    const auto f = putty_flow(law, flow_of_step(law, dt), s, 0.0);
    for (int k = 0; k < 3; ++k) s[k] /= f.plastic[k];
  };
  flow(once, 4e-3);
  for (int k = 0; k < 40; ++k) flow(often, 1e-4);
  for (int k = 0; k < 3; ++k) EXPECT_NEAR(once[k], often[k], 1e-12);
}

TEST(Putty, StoredNeighbourhoods) {
  for (const json& c : stored()["particle_implicit"]["cases"]) {
    std::vector<Mat3d> F;
    for (const json& f : c["Fe"]) F.push_back(matrix(f));
    Cloud<double> cloud(vectors(c["q_t"]), F, c["h"], {c["mu"], c["lam"], c["vol"], 0}, 1e-8);
    for (std::size_t i = 0; i < cloud.x.size(); ++i) {
      std::vector<std::uint32_t> mine;
      cloud.near.each(i, [&](std::uint32_t j, const Link<double>& out) {
        if (out.w > 0) mine.push_back(j);
      });
      std::sort(mine.begin(), mine.end());
      EXPECT_EQ(mine, c["neighbours"][i].get<std::vector<std::uint32_t>>());
    }
    cloud.freeze_at(cloud.moved(vectors(c["q_freeze"])));
    const auto u = cloud.moved(vectors(c["q_eval"]));
    const auto f = cloud.force(u);
    // K is linear in places: u = x gives K x.
    Quads<double> at(cloud.x.size());
    const std::vector<Vec3d> x = vectors(c["x"]);
    for (std::size_t i = 0; i < x.size(); ++i) at[i] = quad(x[i]);
    const auto K = cloud.force(at, false);
    for (std::size_t i = 0; i < x.size(); ++i)
      for (int a = 0; a < 3; ++a) {
        EXPECT_NEAR(-f[i].e[a], c["force"][i][std::size_t(a)].get<double>(), 1e-9 * largest(c["force"]));
        EXPECT_NEAR(K[i].e[a], c["Kx"][i][std::size_t(a)].get<double>(), 1e-9 * largest(c["Kx"]));
      }
    EXPECT_NEAR(cloud.elastic.energy(u), c["energy_frozen"].get<double>(),
                1e-9 * c["energy_frozen"].get<double>());
  }
}

/// An affine motion is seen exactly by every neighbourhood: the energy is the law's.
TEST(Putty, StoredLaw) {
  for (const json& c : stored()["linear_corotated_3d"]["cases"]) {
    const Mat3d F = matrix(c["F"]);
    PuttyModuli m{c["params"]["mu"], c["params"]["lam"], 1e-3, 0};
    Cloud<double> cloud(lattice(4, 0.1), {}, 0.25, m);
    std::vector<Vec3d> to;
    for (const Vec3d& x : cloud.x) to.push_back(F * x);
    const auto u = cloud.moved(to);
    cloud.freeze_at(u);
    EXPECT_NEAR(cloud.elastic.energy(u), 64 * 1e-3 * c["psi"].get<double>(), 1e-9 * c["psi"].get<double>());
  }
}

TEST(Putty, RestAndRigidMotionCostNothing) {
  PuttyModuli m = kModuli;
  m.control = 0.05;
  Cloud<double> cloud(lattice(5, 0.01), {}, 0.025, m);
  const Mat3d R = some_rotation();
  std::vector<Vec3d> to;
  for (const Vec3d& x : cloud.x) to.push_back(R * x + Vec3d{{3, -2, 1}});
  const auto u = cloud.moved(to);
  cloud.freeze_at(u);
  const double scale = m.mu * 1e-4;  // the force of a strain of one on a point's face
  for (const auto& f : cloud.force(u))
    for (int a = 0; a < 3; ++a) EXPECT_NEAR(f.e[a] / scale, 0, 1e-10);
  EXPECT_NEAR(cloud.elastic.energy(u) / (m.mu * m.volume), 0, 1e-20);
}

/// Frozen or not: at the place where rotations were frozen the force is the gradient of the true energy.
TEST(Putty, ForcesAreDerivatives) {
  Draw random(3);
  std::vector<Vec3d> x = lattice(4, 0.01);
  for (Vec3d& p : x)
    for (int a = 0; a < 3; ++a) p[a] += 0.002 * random.uniform();
  PuttyModuli m = kModuli;
  Cloud<double> cloud(x, {}, 0.025, m);
  const auto u = random_quads<double>(x.size(), 2e-3, random), d = random_quads<double>(x.size(), 1, random);
  const auto energy = [&](double t) {
    Quads<double> at = u;
    for (std::size_t i = 0; i < at.size(); ++i)
      for (int a = 0; a < 3; ++a) at[i].e[a] += t * d[i].e[a];
    cloud.freeze_at(at);
    return cloud.elastic.energy(at);
  };
  const double t = 1e-6;
  const double slope = (8 * (energy(t) - energy(-t)) - (energy(2 * t) - energy(-2 * t))) / (12 * t);
  cloud.freeze_at(u);
  EXPECT_NEAR(product(cloud.force(u), d), slope, 1e-7 * std::abs(slope));
  // Increments: the whole force changes by K d exactly, rotations frozen.
  Quads<double> moved = u;
  for (std::size_t i = 0; i < u.size(); ++i)
    for (int a = 0; a < 3; ++a) moved[i].e[a] += d[i].e[a];
  const auto before = cloud.force(u), after = cloud.force(moved), K = cloud.force(d, false);
  for (std::size_t i = 0; i < u.size(); ++i)
    for (int a = 0; a < 3; ++a) EXPECT_NEAR(after[i].e[a] - before[i].e[a], K[i].e[a], 1e-9 * m.mu);
}

TEST(Putty, OperatorIsSymmetricAndPositive) {
  Draw random(5);
  std::vector<Vec3d> x = lattice(5, 0.01);
  std::vector<Mat3d> F;
  for (Vec3d& p : x) {
    Mat3d f = Mat3d::identity();
    for (int a = 0; a < 9; ++a) f(a / 3, a % 3) += 0.2 * (random.uniform() - 0.5);
    F.push_back(f);
    for (int a = 0; a < 3; ++a) p[a] += 0.003 * random.uniform();
  }
  PuttyModuli m = kModuli;
  m.control = 0.05;
  Cloud<double> cloud(x, F, 0.025, m);
  cloud.freeze_at(random_quads<double>(x.size(), 2e-3, random));
  for (int k = 0; k < 10; ++k) {
    const auto a = random_quads<double>(x.size(), 1, random), b = random_quads<double>(x.size(), 1, random);
    const auto Ka = cloud.force(a, false), Kb = cloud.force(b, false);
    EXPECT_NEAR(product(b, Ka), product(a, Kb), 1e-11 * product(a, Ka));
    EXPECT_GT(product(a, Ka), 0);
    Vec3d sum = Vec3d::zero();
    for (const auto& f : Ka) sum += f.vector();
    EXPECT_LT(norm(sum), 1e-12 * std::sqrt(product(Ka, Ka)) * 125) << "momentum";
  }
}

/// The coarse lattices' part of the preconditioner is symmetric and positive, wherever the origin is.
TEST(Putty, LatticesAreSymmetricAndPositive) {
  std::vector<Vec3d> x = lattice(9, 0.1);
  for (Vec3d& a : x) a += Vec3d{{-0.33, 0.07, -0.51}};
  HatLattices<double> lattices;
  lattices.find(x, 0.1);
  std::vector<Mat3d> held(x.size(), Mat3d::zero());
  held[7] = Mat3d::identity() * 100;
  lattices.weigh({1, 2e-3, {1e5, 2e5, 1e-3, 0.05}, held});
  Draw draw(5);
  Quads<double> a(x.size()), b(x.size()), za(x.size(), Quad<double>{}), zb = za;
  for (std::size_t i = 0; i < x.size(); ++i)
    for (int c = 0; c < 3; ++c) a[i].e[c] = draw.uniform() - 0.5, b[i].e[c] = draw.uniform() - 0.5;
  lattices.add(a, za);
  lattices.add(b, zb);
  double ab = 0, ba = 0, aa = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    ab += dot(a[i].vector(), zb[i].vector());
    ba += dot(b[i].vector(), za[i].vector());
    aa += dot(a[i].vector(), za[i].vector());
  }
  EXPECT_NEAR(ab, ba, 1e-12 * aa);
  EXPECT_GT(aa, 0);
}

/// The blocks of the preconditioner are those of the operator, the control term apart.
TEST(Putty, DiagonalBlocks) {
  Draw random(7);
  std::vector<Vec3d> x = lattice(4, 0.01);
  for (Vec3d& p : x)
    for (int a = 0; a < 3; ++a) p[a] += 0.003 * random.uniform();
  Cloud<double> cloud(x, {}, 0.025, kModuli);
  cloud.freeze_at(random_quads<double>(x.size(), 2e-3, random));
  std::vector<Mat3d> D(x.size());
  cloud.elastic.diagonal(D);
  for (const std::size_t i : {0u, 21u, 42u})
    for (int a = 0; a < 3; ++a) {
      Quads<double> e(x.size(), Quad<double>{});
      e[i].e[a] = 1;
      const auto K = cloud.force(e, false);
      for (int b = 0; b < 3; ++b) EXPECT_NEAR(D[i](b, a), K[i].e[b], 1e-9 * trace(D[i]));
    }
}

/// Neighbours in a plane, in a line, none: no force at rest, turned or not; stretched in the plane, some.
TEST(Putty, FlatNeighbourhoods) {
  const Mat3d R = some_rotation();
  for (int dimensions = 0; dimensions <= 2; ++dimensions) {
    std::vector<Vec3d> x;
    for (int i = 0; i < (dimensions > 0 ? 6 : 1); ++i)
      for (int j = 0; j < (dimensions > 1 ? 6 : 1); ++j) x.push_back({{0.01 * i, 0.01 * j, 0.3}});
    Cloud<double> cloud(x, {}, 0.025, kModuli);
    EXPECT_EQ(cloud.near.moments(0).rank, dimensions);
    for (const double stretch : {1.0, 1.1}) {
      std::vector<Vec3d> to;
      for (const Vec3d& p : x) to.push_back(R * Vec3d{{p[0] * stretch, p[1], p[2]}});
      const auto u = cloud.moved(to);
      cloud.freeze_at(u);
      const auto f = cloud.force(u);
      const double size = std::sqrt(product(f, f)) / (kModuli.mu * 1e-4);
      if (stretch == 1 || dimensions == 0) {
        EXPECT_LT(size, 1e-10);
      } else {
        EXPECT_GT(size, 1e-2);
      }
    }
  }
}

/// What floats compute is what doubles compute.
TEST(Putty, FloatsAgree) {
  Draw random(11);
  PuttyModuli m = kModuli;
  m.control = 0.05;
  Cloud<double> exact(lattice(6, 0.01), {}, 0.025, m);
  Cloud<float> quick(lattice(6, 0.01), {}, 0.025, m);
  const auto u = random_quads<double>(exact.x.size(), 1e-3, random);
  Quads<float> narrow(u.size());
  for (std::size_t i = 0; i < u.size(); ++i) narrow[i] = quad(u[i].vector().as<float>());
  exact.freeze_at(u);
  quick.freeze_at(narrow);
  const auto a = exact.force(u);
  const auto b = quick.force(narrow);
  const double size = std::sqrt(product(a, a) / double(a.size()));
  for (std::size_t i = 0; i < a.size(); ++i)
    for (int k = 0; k < 3; ++k) EXPECT_NEAR(double(b[i].e[k]), a[i].e[k], 2e-5 * size);
}

}  // namespace
}  // namespace weft
