/// A mesh's own system, diag(m) + K in blocks of 3x3, factorised outright:  A = L D L^T, row by row (Liu 1986).
///   G_ij = A_ij - sum_{k<j} G_ik L_jk^T,   L_ij = G_ij D_j^-1,   D_i = A_ii - sum_j L_ij G_ij^T
/// A minimum degree order keeps L sparse; order and places are kept as long as the mesh connects the same vertices.
#pragma once
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "bodies/mesh_stiffness.h"
#include "math/vec.h"

namespace weft {

class MeshFactor {
 public:
  /// Three rows or columns of a block; the fourth number pads.
  using Lane = double __attribute__((vector_size(32)));
  using Block = std::array<Lane, 3>;

  /// Where L has blocks. False when there would be so many that products are cheaper.
  bool analyse(const MeshStiffness& mesh);
  /// extra: symmetric blocks added on the diagonal, by vertex. False when A is not definite.
  bool factorise(const MeshStiffness& mesh, std::span<const Mat3d> extra);
  bool sound() const { return sound_; }
  /// x <- A^-1 x, by vertex; zero where a vertex is held.
  void solve(std::span<Vec3d> x) const;

 private:
  void gather(const MeshStiffness& mesh, std::span<const Mat3d> extra);
  bool same_pattern(const MeshStiffness& mesh) const;
  void find_order(const MeshStiffness& mesh);
  bool find_places();
  bool decompose();

  struct Place {
    std::uint32_t row, column;
    bool operator==(const Place&) const = default;
  };
  bool small_ = false, sound_ = false;
  std::vector<char> held_;
  std::vector<Place> pattern_;                 ///< of the entries, as they last came
  std::vector<std::uint32_t> rank_, vertex_;   ///< where in the order a vertex is, and who is there
  std::vector<std::uint32_t> begin_, column_;  ///< rows of A below the diagonal, by rank, ascending
  std::vector<std::uint32_t> slot_;       ///< of each entry: its block of A; the last ones are the diagonal
  std::vector<std::array<double, 9>> A_;  ///< below the diagonal, then on it
  std::vector<std::uint32_t> reach_begin_, reach_;  ///< columns of L in each row, ascending
  std::vector<std::uint32_t> first_, row_;          ///< columns of L
  std::vector<Block> L_;                            ///< L_ij, column by column of the block
  std::vector<Block> pivot_;                        ///< D_i^-1
  mutable std::vector<Lane> y_;
};

}  // namespace weft
