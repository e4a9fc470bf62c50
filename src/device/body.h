/// A body on a device: what the engine (engine.inl) asks of it, in the order of a step.
///
///   p2g, merge, obstacles, decide      the engine's: nodes have velocities, the step is accepted or refused; dt of
///                                      the next step is known from here on
///   sort                               where points may leave the room of their lists
///   step                               answers in, points move, parcels for the next step out
///
/// Parcels have two forms, in the same memory:
///   ready   p, Q with dt times forces and stress of the step to come     (what p2g scatters)
///   rest    v, C                                                         (at the ends of frames, and while dt changes)
/// A refused step is `unmake` with the dt that was refused and `make` with the new one. Until `step` a body has not
/// changed, so that a refused step loses nothing.
///
/// Kernels are launched once into a graph and run many times: sizes are fixed, pointers do not move, everything that
/// changes is in Control. Each looks there whether it is wanted.
#pragma once
#include <vector>

#include "bodies/device_data.h"
#include "device/obstacles.h"
#include "device/sort.h"

namespace weft::WEFT_DEVICE {

struct MeshPins;

/// What the kernels of bodies read.
struct StepView {
  SortView sort;  ///< control, lists, blocks, nodes, parcels
  ObstacleView obstacles;
  BodyPeaks* peaks;  ///< one per body, maxima since the last decision

  WEFT_KERNEL const Control& control() const { return *sort.control; }
};

/// A set of parcels that a body gives the grid.
struct SetPlan {
  std::size_t count;
  bool moves;  ///< its parcels are kept in the order of blocks: the body gathers them in the step that sorts
  float mass;  ///< of the heaviest parcel [kg]
};

class DeviceBody {
 public:
  virtual ~DeviceBody() = default;
  virtual std::vector<SetPlan> sets() const = 0;
  virtual BodyRule rule() const = 0;
  /// Memory was given out: its sets are `set`, `set + 1`, ..., their parcels begin at `first` (one per set), its peaks
  /// are peaks[body]. The state goes from the host to parcels in the rest form, places in parcels.a[control.where]
  /// (0), and to the body's own memory.
  virtual void settle(Stream& stream, const StepView& view, int set, const std::vector<unsigned>& first, int body) = 0;
  /// Memory moved: what kernels of it are launched with from now on.
  virtual void see(const StepView& view) = 0;
  /// From the rest form: the largest of what limits the next step goes to its peaks.
  virtual void measure(Stream& stream) = 0;
  /// Rest form to ready form, for a step of control.carried. And back, for what was made for a step of
  /// control.replaced.
  virtual void make(Stream& stream, When when) = 0;
  virtual void unmake(Stream& stream, When when) = 0;
  /// Points move with control.dt; parcels for control.carried, places in parcels.a[control.to]; base nodes and bounds
  /// of each block of its lists (blocks.info); peaks. When sorting, nodes have the numbers of the old table
  /// (neighbour_old) and sets that move are gathered in the order of their lists.
  virtual void step(Stream& stream, When when) = 0;
  /// From the rest form back to where settle took it. Between steps.
  virtual void take(Stream& stream) = 0;
  /// A surface that meets others once `step` has moved its vertices (device/surfaces/): null where it has none. `kick`
  /// is what that changes in their velocities; `answer` is the rest of the step, after it.
  virtual const SurfaceData* surface(MeshPins& pins, unsigned& parcels) const {
    (void)pins, (void)parcels;
    return nullptr;
  }
  virtual void see_kick(const Quad* kick) { (void)kick; }
  virtual void answer(Stream& stream, When when) { (void)stream, (void)when; }
  virtual std::size_t bytes() const = 0;
};

}  // namespace weft::WEFT_DEVICE
