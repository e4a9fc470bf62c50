/// The crowd of strands as a law: stored cases of stress, energy and return, and what the return keeps.
#include "materials/rod_law.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>
#include <random>

#include "materials/isotropic.h"

using namespace weft;
using nlohmann::json;

namespace {

const json& cases() {
  static const json all = [] {
    const char* other = std::getenv("WEFT_VECTORS");
    std::ifstream in(other ? other : WEFT_TEST_DATA "/vectors_rod.json");
    return json::parse(in)["models"]["svk_hencky_drucker_prager"]["cases"];
  }();
  return all;
}

Mat3d matrix(const json& a) {
  Mat3d m;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) m(i, j) = a[std::size_t(i)][std::size_t(j)];
  return m;
}

double difference(const Mat3d& a, const Mat3d& b) {
  double worst = 0;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) worst = std::max(worst, std::abs(a(i, j) - b(i, j)));
  return worst;
}

}  // namespace

TEST(RodLaw, StoredCases) {
  ASSERT_GE(cases().size(), 20u);
  for (const json& c : cases()) {
    const json &in = c["in"], &out = c["out"];
    const double phi = in["phi"];
    RodLaw law;
    law.friction = std::tan(phi);
    law.prepare();
    EXPECT_NEAR(law.slope, out["alpha"].get<double>(), 1e-12);
    law.cone = 1;
    law.prepare();
    EXPECT_NEAR(law.slope, out["alpha_inscribed"].get<double>(), 1e-12);
    law.mu = in["mu"];
    law.lambda = in["lam"];
    law.slope = out["alpha"];
    const Mat3d F = matrix(in["F"]);
    const Principal<3, double> p(F);
    const Hencky<double> elastic{law.mu, law.lambda};
    EXPECT_NEAR(elastic.energy(p.s), out["psi"].get<double>(),
                1e-9 * std::abs(out["psi"].get<double>()) + 1e-12);
    EXPECT_LT(difference(compose(p.U, elastic.gradient(p.s), p.V), matrix(out["P"])), 1e-8 * law.mu);
    Vec3d s = p.s;
    law.yield(s);
    EXPECT_LT(difference(with_stretch(F, p, s), matrix(out["F_E"])), 1e-10);
  }
}

TEST(RodLaw, WhatYieldedIsOnTheConeKeepsItsVolumeAndYieldsNoMore) {
  RodLaw law;
  law.prepare();
  std::mt19937 random(4);
  std::uniform_real_distribution<double> u(-0.4, 0.2);
  const Hencky<double> elastic{law.mu, law.lambda};
  int on_cone = 0;
  for (int k = 0; k < 1000; ++k) {
    const Vec3d trial{{std::exp(u(random)), std::exp(u(random)), std::exp(u(random))}};
    Vec3d s = trial;
    law.yield(s);
    Vec3d again = s;
    law.yield(again);
    EXPECT_LT(norm(again - s), 1e-12);
    const Vec3d tau = elastic.kirchhoff(s);
    Vec3d dev;
    double mean;
    const double shear = deviator(tau, mean, dev);
    EXPECT_LE(shear + law.slope * 3 * mean, 1e-9 * law.mu);
    if (product(trial) < 1) {
      EXPECT_NEAR(product(s), product(trial), 1e-12);
      on_cone += norm(s - trial) > 1e-6;
    } else {
      EXPECT_LT(norm(s - Vec3d{{1, 1, 1}}), 1e-12);
    }
  }
  EXPECT_GT(on_cone, 100);
}
