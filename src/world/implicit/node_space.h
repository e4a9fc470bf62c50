/// The nodes that carry mass, one after the other: the vectors of the implicit solve have
/// three numbers for each.
#pragma once
#include "grid/grid.h"
#include "world/symmetry.h"

namespace weft {

using NodeVector = Array<Real>;

class NodeSpace {
 public:
  /// Nodes heavier than `empty` that no mirror hides; `grid` holds masses (folded at mirrors already).
  NodeSpace(Grid& grid, Real empty, std::vector<SymmetryPlane> mirrors);
  std::size_t size() const { return node_.size(); }  ///< nodes
  std::size_t node(std::size_t i) const { return node_[i]; }
  const Array<Real>& mass() const { return mass_; }
  Vec3d position(std::size_t i) const;
  NodeVector zero() const { return NodeVector(3 * size(), Real(0)); }

  /// The grid's velocities become v, and zero where there is no mass.
  void put(const NodeVector& v);
  /// v becomes the grid's velocities or momenta.
  void take(NodeVector& v);
  /// v becomes the momenta, with what lies behind mirrors folded in.
  void take_folded(NodeVector& v);
  /// Masses as they were, velocities v.
  void restore(const NodeVector& v);

 private:
  Grid& grid_;
  std::vector<SymmetryPlane> mirrors_;
  std::vector<std::uint32_t> node_;
  Array<Real> mass_;
};

inline Vec3d at(const NodeVector& v, std::size_t i) { return {{v[3 * i], v[3 * i + 1], v[3 * i + 2]}}; }
inline void set(NodeVector& v, std::size_t i, const Vec3d& to) {
  for (std::size_t a = 0; a < 3; ++a) v[3 * i + a] = Real(to[int(a)]);
}

/// Sums in double and in chunks of fixed size: the same bits for any number of threads.
double inner(const NodeVector& a, const NodeVector& b);
/// a += s b.
void add(NodeVector& a, double s, const NodeVector& b);
/// a = b + s a.
void scale_add(NodeVector& a, double s, const NodeVector& b);

}  // namespace weft
