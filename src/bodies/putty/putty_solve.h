/// Backward Euler for putty: velocities w at the end of the step with
///   (m + dt^2 K) w = m v~ + dt f(0),   v~ = v + dt g,   rotations frozen at a guess (elasticity.h),
/// by conjugate gradients with 3x3 blocks as preconditioner, until  |r| <= tolerance (|r(v~)| + m dt |g|).
/// The guess is  v~ + alpha dt a,  a the elastic acceleration of the last step, alpha where it is nearest to
/// the solution: near 1 for soft putty, near 0 for stiff, whose forces are others at the end of a step.
/// Obstacles and pins hold inside, by guesses that the residual corrects (bodies/implicit_contacts.h);
/// friction is that of the last guess and step, which never feeds energy. Rounds after the first freeze
/// rotations where the round before ended.
#pragma once
#include "bodies/implicit_contacts.h"
#include "bodies/putty/hat_lattices.h"

namespace weft {

struct PuttySolveReport {
  bool converged = true;
  int gradients = 0, guesses = 0;  ///< iterations; of contact
};

template <class S>
class PuttySolve {
 public:
  PuttySolve(Elasticity<S>& elastic, double mass) : elastic_(elastic), m_(mass) {}
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
  };
  /// w: the guess, then the velocities at the end. residual: what obstacles and pins gave each point [kg
  /// m/s].
  PuttySolveReport solve(const Task& task, ImplicitContacts& contacts, Vectors& w, std::span<Vec3d> given);
  /// Velocity that others gave to points after the solve passes through the body as the step lets it:
  ///   (m + dt^2 K + friction) d = m change,   d returned in `change`
  /// and what obstacles take of it joins the residual. Returns the iterations.
  int pass_on(const Task& task, const ImplicitContacts& contacts, Vectors& change);
  /// What obstacles and pins gave each point [kg m/s].
  const Vectors& residual() const { return raw_; }
  std::size_t bytes() const;

 private:
  void resize(std::size_t n);
  void freeze_at(const Task& task, const Vectors& w);
  void guess(const Task& task, Vectors& w);
  static Vec3d mean(const Vectors& a);
  void keep_momentum(const Task& task, Vectors& w) const;
  /// raw = m (w - v~) - dt f(dt w).
  void find_residual(const Task& task, const Vectors& w);
  void find_blocks(const Task& task, const ImplicitContacts& contacts, const Vectors& w);
  struct Ends {
    double tolerance, least;  ///< of the residual; of a point's impulse [kg m/s]
  };
  bool settle(const Task& task, ImplicitContacts& contacts, const Ends& ends, Vectors& w,
              PuttySolveReport& report);
  void start_gradients(const ImplicitContacts& contacts);
  /// y = (m + dt^2 K + friction) p in what is free.
  void multiply(const Task& task, const ImplicitContacts& contacts);
  int advance(const Task& task, const ImplicitContacts& contacts, double tolerance);
  void project(const ImplicitContacts& contacts, Quads<S>& a) const;
  /// z = (D^-1 + coarse) r.
  void precondition(const ImplicitContacts& contacts);

  Elasticity<S>& elastic_;
  double m_;
  Vectors raw_, reduced_, before_, from_;
  double rz_ = 0;           ///< r . z of the gradients under way
  bool weighed_ = false;    ///< the coarse lattices know this step's contacts
  Vec3d drift_{{0, 0, 0}};  ///< the mean velocity: what all do alike costs digits and strains nothing
  Quads<S> u_, y_, d_, r_, z_, p_;
  std::vector<Mat3<S>> A_, diagonal_, inverse_;
  struct Rub {
    std::uint32_t point;
    Mat3<S> A;
  };
  std::vector<Rub> rubs_;  ///< friction's part of the matrix
  HatLattices<S> coarse_;
  std::vector<Mat3<S>> held_;  ///< what obstacles and friction add to the coarse matrices
};

}  // namespace weft
