/// Backward Euler for a solid: the velocities at the end of the step minimise
///   E(v) = 1/2 |v - v~|_M^2 + Phi(x + dt v),   v~ = v^n + dt g
/// by Newton's method on the definite stiffness (tet_response.h), conjugate gradients with 3x3 blocks as
/// preconditioner, and backtracking; obstacles and pins hold inside (bodies/implicit_contacts.h).
#pragma once
#include "bodies/solid/implicit_matrix.h"

namespace weft {

struct SolidSolve {
  bool converged = false;
  int newton = 0, gradients = 0;  ///< iterations
  double residual = 0;            ///< rms of r/m over what is free, at the end [m/s]
};

class BackwardEuler {
 public:
  explicit BackwardEuler(const TetResponse& response);
  struct Task {
    const Places& x;        ///< at the start of the step
    const Vectors& free;    ///< v~ [m/s]
    const Vectors& before;  ///< v^n [m/s]
    double dt;
  };
  /// v becomes the velocities at the end; `given` what each obstacle took, one per barrier.
  SolidSolve solve(const Task& task, ImplicitContacts& contacts, Vectors& v, std::span<Vec3d> given = {});
  /// Phi(x) [J].
  double energy(const Places& x) { return response_.exact_forces(x, corner_); }
  std::size_t bytes() const;

 private:
  double potential(const Task& task, const Vectors& v);
  /// E at v; the residual M (v - v~) - dt f follows from `residual`.
  void residual(const Task& task, const Vectors& v, Vectors& r) const;
  int solve_step(const ImplicitContacts& contacts, double tolerance);
  double rms(const Vectors& r) const;
  void move(const Task& task, const Vectors& v);

  const TetResponse& response_;
  StepMatrix matrix_;
  Places trial_;
  std::vector<CornerForces<double>> corner_;
  std::vector<TetStiffness> element_;
  std::vector<Mat3d> inverse_;
  Vectors r_, w_;              ///< residual; velocities tried
  Vectors d_, q_, z_, p_, y_;  ///< of the conjugate gradients: solution, what is left of r, ...
  double total_mass_ = 0;
};

}  // namespace weft
