// Discrete elastic rods: against stored reference values, and by construction: gradients are derivatives of
// the energy (dual numbers), matrices are derivatives of gradients, rigid motions cost nothing, forces and
// torques balance, frames stay orthonormal over a million transports, packs equal plain numbers.
#include "bodies/hair/rod.h"

#include <gtest/gtest.h>

#include "bodies/hair/rod_matrix.h"
#include "math/quaternion.h"
#include "rod_testing.h"

namespace weft {
namespace {

using nlohmann::json;
using D = Dual<double>;

void expect_close(double a, double b, double scale, double tolerance, const char* what) {
  EXPECT_NEAR(a, b, tolerance * std::max(scale, 1e-12)) << what;
}
double largest(const json& a) {
  if (!a.is_array()) return std::abs(a.get<double>());
  double r = 0;
  for (const auto& b : a) r = std::max(r, largest(b));
  return r;
}

/// The rod of a stored case, at its earlier place.
Rod<double> stored_rod(const json& in) {
  Rod<double> rod = make_rod(points(in["X"]), {1, 1, 1, 1, 1, 0});
  const auto number = [](const json& a, std::size_t i) { return (a.is_array() ? a[i] : a).get<double>(); };
  for (std::size_t i = 0; i < rod.vertices(); ++i) {
    if (i + 1 < rod.vertices()) rod.edges[i].stretch = number(in["EA"], i) / rod.edges[i].length;
    if (i == 0 || i + 1 == rod.vertices()) continue;
    RodJoint<double>& j = rod.joints[i];
    const double ell = 0.5 * (rod.edges[i - 1].length + rod.edges[i].length);
    const json& B = in["B"].size() == 2 && !in["B"][0][0].is_array() ? in["B"] : in["B"][i];
    j.B11 = B[0][0].get<double>() / ell, j.B12 = B[0][1].get<double>() / ell,
    j.B22 = B[1][1].get<double>() / ell;
    j.beta = number(in["beta"], i) / ell;
    j.kappa1 = in["kappa_bar"][i][0], j.kappa2 = in["kappa_bar"][i][1];
    j.twist = in.contains("twist_bar") ? in["twist_bar"][i].get<double>() : 0;
  }
  RodPose<double>& p = rod.pose;
  const std::vector<Vec3d> x = points(in.contains("x_prev") ? in["x_prev"] : in["X"]),
                           d = points(in["d1_prev"]);
  p.x.assign(x.begin(), x.end());
  p.d.assign(d.begin(), d.end());
  for (std::size_t j = 0; j < p.edges(); ++j) p.t[j] = normalized(x[j + 1] - x[j]);
  for (std::size_t i = 0; i < x.size(); ++i) p.m_ref[i] = in["mref_prev"][i];
  return rod;
}

/// Dense matrix of the rows.
std::vector<std::vector<double>> dense(const Rod<double>& rod, const RodStrains<double>& s,
                                       bool gauss_newton) {
  const std::size_t N = 4 * rod.vertices() - 1;
  std::vector<std::vector<double>> H(N, std::vector<double>(N, 0));
  each_row(rod, s, gauss_newton, nullptr, [&](std::size_t r, double(&K)[11], double) {
    for (std::size_t k = 0; k <= 10 && k <= r; ++k) H[r][r - k] = H[r - k][r] = K[k];
  });
  return H;
}

TEST(Rod, StoredCases) {
  for (const json& c : rod_vectors()["der_rod"]["cases"]) {
    const json &in = c["in"], &out = c["out"];
    Rod<double> rod = stored_rod(in);
    const RodPose<double> from = rod.pose;
    const std::vector<Vec3d> x = points(in["x"]);
    rod.pose.x.assign(x.begin(), x.end());
    for (std::size_t j = 0; j < rod.edges.size(); ++j) rod.pose.theta[j] = in["theta"][j];
    RodStrains<double> s;
    s.share = 0;  // the published mean of directors
    s.resize(x.size());
    follow(from, rod.pose, s);
    Array<Vec3d> gx;
    Array<double> gt;
    gradient_of(rod, s, gx, gt);
    each_row(rod, s, true, &from, [&](std::size_t r, double(&)[11], double g) {
      if (r % 4 < 3)
        expect_close(g, out["chart_grad_x"][r / 4][r % 4], largest(out["chart_grad_x"]), 1e-9, "chart");
    });
    const RodEnergy<double> E = energy_of(rod, s);
    expect_close(E.stretch, out["E_stretch"], largest(out["E_stretch"]), 1e-9, "stretch");
    expect_close(E.bend, out["E_bend"], largest(out["E_bend"]), 1e-9, "bend");
    expect_close(E.twist, out["E_twist"], largest(out["E_twist"]), 1e-9, "twist");
    for (std::size_t i = 0; i < x.size(); ++i) {
      for (int k = 0; k < 3; ++k) {
        const std::size_t a = std::size_t(k);
        expect_close(gx[i][k], out["grad_x"][i][a], largest(out["grad_x"]), 1e-9, "grad x");
        if (i + 1 < x.size()) expect_close(rod.pose.d[i][k], out["d1"][i][a], 1, 1e-9, "d1");
      }
      expect_close(rod.pose.m_ref[i], out["mref"][i], 1, 1e-9, "mref");
      if (i + 1 == x.size()) break;
      expect_close(gt[i], out["grad_theta"][i], largest(out["grad_theta"]), 1e-9, "grad theta");
      if (i == 0) continue;
      expect_close(s.joints[i].kappa1, out["kappa"][i][0], largest(out["kappa"]), 1e-9, "kappa");
      expect_close(s.joints[i].kappa2, out["kappa"][i][1], largest(out["kappa"]), 1e-9, "kappa");
      expect_close(s.twist[i], out["twist"][i], largest(out["twist"]), 1e-9, "twist");
    }
    for (const bool gauss_newton : {false, true}) {
      const json& H = out[gauss_newton ? "hessian_gn" : "hessian"];
      const auto mine = dense(rod, s, gauss_newton);
      const double scale = largest(H);
      for (std::size_t a = 0; a < mine.size(); ++a)
        for (std::size_t b = 0; b < mine.size(); ++b)
          expect_close(mine[a][b], H[a][b], scale, 1e-8, gauss_newton ? "gauss-newton" : "hessian");
    }
  }
}

TEST(Rod, StoredEquilibriaOfTwist) {
  for (const json& c : rod_vectors()["der_quasistatic_theta"]["cases"]) {
    Rod<double> rod = stored_rod(c["in"]);
    for (std::size_t j = 0; j < rod.edges.size(); ++j) rod.pose.theta[j] = c["in"]["theta_start"][j];
    for (const json& j : c["in"]["fixed"]) rod.free_theta[j.get<std::size_t>()] = 0;
    RodScratch<double> w;
    w.strains.share = 0;
    balance_twist(rod, 30, w);
    for (std::size_t j = 0; j < rod.edges.size(); ++j)
      EXPECT_NEAR(rod.pose.theta[j], c["out"]["theta"][j].get<double>(), 1e-9);
    RodStrains<double> s;
    s.share = 0;
    s.resize(rod.vertices());
    strains_of(rod.pose, s);
    EXPECT_NEAR(energy_of(rod, s).sum(), c["out"]["energy"].get<double>(), 1e-10);
  }
}

Vec3<D> constant(const Vec3d& a) { return {{D(a[0]), D(a[1]), D(a[2])}}; }

Rod<D> as_duals(const Rod<double>& rod) {
  Rod<D> r;
  for (const auto& e : rod.edges) r.edges.push_back({D(e.length), D(e.stretch), D(e.inertia)});
  for (const auto& j : rod.joints)
    r.joints.push_back({D(j.B11), D(j.B12), D(j.B22), D(j.beta), D(j.kappa1), D(j.kappa2), D(j.twist)});
  for (std::size_t i = 0; i < rod.vertices(); ++i) {
    r.pose.x.push_back(constant(rod.pose.x[i]));
    r.pose.m_ref.push_back(D(rod.pose.m_ref[i]));
    if (i + 1 == rod.vertices()) break;
    r.pose.t.push_back(constant(rod.pose.t[i]));
    r.pose.d.push_back(constant(rod.pose.d[i]));
    r.pose.theta.push_back(D(rod.pose.theta[i]));
  }
  return r;
}

TEST(Rod, GradientIsTheDerivativeOfTheEnergyAndTheMatrixThatOfTheGradient) {
  for (unsigned seed : {1u, 2u, 3u, 4u, 5u, 6u}) {
    const double share = seed > 3 ? 0 : 0.5;
    const Rod<double> rod = odd_rod(7, seed);
    RodStrains<double> s;
    s.share = share;
    s.resize(7);
    strains_of(rod.pose, s);
    Array<Vec3d> gx;
    Array<double> gt;
    gradient_of(rod, s, gx, gt);
    const auto H = dense(rod, s, false);
    const Rod<D> base = as_duals(rod);
    std::vector<std::vector<double>> change(27, std::vector<double>(27));
    double size = 0;
    for (std::size_t a = 0; a < 27; ++a) {
      RodPose<D> p = base.pose;
      (a % 4 == 3 ? p.theta[a / 4] : p.x[a / 4][int(a % 4)]).d = 1;
      RodStrains<D> sd;
      sd.share = share;
      sd.resize(7);
      follow(base.pose, p, sd);
      const double g = a % 4 == 3 ? gt[a / 4] : gx[a / 4][int(a % 4)];
      EXPECT_NEAR(energy_of(base, sd).sum().d, g, 1e-11 * std::max(1.0, std::abs(g))) << a;
      Array<Vec3<D>> gxd;
      Array<D> gtd;
      Rod<D> moved = base;
      moved.pose = p;
      gradient_of(moved, sd, gxd, gtd);
      for (std::size_t b = 0; b < 27; ++b) {
        change[a][b] = b % 4 == 3 ? gtd[b / 4].d : gxd[b / 4][int(b % 4)].d;
        size = std::max(size, std::abs(change[a][b]));
      }
    }
    // The matrix is the symmetric part of the derivative of the gradient's formula.
    for (std::size_t a = 0; a < 27; ++a)
      for (std::size_t b = 0; b < 27; ++b)
        EXPECT_NEAR(H[a][b], 0.5 * (change[a][b] + change[b][a]), 1e-11 * size) << a << " " << b;
  }
}

/// A round rod bends as hard whatever its twist; the mean of directors loses cos(m/2)^2 of that.
TEST(Rod, TwistDoesNotSoftenARoundRod) {
  std::vector<Vec3d> x{{{0, 0, 0}}, {{1, 0, 0}}, {{1.9, 0.4, 0}}};
  Rod<double> rod = make_rod(x, {1, 1, 1, 0, 1, 0});
  straighten(rod);
  RodStrains<double> s;
  s.resize(3);
  strains_of(rod.pose, s);
  const double straight = energy_of(rod, s).bend;
  s.share = 0;
  strains_of(rod.pose, s);
  const double published = energy_of(rod, s).bend;
  for (const double twist : {0.5, 1.7, 3.14159265358979, 4.5}) {
    rod.pose.theta[1] = twist;
    s.share = 0.5;
    strains_of(rod.pose, s);
    EXPECT_NEAR(energy_of(rod, s).bend, straight, 1e-14 * straight);
    s.share = 0;
    strains_of(rod.pose, s);
    EXPECT_NEAR(energy_of(rod, s).bend, published * std::pow(std::cos(0.5 * twist), 2), 1e-12 * straight);
  }
}

/// |kappa|^2 = -8 log cos(phi/2), and its derivatives, from where series serve to where logarithms do.
TEST(Rod, CurvatureOfATurn) {
  for (const double angle : {0.0, 1e-6, 0.01, 0.0632, 0.0633, 0.5, 0.92, 0.93, 2.0, 3.0}) {
    const double q = std::pow(std::tan(0.5 * angle), 2);
    const BentBy<double> by(q, false);
    EXPECT_NEAR(2 * std::sqrt(q) * by.F, curvature_of_turn(angle), 1e-8 + 1e-14 * angle);
    EXPECT_NEAR(turn_of_curvature(curvature_of_turn(angle)), angle, 1e-7);
    const BentBy<D> first(D(q, 1), false);
    EXPECT_NEAR(first.F.d, by.first, 1e-9);
    EXPECT_NEAR(first.first.d, by.second, 1e-7 + 1e-3 * (q < 1e-3));
    EXPECT_NEAR(double(BentBy<Pack<float>>(Pack<float>(float(q)), false).F[0]), by.F, 1e-6);
  }
}

TEST(Rod, ForcesAndTorquesBalance) {
  const Rod<double> rod = odd_rod(12, 5);
  RodStrains<double> s;
  s.resize(12);
  strains_of(rod.pose, s);
  Array<Vec3d> gx;
  Array<double> gt;
  gradient_of(rod, s, gx, gt);
  Vec3d force{}, torque{};
  double size = 0;
  for (std::size_t i = 0; i < 12; ++i) {
    force += gx[i];
    torque += cross(rod.pose.x[i], gx[i]);
    if (i < 11) torque += gt[i] * rod.pose.t[i];
    size += norm(gx[i]);
  }
  EXPECT_LT(norm(force), 1e-13 * size);
  EXPECT_LT(norm(torque), 1e-13 * size);
}

TEST(Rod, RigidMotionsCostNothing) {
  const std::vector<Vec3d> rest = random_curve(20, 3);
  Rod<double> rod = make_rod(rest, {60, 0.8, 1.7, 1.1, 0.3, 0});
  // In steps below half a turn, so that the frames follow.
  for (int k = 1; k <= 10; ++k) {
    const auto turn = Quaternion<double>::from_rotation_vector({{0.3 * k, -0.21 * k, 0.4 * k}});
    std::vector<Vec3d> x = rest;
    for (Vec3d& p : x) p = turn.rotate(p) + Vec3d{{0.2 * k, 0, 1}};
    place_strand(rod, 0, x);
    // Transport by itself twists an edge about its own tangent; the turn says by how much.
    for (std::size_t j = 0; j < rod.edges.size(); ++j) {
      const Rod<double> straight = make_rod(rest, {60, 0.8, 1.7, 1.1, 0.3, 0});
      const Vec3d m1 = turn.rotate(straight.pose.d[j]);
      rod.pose.theta[j] +=
          std::remainder(std::atan2(dot(m1, cross(rod.pose.t[j], rod.pose.d[j])), dot(m1, rod.pose.d[j])) -
                             rod.pose.theta[j],
                         2 * std::acos(-1.0));
    }
  }
  RodStrains<double> s;
  s.resize(20);
  strains_of(rod.pose, s);
  EXPECT_LT(energy_of(rod, s).sum(), 1e-20);
}

TEST(Rod, FramesStayOrthonormalAndFollowOverAMillionTransports) {
  std::mt19937 random(1);
  std::uniform_real_distribution<double> u(-1, 1);
  using P = Pack<Real>;
  Vec3d t{{1, 0, 0}}, d{{0, 1, 0}};
  Vec3<P> tp = t.as<P>(), dp = d.as<P>();
  double worst = 0, worst_pack = 0;
  for (int i = 0; i < 1000000; ++i) {
    const Vec3d next = normalized(t + 0.05 * Vec3d{{u(random), u(random), u(random)}});
    d = transport_director(d, t, next);
    t = next;
    worst = std::max({worst, std::abs(norm(d) - 1), std::abs(dot(d, t))});
    const Vec3<P> next_pack = normalized(next.as<P>());
    dp = transport_director(dp, tp, next_pack);
    tp = next_pack;
    worst_pack = std::max({worst_pack, std::abs(double(norm(dp)[3]) - 1), std::abs(double(dot(dp, tp)[3]))});
  }
  EXPECT_LT(worst, 1e-15 * 4);
  EXPECT_LT(worst_pack, 8 * double(std::numeric_limits<Real>::epsilon()));
}

TEST(Rod, TransportRoundAClosedLoopTurnsByTheSolidAngle) {
  // Round a circle of colatitude a on the sphere of directions: 2 pi (1 - cos a), modulo a turn.
  const double a = 0.7, pi = std::acos(-1.0);
  Vec3d t{{std::sin(a), 0, std::cos(a)}}, d = any_normal(t);
  const Vec3d first = d, start = t;
  const int n = 20000;
  for (int i = 1; i <= n; ++i) {
    const double b = 2 * pi * i / n;
    const Vec3d next{{std::sin(a) * std::cos(b), std::sin(a) * std::sin(b), std::cos(a)}};
    d = transport_director(d, t, next);
    t = next;
  }
  const double turned = std::atan2(dot(cross(first, d), start), dot(first, d));
  EXPECT_NEAR(std::remainder(turned - 2 * pi * (1 - std::cos(a)), 2 * pi), 0, 1e-6);
}

TEST(Rod, ReferenceTwistIsContinuousOverManyTurns) {
  Vec3d t{{0, 0, 1}}, d0{{1, 0, 0}};
  double m = 0;
  for (int i = 1; i <= 1000; ++i) {
    const double angle = 0.05 * i;
    m = reference_twist(d0, t, Vec3d{{std::cos(angle), std::sin(angle), 0}}, t, m);
  }
  EXPECT_NEAR(m, 50, 1e-10);
}

TEST(Rod, AngleOfAPackIsThatOfPlainNumbers) {
  std::mt19937 random(2);
  std::uniform_real_distribution<double> u(-1, 1);
  const auto check = [](auto y, auto x, double tolerance) {
    using S = decltype(y);
    EXPECT_NEAR(double(atan2(Pack<S>(y), Pack<S>(x))[0]), std::atan2(double(y), double(x)), tolerance)
        << y << " " << x;
  };
  for (int i = 0; i < 20000; ++i) {
    const double y = u(random), x = u(random);
    check(y, x, 1e-15);
    check(float(y), float(x), 4e-7);
  }
  for (double y : {-1.0, 0.0, 1.0})
    for (double x : {-1.0, 0.0, 1.0}) check(y, x, 1e-15), check(float(y), float(x), 4e-7);
}

}  // namespace
}  // namespace weft
