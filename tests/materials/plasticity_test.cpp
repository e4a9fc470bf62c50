// Return maps and stresses against values from independent 30-digit arithmetic,
// yield surfaces, and element tests.
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>

#include "materials/isotropic.h"
#include "materials/material.h"

namespace weft {
namespace {

using nlohmann::json;

json load(const char* name) {
  std::ifstream in(std::string(WEFT_TEST_DATA "/") + name);
  EXPECT_TRUE(in.good()) << name;
  return json::parse(in);
}
template <class T>
Mat3<T> matrix(const json& j) {
  Mat3<T> m{};
  for (int i = 0; i < 9; ++i) m(i / 3, i % 3) = T(j[i / 3][i % 3].get<double>());
  return m;
}
/// |a - b| relative to max(|b|, floor).
template <class T>
double difference(const Mat3<T>& a, const json& b, double floor) {
  const Mat3d r = matrix<double>(b);
  return norm(a.template as<double>() - r) / std::max(norm(r), floor);
}
template <class T>
constexpr double kTolerance = sizeof(T) == 8 ? 1e-10 : 1e-5;

template <class Law>
Law elastic(const json& p, const char* young = "E") {
  Law law;
  law.young = p[young];
  law.poisson = p["nu"];
  return law;
}

template <class T>
void check_unit_values() {
  const json file = load("plasticity_unit.json"), p = file["parameters"];
  Sand sand = elastic<Sand>(p["sand"]);
  sand.friction_angle = p["sand"]["phi_deg"].get<double>() * M_PI / 180;
  sand.prepare();
  // float resolves a strain to some 1e-7, so a stress to some 1e-6 of Young's modulus
  const double round = sizeof(T) == 8 ? 1e-3 : 0.3;
  for (const json& c : file["sand"]) {
    T state[2] = {T(0), T(0)};
    const Mat3<T> F = yielded(sand, matrix<T>(c["F_trial"]), state, T(0));
    EXPECT_LE(difference(F, c["F_e"], 1), kTolerance<T>);
    EXPECT_LE(difference(kirchhoff_stress(sand, F, state), c["kirchhoff_stress"], round * sand.young),
              kTolerance<T>);
    if (c["case"] == "shear") {
      EXPECT_NEAR(state[1], c["delta_gamma"].get<double>(), kTolerance<T>);
    }
  }
  VonMises metal = elastic<VonMises>(p["vm"]);
  metal.yield_stress = p["vm"]["sigma_y"];
  metal.prepare();
  for (const json& c : file["von_mises"]) {
    T state[1] = {T(0)};
    const Mat3<T> F = yielded(metal, matrix<T>(c["F_trial"]), state, T(0));
    EXPECT_LE(difference(F, c["F_e"], 1), kTolerance<T>);
    EXPECT_LE(difference(kirchhoff_stress(metal, F, state), c["kirchhoff_stress"], round * metal.young),
              kTolerance<T>);
  }
  Snow snow = elastic<Snow>(p["snow"], "E0");
  snow.critical_compression = p["snow"]["theta_c"];
  snow.critical_stretch = p["snow"]["theta_s"];
  snow.hardening = p["snow"]["xi"];
  snow.volume_low = 0.1;  // the reference does not bound J_p
  snow.prepare();
  for (const json& c : file["snow"]) {
    T state[1] = {T(determinant(matrix<double>(c["F_p_old"])))};
    const Mat3<T> F = yielded(snow, matrix<T>(c["F_e_trial"]), state, T(0));
    const double h = c["hardening"];
    EXPECT_LE(difference(F, c["F_e"], 1), kTolerance<T>);
    EXPECT_NEAR(state[0], c["J_p"].get<double>(), kTolerance<T>);
    EXPECT_LE(difference(kirchhoff_stress(snow, F, state), c["kirchhoff_stress"], round * h * snow.young),
              kTolerance<T>);
  }
  // confined compression in small steps: lateral stretch 1, axial stretch down to the last row
  double axial = 1;
  T state[1] = {T(1)};
  Mat3<T> F = Mat3<T>::identity();
  for (const json& c : file["snow_confined_compression"]) {
    const double target = c["stretch"];
    F(2, 2) = T(double(F(2, 2)) * target / axial);
    axial = target;
    F = yielded(snow, F, state, T(0));
    const double scale = c["hardening"].get<double>() * snow.young;
    EXPECT_NEAR(F(2, 2), c["F_e"].get<double>(), kTolerance<T>);
    EXPECT_NEAR(state[0], c["J_p"].get<double>(), kTolerance<T>);
    const double J = target;  // lateral stretches are 1
    EXPECT_NEAR(double(kirchhoff_stress(snow, F, state)(2, 2)) / J, c["cauchy_axial"].get<double>(),
                kTolerance<T> * scale);
  }
}

TEST(Plasticity, UnitValuesDouble) { check_unit_values<double>(); }
TEST(Plasticity, UnitValuesFloat) { check_unit_values<float>(); }

/// Trial stretches over a grid of strains.
template <class Check>
void over_trials(Check&& check) {
  for (double a = -0.2; a <= 0.2; a += 0.05)
    for (double b = -0.2; b <= 0.2; b += 0.05)
      for (double c = -0.2; c <= 0.2; c += 0.05) check(Vec3d{{std::exp(a), std::exp(b), std::exp(c)}});
}
double deviator_length(const Vec3d& tau) {
  Vec3d dev;
  double mean;
  return deviator(tau, mean, dev);
}

TEST(Plasticity, SandEndsInsideItsConeAndKeepsItsVolume) {
  Sand law;
  law.prepare();
  over_trials([&](Vec3d s) {
    double state[2] = {0.01, 0};
    const double before = std::log(product(s)) + state[0];
    law.yield(s, state, 0.0);
    const Vec3d tau = law.kirchhoff(s, state);
    EXPECT_LE(deviator_length(tau) + law.slope * sum(tau), 1e-11 * law.young);
    EXPECT_NEAR(std::log(product(s)) + state[0], before, 1e-13);
    EXPECT_GE(state[0], 0);
  });
}

TEST(Plasticity, HydrostaticSandIsElastic) {
  Sand law;
  law.prepare();
  Vec3d s = Vec3d::filled(0.95);
  double state[2] = {0, 0};
  law.yield(s, state, 0.0);
  for (int i = 0; i < 3; ++i) EXPECT_EQ(s[i], 0.95);
}

TEST(Plasticity, VonMisesEndsOnOrInsideItsCylinder) {
  VonMises law;
  law.hardening = 1e4;
  law.prepare();
  over_trials([&](Vec3d s) {
    double state[1] = {0.1};
    const double J = product(s);
    law.yield(s, state, 0.0);
    EXPECT_LE(deviator_length(law.kirchhoff(s, state)),
              VonMises::kRoot * (law.yield_stress + law.hardening * state[0]) * (1 + 1e-9));
    EXPECT_NEAR(product(s), J, 1e-13);
  });
}

/// eta g^n + c g = |s_trial| - s_Y must hold for the stress that is kept.
template <class Law>
void check_flow(const Law& law, double dt) {
  over_trials([&](Vec3d s) {
    const double trial = deviator_length(law.kirchhoff(s, static_cast<double*>(nullptr)));
    const double J = product(s), c = 2 * law.mu * dt;
    law.yield(s, static_cast<double*>(nullptr), dt);
    const double left = deviator_length(law.kirchhoff(s, static_cast<double*>(nullptr)));
    EXPECT_NEAR(product(s), J, 1e-13);
    if (trial <= law.threshold()) {
      EXPECT_NEAR(left, trial, 1e-10 * law.young);
    } else {
      const double g = (trial - left) / c;
      EXPECT_NEAR(law.consistency * std::pow(g, law.exponent), left - law.threshold(), 1e-8 * trial);
    }
  });
}
TEST(Plasticity, GooSolvesItsFlowRule) {
  for (double n : {0.3, 0.5, 1.0, 2.0})
    for (double dt : {1e-5, 1e-2}) {
      Goo law;
      law.exponent = n;
      law.prepare();
      check_flow(law, dt);
    }
}

TEST(Plasticity, CamClayEndsInsideItsEllipse) {
  CamClay law;
  law.prepare();
  const double M = law.slope * 3 / std::sqrt(2.0 / 3), c_s = 1.5 * (1 + 2 * law.tension_ratio);
  over_trials([&](Vec3d s) {
    double state[1] = {-0.05};
    const double p_0 = law.as<double>().strength(state[0]);
    law.yield(s, state, 0.0);
    const Vec3d tau = law.kirchhoff(s, state);
    const double p = -sum(tau) / 3, q2 = deviator_length(tau) * deviator_length(tau);
    EXPECT_LE(c_s * q2 + M * M * (p + law.tension_ratio * p_0) * (p - p_0), 1e-9 * p_0 * p_0);
  });
}

TEST(Plasticity, WaterKeepsVolumeOnly) {
  Water law;
  law.prepare();
  Mat3d F = Mat3d::identity();
  F(0, 1) = 0.4;
  F(2, 2) = 0.9;
  const Mat3d G = yielded(law, F, static_cast<double*>(nullptr), 1e-3);
  EXPECT_NEAR(determinant(G), 0.9, 1e-14);
  EXPECT_NEAR(norm(G - Mat3d::identity() * std::cbrt(0.9)), 0, 1e-14);
}

TEST(Plasticity, SlimeForgetsAtItsRelaxationTime) {
  Slime law;
  law.prepare();
  // small shear strain held for one relaxation time falls by a factor e
  Vec3d s{{1.001, 1 / 1.001, 1}};
  const int steps = 10000;
  for (int i = 0; i < steps; ++i) law.yield(s, static_cast<double*>(nullptr), law.relaxation_time / steps);
  EXPECT_NEAR((s[0] - 1) / 0.001, std::exp(-1), 2e-3);
}

TEST(Elasticity, UniaxialAndConfinedTables) {
  const json table = load("solids_uniaxial.json")["table"];
  auto check = [&](auto law, const std::string& name) {
    law.young = table["E"];
    law.poisson = table["nu"];
    law.prepare();
    const double* none = nullptr;
    for (const json& row : table["rows"]) {
      const double f = row["stretch"], scale = law.young;
      const json u = row[name + "_uniaxial"], c = row[name + "_confined"], e = row[name + "_equibiaxial"];
      const double lateral = u["lateral"], thickness = e["thickness"];
      const Vec3d P = law.gradient(Vec3d{{f, lateral, lateral}}, none);
      EXPECT_NEAR(P[0], u["P"].get<double>(), 1e-10 * scale);
      EXPECT_NEAR(P[1], 0, 1e-10 * scale);
      const Vec3d K = law.gradient(Vec3d{{f, 1, 1}}, none);
      EXPECT_NEAR(K[0], c["P_axial"].get<double>(), 1e-10 * scale);
      EXPECT_NEAR(K[1], c["P_lateral"].get<double>(), 1e-10 * scale);
      const Vec3d B = law.gradient(Vec3d{{f, f, thickness}}, none);
      EXPECT_NEAR(B[0], e["P"].get<double>(), 1e-10 * scale);
      EXPECT_NEAR(B[2], 0, 1e-10 * scale);
    }
  };
  check(NeoHookean{}, "NH");
  check(FixedCorotated{}, "FCR");
}

TEST(Elasticity, SimpleShearTables) {
  const json file = load("solids_uniaxial.json");
  auto check = [&](auto law, const char* key) {
    law.young = file["table"]["E"];
    law.poisson = file["table"]["nu"];
    law.prepare();
    for (const json& row : file["simple_shear"]) {
      Mat3d F = Mat3d::identity();
      F(0, 1) = row["gamma"];
      EXPECT_LE(difference(first_piola(law, F, static_cast<const double*>(nullptr)), row[key], law.young),
                1e-10);
    }
  };
  check(NeoHookean{}, "NH_P");
  check(FixedCorotated{}, "FCR_P");
}

}  // namespace
}  // namespace weft
