/// A = M + dt^2 K of a sheet (of K what reaches as far as one hinge), in rows of 3x3 blocks, one row per vertex, and what preconditions it: the incomplete
/// Cholesky factors on the same places,
///   A ~ (1 + N) D (1 + N)^T,   N_ik D_k = A_ik - sum_j N_ij D_j N_kj^T,   D_i = A_ii - sum_k N_ik D_k N_ik^T
/// of A with a heavier diagonal where pivots would else be lost (Manteuffel 1980). Vertices that are held have no row.
#pragma once
#include "bodies/thin/sheet/sheet_bends.h"
#include "bodies/thin/sheet/sheet_elements.h"
#include "bodies/vectors.h"

namespace weft {

constexpr char kWhole = 7;  ///< a vertex is held: 1 x, 2 y, 4 z

class SheetMatrix {
 public:
  SheetMatrix(const SheetElements& elements, const SheetBends& bends);
  /// A step begins: nothing of the last one counts.
  void begin() { shift_ = 0; }
  /// diagonal: of M and what else a vertex feels by itself; held: coordinates of each vertex that do not move.
  /// more: of each vertex besides, xx xy xz yy yz zz; or nothing.
  void assemble(const std::vector<StretchStiffness>& stretch, std::span<const double> diagonal,
                std::span<const char> held, double dt, std::span<const std::array<double, 6>> more = {});
  /// A x, with all that hinges bear together, which the factors leave out.
  void multiply(const Vectors& x, Vectors& y) const;
  /// False when A is no matrix of numbers.
  bool factorise();
  /// z with  (1 + N) D (1 + N)^T z = r.
  void solve_factors(const Vectors& r, Vectors& z) const;
  std::size_t bytes() const;

 private:
  using Block = std::array<double, 9>;
  void find_places();
  bool factorise(double more);

  const SheetElements& elements_;
  const SheetBends& bends_;
  std::size_t corners_;
  std::vector<std::uint32_t> begin_, column_;      ///< of rows; ascending
  std::vector<std::uint32_t> diagonal_;            ///< where A_ii is
  std::vector<std::uint32_t> first_, first_bend_;  ///< of vertices in place_ and bend_place_
  std::vector<std::array<std::uint32_t, 3>>
      place_;  ///< of each corner around a vertex: its element's columns
  std::vector<std::array<std::uint32_t, 4>> bend_place_;
  std::vector<Block> block_;
  std::vector<Block> lower_;  ///< N, where A has blocks
  std::vector<Block> pivot_;  ///< D^-1
  std::vector<char> held_;
  double dt2_ = 0;
  double shift_ = 0;  ///< of the diagonal: what this step's matrices needed so far
};

}  // namespace weft
