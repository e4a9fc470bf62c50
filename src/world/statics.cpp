/// Statics. A step that begins without velocities leaves M v = dt r, r the forces that are not yet balanced where it
/// ends (implicit steps) or began (explicit ones), contact and friction among them: so
///   r/M = v/dt,   at rest:  rms(v)/dt <= rest max(|g|, the greatest seen)
/// is a statement about true forces, whatever dt is.
///   bodies that seek rest together with contact     one step of Newton's method (contact/surfaces/rest_search.h), which tells r
///   others, implicit alone   velocities are taken before every step, and dt doubles while nothing moves far
///   others among them        velocities are taken when kinetic energy passes a peak (kinetic damping)
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "bodies/resting.h"
#include "contact/surfaces/meeting.h"
#include "exec/error.h"
#include "world/work.h"

namespace weft {
namespace {

constexpr double kFar = 0.3;  // cells: a step that moves less may be followed by one twice as long
constexpr double kGrowth = 2;
constexpr double kPoor = 0.1;       // of a step: it was too long
constexpr double kShortest = 1e-5;  // [s]

}  // namespace

bool World::steps_are_implicit_throughout() const {
  for (const auto& body : bodies)
    if (!body->own_field() || body->limits().always) return false;
  return true;
}

/// All bodies can, and there is something to meet.
bool World::rests_with_contact() {
  for (const auto& body : bodies)
    if (!body->roles().rests) return false;
  SurfaceMeeting::Setting s;
  s.bodies = bodies;
  s.colliders = colliders;
  return !bodies.empty() && surface_meeting_->find(s);
}

void World::begin_static(const Work& w) {
  Statics& s = statics_;
  if (s.end != w.t_end) s = {.end = w.t_end, .load = std::max(s.load, std::sqrt(norm2(solver.gravity)))};
  const bool together = rests_with_contact();
  for (const auto& body : bodies)
    if (auto* rests = body->roles().rests) rests->seek_rest(together);
  if (!s.still) return;
  for (const auto& body : bodies)
    for (std::size_t i = 0; i < body->size(); ++i) body->spoil(i, Vec3d::zero());
}

/// Contact says what is left over, and how much of a step of dt was good.
void World::take_rest(double left, double bears, double share, double dt) {
  Statics& s = statics_;
  s.left = left;
  if (s.steps == 0) s.load = std::max(s.load, bears);
  if (std::sqrt(norm2(solver.gravity)) == 0) s.load = std::max(s.load, left);
  s.dt = share < kPoor ? std::max(dt / kGrowth, kShortest) : share < 1 ? dt : dt * kGrowth;
}

void World::end_static(StepReport& r) {
  Statics& s = statics_;
  const bool together = rests_with_contact();
  const Totals t = totals();
  double farthest = 0;
  for (const auto& body : bodies) farthest = std::max(farthest, body->limits().speed * r.dt / solver.dx);
  if (together) {
    if (s.left <= solver.rest * s.load) time = s.end;
  } else if (s.still) {
    s.left = t.mass > 0 ? std::sqrt(2 * t.kinetic / t.mass) / r.dt : 0;
    s.load = std::max(s.load, s.left);
    if (s.left <= solver.rest * s.load) time = s.end;
  }
  ++s.steps;
  if (time < s.end && s.steps >= std::uint64_t(solver.rest_steps))
    throw Error("E0504",
                fmt::format("no rest after {} steps: {:.2g} of the load is left over, {:.2g} is asked for",
                            s.steps, s.left / s.load, solver.rest),
                {}, "raise solver.rest_steps or solver.rest, or see whether anything holds what should rest",
                Exit::simulation);
  if (!together)
    s.dt = farthest < kFar && r.retries == 0 && r.limit == StepLimit::frame ? kGrowth * r.dt : r.dt;
  const bool peak = t.kinetic < s.kinetic;
  s.still = steps_are_implicit_throughout() || peak || time == s.end;
  s.kinetic = s.still ? 0 : t.kinetic;
  r.solve.residual = time == s.end && s.load > 0 ? s.left / s.load : 0;
}

}  // namespace weft
