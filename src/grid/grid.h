/// A sparse, unbounded grid of 4x4x4 blocks that follows the material.
///
///   block: 64 nodes, z fastest; a node is (m, px, py, pz), after the velocity phase (m, vx, vy, vz)
///   parcels are sorted by the block and cell of their base node; each block knows its range in every set
///   p2g gathers a block's parcels in a private tile (block plus margins), tiles are added colour by colour,
///   so that no two threads write one node and every sum has one order: the same bits for any number of
///   threads
#pragma once
#include <array>
#include <atomic>
#include <cstdint>
#include <span>
#include <vector>

#include "exec/array.h"
#include "exec/buffer.h"
#include "exec/sorted_keys.h"
#include "grid/parcels.h"

namespace weft {

struct GridShape {
  double dx = 0;       ///< spacing [m]
  int degree = 2;      ///< of the B-spline
  bool plane = false;  ///< one layer of nodes in y
};

/// What v is depends on how far the step has come:
///   after p2g                  momentum [kg m/s]
///   after the velocity phase   velocity [m/s]
///   after FieldContacts        in fields of bodies that step themselves: the change of velocity [m/s] that g2p
///                              brings to their points
struct alignas(4 * sizeof(Real)) Node {
  Real m;
  Real v[3];
};

constexpr int kBlockSide = 4;
constexpr int kBlockNodes = 64;
constexpr std::uint32_t kNoBlock = ~std::uint32_t(0);

/// Clock ticks spent inside the two transfers, summed over threads.
struct TransferTicks {
  std::atomic<std::uint64_t> load{0}, p2g{0}, g2p{0}, unload{0};
};

class Grid {
 public:
  explicit Grid(const GridShape& shape = {}) : shape_(shape) {}
  const GridShape& shape() const { return shape_; }
  /// D^-1 of the kernel [1/m^2].
  double affine_inverse() const { return (shape_.degree == 3 ? 3.0 : 4.0) / (shape_.dx * shape_.dx); }

  /// Sorts the sets' parcels by cell and lays out the blocks they touch. A parcel may then move up to one
  /// cell in any direction before the next call. Throws Error E0502 when a position is not finite
  /// or out of reach.
  /// `extra`: blocks that are laid out whether parcels touch them or not, sorted.
  void bin(std::span<Parcels* const> sets, std::span<const std::uint64_t> extra = {});
  /// From now until the next bin both transfers leave out parcels of occupied blocks that are not `active`:
  /// their nodes stay empty, they get no answers.
  void limit_to(std::vector<char> active) { active_ = std::move(active); }
  /// Nodes <- parcels, from zero.
  void p2g(std::span<Parcels* const> sets, const Step& step, TransferTicks& ticks);
  /// Parcels <- nodes.
  void g2p(std::span<Parcels* const> sets, const Step& step, TransferTicks& ticks) const;

  /// Blocks on the diagonal of the implicit step's matrix, xx xy xz yy yz zz per node (grid/stiffness.h).
  void stiffness(std::span<Parcels* const> sets, const Step& step, Array<Real>& out) const;

  std::span<Node> nodes() { return {nodes_.data(), nodes_.size()}; }
  std::size_t block_count() const { return keys_.size(); }
  std::span<Node, kBlockNodes> block(std::size_t b) {
    return std::span<Node, kBlockNodes>(&nodes_[b * kBlockNodes], kBlockNodes);
  }
  /// Lattice coordinates of a block's first node.
  std::array<int, 3> origin(std::size_t b) const;
  /// Position of node n of block b [m].
  Vec3d position(std::size_t b, int n) const;
  /// The node at lattice coordinates, or null where there is no block.
  Node* find(const std::array<int, 3>& at);
  std::size_t memory_bytes() const;

  /// Blocks by what they hold: block b has key keys()[b]; those with parcels are numbered once more.
  std::span<const std::uint64_t> keys() const { return keys_; }
  std::size_t occupied_count() const { return occupied_.size(); }
  /// Parcels of a set whose base node lay in an occupied block when they were binned.
  Range parcels_in(std::size_t set, std::size_t occupied) const {
    return {begins_[set][occupied], begins_[set][occupied + 1]};
  }
  /// The blocks around an occupied block, itself in the middle (x slowest), kNoBlock in y of plane mode.
  const std::array<std::uint32_t, 27>& around(std::size_t occupied) const { return neighbours_[occupied]; }
  std::array<int, 3> occupied_origin(std::size_t occupied) const;

 private:
  template <int degree, bool plane, bool gradient>
  friend struct TransferLoops;
  template <int degree, bool plane, bool gradient>
  friend struct StiffnessTransfer;
  void find_neighbours();
  void find_colours();

  GridShape shape_;
  KeyList keys_;                                              ///< active blocks, sorted
  KeyList occupied_;                                          ///< those with parcels, sorted
  std::vector<std::array<std::uint32_t, 27>> neighbours_;  ///< of each occupied block (`around`)
  std::vector<std::vector<std::uint32_t>> colours_;        ///< occupied blocks of each colour
  std::vector<std::vector<std::uint32_t>> begins_;  ///< per set: first parcel of each occupied block, the end
  std::vector<char> active_;                        ///< occupied blocks that take part; empty: all
  Buffer<Node> nodes_;
};

std::uint64_t block_key(int bx, int by, int bz);
std::array<int, 3> block_coordinates(std::uint64_t key);

}  // namespace weft
