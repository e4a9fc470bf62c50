/// How long a step may be.
///   cfl        dt <= cfl dx / max(|v| + |C| dx)             points must not outrun the grid
///   wave       dt <= s 2/omega,  omega^2 <= d kappa c^2/dx^2   explicit stability, c at the current state
///   mesh       dt <= s 2/omega,  omega of the fastest element
///   viscosity  dt <= s dx^2 / (nu d kappa)
/// kappa = 4 (quadratic), 3 (cubic) for moving-least-squares stress; 6, 3.137 for weight gradients.
#include <cassert>
#include <cmath>

#include "world/world.h"

namespace weft {

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
    const bool implicit = solver.step == Stepping::implicitly, own = body->own_field();
    if (implicit || own) {
      // Nothing else keeps the step short, so what gravity adds meanwhile counts: dt (v + g dt) = cfl h.
      const double g = std::sqrt(norm2(solver.gravity));
      v = 0.5 * (v + std::sqrt(v * v + 4 * g * solver.cfl * h));
    }
    if (v > 0) limit(solver.cfl * h / v, StepLimit::cfl);
    if (implicit && !l.always) continue;  // stable whatever the stiffness
    if (l.wave_speed > 0)
      limit(solver.stiffness_safety * 2 / std::sqrt(dimension * kappa) * h / l.wave_speed, StepLimit::wave);
    if (l.frequency > 0) limit(solver.stiffness_safety * 2 / l.frequency, StepLimit::mesh);
    if (l.viscosity > 0)
      limit(solver.stiffness_safety * h * h / (l.viscosity * dimension * kappa), StepLimit::viscosity);
  }
  return r;
}

/// What the bodies that stay on the processor say to a device's steps.
HostLimit World::limit_at_home() const {
  const StepReport r = longest_dt([this](const Body* body) { return !is_gone(body); });
  return {r.dt, int(r.limit)};
}

StepReport World::choose_dt(double t_end) const {
  assert(!away_);
  if (solver.dt_fixed > 0) {
    const double left = t_end - time;
    return left < solver.dt_fixed * (1 + 1e-9) ? StepReport{left, StepLimit::frame}
                                               : StepReport{solver.dt_fixed, StepLimit::fixed};
  }
  StepReport r = longest_dt([](const Body*) { return true; });
  r.dt *= dt_scale;
  // The rest of the frame in equal steps, so that none is needlessly small.
  const double left = t_end - time, count = std::ceil(left / r.dt * (1 - 1e-9));
  if (count <= 1) return {left, StepLimit::frame};
  if (count < 1e9) r.dt = std::min(r.dt, left / count);
  return r;
}

}  // namespace weft
