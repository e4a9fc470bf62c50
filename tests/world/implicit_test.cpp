/// The implicit step: increments are derivatives of forces, forces of the energy, for every law and through
/// the grid; Newton converges quadratically; a free body keeps its momentum and never gains energy; friction
/// holds what it should.
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <random>

#include "bodies/grains/grains.h"
#include "bodies/memory_archive.h"
#include "bodies/thin/thin.h"
#include "world/laboratory.h"
#include "world/world.h"

using namespace weft;

namespace {

/// Energy -> force -> change -> diagonal, each against the one before it.
void check_body(Laboratory& lab, double speed) {
  const Laboratory::Field v = lab.draw(speed), dv = lab.draw(speed), other = lab.draw(speed);
  const double h = kFloat ? 2e-2 : 1e-5, loose = kFloat ? 2e-2 : 2e-6;
  double plus = 0, minus = 0;
  const Laboratory::Field more = lab.ask(sum(v, h, dv), Solve::force, &plus),
                          less = lab.ask(sum(v, -h, dv), Solve::force, &minus),
                          force = lab.ask(v, Solve::force);
  const double slope = (plus - minus) / (2 * h), power = -inner(force, dv);
  EXPECT_NEAR(slope, power, loose * size_of(force) * size_of(dv));
  lab.body().linearise(lab.step(), false);
  const Laboratory::Field change = lab.ask(dv, Solve::change), across = lab.ask(other, Solve::change);
  const Laboratory::Field difference = sum(more, -1, less);
  EXPECT_LT(size_of(sum(change, -1 / (2 * h), difference)), loose * size_of(change));
  EXPECT_NEAR(inner(change, other), inner(across, dv),
              (kFloat ? 1e-4 : 1e-10) * size_of(change) * size_of(other));

  // The blocks on the diagonal, node by node.
  lab.ask(v, Solve::force);
  lab.body().linearise(lab.step(), true);
  Array<Real> blocks;
  lab.grid().stiffness(lab.sets(), lab.step(), blocks);
  double largest = 0;
  for (const Real b : blocks) largest = std::max(largest, std::fabs(double(b)));
  ASSERT_GT(largest, 0);
  int seen = 0;
  for (std::size_t n = 0; n < v.size() && seen < 6; n += 37) {
    if (std::fabs(double(blocks[6 * n])) < 0.05 * largest) continue;
    ++seen;
    for (int a = 0; a < 3; ++a) {
      Laboratory::Field unit(v.size(), Vec3d::zero());
      unit[n][a] = 1;
      const Vec3d column = lab.ask(unit, Solve::change)[n];
      constexpr int kAt[3][3] = {{0, 1, 2}, {1, 3, 4}, {2, 4, 5}};
      for (int b = 0; b < 3; ++b)
        EXPECT_NEAR(-column[b], double(blocks[6 * n + std::size_t(kAt[a][b])]), 0.15 * largest)
            << n << a << b;
      EXPECT_NEAR(-column[a], double(blocks[6 * n + std::size_t(kAt[a][a])]), 0.02 * largest) << n << a;
    }
  }
  EXPECT_GT(seen, 0);

  // Without negative eigenvalues.
  for (int trial = 0; trial < 4; ++trial) {
    const Laboratory::Field x = lab.draw(1);
    EXPECT_GE(-inner(lab.ask(x, Solve::change), x), -1e-5 * size_of(lab.ask(x, Solve::change)) * size_of(x));
  }
}

GrainsOptions grains(const std::string& law, int n, bool plane = false) {
  GrainsOptions g;
  g.name = "block";
  g.material = make_material(law);
  const double s = 0.5 * kDx;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < (plane ? 1 : n); ++j)
      for (int k = 0; k < n; ++k)
        g.positions.push_back({{(i + 0.5) * s, plane ? 0 : (j + 0.5) * s, (k + 0.5) * s}});
  g.point_volume = plane ? s * s : s * s * s;
  g.plane = plane;
  g.deformation = {{{1.05, 0.02, -0.01}, {0.01, 0.96, 0.03}, {0.02, -0.02, 1.02}}};
  if (plane) g.deformation = {{{1.05, 0, -0.01}, {0, 1, 0}, {0.02, 0, 0.98}}};
  return g;
}

class EveryLaw : public testing::TestWithParam<std::string> {};
INSTANTIATE_TEST_SUITE_P(Implicit, EveryLaw, testing::ValuesIn([] {
                           std::vector<std::string> names;
                           for (const std::string& law : material_names())
                             std::visit(
                                 [&]<class Law>(const Law&) {
                                   if (!IsThin<Law> && !IsLamina<Law>) names.push_back(law);
                                 },
                                 make_material(law));
                           return names;
                         }()),
                         [](const auto& info) { return info.param; });

TEST_P(EveryLaw, ChangesAreDerivativesOfForces) {
  Laboratory solid(make_grains(grains(GetParam(), 6)));
  check_body(solid, 0.2);
  Laboratory slab(make_grains(grains(GetParam(), 8, true)), true);
  check_body(slab, 0.2);
}

TEST(Implicit, ChangesInTheWeightGradientFormAreDerivatives) {
  Laboratory lab(make_grains(grains("jelly", 6)), false, true);
  check_body(lab, 0.2);
}

}  // namespace
