/// Newton's method in the implicit step: with all of H and Krylov tolerances tied to the residual it converges
/// quadratically; meshes' own systems precondition what acts between vertices.
#include <gtest/gtest.h>

#include <cmath>

#include "bodies/grains/grains.h"
#include "bodies/thin/thin.h"
#include "world/implicit/implicit.h"

using namespace weft;

namespace {

constexpr double kDx = 0.05;

/// One step of a body alone.
class Alone {
 public:
  Alone(std::unique_ptr<Body> body, double dt) {
    bodies_.push_back(std::move(body));
    bodies_[0]->add_sets(sets_);
    step_.dt = dt, step_.dx = kDx, step_.affine_inverse = 4 / (kDx * kDx), step_.implicit = true;
    grid_.bin(sets_);
    bodies_[0]->begin_step(step_);
    grid_.p2g(sets_, step_, ticks_);
    for (Node& n : grid_.nodes())
      for (Real& v : n.v) v = n.m > 0 ? v / n.m : Real(0);
  }
  SolveReport solve(const ImplicitOptions& options) {
    ImplicitSolve s(grid_, sets_, bodies_, {}, {}, {{0, 0, -9.81}}, options, step_, Real(1e-9), memory_);
    const SolveReport report = s.run();
    residuals.assign(s.residuals().begin(), s.residuals().end());
    return report;
  }
  std::vector<double> residuals;

 private:
  std::vector<std::unique_ptr<Body>> bodies_;
  std::vector<Parcels*> sets_;
  Grid grid_{GridShape{kDx, 2, false}};
  Step step_;
  TransferTicks ticks_;
  ImplicitMemory memory_;
};

std::unique_ptr<Body> strained_block() {
  GrainsOptions g;
  g.name = "block";
  g.material = make_material("rubber");
  set_field(g.material, "young", 1e6);
  prepare_material(g.material);
  g.point_volume = std::pow(0.5 * kDx, 3);
  for (int i = 0; i < 8; ++i)
    for (int j = 0; j < 8; ++j)
      for (int k = 0; k < 8; ++k) g.positions.push_back(Vec3d{{i + 0.5, j + 0.5, k + 0.5}} * (0.5 * kDx));
  g.deformation = {{{1.15, 0.1, 0}, {0, 0.9, 0.05}, {-0.1, 0, 1.1}}};
  return make_grains(g);
}

TEST(Newton, ConvergesQuadraticallyWithAllOfTheStiffness) {
  ImplicitOptions exact;
  exact.exact = true;
  exact.tolerance = sizeof(Real) == 4 ? 3e-6 : 1e-12;
  Alone alone(strained_block(), 5e-3);
  const SolveReport report = alone.solve(exact);
  EXPECT_TRUE(report.converged());
  const std::vector<double>& r = alone.residuals;
  for (std::size_t k = 0; k < r.size(); ++k) std::printf("  Newton %zu: |r|/|r_0| = %.3g\n", k, r[k] / r[0]);
  ASSERT_GE(r.size(), 4u);
  // Quadratic: |r_k+1| over |r_k|^2 stays bounded, down to where numbers end.
  const double floor = sizeof(Real) == 4 ? 3e-6 : 1e-11;
  int seen = 0;
  for (std::size_t k = 1; k + 1 < r.size() && r[k + 1] > floor * r[0]; ++k, ++seen)
    EXPECT_LT(r[k + 1] / r[0], 2 * square(r[k] / r[0])) << k;
  EXPECT_GE(seen, 2);
}

/// A tilted strip of n by m squares, held at its lower end.
std::unique_ptr<Body> strip(int n, int m) {
  ThinOptions o;
  o.name = "strip";
  o.material = make_material("cloth");
  set_field(o.material, "young", 1e8);
  prepare_material(o.material);
  o.section = 0.2 * kDx;
  o.bending = 10;
  const auto at = [n](int i, int j) { return std::uint32_t(j * (n + 1) + i); };
  Pin pin;
  for (int j = 0; j <= m; ++j)
    for (int i = 0; i <= n; ++i) {
      o.rest.push_back({{i * 0.9 * kDx, j * 0.9 * kDx, 0.3 * i * kDx}});
      if (i < 2) pin.vertices.push_back(at(i, j));
    }
  for (int j = 0; j < m; ++j)
    for (int i = 0; i < n; ++i) {
      o.triangles.push_back({at(i, j), at(i + 1, j), at(i + 1, j + 1)});
      o.triangles.push_back({at(i, j), at(i + 1, j + 1), at(i, j + 1)});
    }
  o.pins = {pin};
  return make_thin(o);
}

TEST(Newton, AMeshThatIsSolvedByItselfNeedsFewProducts) {
  int krylov[2];
  for (const bool coarse : {false, true}) {
    ImplicitOptions options;
    options.coarse = coarse;
    Alone alone(strip(16, 4), 5e-3);
    const SolveReport report = alone.solve(options);
    EXPECT_TRUE(report.converged());
    krylov[coarse] = report.krylov;
    std::printf("  products: %d %s\n", report.krylov, coarse ? "with the mesh's own system" : "without");
  }
  EXPECT_LT(3 * krylov[1], krylov[0]);
}

}  // namespace
