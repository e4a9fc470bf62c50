// Every law against stored reference values: psi, P, tau, dP and the return map.
//   double: |a - b| <= 1e-10 max(|b|, 1e-3 modulus);  float: |a - b| <= 3e-5 max(|b|, 0.1 modulus)
// with the largest modulus of the law (1 for F). WEFT_VECTORS may name another file of the same form; groups
// it does not know are ignored.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>

#include "materials/isotropic.h"
#include "materials/material.h"

namespace weft {
namespace {

using nlohmann::json;
template <class T>
constexpr double kTolerance = sizeof(T) == 8 ? 1e-10 : 3e-5;
template <class T>
constexpr double kFloor = sizeof(T) == 8 ? 1e-3 : 0.1;

double number(const json& j, const char* key) { return j[key].get<double>(); }

template <int d, class T>
Mat<d, T> matrix(const json& j) {
  Mat<d, T> m{};
  for (int i = 0; i < d; ++i)
    for (int k = 0; k < d; ++k) m(i, k) = T(j[i][k].get<double>());
  return m;
}

/// Largest difference over max(|b|, floor).
template <int d, class T>
double difference(const Mat<d, T>& a, const json& j, double floor) {
  const auto b = matrix<d, double>(j);
  double error = 0, scale = floor;
  for (int i = 0; i < d; ++i)
    for (int k = 0; k < d; ++k) {
      const double e = std::abs(double(a(i, k)) - b(i, k));
      error = std::isfinite(e) ? std::max(error, e) : 1e300;
      scale = std::max(scale, std::abs(b(i, k)));
    }
  return error / scale;
}

/// What one case says of a law: the prepared law, the names of its state in the file, dt,
/// and the largest modulus.
template <class Law>
struct Case {
  Law law;
  std::vector<const char*> state;
  double dt = 0, modulus = 0;
};

template <class T, int d, class Law>
void check(const Case<Law>& c, const json& j, const std::string& where) {
  SCOPED_TRACE(where + (sizeof(T) == 8 ? " double" : " float"));
  constexpr double tolerance = kTolerance<T>;
  T state[4] = {T(0), T(0), T(0), T(0)}, before[4] = {T(0), T(0), T(0), T(0)};
  for (std::size_t i = 0; i < c.state.size(); ++i)
    before[i] = state[i] = T(number(j["state_in"], c.state[i]));
  const Mat<d, T> F = matrix<d, T>(j["F"]);
  const double floor = kFloor<T> * c.modulus;
  const double psi = j["psi"], mine = double(c.law.energy(Principal<d, T>(F).s, state));
  EXPECT_LE(std::abs(mine - psi), std::max(tolerance * std::abs(psi), 0.1 * tolerance * c.modulus)) << "psi";
  EXPECT_LE(difference(first_piola(c.law, F, state), j["P"], floor), tolerance) << "P";
  EXPECT_LE(difference(kirchhoff_stress(c.law, F, state), j["tau"], floor), tolerance) << "tau";
  EXPECT_LE(difference(piola_differential(c.law, F, matrix<d, T>(j["dF"]), state), j["dP"], floor), tolerance)
      << "dP";
  if (!j.contains("F_new")) return;
  const Mat<d, T> F_new = yielded(c.law, F, state, T(c.dt));
  EXPECT_LE(difference(F_new, j["F_new"], 1.0), tolerance) << "F_new";
  for (std::size_t i = 0; i < c.state.size(); ++i) {
    const double expected = number(j["state_out"], c.state[i]);
    EXPECT_NEAR(double(state[i]), expected, tolerance * std::max(1.0, std::abs(expected))) << c.state[i];
  }
  // the file takes tau_new with the moduli of the state before (it matters for snow)
  EXPECT_LE(difference(kirchhoff_stress(c.law, F_new, before), j["tau_new"], floor), tolerance) << "tau_new";
}

template <class Law>
Law from_lame(double mu, double lambda) {
  Law law;
  law.young = mu * (3 * lambda + 2 * mu) / (lambda + mu);
  law.poisson = lambda / (2 * (lambda + mu));
  return law;
}

/// Builds the law of a group from a case's `params`; d is the dimension.
template <class Law>
Case<Law> read_case(const json& p, int d);

template <class Law>
Case<Law> lame_case(const json& p) {
  const double mu = p["mu"], lambda = p["lam"];
  return {from_lame<Law>(mu, lambda), {}, p.value("dt", 0.0), std::max(mu, lambda)};
}
template <class Law>
Case<Law> bulk_case(const json& p) {
  Case<Law> c;
  c.law.shear = p["mu"];
  c.law.bulk = p["kap"];
  c.dt = p.value("dt", 0.0);
  c.modulus = std::max(c.law.shear, c.law.bulk);
  return c;
}
template <class Law>
void flow(Case<Law>& c, const json& p) {
  c.law.yield_stress = p["sigma_y"];
  c.law.consistency = p["eta"];
  c.law.exponent = p["n"];
}
template <>
Case<FixedCorotated> read_case(const json& p, int) {
  return lame_case<FixedCorotated>(p);
}
template <>
Case<LinearCorotated> read_case(const json& p, int) {
  return lame_case<LinearCorotated>(p);
}
template <>
Case<NeoHookean> read_case(const json& p, int) {
  return lame_case<NeoHookean>(p);
}
template <>
Case<HenckyElastic> read_case(const json& p, int) {
  return lame_case<HenckyElastic>(p);
}
template <>
Case<SplitNeoHookeanElastic> read_case(const json& p, int) {
  return bulk_case<SplitNeoHookeanElastic>(p);
}
template <>
Case<Water> read_case(const json& p, int) {
  Case<Water> c;
  c.law.bulk = c.modulus = p["K"];
  c.law.exponent = p["g"];
  c.law.volume_low = p["J_min"];
  c.law.volume_high = p["J_max"];
  return c;
}
template <>
Case<Sand> read_case(const json& p, int) {
  Case<Sand> c = lame_case<Sand>(p);
  c.state = {"vc", "q"};
  c.law.friction_angle = p.contains("h0") ? p["h0"] : p["phi"];
  if (p.contains("h0")) {
    c.law.hardening_angle = p["h1"];
    c.law.hardening_rate = p["h2"];
    c.law.hardening_drop = p["h3"];
  }
  return c;
}
template <>
Case<Snow> read_case(const json& p, int) {
  Case<Snow> c{from_lame<Snow>(p["mu0"], p["lam0"]), {"Jp"}, 0, std::max(number(p, "mu"), number(p, "lam"))};
  c.law.hardening = p["xi"];
  c.law.critical_compression = p["theta_c"];
  c.law.critical_stretch = p["theta_s"];
  c.law.volume_low = p["Jp_min"];
  c.law.volume_high = p["Jp_max"];
  return c;
}
template <>
Case<VonMises> read_case(const json& p, int) {
  Case<VonMises> c = lame_case<VonMises>(p);
  c.state = {"a"};
  c.law.yield_stress = p["sigma_y"];
  c.law.hardening = p["hard"];
  return c;
}
template <>
Case<Goo> read_case(const json& p, int) {
  Case<Goo> c = lame_case<Goo>(p);
  flow(c, p);
  return c;
}
template <>
Case<Foam> read_case(const json& p, int) {
  Case<Foam> c = bulk_case<Foam>(p);
  flow(c, p);
  return c;
}
template <>
Case<Slime> read_case(const json& p, int) {
  Case<Slime> c = bulk_case<Slime>(p);
  c.law.relaxation_time = p["relax"];
  return c;
}
template <>
Case<CamClay> read_case(const json& p, int d) {
  Case<CamClay> c = bulk_case<CamClay>(p);
  c.state = {"a"};
  c.law.tension_ratio = p["beta"];
  c.law.hardening = p["xi"];
  // M = alpha d / sqrt(2 / (6 - d)), alpha = sqrt(2/3) 2 sin / (3 - sin)
  const double k = p["M"].get<double>() * std::sqrt(2.0 / (6 - d)) / d / std::sqrt(2.0 / 3.0);
  c.law.friction_angle = std::asin(3 * k / (2 + k));
  return c;
}

template <class Law>
void run_group(const std::string& group, const json& cases) {
  const bool flat = group.ends_with("_2d");
  for (std::size_t i = 0; i < cases.size(); ++i) {
    const json& j = cases[i];
    Case<Law> c = read_case<Law>(j["params"], flat ? 2 : 3);
    c.law.prepare();
    const std::string where = group + " case " + std::to_string(i);
    if (flat) {
      check<double, 2>(c, j, where);
      check<float, 2>(c, j, where);
    } else {
      check<double, 3>(c, j, where);
      check<float, 3>(c, j, where);
    }
  }
}

const std::map<std::string, std::function<void(const std::string&, const json&)>> kGroups = {
    {"fixed_corotated", run_group<FixedCorotated>},
    {"linear_corotated", run_group<LinearCorotated>},
    {"neo_hookean", run_group<NeoHookean>},
    {"stvk_hencky", run_group<HenckyElastic>},
    {"neo_hookean_split", run_group<SplitNeoHookeanElastic>},
    {"equation_of_state", run_group<Water>},
    {"sand", run_group<Sand>},
    {"sand_hardening", run_group<Sand>},
    {"snow", run_group<Snow>},
    {"von_mises", run_group<VonMises>},
    {"viscoplastic_hencky", run_group<Goo>},
    {"herschel_bulkley_split", run_group<Foam>},
    {"oldroyd_b", run_group<Slime>},
    {"cam_clay", run_group<CamClay>}};

int run_file(const std::string& path) {
  std::ifstream in(path);
  EXPECT_TRUE(in.good()) << path;
  const json file = json::parse(in);
  int groups = 0;
  for (const auto& [name, group] : file["models"].items()) {
    const auto cut = name.rfind('_');
    if (cut == std::string::npos) continue;
    const auto known = kGroups.find(name.substr(0, cut));
    if (known == kGroups.end() || !(name.ends_with("_2d") || name.ends_with("_3d"))) continue;
    known->second(name, group["cases"]);
    ++groups;
  }
  return groups;
}

TEST(MaterialVectors, StoredFile) { EXPECT_EQ(run_file(WEFT_TEST_DATA "/vectors_mpm_codim.json"), 28); }

TEST(MaterialVectors, FileNamedByEnvironment) {
  const char* path = std::getenv("WEFT_VECTORS");
  if (!path || !*path) GTEST_SKIP() << "WEFT_VECTORS is not set";
  EXPECT_GT(run_file(path), 0);
}

}  // namespace
}  // namespace weft
