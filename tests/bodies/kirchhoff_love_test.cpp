// The kinematics of a shell at a place: against stored reference values, and by construction: the force is
// the derivative of the energy and its change the derivative of the force (dual numbers),
// rigid motions cost nothing.
#include "bodies/shell/kirchhoff_love.h"

#include <gtest/gtest.h>

#include <array>
#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>
#include <random>

#include "geometry/subdivision.h"
#include "materials/lamina_isotropic.h"
#include "materials/lamina_woven.h"
#include "math/dual.h"
#include "math/quaternion.h"

namespace weft {
namespace {

using nlohmann::json;
using D = Dual<double>;

const json& cases() {
  static const json all = [] {
    const char* other = std::getenv("WEFT_VECTORS");
    std::ifstream in(other ? other : WEFT_TEST_DATA "/vectors_shell_surface.json");
    return json::parse(in)["models"]["kl_quadrature_point"]["cases"];
  }();
  return all;
}

/// Bicubic weights of a regular patch.
std::array<BasisWeights, 16> patch(double s, double t) {
  static const QuadMesh mesh = [] {
    QuadMesh m;
    m.vertices.resize(16);
    for (std::uint32_t j = 0; j < 3; ++j)
      for (std::uint32_t i = 0; i < 3; ++i)
        m.quads.push_back({4 * j + i, 4 * j + i + 1, 4 * j + i + 5, 4 * j + i + 4});
    return m;
  }();
  const SurfacePlace place{4, s, t};
  const LimitStencils all = limit_stencils(mesh, BoundaryRule::edge_and_corner, {&place, 1});
  std::array<BasisWeights, 16> w{};
  for (std::size_t k = 0; k < 16; ++k) w[all[0].vertices[k]] = all[0].weights[k];
  return w;
}

template <class T>
Jet<T> jet(const std::array<BasisWeights, 16>& w, const std::vector<Vec3<T>>& x) {
  Jet<T> j = Jet<T>::zero();
  for (std::size_t k = 0; k < 16; ++k) j.add(w[k][1], w[k][2], w[k][3], w[k][4], w[k][5], x[k]);
  return j;
}

std::vector<Vec3d> points(const json& rows) {
  std::vector<Vec3d> x;
  for (const json& r : rows) x.push_back({{r[0], r[1], r[2]}});
  return x;
}

Mat2<double> matrix(const json& m) { return {{{m[0][0], m[0][1]}, {m[1][0], m[1][1]}}}; }

/// One lamina point of a place: energy and force as a shell computes them.
template <class Law>
struct Point {
  Law law;
  Mat2<double> A;
  double xi, V;

  template <class T>
  T energy(const KirchhoffLove<T>& s) const {
    return T(V) * law.energy(s.lamina(T(xi)) * A.template as<T>());
  }
  template <class T>
  Resultants<T> resultants(const KirchhoffLove<T>& s) const {
    Resultants<T> r = Resultants<T>::zero();
    const Mat2<T> a = A.template as<T>();
    r.add(T(V), T(xi), law.stress(s.lamina(T(xi)) * a), a);
    return r;
  }
  Resultants<double> change(const KirchhoffLove<double>& s, const KirchhoffLoveChange<double>& d,
                            bool definite) const {
    Resultants<double> r = Resultants<double>::zero();
    r.add(V, xi, law.stiffness(s.lamina(xi) * A, definite) * (d.lamina(xi) * A), A);
    return r;
  }
};

Point<Lamina> point(const json& in) {
  Lamina law;
  law.mu = in["mu"], law.lambda = in["lam"];
  const std::vector<Vec3d> X = points(in["X"]);
  const KirchhoffLove<double> rest(jet(patch(in["s"], in["t"]), X));
  const double xi = in["xi3"], area = in["w_area"], thick = in["w_thick"];
  const LaminaReference<double> r(rest, xi, rest.a.a1);
  return {law, r.B * inverse(matrix(in["Fp"])), xi, area * thick * r.area};
}

double largest(const std::vector<Vec3d>& x) {
  double m = 0;
  for (const Vec3d& v : x) m = std::max(m, norm(v));
  return m;
}

TEST(KirchhoffLove, StoredEnergyForceAndStiffness) {
  for (const json& c : cases()) {
    const json &in = c["in"], &out = c["out"];
    const auto w = patch(in["s"], in["t"]);
    const Point<Lamina> p = point(in);
    EXPECT_NEAR(p.V, out["V0"].get<double>(), 1e-12 * p.V);
    const KirchhoffLove<double> s(jet(w, points(in["x"])));
    EXPECT_NEAR(p.energy(s), out["energy"].get<double>(), 1e-9 * std::abs(out["energy"].get<double>()));
    const Resultants<double> r = p.resultants(s);
    const Jet<double> h = force_on_jet(s, r);
    const KirchhoffLoveChange<double> d(s, jet(w, points(in["dx"])));
    const Jet<double> dh = change_of_force(s, d, r, p.change(s, d, false));
    const std::vector<Vec3d> grad = points(out["grad"]), action = points(out["hess_action"]);
    for (std::size_t k = 0; k < 16; ++k) {
      const Vec3d g = h.gather(w[k][1], w[k][2], w[k][3], w[k][4], w[k][5]);
      const Vec3d a = dh.gather(w[k][1], w[k][2], w[k][3], w[k][4], w[k][5]);
      EXPECT_LT(norm(g - grad[k]), 1e-9 * largest(grad));
      EXPECT_LT(norm(a - action[k]), 1e-9 * largest(action));
    }
  }
}

/// A curved, stretched place and a change of it.
struct Place {
  Jet<double> x, d;
  Point<WovenShell> woven;
  Point<Lamina> metal;

