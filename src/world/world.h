/// A world: bodies, colliders, a sparse grid and a clock.
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "bodies/body.h"
#include "contact/collider.h"
#include "grid/grid.h"

namespace weft {

struct Solver {
  double dx = 0.02;                     ///< grid spacing [m]
  int degree = 2;                       ///< B-spline degree 1..3
  bool plane = false;                   ///< plane strain: one layer of nodes in y
  bool weight_gradient = false;         ///< stress through weight gradients instead of moving least squares
  double cfl = 0.3;                     ///< cells a point may move a step
  double stiffness_safety = 0.7;        ///< part of the explicit stability limit that is used
  double dt_max = 1e-2;                 ///< [s]
  double dt_min = 1e-9;                 ///< a step below this is hopeless [s]
  double dt_fixed = 0;                  ///< when > 0: exactly this step, no automatic choice [s]
  Vec3d gravity{{0, 0, -9.81}};         ///< [m/s^2]
};

/// What one step did.
struct StepReport {
  double dt = 0;
  std::string limit;   ///< "cfl", "wave", "viscosity", "frame", "max", "fixed"
  int retries = 0;     ///< times the step was rolled back and tried smaller
};

/// Seconds a phase took, summed over threads, since last reset.
struct PhaseTimes {
  double dt = 0, colliders = 0, load = 0, sort = 0, p2g = 0, velocity = 0, contact = 0, g2p = 0, unload = 0, check = 0;
};

/// Impulse a collider gave the material since last reset.
struct ColliderLoad {
  Vec3d impulse{{0, 0, 0}};   ///< on the collider [N s]
  Vec3d angular{{0, 0, 0}};   ///< about the collider's origin [N m s]
};

class World {
 public:
  Solver solver;
  std::vector<std::unique_ptr<Body>> bodies;
  std::vector<Collider> colliders;
  double time = 0;
  std::uint64_t steps = 0;

  /// One step that does not pass t_end. Throws Error E0501 (exit 3) when hopeless.
  StepReport step(double t_end);
  /// Forget the order of parcels, so that a run resumed here continues with the same bits.
  void settle();
  std::uint64_t hash();
  void archive(Archive& a);

  double gravity_energy() const;  ///< [J]
  Totals totals() const;
  std::size_t size() const;
  std::size_t memory_bytes() const;

  PhaseTimes times;
  std::vector<ColliderLoad> loads;  ///< one a collider
  double dt_scale = 1;              ///< halved by rollback to a checkpoint, recovers slowly
  int spoiled_retries = 0;

 private:
  Grid grid_;
  double drift_ = 0;  ///< how far a point may have moved since the last sort, in cells
  bool sorted_ = false;
};

}  // namespace weft
