/// Equilibrium of a shell under loads that grow: Newton's method with the exact second derivative, load steps
/// that adapt.
///   x = x_start + T y + s c,   0 = T^T (F(x, s) - dPsi/dx),   F = F_0 + s F_1
/// The stress in the second derivative is not that of the iterate, whose bending has stretched the shell as a
/// chord stretches an arc, but the last stress and its linear change (the mixed integration point method of
/// Magisano, Leonetti and Garcea 2017). Both agree at equilibrium;
/// a thin shell needs a fraction of the steps.
#pragma once
#include <Eigen/SparseCholesky>

#include "validation/shell/statics/face_assembly.h"
#include "validation/shell/statics/loads.h"

namespace weft {

struct StaticOptions {
  int iterations = 20;       ///< of one load step before it is halved
  double least_step = 1e-5;  ///< of the load factor
  double correction = 1e-8;  ///< the last change of positions, as a part of the shell's size
  bool snap = false;         ///< where the path ends or turns unstable, jump to a stable equilibrium
  int snap_iterations = 500;
};

class StaticSolver {
 public:
  /// Loads grow from nothing at factor 0, where the shell is at rest.
  StaticSolver(const ShellModel& model, const Ties& ties, Loads loads, StaticOptions options = {});
  /// Anywhere: at factor 0 dead forces keep it there. Retarget says what takes their place.
  StaticSolver(const ShellModel& model, const Ties& ties, Points start, StaticOptions options = {});

  /// Follows the equilibrium to a load factor, up or down. Throws Error E0523 when it cannot.
  void advance(double factor);
  /// Lets go: downhill to a stable equilibrium at a load factor, without following any path there.
  void drop(double factor) { snap(y_, factor); }
  /// What was reached becomes the start of another path: from the present loads (factor 0) to `loads` (factor
  /// 1), while held components move on by `motion` (of each component; empty: not at all).
  void retarget(Loads loads, Eigen::VectorXd motion = {});

  const Points& positions() const { return x_; }
  double factor() const { return factor_; }
  /// Newton steps so far.
  int iterations() const { return iterations_; }
  /// Eigenvalues below zero of the stiffness at the last equilibrium: above 0 it is unstable.
  int unstable_modes() const { return unstable_; }
  double energy() const { return model_->energy(x_); }

  /// The displacement of the linear theory at load factor 1, about the present state.
  Points linear();
  /// The stiffness at positions x and load factor s, over the unknowns (lower triangle).
  FaceAssembly::Matrix stiffness(const Points& x, double s, Stiffness kind = Stiffness::exact) const;
  /// A matrix from those of faces with the same pattern, such as a mass.
  template <class Fill>
  FaceAssembly::Matrix assemble(Fill&& fill) const {
    FaceAssembly::Matrix A = assembly_.pattern();
    assembly_.assemble(A, fill);
    return A;
  }
  /// Displacements of the control points from unknowns.
  Points displacement(const Eigen::VectorXd& y) const;
  const ShellModel& model() const { return *model_; }
  Eigen::Index unknowns() const { return reduction_.unknowns(); }

 private:
  using Vector = Eigen::VectorXd;
  /// One load step from the present state; false when it does not converge, or (but for a last try) ends far
  /// beyond where the shell buckles.
  bool try_step(double to, bool last_try);
  /// Newton's method at load factor s from y, the stiffness beginning with this stress.
  bool newton(Vector& y, double s, Slopes stress);
  /// From an unstable equilibrium y to a stable one.
  void leave(const Vector& y, double s);
  /// How the unknowns change on the way to a load factor, about.
  Vector predict(double to);
  /// How the residual changes with s through the motion c of held components.
  Vector motion_force(const Points& x, double s) const;
  /// Downhill from y at load factor s, with the definite stiffness, to a stable equilibrium.
  void snap(Vector y, double s);
  /// Half a thickness along a direction in which the factorised stiffness is negative.
  Vector nudge() const;
  void accept(const Vector& y, double s);
  /// What came before a jump says nothing about what follows.
  void forget_path();
  int unstable_now() const;
  void place(const Vector& y, double s, Points& x) const;
  Vector residual(const Points& x, double s) const;
  /// Forces at load factor s.
  Vector force(const Points& x, double s) const;
  void factorise(const FaceAssembly::Matrix& K);
  FaceAssembly::Matrix stiffness_under(const Points& x, double s, const Slopes& stress) const;

  const ShellModel* model_;
  StaticOptions options_;
  Reduction reduction_;
  LoadCase base_, growth_;  ///< F = F_base + s F_growth
  FaceAssembly assembly_;
  Eigen::SimplicialLDLT<FaceAssembly::Matrix> ldlt_;
  Points start_, x_;
  Vector y_, y_before_;
  double factor_ = 0, factor_before_ = 0;
  int iterations_ = 0, unstable_ = 0;
};

}  // namespace weft