  explicit Place(int seed) {
    std::mt19937 random(static_cast<unsigned>(seed));
    std::uniform_real_distribution<double> u(-1, 1);
    const auto v = [&](double size) { return Vec3d{{size * u(random), size * u(random), size * u(random)}}; };
    x = {Vec3d{{1, 0.1, 0}} + v(0.2), Vec3d{{0, 1.2, 0.1}} + v(0.2), v(0.8), v(0.8), v(0.8)};
    d = {v(1), v(1), v(1), v(1), v(1)};
    const Mat2<double> A{{{0.95, 0.03 * u(random)}, {0.05 * u(random), 0.85}}};
    metal = {Lamina{}, A, 0.1 * u(random), 0.3};
    metal.law.young = 100, metal.law.prepare();
    woven = {WovenShell{}, A, 0.1 * u(random), 0.3};
    woven.law.prepare();
  }
};

Jet<D> dual(const Jet<double>& x, const Jet<double>& d) {
  const auto v = [](const Vec3d& a, const Vec3d& b) {
    return Vec3<D>{{D(a[0], b[0]), D(a[1], b[1]), D(a[2], b[2])}};
  };
  return {v(x.a1, d.a1), v(x.a2, d.a2), v(x.a11, d.a11), v(x.a12, d.a12), v(x.a22, d.a22)};
}

double difference(const Jet<double>& a, const Jet<D>& b) {
  const auto one = [](const Vec3d& x, const Vec3<D>& y) { return norm(x - Vec3d{{y[0].d, y[1].d, y[2].d}}); };
  return one(a.a1, b.a1) + one(a.a2, b.a2) + one(a.a11, b.a11) + one(a.a12, b.a12) + one(a.a22, b.a22);
}

template <class Law>
void check_derivatives(const Point<Law>& p, const Place& place) {
  const KirchhoffLove<double> s(place.x);
  const KirchhoffLove<D> moving(dual(place.x, place.d));
  const Resultants<double> r = p.resultants(s);
  const Jet<double> h = force_on_jet(s, r);
  const double slope = p.energy(moving).d;
  EXPECT_NEAR(dot(h, place.d), slope, 1e-11 * (1 + std::abs(slope)));
  const KirchhoffLoveChange<double> d(s, place.d);
  const Jet<double> dh = change_of_force(s, d, r, p.change(s, d, false));
  EXPECT_LT(difference(dh, force_on_jet(moving, p.resultants(moving))), 1e-10 * (1 + std::sqrt(dot(dh, dh))));
}

TEST(KirchhoffLove, ForceAndItsChangeAreDerivatives) {
  for (int seed = 1; seed <= 20; ++seed) {
    const Place place(seed);
    check_derivatives(place.metal, place);
    check_derivatives(place.woven, place);
  }
}

TEST(KirchhoffLove, GaussNewtonIsSymmetricAndCostsNothingBackwards) {
  for (int seed = 1; seed <= 20; ++seed) {
    const Place one(seed), other(seed + 100);
    const KirchhoffLove<double> s(one.x);
    const auto apply = [&](const Jet<double>& d) {
      return force_on_jet(s, one.metal.change(s, KirchhoffLoveChange<double>(s, d), true));
    };
    const double ab = dot(apply(one.d), other.d), ba = dot(apply(other.d), one.d);
    EXPECT_NEAR(ab, ba, 1e-11 * (1 + std::abs(ab)));
    EXPECT_GE(dot(apply(one.d), one.d), 0);
  }
}

TEST(KirchhoffLove, ExactChangeIsSymmetric) {
  const Place one(1), other(101);
  const KirchhoffLove<double> s(one.x);
  const Resultants<double> r = one.metal.resultants(s);
  const auto apply = [&](const Jet<double>& j) {
    const KirchhoffLoveChange<double> d(s, j);
    return change_of_force(s, d, r, one.metal.change(s, d, false));
  };
  const double ab = dot(apply(one.d), other.d), ba = dot(apply(other.d), one.d);
  EXPECT_NEAR(ab, ba, 1e-11 * (1 + std::abs(ab)));
}

TEST(KirchhoffLove, RigidMotionsCostNothing) {
  const Place place(3);
  const KirchhoffLove<double> rest(place.x);
  const double xi = 0.07;
  const LaminaReference<double> reference(rest, xi, rest.a.a1);
  Point<Lamina> p{place.metal.law, reference.B, xi, 1};
  const Mat3d R = Quaternion<double>::from_rotation_vector({{0.3, -0.5, 0.8}}).to_matrix();
  const Jet<double> turned{R * place.x.a1, R * place.x.a2, R * place.x.a11, R * place.x.a12, R * place.x.a22};
  EXPECT_LT(p.energy(KirchhoffLove<double>(turned)), 1e-25);
  const Jet<double> h =
      force_on_jet(KirchhoffLove<double>(turned), p.resultants(KirchhoffLove<double>(turned)));
  EXPECT_LT(std::sqrt(dot(h, h)), 1e-12 * p.law.young);
}

TEST(KirchhoffLove, LaminaTurnsInsideOutBeyondItsRadius) {
  // A cylinder of radius 1 with the normal outwards: at -1.01 the lamina has passed the axis.
  const Jet<double> x{{{0, 1, 0}}, {{0, 0, 1}}, {{-1, 0, 0}}, Vec3d::zero(), Vec3d::zero()};
  const KirchhoffLove<double> s(x);
  EXPECT_FALSE(is_flipped(s, -0.99));
  EXPECT_TRUE(is_flipped(s, -1.01));
  EXPECT_FALSE(is_flipped(s, 5.0));
}

}  // namespace
}  // namespace weft
