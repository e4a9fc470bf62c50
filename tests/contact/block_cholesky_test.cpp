/// What a factor of blocks solves, put back into the equations.
#include "contact/rigid/block_cholesky.h"

#include <gtest/gtest.h>

#include <cmath>

namespace weft {
namespace {

TEST(BlockCholesky, SolvesTheEquations) {
  // A ring with a chord, a body alone (7), and one that meets most others (8).
  std::vector<std::array<int, 2>> couples = {{0, 1}, {0, 4}, {1, 2}, {1, 5}, {2, 3}, {3, 4}, {4, 5}, {5, 6}};
  for (int k = 0; k < 7; ++k) couples.push_back({k, 8});
  double turn = 0;
  const auto some = [&] { return std::sin(turn += 1.7); };
  std::vector<Mat6> diagonal(9), coupling(couples.size());
  for (Mat6& D : diagonal)
    for (int i = 0; i < 6; ++i)
      for (int j = 0; j <= i; ++j) D(i, j) = D(j, i) = i == j ? 40 + some() : some();
  for (Mat6& C : coupling)
    for (int i = 0; i < 36; ++i) C(i / 6, i % 6) = some();
  std::vector<Vec6> right(9);
  for (Vec6& b : right)
    for (int i = 0; i < 6; ++i) b[i] = some();

  BlockCholesky factor;
  factor.analyse(diagonal.size(), couples);
  for (int again = 0; again < 2; ++again) {
    factor.factorize(diagonal, coupling);
    std::vector<Vec6> x = right;
    factor.solve(x);
    std::vector<Vec6> left = right;
    for (std::size_t i = 0; i < x.size(); ++i) left[i] -= diagonal[i] * x[i];
    for (std::size_t k = 0; k < couples.size(); ++k) {
      const auto [a, b] = couples[k];
      left[std::size_t(b)] -= coupling[k] * x[std::size_t(a)];
      left[std::size_t(a)] -= coupling[k].transpose() * x[std::size_t(b)];
    }
    for (const Vec6& l : left) EXPECT_LT(l.norm(), 1e-14);
  }
}

}  // namespace
}  // namespace weft
