/// Cholesky's factor of a symmetric positive matrix of 6x6 blocks, one per body and one per pair of bodies that meet:
///   A = P^T L L^T P,   P: the body with fewest neighbours left is eliminated next
/// Who is eliminated when, which blocks appear on the way and what is taken from what is written down once; a factor
/// then is a list of small products, and as many bodies need as many of them whatever touches how.
#pragma once
#include <Eigen/Core>
#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace weft {

using Vec6 = Eigen::Matrix<double, 6, 1>;  ///< velocity and spin of a body, or what acts on them
using Mat6 = Eigen::Matrix<double, 6, 6>;

class BlockCholesky {
 public:
  /// couples: pairs a < b, each once.
  void analyse(std::size_t bodies, std::span<const std::array<int, 2>> couples);
  /// diagonal: of each body; coupling: of each couple, rows of b and columns of a.
  void factorize(std::span<const Mat6> diagonal, std::span<const Mat6> coupling);
  /// x <- A^-1 x.
  void solve(std::span<Vec6> x) const;

 private:
  /// What is eliminated together with its blocks: [begin, end) of below_ and of L_.
  struct Column {
    int body;
    std::uint32_t begin, end;
  };
  /// L_[to] -= L_[i] L_[j]^T; on the diagonal of `to` where `diagonal` is set.
  struct Update {
    std::uint32_t i, j, to;
    bool diagonal;
  };

  std::vector<Column> columns_;  ///< in the order of elimination
  std::vector<int> below_;       ///< the body of each block's rows
  std::vector<Update> updates_;
  std::vector<std::uint32_t> first_;  ///< update of each column, and the end
  /// Where a couple's block begins; transposed where b is eliminated first.
  struct Start {
    std::uint32_t block;
    bool transposed;
  };
  std::vector<Start> starts_;
  std::vector<Mat6> pivot_;  ///< of each body: the diagonal, then the inverse of its factor
  std::vector<Mat6> L_;
};

}  // namespace weft
