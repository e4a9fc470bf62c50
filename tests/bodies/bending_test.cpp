/// Bending energies against stored reference values.
#include "bodies/thin/bending.h"

#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>

using namespace weft;
using nlohmann::json;

namespace {

json group(const char* name) {
  std::ifstream in(WEFT_TEST_DATA "/vectors_thin.json");
  return json::parse(in)["models"][name]["cases"];
}

Vec3d vector(const json& j) { return {{j[0].get<double>(), j[1].get<double>(), j[2].get<double>()}}; }

void check(const BendAnswer<double>& answer, const json& c, int vertices) {
  const double psi = c["psi"];
  EXPECT_NEAR(answer.energy, psi, 1e-9 * std::max(psi, 1e-3));
  for (int a = 0; a < vertices; ++a) {
    const Vec3d expected = vector(c["grad"][a]),
                mine = answer.angle_gradient[std::size_t(a)] * answer.derivative;
    EXPECT_LT(norm(mine - expected), 1e-7 * std::max(1.0, norm(expected))) << a;
  }
}

TEST(Bending, HingesAreThoseOfTheVectors) {
  int seen = 0;
  for (const json& c : group("hinge_bending")) {
    const std::array<Vec3d, 4> x{vector(c["x"][0]), vector(c["x"][1]), vector(c["x"][2]), vector(c["x"][3])};
    const double L = c["L_bar"], stiffness = 3 * c["kb"].get<double>() * L * L / c["A_bar"].get<double>();
    EXPECT_NEAR(hinge_angle(x), c["theta"].get<double>(), 1e-12);
    check(bend_hinge(x, stiffness, c["theta_bar"]), c, 4);
    ++seen;
  }
  EXPECT_GE(seen, 5);
}

TEST(Bending, RodsAreThoseOfTheVectors) {
  int seen = 0;
  for (const json& c : group("rod_bending")) {
    const std::array<Vec3d, 4> x{vector(c["x"][0]), vector(c["x"][1]), vector(c["x"][2]), Vec3d::zero()};
    const double stiffness = c["B"].get<double>() / (c["Lm"].get<double>() + c["Lp"].get<double>());
    check(bend_rod(x, stiffness, c["kb_rest"]), c, 3);
    ++seen;
  }
  EXPECT_GE(seen, 5);
}

TEST(Bending, ASheetRolledToACylinderHasItsRigidity) {
  // psi per area -> D kappa^2 / 2 for D = 6 k_b
  constexpr double radius = 0.5, spacing = 0.01, D = 2e-3;
  constexpr int n = 40;
  std::vector<Vec3d> rest, x;
  std::vector<std::array<std::uint32_t, 3>> triangles;
  for (int j = 0; j <= n; ++j)
    for (int i = 0; i <= n; ++i) {
      const double s = i * spacing;
      rest.push_back({{s, j * spacing, 0}});
      x.push_back({{radius * std::sin(s / radius), j * spacing, radius * std::cos(s / radius)}});
    }
  const auto at = [](int i, int j) { return std::uint32_t(j * (n + 1) + i); };
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < n; ++i) {
      triangles.push_back({at(i, j), at(i + 1, j), at(i + 1, j + 1)});
      triangles.push_back({at(i, j), at(i + 1, j + 1), at(i, j + 1)});
    }
  double energy = 0;
  for (const Bend& b : make_hinges(rest, triangles, D))
    energy +=
        bend_hinge<double>({x[b.vertex[0]], x[b.vertex[1]], x[b.vertex[2]], x[b.vertex[3]]}, b.stiffness, b.rest)
            .energy;
  const double area = n * spacing * n * spacing, expected = 0.5 * D / (radius * radius) * area;
  EXPECT_NEAR(energy, expected, 0.06 * expected);
}

}  // namespace
