/// A world: bodies, colliders, a sparse grid and a clock.
#pragma once
#include <atomic>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "bodies/body.h"
#include "contact/collider.h"
#include "contact/own_field.h"
#include "contact/rigid_contacts.h"
#include "contact/strands/meeting.h"
#include "contact/surfaces/report.h"
#include "device/engine.h"
#include "grid/grid.h"
#include "world/phases.h"
#include "world/solver.h"
#include "world/statics.h"

namespace weft {

/// What kept dt down (docs/step.md, dt).
enum class StepLimit { max, cfl, wave, mesh, viscosity, frame, fixed, retry };
constexpr const char* name_of(StepLimit l) {
  constexpr const char* names[] = {"max", "cfl", "wave", "mesh", "viscosity", "frame", "fixed", "retry"};
  return names[int(l)];
}

/// What one step did.
struct StepReport {
  double dt = 0;
  StepLimit limit = StepLimit::max;
  int retries = 0;           ///< times the step was rolled back and tried smaller
  SolveReport solve{};       ///< implicit steps: sums over all tries, residual and stop of the last
  SolveReport own{};         ///< implicit steps: what bodies solved by themselves, in the last try
  StrandReport strands{};    ///< strands that meet as geometry
  SurfaceReport surfaces{};  ///< surfaces that do
};

/// What `advance` did: one step of the processor, or many of a device.
using Advance = std::variant<StepReport, DeviceReport>;

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

/// What steps cost that the processor and a device make together.
struct Sharing {
  std::uint64_t steps = 0;
  std::uint64_t blocks = 0, places = 0;  ///< of nodes, to and fro; of parcels that the processor had to see
  double seconds = 0, waited = 0;        ///< in all; of these the device waited for the processor [s]
};

class SurfaceMeeting;   // contact/surfaces/meeting.h
struct ImplicitMemory;  // world/implicit/implicit.h

class World {
 public:
  World();
  ~World();
  World(World&&) noexcept;
  World& operator=(World&&) noexcept;

  Solver solver;
  std::vector<PairFriction> pairs;
  std::vector<Joint> joints;
  std::vector<std::unique_ptr<Body>> bodies;
  std::vector<Collider> colliders;
  double time = 0;  ///< [s]
  std::uint64_t steps = 0;
  /// Steps are this much smaller than they could be; halved when a frame is tried again.
  double dt_scale = 1;
  PhaseTimes times;
  std::vector<ColliderLoad> loads;  ///< one per collider, summed over steps until somebody clears it

  PhaseLog phase_log;  ///< when set: told what the world holds after every phase

  /// One step of the processor that does not pass t_end. Throws Error E0501 or E0502 (exit 3) when the state is
  /// past mending.
  StepReport step(double t_end);

  // Steps on a device (world/on_device.cpp).
  /// From now on `advance` is the engine's; null: the processor's. device_fit.h chooses.
  void step_on(std::unique_ptr<DeviceEngine> engine);
  const DeviceEngine* engine() const { return engine_.get(); }
  /// One step of the processor, or at most `most` steps of the device, none past t_end. Throws as `step` does.
  Advance advance(double t_end, std::uint64_t most);
  /// A run can be stopped and continued with the same bits after every so many steps of a frame, counted from
  /// its beginning.
  std::uint64_t safe_steps() const;
  /// Bodies leave for the device, where they are not there yet: what it lacks is told before the first step.
  void board();
  /// After `advance` bodies must come home before anybody looks at them; the device keeps its copy.
  void bring_home();
  /// The same, and they may be changed: the device takes them anew.
  void recall();
  /// Some bodies stay on the processor while others are stepped on the device.
  bool together() const { return together_; }
  Sharing sharing;  ///< summed over steps until somebody clears it
  /// While the device steps the engine's phases are timed one by one.
  void time_device_phases(bool on);

  /// The dt the next step would take if nothing ended, and what limits it.
  StepReport choose_dt(double t_end) const {
    Steady held = memory_.held;
    return choose_dt(t_end, held);
  }
  /// Forgets the order of points, so that a run resumed from here continues with the same bits.
  void forget_order();
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
  struct Work;  // what the phases of one step pass on (world/work.h)

