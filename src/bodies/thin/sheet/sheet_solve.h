/// Backward Euler for a sheet: the velocities w at the end of the step minimise
///   E(w) = 1/2 |w - w~|_M^2 + 1/2 dt k/(rho h) |w|_M^2 + Phi(x + dt w)
///   w~   = v + dt g + j/m,   j the impulses of contact, k the drag of the air
/// Phi has the damping as a potential too (thin/stretch_trial.h, sheet_bends.h). Newton's method on the definite
/// stiffness, conjugate gradients with incomplete Cholesky factors (sheet_matrix.h), backtracking. What is
/// prescribed has no rows.
///
/// Where nothing is held, w loses the rigid motion (rigid_part.h) that has the momenta of
/// q = M (w - w~) + dt k/(rho h) M w.
#pragma once
#include "bodies/contact_surface.h"
#include "bodies/rigid_part.h"
#include "bodies/thin/sheet/sheet_matrix.h"

namespace weft {

class SheetSolve {
 public:
  SheetSolve(SheetElements& elements, SheetBends& bends);
  struct Task {
    const Places& x;  ///< where the step begins
    double dt;
    double stretch_damping, bend_damping;  ///< tau [s]
    double drag;                           ///< k/(rho h) [1/s]
    bool whole = true;                     ///< the step, not a stage of one: momenta are kept
  };
  /// A step begins; held: coordinates (1 x, 2 y, 4 z) of velocities that are prescribed.
  void begin(const Task& task, std::span<const char> held);
  /// w: a guess, then the velocities; free: w~; `scale`: speeds that are brought about in a step [m/s].
  void solve(const Task& task, const Vectors& free, double scale, Vectors& w);
  /// E at w.
  double potential(const Task& task, const Vectors& free, const Vectors& w);
  /// Since `forget`.
  const AnswerReport& report() const { return report_; }
  void forget() { report_ = {}; }
  /// What did not converge is solved otherwise.
  void forgive() { report_.converged = true; }
  std::size_t bytes() const;

 private:
  void residual(const Task& task, const Vectors& free, const Vectors& w);
  bool prepare(const Task& task);
  int step(double tolerance);
  void keep_momenta(const Task& task, const Vectors& free, Vectors& w) const;
  double rms(const Vectors& r) const;

  SheetElements& elements_;
  SheetBends& bends_;
  SheetMatrix matrix_;
  Places trial_;
  std::vector<StretchStiffness> stiffness_;
  std::vector<double> diagonal_;
  std::vector<char> held_;
  bool free_ = true;  ///< nothing is held
  Vectors r_, w_, d_, q_, z_, p_, y_;
  double total_mass_ = 0, edge_ = 0;  ///< [kg]; the mean one [m]
  AnswerReport report_;
};

}  // namespace weft
