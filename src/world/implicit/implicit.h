/// Backward Euler on the grid (JGT17 section 4.4): Newton's method on the incremental potential
///   E(v) = 1/2 |v - v~|^2_M + Phi(x + dt v),    v~ = v^n + dt g
///   r(v) = M (v - v~) - dt f(x + dt v) = grad E,    (M + dt^2 H) dv = -r
/// Products with H are increments that travel through the same two transfers as explicit forces do; nothing
/// is assembled but the 3x3 blocks on the diagonal, which precondition. Plasticity is lagged: strains yield
/// after the solve; where that shows, the solve is repeated from yielded strains (`yield_rounds`).
///
/// Forces at x + dt v turn nothing about x + dt v, but momentum is that of nodes at x, where they have the torque
/// -dt sum v x f: what backward Euler slows spins with. At last the same stresses act where the nodes are (kSettled):
///   v <- v + (M + dt^2 H)^-1 dt (f_settled - f)
/// f_settled has no torque about x, and equals f where nothing moves: what rests stays. Without H what a stress does to
/// waves across it would be explicit, and a long column under its weight unstable.
#pragma once
#include <optional>

#include "bodies/body.h"
#include "world/implicit/coarse.h"
#include "world/implicit/krylov.h"
#include "world/implicit/mesh_level.h"
#include "world/implicit/node_contacts.h"
#include "world/implicit/options.h"

namespace weft {

/// What one solve leaves to the next.
struct ImplicitMemory {
  MeshLevel meshes;  ///< until orders are forgotten
};

class ImplicitSolve final : Linear {
 public:
  /// The grid holds masses and the velocities v~, folded at mirrors.
  ImplicitSolve(Grid& grid, std::span<Parcels* const> sets, std::span<const std::unique_ptr<Body>> bodies,
                std::span<const Collider> colliders, std::vector<SymmetryPlane> mirrors, const Vec3d& gravity,
                const ImplicitOptions& options, const Step& step, Real empty, ImplicitMemory& memory);
  /// Leaves masses and velocities at the end of the step on the grid.
  SolveReport run();
  /// The speed of the fastest parcel after run [m/s], infinity when one is not a number. Nodes tell nothing:
  /// those with hardly any mass may be flung far without moving anything.
  double fastest();
  /// |r|, one per Newton step and one more, of all solves of the run.
  std::span<const double> residuals() const { return residuals_; }
  /// Calls add(collider, where, impulse on it).
  template <class Add>
  void impulses(Add&& add) const {
    contacts_.impulses(residual_, add);
  }

 private:
  void apply(const NodeVector& x, NodeVector& Ax) override;
  void precondition(const NodeVector& r, NodeVector& z) override;
  /// dt f at v, and E.
  double evaluate(const NodeVector& v, NodeVector& residual);
  void transfer(const NodeVector& in, Solve what, NodeVector& out, double& energy);
  void linearise();
  void follow_contact();
  double norm_of(const NodeVector& r);
  void settle(double target, SolveReport& report);
  void choose_guess();
  double reduced_norm();
  double find_target();
  bool newton(double target, SolveReport& report);
  bool line_search(const NodeVector& reduced, NodeVector& dv);

  Grid& grid_;
  std::span<Parcels* const> sets_;
  std::span<const std::unique_ptr<Body>> bodies_;
  ImplicitOptions options_;
  Step step_;
  NodeSpace space_;
  NodeContacts contacts_;
  NodeVector v_, guess_, residual_, trial_, trial_residual_;
  double energy_ = 0, total_mass_ = 0, scale_ = 0;
  Vec3d gravity_;
  Array<Real> diagonal_, inverse_;  ///< blocks of all nodes; inverses of ours, six numbers each
  std::optional<CoarseLevel> coarse_;
  MeshLevel& meshes_;
  std::vector<MeshLevel::Held> hold_;  ///< what obstacles hold, with a stiffness
  bool linear_ = false;                ///< the bodies are linearised at v_
  int last_krylov_ = 0;                ///< of the last Newton step
  std::vector<double> residuals_;
  std::array<bool, 3> free_axis_{};
  TransferTicks ticks_;
};

}  // namespace weft
