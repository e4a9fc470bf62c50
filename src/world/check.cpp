/// Whether a step may move things: the phases `dt` and `check`.
///   dt      as long as is safe; hopeless when it falls to nothing
///   check   no node, and no point of a body with a field of its own, moves more than a cell; everything is a
///           number; an implicit solve has converged. Nothing of the bodies has changed yet, so that a smaller
///           step starts from the same state.
#include <cmath>
#include <limits>

#include "exec/error.h"
#include "world/work.h"

namespace weft {
namespace {

constexpr int kRetries = 12;  // dt shrinks by 4096 before a step is given up
constexpr int kPatience = 3;  // shorter steps that an implicit solve without convergence may ask for
constexpr double kFastestNode =
    1.0;  // cells per step: beyond this the step was too long, whatever dt promised
constexpr double kSuddenDrop = 1e-4;  // a dt this much below the last one means a point went wild

}  // namespace

void World::take_dt(Work& w) {
  const double before = memory_.held.held;
  w.report = choose_dt(w.t_end, memory_.held);
  const bool frame = w.report.limit == StepLimit::frame;  // what is left of it may be as little as it likes
  if (!(w.report.dt > (frame ? 0 : solver.dt_min)) || memory_.held.held < kSuddenDrop * before)
    give_up("the time step fell to " + std::to_string(w.report.dt) + " s");
}

void World::check(Work& w) {
  const bool implicit = w.step.implicit, fixed = solver.dt_fixed > 0;
  const bool solved =
      !implicit || (w.report.solve.converged() && w.own_solved) || w.report.retries >= kPatience;
  double own = 0;
  for (const auto& f : fields_)
    own = std::max(own, f->body->roles().field->trial_speed() * w.step.dt / w.step.dx);
  // A rigid body or a solid that outruns its cells misses others, but is no nonsense: where the scene says how
  // long steps are, that is its word.
  const bool own_good = own <= kFastestNode || (fixed && std::isfinite(own));
  w.accepted = w.fastest <= kFastestNode && solved && own_good;
  if (w.accepted) {
    drift_ += w.fastest;
    return;
  }
  const double fastest = std::max(w.fastest, own);
  const bool nonsense = !std::isfinite(w.fastest) && !implicit;
  if (w.report.retries == kRetries || (fixed && !implicit) || nonsense)
    give_up(std::isfinite(fastest) ? "material moves more than a cell in any step that was tried"
                                   : "a velocity is not a number");
  w.report.dt *= 0.5;
  w.report.limit = StepLimit::retry;
  ++w.report.retries;
}

void World::give_up(const std::string& why) const {
  for (const auto& body : bodies)
    if (const std::size_t i = body->first_bad(); i < body->size())
      throw Error("E0501", why + ": object \"" + body->name() + "\" has a point that is not a number", {},
                  "the run folder keeps the last good state and the offending points under crash/",
                  Exit::simulation);
  throw Error("E0501", why, {}, "look for speeds or stiffnesses that are far too large for the scene's size",
              Exit::simulation);
}

}  // namespace weft
