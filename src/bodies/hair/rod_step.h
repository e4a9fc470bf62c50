/// One step of a rod's own motion (HGG19, section 5): first velocities, then,
/// when contact has changed them, places.
///
///   explicit:  v <- v + kick (g - dE/dx / m)                                      dt < stable_step
///   implicit:  v <- u / dt,  where u, theta minimise
///                m/(2 dt^2) |u - dt v - dt^2 g|^2 + I/(2 dt^2) (theta - theta^)^2 + E(x + u, theta)
///              by Newton's steps with the Gauss-Newton matrix, a banded solve for each, and
///              backtracking
///   stages:    the implicit step by tr_bdf2 (grid/integrator.h), two of those of length d dt
///   advance:   x <- x + dt v, frames carried along, then theta in equilibrium where it has no inertia
///
/// Prescribed vertices and edges (free_x, free_theta = 0) keep the velocity they were given.
/// T = double or Pack<Real>.
#pragma once
#include "bodies/hair/rod_matrix.h"
#include "bodies/hair/rod_obstacles.h"

namespace weft {

struct RodStepOptions {
  double dt = 1e-3;
  double kick = 0;  ///< how long explicit forces act (Step::kick); 0: dt
  Vec3d gravity{};
  int iterations = 20;  ///< at most so many Newton steps
  double tolerance =
      1e-4;          ///< done when the next step would move no vertex by more than this part of its edge
  int halvings = 8;  ///< at most so many when a doubtful Newton step raises the energy; 0: not looked at
  int twist_iterations = 1;
};

/// Memory of the solver, kept between steps.
template <class T>
struct RodScratch {
  RodPose<T> now, next;  ///< x holds displacements from the step's start
  RodStrains<T> strains, next_strains;
  Banded<T> matrix;
  Array<Vec3<T>> edge, goal, step;
  Array<T> goal_theta, step_theta;
  Array<T> side;  ///< edges: stiffness sideways, from the tension that the last Newton step led to
  Array<T> diagonal, off, right, second, second_off;  ///< of the twist's own equations
  Array<Vec3<T>> gx;
  Array<T> gtheta;
  RodObstacles<T>* obstacles = nullptr;  ///< of the step that is being made, null: none

  void resize(std::size_t vertices);
};

/// The longest explicit step: stretch L sqrt(m/EA), bending, and twist where it has inertia (all lanes).
template <class T>
double stable_step(const Rod<T>& rod);

template <class T>
void explicit_velocities(Rod<T>& rod, const RodStepOptions& o, RodScratch<T>& w);

/// Returns the Newton steps made. `obstacles` may ask for a few more than the options allow.
template <class T>
int implicit_velocities(Rod<T>& rod, const RodStepOptions& o, RodScratch<T>& w,
                        RodObstacles<T>* obstacles = nullptr);

/// What a step of two stages begins with, and what its velocities at the end are beyond those that move the rod.
template <class T>
struct RodStages {
  Array<Vec3<T>> v, fall;  ///< when the step begins; what else than elasticity and gravity adds
  Array<T> theta_dot;
  /// What elasticity did when the solve before ended, or, for twist with inertia, 0 else; then when this one did
  /// [m/s^2], [rad/s^2]. Not found from places: in floats what rounds them would be forces.
  Array<Vec3<T>> own;
  Array<T> own_theta;
  RodPose<T> pose;
  Array<Vec3<T>> beyond;
  Array<T> beyond_theta;
};

/// rod.v: v of `stages`, and what pushes besides; then what moves the rod. Returns the Newton steps made.
template <class T>
int stage_velocities(Rod<T>& rod, const RodStepOptions& o, RodStages<T>& stages, RodScratch<T>& w);

/// own of `stages` after a step of backward Euler from velocities v, theta_dot.
template <class T>
void find_own(const Rod<T>& rod, const RodStepOptions& o, const Array<Vec3<T>>& v, const Array<T>& theta_dot,
              RodStages<T>& stages);

template <class T>
void advance(Rod<T>& rod, const RodStepOptions& o, RodScratch<T>& w);

/// Angles of free edges in equilibrium at the present place: Newton's method on the tridiagonal equations.
template <class T>
void balance_twist(Rod<T>& rod, int iterations, RodScratch<T>& w);

/// Velocities of the root so that after dt it is at x0, x1 with its material director along m1; it is
/// prescribed from now on. theta^0 is the angle nearest to what it was.
template <class T>
void prescribe_root(Rod<T>& rod, const Vec3<T>& x0, const Vec3<T>& x1, const Vec3<T>& m1, double dt);

/// Energies of motion and of deformation of all strands, and their momentum.
struct RodTotals {
  double kinetic = 0, stretch = 0, bend = 0, twist = 0;
  Vec3d momentum{};
};
template <class T>
RodTotals totals_of(const Rod<T>& rod, int lanes, RodScratch<T>& w);

}  // namespace weft
