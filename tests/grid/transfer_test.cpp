/// The transfers against a plain double-precision sum over all nodes,
/// their conservation laws, and their determinism.
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <random>

#include "exec/threads.h"
#include "grid/grid.h"
#include "grid/kernel.h"
#include "grid/test_parcels.h"

using namespace weft;

namespace {

constexpr double kTolerance = sizeof(Real) == 4 ? 2e-5 : 1e-12;

struct Form {
  int degree;
  bool plane, gradient;
};

TestParcels random_parcels(std::size_t n, bool plane, bool gradient) {
  std::mt19937 random(7);
  const auto u = [&random](double a, double b) { return Real(a + (b - a) * (random() / 4294967296.0)); };
  TestParcels p;
  for (std::size_t i = 0; i < n; ++i) {
    p.x.push_back({{u(-1, 1), plane ? Real(0) : u(-0.7, 0.9), u(-0.3, 1.7)}});
    p.v.push_back({{u(-1, 1), plane ? Real(0) : u(-1, 1), u(-1, 1)}});
    p.m.push_back(u(0.5, 2));
    Mat3r C, S;
    for (int a = 0; a < 3; ++a)
      for (int b = 0; b < 3; ++b) {
        const bool flat = plane && (a == 1 || b == 1);
        C(a, b) = flat ? Real(0) : u(-3, 3);
        S(a, b) = flat ? Real(0) : u(-0.1, 0.1);
      }
    p.C.push_back(C);
    if (gradient) p.S.push_back(S);
  }
  return p;
}

/// Weights of one axis in double, straight from the piecewise definition.
double spline(int degree, double u) {
  const double a = std::abs(u);
  if (degree == 1) return a < 1 ? 1 - a : 0;
  if (degree == 2) return a < 0.5 ? 0.75 - a * a : a < 1.5 ? 0.5 * (1.5 - a) * (1.5 - a) : 0;
  return a < 1 ? 0.5 * a * a * a - a * a + 2. / 3 : a < 2 ? (2 - a) * (2 - a) * (2 - a) / 6 : 0;
}
double slope(int degree, double u) {
  const double a = std::abs(u), s = u < 0 ? -1 : 1;
  if (degree == 1) return a < 1 ? -s : 0;
  if (degree == 2) return a < 0.5 ? -2 * u : a < 1.5 ? -s * (1.5 - a) : 0;
  return a < 1 ? s * (1.5 * a * a - 2 * a) : a < 2 ? -s * 0.5 * (2 - a) * (2 - a) : 0;
}

struct NodeSum {
  double m = 0;
  Vec3d p{{0, 0, 0}};
};
using Nodes = std::map<std::array<int, 3>, NodeSum>;

/// f(node coordinates, x_i - x, w, grad w) for every node near x.
template <class F>
void each_node(const Form& s, double h, const Vec3d& x, F&& f) {
  const auto start = [&](int k) { return s.plane && k == 1 ? 0 : int(std::floor(x[k] / h)) - 3; };
  const int span = 7, span_y = s.plane ? 1 : span;
  for (int i = 0; i < span; ++i)
    for (int j = 0; j < span_y; ++j)
      for (int k = 0; k < span; ++k) {
        const std::array<int, 3> n{start(0) + i, start(1) + j, start(2) + k};
        Vec3d N, D;
        for (int a = 0; a < 3; ++a) {
          const double u = x[a] / h - n[a];
          N[a] = s.plane && a == 1 ? 1 : spline(s.degree, u);
          D[a] = s.plane && a == 1 ? 0 : slope(s.degree, u) / h;
        }
        const double w = N[0] * N[1] * N[2];
        if (w == 0) continue;
        const Vec3d g{{D[0] * N[1] * N[2], N[0] * D[1] * N[2], N[0] * N[1] * D[2]}};
        f(n, Vec3d{{n[0] * h - x[0], n[1] * h - x[1], n[2] * h - x[2]}}, w, g);
      }
}

class TransferTest : public testing::TestWithParam<Form> {
 protected:
  Step step(const Grid& grid) const {
    Step s;
    s.dx = kDx;
    s.dt = 0.01;
    s.degree = grid.shape().degree;
    s.affine_inverse = grid.affine_inverse();
    s.weight_gradient = GetParam().gradient;
    s.plane = GetParam().plane;
    return s;
  }
  static constexpr double kDx = 0.1;
};

TEST_P(TransferTest, EqualsAPlainSum) {
  const Form s = GetParam();
  TestParcels p = random_parcels(2000, s.plane, s.gradient);
  Grid grid({kDx, s.degree, s.plane});
  Parcels* sets[] = {&p};
  TransferTicks ticks;
  grid.bin(sets);
  // Points that moved a little less than a cell since the sort must still land where they are.
  std::mt19937 random(3);
  for (auto& x : p.x)
    for (int a = 0; a < 3; ++a)
      if (!(s.plane && a == 1)) x[a] += Real(0.099 * (random() / 2147483648.0 - 1));
  const TestParcels before = p;
  grid.p2g(sets, step(grid), ticks);

  Nodes plain;
  for (std::size_t i = 0; i < before.size(); ++i)
    each_node(s, kDx, before.x[i].as<double>(),
              [&](const std::array<int, 3>& n, const Vec3d& r, double w, const Vec3d& g) {
                NodeSum& node = plain[n];
                node.m += w * before.m[i];
                node.p += (before.v[i].as<double>() + before.C[i].as<double>() * r) * (w * before.m[i]);
                if (s.gradient) node.p += before.S[i].as<double>() * g;
              });
  std::size_t found = 0;
  for (std::size_t b = 0; b < grid.block_count(); ++b)
    for (int n = 0; n < kBlockNodes; ++n) {
      const Node& node = grid.block(b)[n];
      const auto o = grid.origin(b);
      const auto it = plain.find({o[0] + (n >> 4), o[1] + ((n >> 2) & 3), o[2] + (n & 3)});
      const NodeSum expected = it == plain.end() ? NodeSum{} : it->second;
      found += it != plain.end();
      ASSERT_NEAR(node.m, expected.m, 30 * kTolerance);
      for (int a = 0; a < 3; ++a) ASSERT_NEAR(node.v[a], expected.p[a], 100 * kTolerance);
    }
  EXPECT_EQ(found, plain.size());

  for (std::size_t b = 0; b < grid.block_count(); ++b)
    for (Node& node : grid.block(b))
      for (Real& v : node.v) v = node.m > 0 ? v / node.m : 0;
  grid.g2p(sets, step(grid), ticks);
  const double inverse_D = grid.affine_inverse();
  for (std::size_t i = 0; i < p.size(); ++i) {
    Vec3d v = Vec3d::zero();
    Mat3d C = Mat3d::zero(), G = Mat3d::zero();
    each_node(s, kDx, before.x[i].as<double>(),
              [&](const std::array<int, 3>& n, const Vec3d& r, double w, const Vec3d& g) {
                const NodeSum& node = plain[n];
                const Vec3d v_i = node.p * (1 / node.m);
                v += v_i * w;
                C += outer(v_i, r) * (w * inverse_D);
                G += outer(v_i, g);
              });
    if (s.degree == 1) C = G;
    for (int a = 0; a < 3; ++a) {
      ASSERT_NEAR(p.v[i][a], v[a], 300 * kTolerance * std::max(1.0, norm(v)));
      for (int b = 0; b < 3; ++b)
        ASSERT_NEAR(p.C[i](a, b), C(a, b), 3000 * kTolerance * std::max(1.0, norm(C)));
      for (int b = 0; b < 3 && s.gradient; ++b)
        ASSERT_NEAR(p.G[i](a, b), G(a, b), 6000 * kTolerance * std::max(1.0, norm(G)));
    }
  }
}

TEST_P(TransferTest, KeepsMassMomentumAndAngularMomentum) {
  const Form s = GetParam();
  if (s.gradient) return;  // S is an impulse: momentum is kept only without it
  TestParcels p = random_parcels(3000, s.plane, false);
  Grid grid({kDx, s.degree, s.plane});
  Parcels* sets[] = {&p};
  TransferTicks ticks;
  const double D = 1 / grid.affine_inverse();
  const auto measure = [&](bool affine) {
    double m = 0;
    Vec3d momentum = Vec3d::zero(), L = Vec3d::zero();
    for (std::size_t i = 0; i < p.size(); ++i) {
      const Vec3d x = p.x[i].as<double>(), v = p.v[i].as<double>();
      const Mat3d C = p.C[i].as<double>();
      m += p.m[i];
      momentum += v * double(p.m[i]);
      L += cross(x, v) * double(p.m[i]);
      if (affine) L += Vec3d{{C(2, 1) - C(1, 2), C(0, 2) - C(2, 0), C(1, 0) - C(0, 1)}} * (D * p.m[i]);
    }
    return std::tuple(m, momentum, L);
  };
  grid.bin(sets);
  const auto [m0, p0, L0] = measure(true);
  grid.p2g(sets, step(grid), ticks);
  double m = 0;
  for (std::size_t b = 0; b < grid.block_count(); ++b)
    for (Node& node : grid.block(b)) {
      m += node.m;
      for (Real& v : node.v) v = node.m > 0 ? v / node.m : 0;
    }
  grid.g2p(sets, step(grid), ticks);
  const auto [m1, p1, L1] = measure(true);
  EXPECT_NEAR(m / m0, 1, kTolerance);
  for (int a = 0; a < 3; ++a) {
    EXPECT_NEAR(p1[a], p0[a], kTolerance * m0);
    if (s.degree == 1) continue;  // a linear kernel has no constant D
    EXPECT_NEAR(L1[a], L0[a], kTolerance * m0);
  }
}

/// Sets that share some blocks and not others: what each brings must not depend on the other.
TEST_P(TransferTest, SetsAddUp) {
  const Form s = GetParam();
  TestParcels all = random_parcels(3000, s.plane, s.gradient), left, right;
  const auto take = [&](TestParcels& to, std::size_t i) {
    to.x.push_back(all.x[i]);
    to.v.push_back(all.v[i]);
    to.C.push_back(all.C[i]);
    to.m.push_back(all.m[i]);
    if (s.gradient) to.S.push_back(all.S[i]);
  };
  for (std::size_t i = 0; i < all.size(); ++i) take(all.x[i][0] < 0.1 ? left : right, i);
  const auto masses = [&](std::span<Parcels* const> sets) {
    Grid grid({kDx, s.degree, s.plane});
    TransferTicks ticks;
    grid.bin(sets);
    grid.p2g(sets, step(grid), ticks);
    std::map<std::array<int, 3>, double> out;
    for (std::size_t b = 0; b < grid.block_count(); ++b)
      for (int n = 0; n < kBlockNodes; ++n)
        if (grid.block(b)[n].m > 0) {
          const auto o = grid.origin(b);
          out[{o[0] + (n >> 4), o[1] + ((n >> 2) & 3), o[2] + (n & 3)}] = grid.block(b)[n].m;
        }
    return out;
  };
  Parcels *one[] = {&all}, *two[] = {&left, &right};
  const auto together = masses(one), apart = masses(two);
  ASSERT_EQ(together.size(), apart.size());
  for (const auto& [node, m] : together) EXPECT_NEAR(apart.at(node), m, 30 * kTolerance);
}

TEST_P(TransferTest, SameBitsForAnyNumberOfThreads) {
  const Form s = GetParam();
  std::vector<Vec3r> reference;
  for (int threads : {1, 2, 3, 8}) {
    ThreadLimit limit(threads);
    TestParcels p = random_parcels(20000, s.plane, s.gradient);
    Grid grid({kDx, s.degree, s.plane});
    Parcels* sets[] = {&p};
    TransferTicks ticks;
    grid.bin(sets);
    grid.p2g(sets, step(grid), ticks);
    for (std::size_t b = 0; b < grid.block_count(); ++b)
      for (Node& node : grid.block(b))
        for (Real& v : node.v) v = node.m > 0 ? v / node.m : 0;
    grid.g2p(sets, step(grid), ticks);
    if (reference.empty()) reference = p.v;
    EXPECT_TRUE(reference == p.v) << threads << " threads";
  }
}

INSTANTIATE_TEST_SUITE_P(All, TransferTest,
                         testing::Values(Form{1, false, true}, Form{1, true, true}, Form{2, false, false},
                                         Form{2, true, false}, Form{2, false, true}, Form{2, true, true},
                                         Form{3, false, false}, Form{3, true, false}, Form{3, false, true},
                                         Form{3, true, true}),
                         [](const auto& info) {
                           const Form& s = info.param;
                           return "Degree" + std::to_string(s.degree) + (s.plane ? "Plane" : "Space") +
                                  (s.gradient ? "Gradient" : "Mls");
                         });

}  // namespace
