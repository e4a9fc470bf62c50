/// Conjugate gradients in a space of plain vectors.
#include "math/krylov.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

using namespace weft;

namespace {

using List = std::vector<double>;

/// A symmetric matrix of rows, its diagonal as preconditioner.
struct Dense {
  std::vector<List> A;
  void zero(List& x) const { x.assign(A.size(), 0); }
  void apply(const List& p, List& y) const {
    for (std::size_t i = 0; i < A.size(); ++i) y[i] = inner(A[i], p);
  }
  void precondition(const List& r, List& z) const {
    for (std::size_t i = 0; i < A.size(); ++i) z[i] = r[i] / std::fabs(A[i][i]);
  }
  double inner(const List& a, const List& b) const {
    double s = 0;
    for (std::size_t i = 0; i < a.size(); ++i) s += a[i] * b[i];
    return s;
  }
  void advance(Gradients<List>& g, double s) const {
    for (std::size_t i = 0; i < A.size(); ++i) g.x[i] += s * g.p[i], g.r[i] -= s * g.y[i];
  }
  void turn(List& p, double t, const List& z) const {
    for (std::size_t i = 0; i < A.size(); ++i) p[i] = z[i] + t * p[i];
  }
};

struct Solve {
  List x, r, z, p, y;
  Gradients<List> g{x, r, z, p, y};
  explicit Solve(List b) : r(std::move(b)), z(r.size()), y(r.size()) {}
};

/// A chain of springs on soft ground, stiffer to one end.
Dense chain(std::size_t n) {
  Dense d;
  d.A.assign(n, List(n, 0));
  for (std::size_t i = 0; i < n; ++i) {
    d.A[i][i] += 0.1;
    if (i + 1 == n) continue;
    const double k = 1 + 0.2 * double(i);
    d.A[i][i] += k, d.A[i + 1][i + 1] += k;
    d.A[i][i + 1] -= k, d.A[i + 1][i] -= k;
  }
  return d;
}

double miss(const Dense& d, const List& x, const List& b) {
  List y(b.size());
  d.apply(x, y);
  double most = 0;
  for (std::size_t i = 0; i < b.size(); ++i) most = std::max(most, std::fabs(y[i] - b[i]));
  return most;
}

}  // namespace

TEST(Krylov, SolvesInAsManyStepsAsThereAreUnknowns) {
  Dense d = chain(12);
  List b(12);
  for (std::size_t i = 0; i < b.size(); ++i) b[i] = std::sin(double(i + 1));
  Solve s(b);
  start_gradients(d, s.g);
  const GradientsReport done = follow_gradients(d, s.g, 12, [] { return false; });
  EXPECT_EQ(done.iterations, 12);
  EXPECT_FALSE(done.negative);
  EXPECT_LT(miss(d, s.x, b), 1e-10);
}

TEST(Krylov, GoesOnWhereItWasLeft) {
  Dense d = chain(12);
  const List b(12, 1.0);
  Solve whole(b), parts(b);
  const auto never = [] { return false; };
  start_gradients(d, whole.g);
  follow_gradients(d, whole.g, 8, never);
  start_gradients(d, parts.g);
  follow_gradients(d, parts.g, 3, never);
  EXPECT_GT(miss(d, parts.x, b), 1e-3);
  follow_gradients(d, parts.g, 5, never);
  EXPECT_EQ(whole.x, parts.x);
}

TEST(Krylov, StopsWhenAskedToAndBeforeNegativeCurvature) {
  Dense d = chain(12);
  Solve s(List(12, 1.0));
  start_gradients(d, s.g);
  int asked = 0;
  EXPECT_EQ(follow_gradients(d, s.g, 12, [&] { return asked++ == 4; }).iterations, 4);

  Dense saddle{{{1, 0}, {0, -2}}};
  Solve t({0, 1});
  start_gradients(saddle, t.g);
  const GradientsReport done = follow_gradients(saddle, t.g, 12, [] { return false; });
  EXPECT_TRUE(done.negative);
  EXPECT_EQ(done.iterations, 0);
  EXPECT_EQ(t.x, List({0, 0}));
}
