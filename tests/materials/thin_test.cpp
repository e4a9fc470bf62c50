// Laws of sheets and threads against stored reference values, and by construction: G is the derivative of psi
// (dual numbers), rotations cost nothing, return maps are admissible and idempotent.
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>
#include <random>

#include "materials/edge.h"
#include "materials/fibre.h"
#include "materials/sheet.h"
#include "math/dual.h"
#include "math/quaternion.h"

namespace weft {
namespace {

using nlohmann::json;

const json& vectors() {
  static const json all = [] {
    const char* other = std::getenv("WEFT_VECTORS");
    std::ifstream in(other ? other : WEFT_TEST_DATA "/vectors_thin.json");
    return json::parse(in)["models"];
  }();
  return all;
}

/// Column j of a stored matrix; one of the plane is laid into x-z.
template <class T>
Vec3<T> column(const json& m, int j) {
  if (m.size() == 2) return {{T(m[0][j].get<double>()), T(0), T(m[1][j].get<double>())}};
  return {{T(m[0][j].get<double>()), T(m[1][j].get<double>()), T(m[2][j].get<double>())}};
}

template <class Law, class T>
typename Law::template Strain<T> strain(const json& m) {
  typename Law::template Strain<T> s;
  for (int a = 0; a < Law::tangents; ++a) s.t[a] = column<T>(m, a);
  for (int b = 0; b < Law::normals; ++b) s.d[b] = column<T>(m, Law::tangents + b);
  return s;
}

template <class Law, class T>
double difference(const typename Law::template Strain<T>& a, const json& m, double floor) {
  double error = 0, scale = floor;
  const auto compare = [&](const Vec3<T>& x, const Vec3d& y) {
    for (int k = 0; k < 3; ++k) {
      const double e = std::abs(double(x[k]) - y[k]);
      error = std::isfinite(e) ? std::max(error, e) : 1e300;
      scale = std::max(scale, std::abs(y[k]));
    }
  };
  for (int i = 0; i < Law::tangents; ++i) compare(a.t[i], column<double>(m, i));
  for (int i = 0; i < Law::normals; ++i) compare(a.d[i], column<double>(m, Law::tangents + i));
  return error / scale;
}

const Vec2d kWarp{{1, 0}};

template <class T, class Law>
void check(const Law& law, const json& j, double modulus, const std::string& where) {
  SCOPED_TRACE(where + (sizeof(T) == 8 ? " double" : " float"));
  const double tolerance = sizeof(T) == 8 ? 1e-10 : 3e-5, floor = (sizeof(T) == 8 ? 1e-3 : 0.1) * modulus;
  const Vec2<T> warp = kWarp.as<T>();
  auto F = strain<Law, T>(j["F"]), G = F;
  if (j.contains("psi")) {
    const double psi = j["psi"];
    EXPECT_NEAR(double(law.energy(F, warp)), psi,
                std::max(tolerance * std::abs(psi), 0.1 * tolerance * modulus));
    law.respond(F, warp, false, G);
    EXPECT_LE((difference<Law, T>(G, j["P"], floor)), tolerance) << "P";
    using D = Dual<T>;
    auto Fd = strain<Law, D>(j["F"]), Gd = Fd;
    const auto dF = strain<Law, T>(j["dF"]);
    for (int k = 0; k < 3; ++k) {
      for (int a = 0; a < Law::tangents; ++a) Fd.t[a][k].d = dF.t[a][k];
      for (int b = 0; b < Law::normals; ++b) Fd.d[b][k].d = dF.d[b][k];
    }
    law.respond(Fd, {{D(1), D(0)}}, false, Gd);
    for (int k = 0; k < 3; ++k) {
      for (int a = 0; a < Law::tangents; ++a) G.t[a][k] = Gd.t[a][k].d;
      for (int b = 0; b < Law::normals; ++b) G.d[b][k] = Gd.d[b][k].d;
    }
    EXPECT_LE((difference<Law, T>(G, j["dP"], floor)), sizeof(T) == 8 ? 1e-8 : 1e-3) << "dP";
  }
  law.respond(F, warp, true, G);
  EXPECT_LE((difference<Law, T>(F, j["F_new"], 1.0)), tolerance) << "F_new";
  // tau_new = G F^T
  const json& tau = j["tau_new"];
  double error = 0, scale = floor;
  const int n = int(tau.size()), axis[3] = {0, n == 2 ? 2 : 1, 2};
  for (int a = 0; a < n; ++a)
    for (int b = 0; b < n; ++b) {
      double sum = 0;
      for (int i = 0; i < Law::tangents; ++i) sum += double(G.t[i][axis[a]]) * double(F.t[i][axis[b]]);
      for (int i = 0; i < Law::normals; ++i) sum += double(G.d[i][axis[a]]) * double(F.d[i][axis[b]]);
      error = std::max(error, std::abs(sum - tau[a][b].get<double>()));
      scale = std::max(scale, std::abs(tau[a][b].get<double>()));
    }
  EXPECT_LE(error / scale, tolerance) << "tau_new";
}

template <class MakeLaw>
void check_group(const std::string& group, MakeLaw&& make) {
  ASSERT_TRUE(vectors().contains(group)) << group;
  int n = 0;
  for (const json& j : vectors()[group]["cases"]) {
    const json& p = j["params"];
    const auto law = make(p);
    double modulus = 0;
    for (const char* key : {"mu", "lam", "ks", "k", "gamma"})
      if (p.contains(key)) modulus = std::max(modulus, p[key].get<double>());
    const std::string where = group + " case " + std::to_string(n++);
    check<double>(law, j, modulus, where);
    check<float>(law, j, modulus, where);
  }
  EXPECT_GE(n, 5);
}

TEST(ThinVectors, Surface) {
  check_group("surface", [](const json& p) {
    Cloth c;
    c.mu = p["mu"], c.lambda = p["lam"], c.shear = p["gamma"], c.contact = p["k"], c.friction = p["cF"];
    return c;
  });
}

TEST(ThinVectors, CurveInThePlane) {
  check_group("curve2d", [](const json& p) {
    Edge e;
    e.stretch = p["ks"], e.shear = p["gamma"], e.contact = p["k"], e.friction = p["cF"];
    return e;
  });
}

Fibre fibre_of(const json& p) {
  Fibre f;
  f.mu = p["mu"], f.lambda = p["lam"], f.stretch = p["ks"], f.shear = p["gamma"], f.friction = p["beta"];
  f.across_limit = p["s_perp"], f.flattest = p["sigma_min"];
  return f;
}

TEST(ThinVectors, CurveInSpace) {
  check_group("curve3d", fibre_of);
  check_group("curve3d_inverted_return", fibre_of);
}

TEST(Fibre, FrictionRulesAreThoseOfTheVectors) {
  int seen = 0;
  for (const json& j : vectors()["curve3d"]["cases"]) {
    const json& p = j["params"];
    Fibre f;
    f.friction = std::tan(p["phi"].get<double>());
    f.section_rule = p["mode"] == "klar" ? 0 : p["mode"] == "paper" ? 1 : 2;
    f.prepare();
    EXPECT_NEAR(f.across_limit, p["s_perp"].get<double>(), 1e-12);
    EXPECT_NEAR(f.friction, p["beta"].get<double>(), 1e-12);
    ++seen;
  }
  EXPECT_GT(seen, 0);
}

template <class Law>
Law sample_law();
template <>
Cloth sample_law() {
  Cloth c;
  c.shear = 3e4, c.friction = 0.4;
  c.prepare();
  return c;
}
template <>
Woven sample_law() {
  Woven w;
  w.weft = 4e4, w.shear = 3e4, w.friction = 0.4;
  w.prepare();
  return w;
}
template <>
Fibre sample_law() {
  Fibre f;
  f.shear = 3e4, f.friction = 0.4;
  f.prepare();
  return f;
}
template <>
Edge sample_law() {
  return Edge(sample_law<Cloth>());
}

template <class Law>
class ThinLaws : public testing::Test {
 public:
  std::mt19937 random{7};
  Law law = sample_law<Law>();
  const Vec2d warp{{std::cos(0.4), std::sin(0.4)}};

