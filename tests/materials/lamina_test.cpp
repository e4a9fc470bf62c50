// Laws of a lamina against stored reference values, and by construction: P is the derivative of psi, D that
// of P (dual numbers), rotations cost nothing, the return map lands on the yield ellipse, once and for all.
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <random>

#include "materials/presets.h"
#include "math/dual.h"
#include "math/pack.h"
#include "math/quaternion.h"

namespace weft {
namespace {

using nlohmann::json;

const json& cases(const char* model) {
  static const json all = [] {
    std::ifstream in(WEFT_TEST_DATA "/vectors_lamina.json");
    return json::parse(in)["models"];
  }();
  return all[model]["cases"];
}

template <class T>
Vec3<T> vector(const json& j) {
  return {{T(j[0].get<double>()), T(j[1].get<double>()), T(j[2].get<double>())}};
}
template <class T>
Columns<T> columns(const json& j) {
  Columns<T> f;
  for (int k = 0; k < 3; ++k) f.c1[k] = T(j[k][0].get<double>()), f.c2[k] = T(j[k][1].get<double>());
  return f;
}
template <class T>
Mat2<T> matrix(const json& j) {
  return {{{T(j[0][0].get<double>()), T(j[0][1].get<double>())},
           {T(j[1][0].get<double>()), T(j[1][1].get<double>())}}};
}
double largest(const json& j) {
  if (j.is_number()) return std::abs(j.get<double>());
  double most = 0;
  for (const json& e : j) most = std::max(most, largest(e));
  return most;
}
template <class T>
double off(const Columns<T>& a, const json& j) {
  const Columns<double> b = columns<double>(j);
  double worst = 0;
  for (int k = 0; k < 3; ++k)
    worst = std::max({worst, std::abs(double(a.c1[k]) - b.c1[k]), std::abs(double(a.c2[k]) - b.c2[k])});
  return worst;
}

/// psi, P and D of one case; `stress` is what rounding is measured against.
template <class T, class Law>
void check(const Law& law, const json& c, double stress) {
  const double exact = sizeof(T) == 8 ? 2e-12 : 2e-5;
  const Columns<T> f = columns<T>(c["in"]["f"]);
  const json& out = c["out"];
  EXPECT_NEAR(double(law.energy(f)), out["psi"].get<double>(),
              exact * std::max(stress, out["psi"].get<double>()));
  EXPECT_LE(off(law.stress(f), out["P"]), exact * std::max(stress, largest(out["P"])));
  for (const auto& [name, definite] : {std::pair("D", false), std::pair("D_psd", true)}) {
    if (!out.contains(name)) continue;
    const Mat<6, T> D = law.stiffness(f, definite);
    const json& expected = out[name];
    double worst = 0;
    for (int i = 0; i < 6; ++i)
      for (int j = 0; j < 6; ++j) worst = std::max(worst, std::abs(double(D(i, j)) - double(expected[i][j])));
    EXPECT_LE(worst, (sizeof(T) == 8 ? 1e-10 : 2e-4) * std::max(stress, largest(expected))) << name;
  }
}

Lamina hencky(const json& p) {
  Lamina l;
  l.mu = p["mu"], l.lambda = p["lam"];
  return l;
}

TEST(LaminaVectors, Hencky) {
  for (const json& c : cases("hencky_lamina")) {
    const Lamina law = hencky(c["in"]);
    check<double>(law, c, law.mu);
    check<float>(law, c, law.mu);
  }
}

TEST(LaminaVectors, OrthotropicHencky) {
  for (const json& c : cases("ortho_hencky_lamina")) {
    Orthotropic law;
    law.C11 = c["in"]["C11"], law.C12 = c["in"]["C12"], law.C22 = c["in"]["C22"], law.bias = c["in"]["G"];
    check<double>(law, c, law.C11);
    check<float>(law, c, law.C11);
  }
}

TEST(LaminaVectors, Woven) {
  for (const json& c : cases("clyde_lamina")) {
    WovenShell law;
    const json& p = c["in"];
    law.C11 = p["a11"], law.C12 = p["a12"], law.C22 = p["a22"], law.bias = 0.5 * p["G12"].get<double>();
    law.fitted_strain = 10;
    for (std::size_t j = 0; j < 4; ++j) {
      const json& eta = p["eta"][j];
      law.n[j] = {{0, 0, 0}, {1, 1, 1}};
      for (std::size_t i = 0; i < eta[0].size(); ++i) law.n[j].u[i] = eta[0][i], law.n[j].a[i] = eta[1][i];
    }
    check<double>(law, c, law.C11);
    check<float>(law, c, law.C11);
  }
}

template <class T>
void check_return(const json& c) {
  const double exact = sizeof(T) == 8 ? 1e-10 : 5e-5;
  Lamina law = hencky(c["in"]);
  law.yield_stress = c["in"]["c_vM"].get<double>() * std::sqrt(1.5);
  const double limit = c["in"]["c_vM"];
  Columns<T> f = columns<T>(c["in"]["fE_trial"]);
  const Columns<T> trial = f;
  const Mat2<T> Fp = matrix<T>(c["in"]["Fp"]), Y = law.yield(f);
  EXPECT_LE(off(f, c["out"]["fE"]), exact * largest(c["out"]["fE"]));
  // F_p <- Y^-1 F_p, and f F_p stays
  const Mat2<T> now = inverse(Y) * Fp;
  const Mat2<double> expected = matrix<double>(c["out"]["Fp_new"]);
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 2; ++j)
      EXPECT_NEAR(double(now(i, j)), expected(i, j), exact * largest(c["out"]["Fp_new"]));
  const Columns<T> before = trial * Fp, after = f * now;
  EXPECT_LE(double(norm(before.c1 - after.c1) + norm(before.c2 - after.c2)),
            exact * largest(c["out"]["Fp_new"]));
  EXPECT_NEAR(double(law.yield_measure(f)), c["out"]["yield_final"].get<double>(), exact * limit * 10);
  EXPECT_LE(double(law.yield_measure(f)), limit * (1 + exact * 10));
  const Columns<T> once = f;
  law.yield(f);
  EXPECT_LE(double(norm(f.c1 - once.c1) + norm(f.c2 - once.c2)), exact);
}

TEST(LaminaVectors, VonMisesReturn) {
  int yielded = 0;
  for (const json& c : cases("von_mises_return")) {
    check_return<double>(c);
    check_return<float>(c);
    yielded += c["out"]["yield_trial"] > c["out"]["yield_final"];
  }
  EXPECT_GE(yielded, 8);
}

TEST(LaminaVectors, ContactAndItsReturn) {
  for (const json& c : cases("contact_chi")) {
    const json &in = c["in"], &out = c["out"];
    SheetContact law;
    law.shear = in["gamma"], law.contact = in["kc"];
    const Vec3d a1 = vector<double>(in["a1"]), a2 = vector<double>(in["a2"]), d = vector<double>(in["a3E"]);
    const SheetFrame<double> f(a1, a2, d);
    const ContactGradient<double> g = law.contact_gradient(f);
    EXPECT_NEAR(law.contact_energy(f), out["chi"].get<double>(), 1e-12 * out["chi"].get<double>());
    EXPECT_LE(norm(g.t[0] - vector<double>(out["g1"])), 1e-11 * largest(out["g1"]));
    EXPECT_LE(norm(g.t[1] - vector<double>(out["g2"])), 1e-11 * largest(out["g2"]));
    EXPECT_LE(norm(g.d - vector<double>(out["g3"])), 1e-11 * largest(out["g3"]));
  }
  int slid = 0;
  for (const json& c : cases("contact_return")) {
    const json &in = c["in"], &out = c["out"];
    SheetContact law;
    law.shear = in["gamma"], law.contact = in["kc"], law.friction = in["cF"];
    SheetFrame<double> f(vector<double>(in["a1"]), vector<double>(in["a2"]), vector<double>(in["a3E_trial"]));
    law.slide(f);
    EXPECT_LE(norm(f.normal() - vector<double>(out["a3E"])), 1e-12);
    slid += largest(out["s"]) != largest(out["s_trial"]);
  }
  EXPECT_GE(slid, 3);
}

Columns<double> random_lamina(std::mt19937& random, double size) {
  std::uniform_real_distribution<double> u(-size, size);
  Columns<double> f{{{1 + u(random), u(random), u(random)}}, {{u(random), 1 + u(random), u(random)}}};
  return f;
}

/// P = dpsi/df and D = dP/df by dual numbers; D without negative eigenvalues is positive;
/// rotations cost nothing.
template <class Law>
void check_derivatives(const Law& law, double modulus) {
  using Du = Dual<double>;
  std::mt19937 random(3);
  std::normal_distribution<double> normal;
  // Down to no strain at all, where differences of equal stretches would cancel.
  for (const double size : {0.4, 0.1, 1e-3, 1e-7, 0.0}) {
    const Columns<double> f = random_lamina(random, size);
    Columns<Du> fd{f.c1.as<Du>(), f.c2.as<Du>()};
    Columns<double> df;
    for (int k = 0; k < 3; ++k) {
      fd.c1[k].d = df.c1[k] = normal(random);
      fd.c2[k].d = df.c2[k] = normal(random);
    }
    const Columns<double> P = law.stress(f);
    EXPECT_NEAR(law.energy(fd).d, dot(P.c1, df.c1) + dot(P.c2, df.c2), 1e-11 * modulus)
        << law.name << " " << size;
    const Columns<Du> dP = law.stress(fd);
    const Mat<6, double> D = law.stiffness(f, false), positive = law.stiffness(f, true);
    double quadratic = 0, scale = 0;
    for (int i = 0; i < 6; ++i) {
      double change = 0;
      for (int j = 0; j < 6; ++j) {
        const double d = j < 3 ? df.c1[j] : df.c2[j - 3];
        change += D(i, j) * d;
        quadratic += positive(i, j) * d * (i < 3 ? df.c1[i] : df.c2[i - 3]);
        scale += std::abs(positive(i, j));
      }
      EXPECT_NEAR(change, i < 3 ? dP.c1[i].d : dP.c2[i - 3].d, 1e-8 * modulus) << law.name << " " << size;
    }
    EXPECT_GE(quadratic, -1e-12 * scale);
    const auto turn = Quaternion<double>::from_rotation_vector({{0.3, -1.1, 0.7}});
    const Columns<double> turned{turn.rotate(f.c1), turn.rotate(f.c2)};
    EXPECT_NEAR(law.energy(turned), law.energy(f), 1e-12 * modulus);
    // No stress across the lamina: n . P = 0.
    const Vec3d n = normalized(cross(f.c1, f.c2));
    EXPECT_NEAR(dot(n, P.c1), 0, 1e-12 * modulus);
    EXPECT_NEAR(dot(n, P.c2), 0, 1e-12 * modulus);
  }
}

TEST(Lamina, DerivativesAreExactAndRotationsCostNothing) {
  Lamina l;
  l.prepare();
  check_derivatives(l, l.young);
  for (const char* name : {"silk_shell", "denim_shell"}) {
    const Orthotropic o = std::get<Orthotropic>(make_preset(name));
    check_derivatives(o, o.warp);
  }
  WovenShell w;
  w.warp_exponent = 3, w.weft_exponent = 2, w.cross_exponent = 1.5, w.bias_exponent = 4;
  w.prepare();
  check_derivatives(w, w.warp);
  // Beyond what was measured it goes on as a parabola.
  w.fitted_strain = 0.02;
  w.prepare();
  check_derivatives(w, w.warp);
}

/// Small strains: the moduli are those that engineers measure.
TEST(Lamina, SmallStrainsHaveTheModuliOfPlaneStress) {
  Orthotropic o;
  o.warp = 3e6, o.weft = 2e6, o.bias = 1e5, o.poisson = 0.2;
  o.prepare();
  WovenShell w;
  w.warp = 3e6, w.weft = 2e6, w.bias = 1e5, w.poisson = 0.2;
  w.prepare();
  const auto check_small = [](const auto& law, double E1, double nu, double G) {
    const double e = 1e-6;
    // Drawn along the warp and free across it: stress E_1 e.
    const Columns<double> drawn{{{1 + e, 0, 0}}, {{0, 1 - nu * e, 0}}},
        sheared{{{1, e / 2, 0}}, {{e / 2, 1, 0}}};
    EXPECT_NEAR(law.stress(drawn).c1[0], E1 * e, 1e-5 * E1 * e);
    EXPECT_NEAR(law.stress(drawn).c2[1], 0, 1e-5 * E1 * e);
    EXPECT_NEAR(law.stress(sheared).c1[1], G * e, 1e-5 * E1 * e);
  };
  check_small(o, 3e6, 0.2, 1e5);
  check_small(w, 3e6, 0.2, 1e5);
  Lamina l;
  l.young = 2e6, l.poisson = 0.3;
  l.prepare();
  check_small(l, 2e6, 0.3, 2e6 / 2.6);
}

/// Packs take the same way lane by lane, yielding lanes beside elastic ones.
TEST(Lamina, PacksYieldLaneByLane) {
  using P = Pack<Real>;
  Lamina law;
  law.young = 1e6, law.yield_stress = 5e4;
  law.prepare();
  std::mt19937 random(5);
  Columns<P> f;
  Columns<Real> each[P::width];
  for (int l = 0; l < P::width; ++l) {
    const Columns<double> a = random_lamina(random, 0.005 * (1 + 4 * l));
    each[l] = {a.c1.as<Real>(), a.c2.as<Real>()};
    for (int k = 0; k < 3; ++k) f.c1[k].set(l, each[l].c1[k]), f.c2[k].set(l, each[l].c2[k]);
  }
  law.yield(f);
  for (int l = 0; l < P::width; ++l) {
    law.yield(each[l]);
    for (int k = 0; k < 3; ++k) {
      EXPECT_NEAR(f.c1[k][l], each[l].c1[k], 2e-6);
      EXPECT_NEAR(f.c2[k][l], each[l].c2[k], 2e-6);
    }
  }
}

}  // namespace
}  // namespace weft
