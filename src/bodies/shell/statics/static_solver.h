/// Equilibrium of a shell under loads that grow: Newton's method with the exact second derivative, load steps
/// that adapt.
///   x = X + T y + s c,   0 = T^T (s F(x) - dPsi/dx)
#pragma once
#include <Eigen/SparseCholesky>

#include "bodies/shell/statics/face_assembly.h"
#include "bodies/shell/statics/loads.h"

namespace weft {

struct StaticOptions {
  int iterations = 20;       ///< of one load step before it is halved
  double least_step = 1e-5;  ///< of the load factor
  double correction = 1e-8;  ///< the last change of positions, as a part of the shell's size
};

class StaticSolver {
 public:
  StaticSolver(const ShellModel& model, const Ties& ties, Loads loads, StaticOptions options = {});

  /// Follows the equilibrium to a load factor, up or down. Throws Error E0523 when it cannot.
  void advance(double factor);

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
  /// One load step from the present state; false when it does not converge.
  bool try_step(double to);
  void place(const Vector& y, double s, Points& x) const;
  Vector residual(const Points& x, double s) const;
  void factorise(const Points& x, double s);

  const ShellModel* model_;
  StaticOptions options_;
  Reduction reduction_;
  LoadCase loads_;
  FaceAssembly assembly_;
  Eigen::SimplicialLDLT<FaceAssembly::Matrix> ldlt_;
  Points x_;
  Vector y_, y_before_;
  double factor_ = 0, factor_before_ = 0;
  int iterations_ = 0, unstable_ = 0;
};

}  // namespace weft
