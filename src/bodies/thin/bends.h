/// All that bends in a body: hinges between triangles or rods along polylines, the forces on their vertices,
/// and what the implicit solve asks of them.
///   hinges   o = theta - rest,   tau = P o,   f_a = -tau_e grad_a theta_e       (hinges.h)
///            change of the forces: -G^T P G u,  without the definite part's restriction - tau_e (d^2 theta_e) u too
#pragma once
#include "bodies/adjacency.h"
#include "bodies/mesh_stiffness.h"
#include "bodies/point_motion.h"
#include "bodies/thin/held_hinges.h"
#include "exec/archive.h"

namespace weft {

class Bends {
 public:
  Bends() = default;
  explicit Bends(HeldHinges hinges);
  explicit Bends(std::vector<Bend> rods);
  bool empty() const { return bends_.empty(); }
  /// After the list was made or read: who feels which bend.
  void connect(std::size_t vertices);
  /// The vertex i becomes the old vertex order[i], now[order[i]] = i.
  void reorder_vertices(std::span<const std::uint32_t> order, std::span<const std::uint32_t> now);
  /// Pins may let go.
  void begin_step(double time) {
    if (hinges_ && !empty()) held_.begin_step(time, bends_);
  }
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
  const BendMatrix& matrix() const { return held_.matrix(); }
  /// Some pin lets go later, and what it clamps then bends.
  bool changes() const { return held_.changes(); }

  // The implicit solve; u: how far the vertices move.
  void begin_solve() {
    tried_.resize(bends_.size());
    angle_.resize(bends_.size());
  }
  const Real* tried_forces() const { return empty() ? nullptr : tried_[0][0].e; }
  /// Forces at x + u; returns the energy [J].
  double try_force(const PointField& x, const PointField& u);
  /// What the forces last tried turn about x is taken from them.
  void settle(const PointField& x);
  /// Their change when the vertices move by u more.
  void try_change(const PointField& u);
  void linearise(const PointField& x, const PointField& u, bool definite);
  /// Adds what vertex i feels of its own motion: xx xy xz yy yz zz.
  void add_stiffness(std::size_t i, Real dt2, Real (&A)[6]) const;

  /// Entries per bend, and those of all, from `first` on.
  std::size_t pairs() const { return vertices() * (vertices() + 1) / 2; }
  void mesh_stiffness(double dt, std::size_t first, MeshStiffness& out) const;

  void archive(Archive& a, const std::string& prefix);
  std::size_t bytes() const;

 private:
  using Forces = std::array<Vec3<Real>, 4>;
  std::size_t vertices() const { return hinges_ ? 4 : 3; }  ///< per bend
  std::size_t factors() const { return hinges_ ? 1 : 3; }   ///< per bend
  // Hinges: gradients of the angles take the place of forces until moments are known.
  double turn_hinges(Range r, const PointField& x, const PointField& mass);
  double respond_rods(Range r, const PointField& x, const PointField& mass);
  void bear_moments(std::vector<Forces>& force) const;
  double try_hinges(const PointField& x, const PointField& u);
  double try_rods(Range r, const PointField& x, const PointField& u);
  void change_hinges(const PointField& u);
  void change_rods(Range r, const PointField& u);
  void linearise(Range r, const PointField& x, const PointField& u, bool definite);

  std::vector<Bend> bends_;
  bool hinges_ = true;
  HeldHinges held_;
  std::vector<double> angle_;  ///< o, or its change
  std::vector<Forces> force_, tried_;
  Adjacency around_;
  std::vector<BendFactor> factors_;  ///< definite; of hinges grad theta
  std::vector<BendHessian>
      hessians_;  ///< exact, of hinges what turning adds; empty when the definite ones count
};

}  // namespace weft
