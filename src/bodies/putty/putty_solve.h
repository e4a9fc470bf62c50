/// Backward Euler for putty: velocities w at the end of the step with
///   (m + dt^2 K) w = m v~ + dt f(0),   v~ = v + dt g,   rotations frozen at a guess (elasticity.h),
/// by conjugate gradients (putty_matrix.h), until  |r| <= tolerance (|r(v~)| + m dt |g|).
/// The guess is  v~ + alpha dt a,  a the elastic acceleration of the last step, alpha where it is nearest to
/// the solution: near 1 for soft putty, near 0 for stiff, whose forces are others at the end of a step.
/// Obstacles and pins hold inside, by guesses that the residual corrects (bodies/implicit_contacts.h);
/// friction is that of the last guess and step, which never feeds energy. Rounds after the first freeze
/// rotations where the round before ended.
#pragma once
#include "bodies/putty/putty_matrix.h"

namespace weft {

struct PuttySolveReport {
  bool converged = true;
  int gradients = 0, guesses = 0;  ///< iterations; of contact
};

template <class S>
class PuttySolve {
 public:
  PuttySolve(Elasticity<S>& elastic, double mass) : elastic_(elastic), matrix_(elastic, mass), m_(mass) {}
  struct Task {
    const Vectors& free;    ///< v~ [m/s]
    const Vectors& before;  ///< v [m/s]
    double dt, tolerance;
    int rounds;
    const Vectors& last;           ///< a: what elasticity did in the last step [m/s^2]
    std::vector<double>& pressed;  ///< by obstacles in the last step, then in this [kg m/s]
    const Quads<S>* kept;          ///< minus forces besides at the start of the step [N], or null
    std::span<const Vec3d> x;      ///< at the start of the step
    double spacing;
    const Vectors* moved = nullptr;  ///< in this step so far, or null: by nothing [m]
  };
  /// w: the guess, then the velocities at the end.
  PuttySolveReport solve(const Task& task, ImplicitContacts& contacts, Vectors& w, std::span<Vec3d> given);
  /// Velocity that others gave to points after the solve passes through the body as the step lets it:
  ///   (m + dt^2 K + friction) d = m change,   d returned in `change`
  /// and what obstacles take of it joins the residual. Returns the iterations.
  int pass_on(const Task& task, const ImplicitContacts& contacts, Vectors& change);
  /// After a stage: pass_on is for the whole step.
  void lengthen(const Task& task) { matrix_.begin_step(task.x, task.spacing, task.dt); }
  /// What obstacles and pins gave each point [kg m/s].
  const Vectors& residual() const { return raw_; }
  std::size_t bytes() const;

 private:
  void resize(std::size_t n);
  /// u = what was moved + dt w, less the mean.
  void displace(const Task& task, const Vectors& w);
  void freeze_at(const Task& task, const Vectors& w);
  void guess(const Task& task, Vectors& w);
  static Vec3d mean(const Vectors& a);
  void keep_momentum(const Task& task, Vectors& w) const;
  /// raw = m (w - v~) - dt f(dt w).
  void find_residual(const Task& task, const Vectors& w);
  struct Ends {
    double tolerance, least;  ///< of the residual; of a point's impulse [kg m/s]
  };
  /// One round: who touches, and w to the tolerance.
  bool solve_round(const Task& task, ImplicitContacts& contacts, const Ends& ends, Vectors& w,
                   PuttySolveReport& report);

  Elasticity<S>& elastic_;
  PuttyMatrix<S> matrix_;
  double m_;
  Vectors raw_, reduced_, before_, from_;
  /// The mean velocity, and the mean of what was moved: what all do alike costs digits and strains nothing.
  Vec3d drift_{{0, 0, 0}}, carried_{{0, 0, 0}};
  Quads<S> u_, y_;
  std::vector<Mat3<S>> A_;
};

}  // namespace weft
