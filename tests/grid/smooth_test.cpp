/// Velocities smoothed by a grid of their own, for every kernel.
#include "grid/smooth.h"

#include <gtest/gtest.h>

#include <random>

#include "test_parcels.h"

using namespace weft;

namespace {

struct Form {
  int degree;
  bool plane;
};

class SmoothTest : public testing::TestWithParam<Form> {
 protected:
  Step step() const {
    Step s;
    s.dx = 0.1;
    s.dt = 0.01;
    s.degree = GetParam().degree;
    s.affine_inverse = Grid({s.dx, s.degree, s.plane}).affine_inverse();
    s.weight_gradient = s.degree == 1;
    s.plane = GetParam().plane;
    return s;
  }
  TestParcels parcels() const {
    TestParcels p;
    std::mt19937 random(5);
    std::uniform_real_distribution<double> u(0, 0.7);
    for (int i = 0; i < 500; ++i) {
      p.x.push_back({{Real(u(random)), GetParam().plane ? Real(0) : Real(u(random)), Real(u(random))}});
      p.v.push_back({{Real(u(random)), GetParam().plane ? Real(0) : Real(u(random)), Real(u(random))}});
      p.m.push_back(Real(1 + u(random)));
    }
    p.C.assign(p.x.size(), Mat3r::zero());
    return p;
  }
};

Vec3d momentum(const TestParcels& p) {
  Vec3d sum = Vec3d::zero();
  for (std::size_t i = 0; i < p.size(); ++i) sum += p.v[i].as<double>() * double(p.m[i]);
  return sum;
}

double spread(const TestParcels& p) {
  double mass = 0, square = 0;
  for (std::size_t i = 0; i < p.size(); ++i) mass += p.m[i];
  const Vec3d mean = momentum(p) * (1 / mass);
  for (std::size_t i = 0; i < p.size(); ++i) square += p.m[i] * norm2(p.v[i].as<double>() - mean);
  return square / mass;
}

}  // namespace

TEST_P(SmoothTest, KeepsWhatAllDoAlikeAndMomentumAndCalmsTheRest) {
  TestParcels same = parcels();
  for (Vec3r& v : same.v) v = {{Real(0.25), Real(0), Real(-0.5)}};
  Grid grid;
  Parcels* sets[] = {&same};
  smooth(grid, sets, step());
  EXPECT_EQ(grid.shape().degree, GetParam().degree);
  EXPECT_EQ(grid.shape().plane, GetParam().plane);
  for (const Vec3r& v : same.v) {
    EXPECT_NEAR(v[0], 0.25, 1e-5);
    EXPECT_NEAR(v[2], -0.5, 1e-5);
  }

  TestParcels wild = parcels();
  const Vec3d before = momentum(wild);
  const double rough = spread(wild);
  Parcels* others[] = {&wild};
  smooth(grid, others, step());
  EXPECT_LT(norm(momentum(wild) - before), 1e-4 * norm(before));
  EXPECT_LT(spread(wild), 0.5 * rough);
}

INSTANTIATE_TEST_SUITE_P(Kernels, SmoothTest,
                         testing::Values(Form{1, false}, Form{2, false}, Form{3, false}, Form{2, true},
                                         Form{3, true}));
