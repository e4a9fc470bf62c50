/// How long a step may be.
///   cfl        dt <= cfl dx / max(|v| + |C| dx)             points must not outrun the grid
///   wave       dt <= s 2/omega,  omega^2 <= d kappa c^2/dx^2   explicit stability, c at the current state
///   mesh       dt <= s 2/omega,  omega of the fastest element
///   viscosity  dt <= s dx^2 / (nu d kappa)
/// What is shortest is not followed step by step, but held (math/steady.h): a dt that follows the state swings with it,
/// and pumps energy into what vibrates in explicit steps (docs/step.md).
/// kappa = 4 (quadratic), 3 (cubic) for moving-least-squares stress; 6, 3.137 for weight gradients.
#include <cassert>
#include <cmath>

#include "math/parts.h"
#include "world/world.h"

namespace weft {
namespace {

constexpr double kFirst = 0.01;  // of statics where nothing falls [s]

}  // namespace

/// Of those bodies that some condition holds for; ends of frames not counted.
template <class Which>
StepReport World::longest_dt(Which&& counts) const {
  StepReport r{solver.dt_max, StepLimit::max};
  const auto limit = [&r](double dt, StepLimit why) {
    if (dt < r.dt) r = {dt, why};
  };
  const double h = solver.dx, dimension = solver.plane ? 2 : 3;
  const double kappa = solver.kernel_stiffness();
  for (const auto& body : bodies) {
    if (!body->size() || !counts(body.get())) continue;
    const Limits l = body->limits();
    double v = l.speed + l.gradient * h;
    const bool implicit = solver.implicit_steps(), own = body->own_field();
    if (implicit || own) {
      // Nothing else keeps the step short, so what gravity adds meanwhile counts: dt (v + g dt) = cfl h.
      const double g = std::sqrt(norm2(solver.gravity));
      v = 0.5 * (v + std::sqrt(v * v + 4 * g * solver.cfl * h));
    }
    if (v > 0 && !(own && is_static())) limit(solver.cfl * h / v, StepLimit::cfl);
    if (implicit && !l.always) continue;  // stable whatever the stiffness
    if (l.wave_speed > 0)
      limit(solver.stiffness_safety * 2 / std::sqrt(dimension * kappa) * h / l.wave_speed, StepLimit::wave);
    if (l.frequency > 0) limit(solver.stiffness_safety * 2 / l.frequency, StepLimit::mesh);
    if (l.viscosity > 0)
      limit(solver.stiffness_safety * h * h / (l.viscosity * dimension * kappa), StepLimit::viscosity);
  }
  return r;
}

/// Statics: a step may be as long as what is explicit in it allows.
StepReport World::static_dt() const {
  StepReport r = longest_dt([](const Body*) { return true; });
  const double g = std::sqrt(norm2(solver.gravity));
  const double first = g > 0 ? std::sqrt(solver.cfl * solver.dx / g) : kFirst;
  const double wanted = statics_.dt > 0 ? statics_.dt : first;
  if (wanted < r.dt) r = {wanted, StepLimit::frame};
  r.dt *= dt_scale;
  return r;
}

/// What the bodies that stay on the processor say to a device's steps.
HostLimit World::limit_at_home() const {
  const StepReport r = longest_dt([this](const Body* body) { return !is_gone(body); });
  return {r.dt, int(r.limit)};
}

StepReport World::choose_dt(double t_end, Steady& held) const {
  assert(!away_);
  if (is_static()) return static_dt();
  const double left = t_end - time;
  const auto until = [left](double dt, StepLimit why) {
    return StepReport{dt, dt < left ? why : StepLimit::frame};
  };
  if (solver.dt_fixed > 0) return until(fixed_part(left, solver.dt_fixed), StepLimit::fixed);
  const StepReport r = longest_dt([](const Body*) { return true; });
  if (solver.step == Stepping::implicitly) held.held = r.dt * dt_scale;  // which pumps nothing
  else held.follow(r.dt * dt_scale);
  return until(equal_part(left, held.held), r.limit);
}

}  // namespace weft
