/// A world: bodies, colliders, a sparse grid and a clock.
#pragma once
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "bodies/body.h"
#include "contact/collider.h"
#include "contact/own_field.h"
#include "contact/rigid_contacts.h"
#include "contact/strands/meeting.h"
#include "grid/grid.h"
#include "world/implicit/implicit.h"
#include "world/solver.h"

namespace weft {

/// What one step did.
struct StepReport {
  double dt = 0;
  const char* limit = "";  ///< what kept dt down: "cfl" "wave" "viscosity" "frame" "max" "fixed" "retry"
  int retries = 0;         ///< times the step was rolled back and tried smaller
  SolveReport solve{};     ///< implicit steps: sums over all tries, residual and stop of the last
  StrandReport strands{};  ///< strands that meet as geometry
};

/// Wall-clock seconds a phase took since last reset; names as in docs/step.md.
struct PhaseTimes {
  double dt = 0, colliders = 0, sort = 0, load = 0, p2g = 0, velocity = 0, contact = 0, g2p = 0, unload = 0,
         elements = 0, solve = 0, accelerate = 0, fields = 0, strands = 0;
};

/// What a collider took from the material since last reset.
struct ColliderLoad {
  Vec3d impulse{{0, 0, 0}};  ///< on the collider [N s]
  Vec3d angular{{0, 0, 0}};  ///< about the collider's origin [N m s]
  ColliderLoad& operator+=(const ColliderLoad& b) {
    impulse += b.impulse;
    angular += b.angular;
    return *this;
  }
};

/// Friction between two bodies, instead of what follows from each by itself.
struct PairFriction {
  std::size_t body;                       ///< one that steps its own velocities
  std::optional<std::size_t> other_body;  ///< any,
  std::optional<std::size_t> collider;    ///< or an obstacle
  double friction;
};

class World {
 public:
  Solver solver;
  std::vector<PairFriction> pairs;
  std::vector<Joint> joints;
  std::vector<std::unique_ptr<Body>> bodies;
  std::vector<Collider> colliders;
  double time = 0;  ///< [s]
  std::uint64_t steps = 0;
  double dt_scale =
      1;  ///< steps are this much smaller than they could be; halved when a frame is tried again
  PhaseTimes times;
  std::vector<ColliderLoad> loads;  ///< one a collider, summed over steps until somebody clears it

  /// One step that does not pass t_end. Throws Error E0501 or E0502 (exit 3) when the state is past mending.
  StepReport step(double t_end);
  /// The dt the next step would take if nothing ended, and what limits it.
  StepReport choose_dt(double t_end) const;
  /// Forgets the sorting, so that a run resumed from here continues with the same bits.
  void settle() { sorted_ = false; }
  std::uint64_t hash();
  void archive(Archive& a);

  Totals totals() const;
  double gravity_energy() const;  ///< [J]
  /// Angular momentum about the origin, the affine part included [kg m^2/s].
  Vec3d angular_momentum() const;
  std::size_t size() const;  ///< parcels of all bodies
  std::size_t memory_bytes() const;
  const Grid& grid() const { return grid_; }

 private:
  Step begin(double dt);
  void sort(const std::vector<Parcels*>& sets);
  /// v = p/m + dt g; returns the mass below which a node is empty.
  Real form_velocities(const Step& step, const std::vector<SymmetryPlane>& mirrors);
  /// Both return the fastest node in cells a step, or infinity when some velocity is not a number.
  double velocity_and_contact(const Step& step, const std::vector<Parcels*>& sets,
                              std::vector<ColliderLoad>& loads);
  double velocity_and_solve(const Step& step, const std::vector<Parcels*>& sets,
                            std::vector<ColliderLoad>& loads, SolveReport& report);
  /// Points of surfaces that sank into an obstacle come back to its face.
  /// Returns how far the farthest was moved [m].
  double keep_out(const Step& step, std::vector<ColliderLoad>& loads);
  // Bodies that step their own velocities (world/fields.cpp).
  void find_fields();
  void accelerate(const Step& step);
  void sort_fields();
  void couple_fields(const Step& step, std::span<Parcels* const> sets, Real empty);
  void stop_skins(const Step& step, std::vector<ColliderLoad>& loads);
  void meet_rigidly(const Step& step, std::vector<ColliderLoad>& loads);
  double friction_between(const Body* a, const Body* b) const;
  double friction_with(const Body* a, std::size_t collider) const;
  std::vector<const Body*> owners(std::span<Parcels* const> sets) const;
  double led_farther(const Step& step, double drifted) const;
  [[noreturn]] void give_up(const std::string& why) const;

  Grid grid_;
  std::vector<std::unique_ptr<OwnField>> fields_;  ///< one a body that steps its own velocities
  RigidContacts rigid_contacts_;
  StrandMeeting strand_meeting_;
  bool sorted_ = false;
  double drift_ = 0;    ///< how far a point may have moved since the last sort, in cells
  double last_dt_ = 0;  ///< of the step before, end of frame not counted
};

}  // namespace weft
