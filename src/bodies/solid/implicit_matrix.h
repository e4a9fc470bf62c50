/// M + dt^2 K in rows of 3x3 blocks, one row per vertex.
#pragma once
#include "bodies/implicit_contacts.h"
#include "bodies/solid/tet_response.h"

namespace weft {

class StepMatrix {
 public:
  explicit StepMatrix(const Tets& tets);
  /// From the elements' stiffnesses; each row is summed in one order.
  void assemble(const std::vector<TetStiffness>& elements, double dt);
  void multiply(const Vectors& x, Vectors& y) const;
  Mat3d diagonal(std::size_t i) const;
  void add_diagonal(std::size_t i, const Mat3d& A);
  std::size_t bytes() const;

 private:
  const Tets& tets_;
  std::vector<std::size_t> begin_;                  ///< of each row
  std::vector<std::uint32_t> column_;               ///< ascending
  std::vector<std::uint32_t> diagonal_;             ///< where in its row
  std::vector<std::size_t> first_;                  ///< of each vertex: its corners' first place in slot_
  std::vector<std::array<std::uint16_t, 4>> slot_;  ///< of each corner around a vertex: its element's columns
  std::vector<std::array<double, 9>> block_;
};

}  // namespace weft
