/// Steps on a device: bodies leave once, many steps are made there, and bodies come home when somebody wants to look
/// at them.
///   board        take: what bodies hold goes to the device                  aboard_
///   advance      steps there; the clock, loads and the last dt come back    away_: what is at home is stale
///   bring_home   what bodies hold comes back; the device goes on from its own copy
///   recall       the same, and the device forgets its copy
/// An archive that is read makes the device forget, too.
#include "world/device_fit.h"
#include "world/symmetry.h"
#include "world/world.h"

namespace weft {
namespace {

constexpr std::uint64_t kSafeSteps = 16;  // each costs a sort
/// The device makes its parcels anew and the host reads a report: little beside so many steps, which are fast.
constexpr std::uint64_t kSafeDeviceSteps = 512;
constexpr std::uint64_t kSafeStepsTogether = 64;  // not so fast

}  // namespace

void World::step_on(std::unique_ptr<DeviceEngine> engine) {
  recall();
  engine_ = std::move(engine);
  together_ = false;
  for (const auto& body : bodies) together_ |= engine_ && why_it_stays(*body);
}

std::uint64_t World::safe_steps() const {
  return !engine_ ? kSafeSteps : together_ ? kSafeStepsTogether : kSafeDeviceSteps;
}

DeviceSteps World::device_steps() const {
  DeviceSteps s;
  s.dx = solver.dx;
  s.cfl = solver.cfl;
  s.safety = solver.stiffness_safety;
  s.dt_max = solver.dt_max;
  s.dt_min = solver.dt_min;
  s.dt_fixed = solver.dt_fixed;
  s.dt_scale = dt_scale;
  s.gravity = solver.gravity;
  s.friction = [this](const Body* a, const Body* b) { return friction_of_surfaces(a, b); };
  return s;
}

void World::board() {
  if (!engine_ || aboard_) return;
  symmetry_planes(colliders, solver.dx);  // the device believes that they are some
  std::vector<Body*> guests;
  gone_.clear();
  for (const auto& body : bodies)
    if (!together_ || !why_it_stays(*body)) guests.push_back(body.get()), gone_.push_back(body.get());
  engine_->take(guests, colliders, device_steps(), time);
  aboard_ = true;
}

Advance World::advance(double t_end, std::uint64_t most) {
  if (!engine_) return step(t_end);
  DeviceReport all;
  while (true) {
    pour();
    board();
    away_ = true;
    all += advance_away(until_poured(t_end), most - all.steps);
    if (time >= t_end || all.steps >= most) return all;
  }
}

/// Sources let go what is due: bodies of the device come home for that, and leave anew.
void World::pour() {
  for (const auto& body : bodies) {
    Renewal* source = body->roles().renewal;
    if (!source || source->due() > time || (together_ && why_it_stays(*body))) continue;
    bring_home();
    if (source->renew(time)) recall();
  }
}

/// Where the device must stop for a source; not a sliver of a step away from something else.
double World::until_poured(double t_end) const {
  double end = t_end;
  for (const Body* body : gone_)
    if (body->roles().renewal) end = std::min(end, body->roles().renewal->due());
  const double sliver = 1e-3 * std::max(memory_.last_dt, memory_.held.held);
  end = std::max(end, time + sliver);
  return t_end - end > sliver ? end : t_end;
}

DeviceReport World::advance_away(double t_end, std::uint64_t most) {
  loads.resize(colliders.size());
  const DeviceReport r =
      together_ ? step_together(t_end, most) : engine_->advance(t_end, most, device_steps(), memory_);
  time = r.time;
  steps += r.steps;
  memory_ = r.memory;
  for (std::size_t i = 0; i < std::min(loads.size(), r.loads.size()); ++i)
    loads[i] += {r.loads[i].first, r.loads[i].second};
  if (r.failure.empty()) return r;
  bring_home();
  give_up(r.failure);
}

void World::bring_home() {
  if (!away_) return;
  engine_->bring_home();
  away_ = sorted_ = false;
  for (Collider& c : colliders) c.move_to(time);
}

void World::recall() {
  bring_home();
  aboard_ = false;
  gone_.clear();
}

void World::time_device_phases(bool on) {
  if (engine_) engine_->time_phases(on);
}

}  // namespace weft
