#include "world/choose_step.h"

#include <map>

#include "exec/error.h"
#include "exec/memory_archive.h"

namespace weft {
namespace {

constexpr int kTrial = 4;  // implicit steps
// Rough costs in units of an explicit step: estimates, not measurements.
constexpr double kPrepare = 5;  // diagonal and coarse level
constexpr double kNewton = 3;   // linearisation and forces
constexpr double kKrylov = 0.8;
constexpr double kOwnNewton = 0.6;  // of bodies by themselves: their contact is most of an explicit step
constexpr double kOwnKrylov = 0.05;
constexpr double kWorthwhile = 0.8;  // implicit steps damp more: they must be clearly cheaper

double explicit_dt(World& world, double t_end) {
  world.solver.step = Stepping::explicitly;
  const double dt = world.choose_dt(t_end).dt;
  world.solver.step = Stepping::implicitly;
  return dt;
}

}  // namespace

Stepping choose_step(World& world, double t_end) {
  std::map<std::string, std::string> state;
  MemoryArchive save(state, false), back(state, true);
  world.archive(save);
  double implicit_cost = 0, explicit_cost = 0;
  bool failed = false;
  try {
    for (int k = 0; k < kTrial && world.time < t_end; ++k) {
      const double short_step = explicit_dt(world, t_end);
      const StepReport r = world.step(t_end);
      explicit_cost += r.dt / short_step;
      implicit_cost += 1 + (1 + r.retries) * kPrepare + kNewton * r.solve.newton + kKrylov * r.solve.krylov +
                       kOwnNewton * r.own.newton + kOwnKrylov * r.own.krylov;
      failed |= !r.solve.converged();
    }
  } catch (const Error&) {
    failed = true;
  }
  world.archive(back);
  return !failed && implicit_cost < kWorthwhile * explicit_cost ? Stepping::implicitly : Stepping::explicitly;
}

}  // namespace weft
