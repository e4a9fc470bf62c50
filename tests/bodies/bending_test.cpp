/// Bending energies against stored reference values.
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <random>

#include "bodies/thin/hinges.h"

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

/// A square of n x n cells, vertices moved at random within, cells cut at random.
struct RandomSheet {
  std::vector<Vec3d> rest;
  std::vector<std::array<std::uint32_t, 3>> triangles;
  RandomSheet(int n, double spacing) {
    std::mt19937 random(7);
    const auto draw = [&] { return double(random()) / 4294967296.0 - 0.5; };
    for (int j = 0; j <= n; ++j)
      for (int i = 0; i <= n; ++i) {
        const bool inside = i > 0 && i < n && j > 0 && j < n;
        const double a = inside ? 0.5 * draw() : 0, b = inside ? 0.5 * draw() : 0;
        rest.push_back({{(i + a) * spacing, (j + b) * spacing, 0}});
      }
    const auto at = [&](int i, int j) { return std::uint32_t(j * (n + 1) + i); };
    for (int j = 0; j < n; ++j)
      for (int i = 0; i < n; ++i) {
        const std::uint32_t a = at(i, j), b = at(i + 1, j), c = at(i, j + 1), d = at(i + 1, j + 1);
        if (random() % 2) triangles.insert(triangles.end(), {{a, b, c}, {b, d, c}});
        else triangles.insert(triangles.end(), {{a, b, d}, {a, d, c}});
      }
  }
};

std::vector<double> angles(const HingeMesh& mesh, const std::vector<Vec3d>& x) {
  std::vector<double> o;
  for (const Bend& b : mesh.bends())
    o.push_back(hinge_angle({x[b.vertex[0]], x[b.vertex[1]], x[b.vertex[2]], x[b.vertex[3]]}) - b.rest);
  return o;
}

double energy_of(const BendMatrix& P, const std::vector<double>& o) {
  double sum = 0;
  for (std::size_t e = 0; e < o.size(); ++e) sum += 0.5 * o[e] * P.moment(e, o);
  return sum;
}

// Cylinders along x, across it and askew, a saddle and a dome: psi per area is D/2 ((1 - nu) |II|^2 + nu tr^2), but for
// the rim, whose edges bear no moment; and inside, nothing pushes a vertex of a sheet that bends evenly.
TEST(Bending, AnyTriangulationHasTheRigidityOfThePlate) {
  constexpr double D = 2e-3, bend = 1e-3;
  constexpr int n = 40;
  const RandomSheet sheet(n, 0.01);
  const double shapes[5][3] = {{1, 0, 0}, {0, 0, 1}, {0.5, 0.5, 0.5}, {1, 0, -1}, {1, 0, 1}};
  for (const double nu : {0.0, 0.3}) {
    const HingeMesh mesh(sheet.rest, sheet.triangles, D, nu);
    const BendMatrix P = mesh.matrix({});
    for (const auto& [xx, xy, yy] : shapes) {
      std::vector<Vec3d> x = sheet.rest;
      for (Vec3d& p : x) p[2] = 0.5 * bend * (xx * p[0] * p[0] + 2 * xy * p[0] * p[1] + yy * p[1] * p[1]);
      const std::vector<double> o = angles(mesh, x);
      const double area = n * n * 1e-4, tr = xx + yy,
                   expected = 0.5 * D * bend * bend * area *
                              ((1 - nu) * (xx * xx + 2 * xy * xy + yy * yy) + nu * tr * tr);
      EXPECT_NEAR(energy_of(P, o), expected, 0.05 * expected) << nu << ' ' << xx << ' ' << xy << ' ' << yy;
      std::vector<double> push(x.size(), 0), parts(x.size(), 0);
      for (std::size_t e = 0; e < o.size(); ++e) {
        const Bend& b = mesh.bends()[e];
        const double tau = P.moment(e, o);
        const auto a =
            bend_hinge<double>({x[b.vertex[0]], x[b.vertex[1]], x[b.vertex[2]], x[b.vertex[3]]}, 0.5, b.rest);
        for (std::size_t k = 0; k < 4; ++k) {
          push[b.vertex[k]] += tau * a.angle_gradient[k][2];
          parts[b.vertex[k]] += std::fabs(tau * a.angle_gradient[k][2]);
        }
      }
      for (int j = 4; j <= n - 4; ++j)
        for (int i = 4; i <= n - 4; ++i) {
          const std::size_t v = std::size_t(j * (n + 1) + i);
          EXPECT_LT(std::fabs(push[v]), 2e-4 * parts[v]) << i << ' ' << j;
        }
    }
  }
}

TEST(Bending, TrianglesTheOtherWayRoundAreTheSame) {
  RandomSheet sheet(8, 0.01);
  std::vector<Vec3d> x = sheet.rest;
  for (Vec3d& p : x) p[2] = 20 * p[0] * p[0] * p[1] - p[1] * p[1];
  const HingeMesh one(sheet.rest, sheet.triangles, 1, 0.2);
  for (std::size_t t = 0; t < sheet.triangles.size(); t += 3)
    std::swap(sheet.triangles[t][0], sheet.triangles[t][1]);
  const HingeMesh other(sheet.rest, sheet.triangles, 1, 0.2);
  const double energy = energy_of(one.matrix({}), angles(one, x));
  EXPECT_NEAR(energy_of(other.matrix({}), angles(other, x)), energy, 1e-6 * energy);
}

TEST(Bending, APaceIsThatOfTheFastestVibration) {
  // Hinges one by one say no less than the mesh: found with ten times as many rounds by hand.
  const RandomSheet sheet(12, 0.01);
  const HingeMesh mesh(sheet.rest, sheet.triangles, 1e-3, 0);
  const BendMatrix P = mesh.matrix({});
  std::vector<Bend> bends = mesh.bends();
  mesh.find_pace(P, std::vector<double>(sheet.rest.size(), 1e4), bends);
  double said = 0;
  std::vector<std::array<double, 4>> gradient;
  for (const Bend& b : bends) {
    const auto& x = sheet.rest;
    const auto a =
        bend_hinge<double>({x[b.vertex[0]], x[b.vertex[1]], x[b.vertex[2]], x[b.vertex[3]]}, 0.5, b.rest);
    double rate = 0;
    for (const Vec3d& g : a.angle_gradient) rate += norm2(g) * 1e4;
    said = std::max(said, 2 * b.stiffness * rate);
    gradient.push_back(
        {a.angle_gradient[0][2], a.angle_gradient[1][2], a.angle_gradient[2][2], a.angle_gradient[3][2]});
  }
  std::vector<double> v(sheet.rest.size(), 0), o(bends.size());
  v[70] = 1;
  double truth = 0;
  for (int round = 0; round < 300; ++round) {
    double size = 0;
    for (std::size_t e = 0; e < o.size(); ++e) {
      o[e] = 0;
      for (std::size_t k = 0; k < 4; ++k) o[e] += gradient[e][k] * v[bends[e].vertex[k]];
    }
    std::vector<double> f(v.size(), 0);
    for (std::size_t e = 0; e < o.size(); ++e)
      for (std::size_t k = 0; k < 4; ++k) f[bends[e].vertex[k]] += gradient[e][k] * P.moment(e, o) * 1e4;
    for (const double a : f) size += a * a;
    truth = std::sqrt(size);
    for (std::size_t i = 0; i < v.size(); ++i) v[i] = f[i] / truth;
  }
  EXPECT_GT(said, 0.98 * truth);
  EXPECT_LT(said, 1.2 * truth);
}

}  // namespace