  double number(double size) { return std::uniform_real_distribution<double>(-size, size)(random); }
  /// Near a rotation; in the plane x-z for laws of the plane.
  typename Law::template Strain<double> draw(double spread) {
    constexpr bool plane = Law::tangents + Law::normals == 2;
    const auto q = Quaternion<double>::from_rotation_vector(plane ? Vec3d{{0, number(3), 0}}
                                                                  : Vec3d{{number(2), number(2), number(2)}});
    typename Law::template Strain<double> s;
    const auto vector = [&](int axis) {
      Vec3d v{{number(spread), plane ? 0 : number(spread), number(spread)}};
      v[plane && axis == 1 ? 2 : axis] += 1;
      return q.rotate(v);
    };
    for (int a = 0; a < Law::tangents; ++a) s.t[a] = vector(a);
    for (int b = 0; b < Law::normals; ++b) s.d[b] = vector(Law::tangents + b);
    return s;
  }
};
using AllThin = testing::Types<Cloth, Woven, Fibre, Edge>;
TYPED_TEST_SUITE(ThinLaws, AllThin);

TYPED_TEST(ThinLaws, StressIsTheDerivativeOfEnergy) {
  using D = Dual<double>;
  for (int trial = 0; trial < 200; ++trial) {
    auto s = this->draw(0.25), G = s;
    this->law.respond(s, this->warp, false, G);
    const auto derivative = [&](bool normal, int column, int k) {
      typename TypeParam::template Strain<D> d;
      for (int a = 0; a < TypeParam::tangents; ++a)
        for (int i = 0; i < 3; ++i) d.t[a][i] = D(s.t[a][i]);
      for (int b = 0; b < TypeParam::normals; ++b)
        for (int i = 0; i < 3; ++i) d.d[b][i] = D(s.d[b][i]);
      (normal ? d.d[column] : d.t[column])[k].d = 1;
      return this->law.energy(d, Vec2<D>{{D(this->warp[0]), D(this->warp[1])}}).d;
    };
    constexpr bool plane = TypeParam::tangents + TypeParam::normals == 2;
    for (int k = 0; k < 3; k += plane ? 2 : 1) {
      for (int a = 0; a < TypeParam::tangents; ++a)
        EXPECT_NEAR(G.t[a][k], derivative(false, a, k), 1e-6 * 1e5) << trial;
      for (int b = 0; b < TypeParam::normals; ++b)
        EXPECT_NEAR(G.d[b][k], derivative(true, b, k), 1e-6 * 1e5) << trial;
    }
  }
}

TYPED_TEST(ThinLaws, RotationsCostNothing) {
  auto s = this->draw(0), G = s;
  EXPECT_NEAR(this->law.energy(s, this->warp), 0, 1e-20);
  this->law.respond(s, this->warp, true, G);
  for (int a = 0; a < TypeParam::tangents; ++a) EXPECT_LT(norm(G.t[a]), 1e-9);
  for (int b = 0; b < TypeParam::normals; ++b) EXPECT_LT(norm(G.d[b]), 1e-9);
}

TYPED_TEST(ThinLaws, ReturnMapTwiceIsOnce) {
  for (int trial = 0; trial < 500; ++trial) {
    auto s = this->draw(0.6), G = s;
    const auto before = s;
    this->law.respond(s, this->warp, true, G);
    auto again = s, G2 = s;
    this->law.respond(again, this->warp, true, G2);
    for (int a = 0; a < TypeParam::tangents; ++a) EXPECT_EQ(s.t[a], before.t[a]);
    for (int b = 0; b < TypeParam::normals; ++b) EXPECT_LT(norm(again.d[b] - s.d[b]), 1e-9) << trial;
  }
}

TYPED_TEST(ThinLaws, WhatIsPulledApartPushesNot) {
  auto s = this->draw(0), G = s;
  for (int b = 0; b < TypeParam::normals; ++b) s.d[b] *= 1.3;
  this->law.respond(s, this->warp, true, G);
  for (int b = 0; b < TypeParam::normals; ++b) {
    EXPECT_LT(norm(G.d[b]), 1e-9);
    EXPECT_NEAR(norm(s.d[b]), 1, 1e-12);
  }
}

TEST(Sheet, SlidingIsBoundedByCoulomb) {
  const Cloth c = sample_law<Cloth>();
  std::mt19937 random(3);
  std::uniform_real_distribution<double> u(-0.5, 0.5);
  int slid = 0;
  for (int trial = 0; trial < 500; ++trial) {
    ThinStrain<2, 1, double> s{{{{1, 0, 0}}, {{0, 1, 0}}}, {{{u(random), u(random), 1 + u(random)}}}}, G = s;
    const Vec3d before = s.d[0];
    c.respond(s, kWarp, true, G);
    const double pressed = -G.d[0][2], slides = std::hypot(G.d[0][0], G.d[0][1]);
    EXPECT_LE(slides, c.friction * pressed * (1 + 1e-9) + 1e-9);
    slid += norm(before - s.d[0]) > 1e-12;
  }
  EXPECT_GT(slid, 50);
}

}  // namespace
}  // namespace weft
