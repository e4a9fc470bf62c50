// Equilibria of shells as scenes describe them: pins that hold, move and let go, gravity, pressure, buckling.
#include "validation/shell/statics/shell_equilibrium.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace weft {
namespace {

constexpr double kPi = std::numbers::pi;

/// A strip of length 1 along x, n faces by 2, with its two outer rows pinned at the left end, and at the
/// right if wanted.
ShellOptions strip(std::uint32_t n, double thickness) {
  ShellOptions o;
  o.name = "strip";
  Lamina law;
  law.young = 1e6, law.poisson = 0, law.density = 1000;
  law.prepare();
  o.material = law;
  o.thickness = thickness;
  for (std::uint32_t i = 0; i <= n; ++i)
    for (std::uint32_t j = 0; j <= 2; ++j) o.rest.push_back({{double(i) / n, 0.05 * j, 0}});
  for (std::uint32_t i = 0; i < n; ++i)
    for (std::uint32_t j = 0; j < 2; ++j)
      o.quads.push_back({3 * i + j, 3 * i + 3 + j, 3 * i + 4 + j, 3 * i + 1 + j});
  o.pins.push_back({{0, 1, 2, 3, 4, 5}, {}});
  return o;
}

std::vector<std::uint32_t> right_end(std::uint32_t n) {
  std::vector<std::uint32_t> v;
  for (std::uint32_t k = 3 * (n - 1); k < 3 * (n + 1); ++k) v.push_back(k);
  return v;
}

double lowest(const Points& x) {
  double z = 1e9;
  for (const Vec3d& p : x) z = std::min(z, p[2]);
  return z;
}

TEST(ShellEquilibrium, CantileverSagsUnderItsWeight) {
  // w = q L^4/(8 E I) per width, q = rho g h: with pinned rows the beam begins about a third of a face after
  // the second row, and approaches the closed form with the faces.
  double before = 0;
  for (std::uint32_t n : {8u, 16u, 32u}) {
    ShellEquilibrium shell(strip(n, 0.02), {{0, 0, -0.01}});
    shell.solve(0);
    const double sag = -lowest(shell.positions()),
                 exact = 1000 * 0.01 * 0.02 / (8 * 1e6 * std::pow(0.02, 3) / 12);
    EXPECT_GT(sag, before);
    EXPECT_LT(sag, 1.01 * exact);
    if (n == 32) {
      EXPECT_GT(sag, 0.9 * exact);
    }
    before = sag;
  }
}

TEST(ShellEquilibrium, FollowsItsPinsRigidly) {
  ShellOptions o = strip(6, 0.01);
  Motion turn;
  turn.spin = {{0, kPi / 2, 0}};
  o.pins[0].motion = turn;
  ShellEquilibrium shell(o, Vec3d::zero());
  shell.solve(0);
  shell.solve(1);
  EXPECT_LT(shell.energy(), 1e-12);
  const Vec3d tip = shell.positions()[3 * 6 + 1];
  EXPECT_GT(norm(tip - o.rest[3 * 6 + 1]), 0.5);
}

TEST(ShellEquilibrium, PressedTogetherItBucklesAndLetGoItIsStraightAgain) {
  constexpr std::uint32_t n = 16;
  ShellOptions o = strip(n, 0.005);
  Motion press;
  press.velocity = {{-0.1, 0, 0}};
  o.pins.push_back({right_end(n), press, 1.5});
  ShellEquilibrium shell(o, Vec3d::zero());
  shell.solve(1);
  // An arch whose length is that of the strip: of a cosine with the free length l, w = 2/pi sqrt(0.1 l).
  double height = 0;
  for (const Vec3d& x : shell.positions()) height = std::max(height, std::abs(x[2]));
  EXPECT_GT(height, 0.12);
  EXPECT_LT(height, 0.22);
  shell.solve(2);  // the right end is released at 1.5
  for (std::size_t i = 0; i < o.rest.size(); ++i) EXPECT_LT(norm(shell.positions()[i] - o.rest[i]), 1e-6);
}

TEST(ShellEquilibrium, PressureBulgesAHeldSheet) {
  constexpr std::uint32_t n = 8;
  ShellOptions o = strip(n, 0.002);
  o.pins.push_back({right_end(n), {}});
  o.pressure.constant = 50;
  ShellEquilibrium shell(o, Vec3d::zero());
  shell.solve(0);
  // Nearly a membrane: an arc of radius r with tension p r = E h (arc/chord - 1).
  double height = 0;
  for (const Vec3d& x : shell.positions()) height = std::max(height, x[2]);
  EXPECT_GT(height, 0.02);
  EXPECT_LT(height, 0.2);
}

}  // namespace
}  // namespace weft
