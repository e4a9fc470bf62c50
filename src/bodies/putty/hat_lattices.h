/// Coarse pictures of  A = m + dt^2 K  that speed conjugate gradients up (Bramble, Pasciak and Xu 1990):
///   z += c sum_l P_l D_l^-1 P_l^T r
/// P_l: trilinear hats at the nodes of a lattice of 3, 6, 12 ... spacings; D_l: the 3x3 blocks on the
/// diagonal of P_l^T A P_l, with K u at a point read as elasticity of the hat's gradient g there:
///   D_l = sum_i N^2 (m + held_i) + dt^2 vol (mu |g|^2 I + (lambda + mu) g g^T)
/// Waves as long as a lattice's cells pass in one iteration what would else pass from neighbour to neighbour.
/// Hats of a lattice are sums of hats of the finer one, so that P_l is a chain of small steps.
#pragma once
#include "bodies/putty/elasticity.h"
#include "exec/radix_sort.h"

namespace weft {

template <class S>
class HatLattices {
 public:
  /// Points at x, their spacing; lattices up to the size of the body.
  void find(std::span<const Vec3d> x, double spacing);
  struct Weights {
    double mass, dt;
    PuttyModuli moduli;
    std::span<const Mat3<S>> held;  ///< stiffness of obstacles and friction at a point [kg], one per point
  };
  void weigh(const Weights& weights);
  /// z += c sum_l P_l D_l^-1 P_l^T r.
  void add(const Quads<S>& r, Quads<S>& z);
  std::size_t bytes() const;

 private:
  /// Something that lies in a cell: where in it, 0 to 1, and which it is.
  struct Item {
    S at[3];
    std::uint32_t index;
  };
  struct Level {
    std::vector<std::uint32_t> cell;        ///< keys along a space-filling curve
    std::vector<std::uint32_t> begin;       ///< of the items of each cell, and the end
    std::vector<Item> items;                ///< by cell: points of the body or nodes of the finer lattice
    std::vector<std::uint32_t> node_key;    ///< likewise along the curve
    std::vector<std::uint32_t> corner;      ///< node at each of eight corners of each cell
    std::vector<std::uint32_t> first, met;  ///< of each node: corners of cells that are it
    Quads<S> corners, value;                ///< sums at corners; at nodes
    std::vector<Mat3<S>> inverse;           ///< D^-1
  };
  /// Cells' numbers wrap round at 2^bits.
  static void find_nodes(Level& level, int bits);
  void find_cells(Level& level, std::span<const KeyIndex> order) const;
  void weigh_level(Level& level, int shift, const Weights& weights);
  /// Sums of hat times value, at nodes.
  static void restrict_to(Level& level, const Quads<S>& from);
  static void add_back(const Level& level, Quads<S>& to);

  double inverse_side_ = 0;
  std::vector<KeyIndex> order_;
  std::vector<Vec3d> place_;  ///< of points, in cells of the finest lattice, along the curve
  std::vector<Level> levels_;
};

}  // namespace weft
