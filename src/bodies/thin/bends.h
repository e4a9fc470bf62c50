/// All that bends in a body: hinges between triangles or rods along polylines, the forces on their vertices,
/// and what the implicit solve asks of them.
#pragma once
#include "bodies/adjacency.h"
#include "bodies/point_motion.h"
#include "bodies/thin/bending.h"
#include "exec/archive.h"

namespace weft {

class Bends {
 public:
  Bends() = default;
  /// `hinges`: each has four vertices; rods have three.
  Bends(std::vector<Bend> bends, bool hinges);
  bool empty() const { return bends_.empty(); }
  /// After the list was made or read: who feels which bend.
  void connect(std::size_t vertices);
  /// The vertex i becomes the old vertex order[i], now[order[i]] = i.
  void reorder_vertices(std::span<const std::uint32_t> order, std::span<const std::uint32_t> now);
  /// Forces at x; returns the largest omega^2 that a bend has by itself [rad^2/s^2].
  double respond(const PointField& x, const PointField& mass);
  /// Adds the energy of each to `sum` [J].
  void add_energy(const PointField& x, double& sum) const;
  const Adjacency& around() const { return around_; }
  /// Three numbers for each of four vertices per bend [N].
  const Real* forces() const { return empty() ? nullptr : force_[0][0].e; }
  Real* forces() { return empty() ? nullptr : force_[0][0].e; }
  std::span<const Bend> list() const { return bends_; }
  bool hinged() const { return hinges_; }

  // The implicit solve; u: how far the vertices move.
  void begin_solve() { tried_.resize(bends_.size()); }
  const Real* tried_forces() const { return empty() ? nullptr : tried_[0][0].e; }
  /// Forces at x + u; returns the energy [J].
  double try_force(const PointField& x, const PointField& u);
  /// Their change when the vertices move by u more.
  void try_change(const PointField& u);
  void linearise(const PointField& x, const PointField& u, bool definite);
  /// Adds what vertex i feels of its own motion: xx xy xz yy yz zz.
  void add_stiffness(std::size_t i, Real dt2, Real (&A)[6]) const;

  void archive(Archive& a, const std::string& prefix);
  std::size_t bytes() const;

 private:
  using Forces = std::array<Vec3<Real>, 4>;
  BendAnswer<double> answer(const Bend& b, const std::array<Vec3d, 4>& x) const {
    return hinges_ ? bend_hinge(x, b.stiffness, b.rest) : bend_rod(x, b.stiffness, b.rest);
  }
  std::size_t vertices() const { return hinges_ ? 4 : 3; }  ///< per bend
  std::size_t factors() const { return hinges_ ? 1 : 3; }   ///< per bend
  // n: vertices or factors per bend, which the compiler must know to unroll the loops over them.
  template <std::size_t n>
  double respond_range(Range r, const PointField& x, const PointField& mass);
  double try_force(Range r, const PointField& x, const PointField& u);
  template <std::size_t n>
  void try_change(Range r, const PointField& u);
  template <std::size_t n>
  void add_stiffness_of(std::size_t i, Real dt2, Real (&A)[6]) const;
  void linearise(Range r, const PointField& x, const PointField& u, bool definite);

  std::vector<Bend> bends_;
  bool hinges_ = true;
  std::vector<Forces> force_, tried_;
  Adjacency around_;
  std::vector<BendFactor> factors_;    ///< definite
  std::vector<BendHessian> hessians_;  ///< exact; empty when the definite ones count
};

}  // namespace weft
