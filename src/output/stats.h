/// A row of stats.csv: what a frame was and what it cost. Columns whose names begin with "seconds" are the
/// only ones that differ between two runs of one scene.
#pragma once
#include <algorithm>
#include <cstdint>
#include <map>
#include <string>

#include "world/world.h"

namespace weft {

/// Sums over the steps of the frame in progress. Part of a checkpoint.
struct FrameSteps {
  std::uint64_t steps = 0, retries = 0;
  std::uint64_t newton = 0, krylov = 0,
                unconverged = 0;                ///< implicit steps: iterations; steps that did not converge
  double residual = 0;                          ///< implicit steps: the largest
  std::string stop = "none";                    ///< implicit steps: why the last unconverged one stopped
  StrandReport strands;                         ///< strands that met as geometry
  SurfaceReport surfaces;                       ///< surfaces that did
  double dt_sum = 0;                            ///< [s]
  std::map<std::string, std::uint64_t> limits;  ///< steps that each limit set
  void add(const StepReport& r);
  void add(const DeviceReport& r);
  /// The limit of most steps; the end of the frame counts only when nothing else limited.
  std::string limit() const;
  double dt() const { return steps ? dt_sum / double(steps) : 0; }  ///< mean step [s]
};

/// A run can be stopped and continued with the same bits after so many steps of a frame.
inline bool is_safe(const World& world, const FrameSteps& steps) {
  return steps.steps % world.safe_steps() == 0;
}
/// Between two steps of a frame that ends at `end`: what a run that goes on from here would not know is forgotten.
inline bool forget_where_safe(World& world, const FrameSteps& steps, double end) {
  const bool forget = world.time < end && is_safe(world, steps);
  if (forget) world.forget_order();
  return forget;
}
/// At the end of a frame that needed no smaller steps they may grow again.
inline void grow_steps(World& world) { world.dt_scale = std::min(1.0, 2 * world.dt_scale); }

struct FrameStats {
  std::int64_t frame = 0;
  double time = 0, dt = 0;  ///< [s]
  std::string limit = "start";
  std::uint64_t substeps = 0, retries = 0, rollbacks = 0, points = 0;
  std::uint64_t newton = 0, krylov = 0, unconverged = 0;
  double residual = 0;
  std::string stop = "none";
  StrandReport strands;
  SurfaceReport surfaces;
  Totals totals;
  Vec3d angular{{0, 0, 0}};     ///< angular momentum about the origin [kg m^2/s]
  double gravity = 0;           ///< potential energy [J]
  double penetration = 0;       ///< how deep the deepest place of anything is inside a collider [m]
  std::uint64_t crossings = 0;  ///< pairs of triangles (or segments and triangles) that cross
  std::uint64_t state_hash = 0;
  std::string device = "cpu";  ///< where its last steps were made
  std::size_t memory = 0;      ///< bytes the world holds
  double seconds = 0;          ///< wall time of the frame
  PhaseTimes phases;
};

std::string stats_header();
std::string stats_row(const FrameStats& s);
/// Measures the world as it is, but for what crosses.
FrameStats measure_frame(World& world, std::int64_t frame, const FrameSteps& steps);

}  // namespace weft
