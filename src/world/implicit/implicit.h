/// Backward Euler on the grid (JGT17 section 4.4): Newton's method on the incremental potential
///   E(v) = 1/2 |v - v~|^2_M + Phi(x + dt v),    v~ = v^n + dt g
///   r(v) = M (v - v~) - dt f(x + dt v) = grad E,    (M + dt^2 H) dv = -r
/// Products with H are increments that travel through the same two transfers as explicit forces do; nothing
/// is assembled but the 3x3 blocks on the diagonal, which precondition. Plasticity is lagged: strains yield
/// after the solve; where that shows, the solve is repeated from yielded strains (`yield_rounds`).
#pragma once
#include <optional>

#include "bodies/body.h"
#include "world/implicit/coarse.h"
#include "world/implicit/krylov.h"
#include "world/implicit/node_contacts.h"
#include "world/solver.h"

namespace weft {

/// What one solve did.
struct SolveReport {
  int newton = 0, krylov = 0;
  double residual = 0;  ///< relative, as the tolerance
  const char* stop =
      "";  ///< "converged" "newton" (too many steps) "stalled" (no way down) "broken" (not a number)
  bool converged() const { return stop[0] == 'c'; }
};

class ImplicitSolve final : Linear {
 public:
  /// The grid holds masses and the velocities v~, folded at mirrors.
  ImplicitSolve(Grid& grid, std::span<Parcels* const> sets, std::span<const std::unique_ptr<Body>> bodies,
                std::span<const Collider> colliders, std::vector<SymmetryPlane> mirrors, const Vec3d& gravity,
                const ImplicitOptions& options, const Step& step, Real empty);
  /// Leaves masses and velocities at the end of the step on the grid.
  SolveReport run();
  /// The speed of the fastest parcel after run [m/s], infinity when one is not a number. Nodes tell nothing:
  /// those with hardly any mass may be flung far without moving anything.
  double fastest();
  /// Calls add(collider, where, impulse on it).
  template <class Add>
  void impulses(Add&& add) const {
    contacts_.impulses(residual_, add);
  }

 private:
  struct Sets;  ///< the bodies' parcels asked for forces or for changes
  void apply(const NodeVector& x, NodeVector& Ax) override;
  void precondition(const NodeVector& r, NodeVector& z) override;
  /// dt f at v, and E.
  double evaluate(const NodeVector& v, NodeVector& residual);
  void transfer(const NodeVector& in, Solve what, NodeVector& out, double& energy);
  void linearise();
  void follow_contact();
  double norm_of(const NodeVector& r);
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
  std::array<bool, 3> free_axis_{};
  TransferTicks ticks_;
};

}  // namespace weft