  // The phases, in the order of step.cpp.
  void renew(Work& w);
  void take_dt(Work& w);
  void sharpen(Work& w);
  void move_colliders(Work& w);
  void accelerate(Work& w);
  void sort(Work& w);
  void scatter(Work& w);
  void form_velocities(Work& w);
  void solve(Work& w);
  void couple_fields(Work& w);
  void meet_colliders(Work& w);
  void stop_skins(Work& w);
  void meet_rigidly(Work& w);
  void check(Work& w);
  void gather(Work& w);
  void meet_strands(Work& w);
  Real empty_mass() const;
  void keep_out(Work& w);
  void hold_barred(Work& w);
  void meet_surfaces(Work& w);
  void count_crossings(Work& w);
  void end_step(Work& w);

  // `step = "static"` (world/statics.cpp).
  bool is_static() const { return solver.step == Stepping::statically; }
  void begin_static(const Work& w);
  StepReport static_dt() const;
  void end_static(StepReport& r);
  bool rests_with_contact();
  void take_rest(double left, double bears, double share, double dt);
  bool steps_are_implicit_throughout() const;

  void run(Phase phase, void (World::*work)(Work&), Work& w);
  std::uint64_t phase_hash(Phase phase);
  StepReport finish(Work& w);
  void find_fields();
  void sort_fields();
  void sort_main(Work& w);
  std::vector<Barrier> find_barriers(Body& body, SurfacePoints* skin, const Step& step) const;
  Step begin(double dt);
  struct Share {
    Phase phase;
    std::atomic<std::uint64_t>& ticks;
  };
  void book(double spent, Share a, Share b);
  double farthest_prescribed(const Step& step, double drifted) const;
  double friction_between(const Body* a, const Body* b) const;
  double friction_with(const Body* a, std::size_t collider) const;
  double friction_of_surfaces(const Body* a, const Body* b) const;
  std::vector<const Body*> owners(std::span<Parcels* const> sets) const;
  std::vector<char> geometric_sets() const;
  [[noreturn]] void give_up(const std::string& why) const;
  DeviceSteps device_steps() const;
  DeviceReport advance_away(double t_end, std::uint64_t most);
  void pour();
  double until_poured(double t_end) const;
  // Steps of which a device makes a part (world/shared_step.cpp).
  DeviceReport step_together(double t_end, std::uint64_t most);
  void step_together(double t_end, std::uint64_t most, DeviceReport& met);
  void renew_together(Work& w);
  std::optional<bool> try_together(Work& w);
  void end_together(Work& w, DeviceReport& met);
  void sort_together(Work& w);
  void find_guests(Work& w, std::span<const std::uint64_t> keys);
  void share_nodes(Work& w);
  std::optional<double> meet_together(Work& w);
  bool good_together(const Work& w, double fastest) const;
  template <class Which>
  StepReport longest_dt(Which&& counts) const;
  StepReport choose_dt(double t_end, Steady& held) const;
  HostLimit limit_at_home() const;
  bool is_gone(const Body* body) const;

  Grid grid_;
  std::vector<std::unique_ptr<OwnField>> fields_;  ///< one per body with a velocity field of its own
  RigidContacts rigid_contacts_;
  StrandMeeting strand_meeting_;
  std::unique_ptr<SurfaceMeeting> surface_meeting_;
  Statics statics_;
  std::shared_ptr<ImplicitMemory> implicit_memory_;
  bool sorted_ = false;
  double drift_ = 0;   ///< how far a point may have moved since the last sort, in cells
  StepMemory memory_;  ///< of the steps before
  std::unique_ptr<DeviceEngine> engine_;
  bool aboard_ = false;            ///< the device has the bodies
  bool away_ = false;              ///< and what they hold at home is stale
  bool together_ = false;          ///< some bodies stay while others are aboard
  std::vector<const Body*> gone_;  ///< those that are aboard
};

}  // namespace weft
