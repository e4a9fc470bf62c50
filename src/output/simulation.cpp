#include "output/simulation.h"

#include <fmt/format.h>

#include <cmath>

#include "bodies/handles.h"
#include "bodies/pins.h"
#include "bodies/rigid/rigid_body.h"
#include "exec/clock.h"
#include "exec/memory_archive.h"
#include "world/choose_step.h"

namespace weft {
namespace {

constexpr int kMostRollbacks = 4;     // of a frame
constexpr double kAskSeconds = 0.05;  // between two questions whether to stop
constexpr double kPatience = 1;       // for a place where stopping costs no bits [s]

Wrench mean(const Vec3d& impulse, const Vec3d& angular, double seconds) {
  if (!(seconds > 0)) return {};
  return {impulse * (1 / seconds), angular * (1 / seconds)};
}

}  // namespace

Simulation::Simulation(const Scene& scene)
    : scene_(with_absolute_files(scene)), ready_(make_running(scene_)) {
  world().board();  // a card that is too small says so now
  state_.frame = scene_.time.first;
  finish_frame();
}

Simulation::~Simulation() = default;

double Simulation::frame_end(std::int64_t frame) const {
  const TimeSpec& t = scene_.time;
  return frame <= t.last ? t.at(int(frame)) : t.end + double(frame - t.last) / t.fps;
}

/// The world stands at the end of frame state_.frame.
void Simulation::finish_frame() {
  World& w = world();
  w.bring_home();
  w.forget_order();
  if (state_.frame > state_.rollback_frame) grow_steps(w);
  if (!probes().empty()) rows_.push_back({state_.frame, ready_.probes.measure(w)});
  if (state_.frame >= state_.rollback_frame) state_.rollbacks = 0;
  last_ = state_.partial;
  state_.partial = {};
  w.times = {};
}

void Simulation::begin_call() {
  felt_.assign(world().colliders.size(), {});
  felt_seconds_ = 0;
  for (std::size_t b = 0; b < world().bodies.size(); ++b) {
    Handles* handles = handles_of(*world().bodies[b]);
    if (handles && handles->feel()) handles->feel()->clear();
    if (RigidBody* rigid = world().bodies[b]->roles().rigid) rigid->clear_felt();
  }
}

/// As the runner does it (run.cpp): not past `end`, nor past the frame.
void Simulation::advance(double end) {
  World& w = world();
  const double frame_end_time = frame_end(state_.frame + 1);
  if (state_.partial.steps == 0) decide_stepping(w, frame_end_time);
  const std::vector<ColliderLoad> before = w.loads;
  const double began = w.time;
  const std::uint64_t most =
      probes().every_step() ? 1 : w.safe_steps() - state_.partial.steps % w.safe_steps();
  std::visit([&](const auto& r) { state_.partial.add(r); }, w.advance(std::min(end, frame_end_time), most));
  felt_seconds_ += w.time - began;
  for (std::size_t c = 0; c < felt_.size(); ++c) {
    felt_[c] += w.loads[c];
    felt_[c].impulse -= before[c].impulse, felt_[c].angular -= before[c].angular;
  }
  if (w.time >= frame_end_time) {
    ++state_.frame;
    return finish_frame();
  }
  if (probes().every_step()) {
    w.bring_home();
    rows_.push_back({state_.frame + 1, ready_.probes.measure(w)});
  }
  forget_where_safe(w, state_.partial, frame_end_time);
}

void Simulation::step() {
  begin_call();
  advance(frame_end(state_.frame + 1));
}

/// Steps until `done`; false when it was asked to stop before.
template <class Done, class Step>
static bool go_on(const Simulation::Asked& asked, const Done& done, const Step& step) {
  double last = wall_seconds(), asked_at = 0;
  while (!done()) {
    const bool safe = step();
    const double now = wall_seconds();
    if (!asked_at && now - last > kAskSeconds) {
      last = now;
      if (asked && asked()) asked_at = now;
    }
    if (asked_at && (safe || now - asked_at > kPatience)) return done();
  }
  return true;
}

bool Simulation::run(std::int64_t frames, const Asked& asked) {
  begin_call();
  const std::int64_t last = state_.frame + frames;
  safe_.clear();
  std::size_t rows = rows_.size();
  return go_on(
      asked, [&] { return state_.frame >= last; },
      [&] {
        if (state_.partial.steps == 0) {
          world().bring_home();
          safe_.clear();
          MemoryArchive keep(safe_, false);
          world().archive(keep);
          ready_.probes.archive(keep);
          rows = rows_.size();
        }
        try {
          advance(frame_end(state_.frame + 1));
        } catch (const Error& e) {
          if (safe_.empty() || e.exit != Exit::simulation) throw;
          roll_back(e, rows);
        }
        return is_safe(world(), state_.partial);
      });
}

/// After a bad step: back to where the frame began, with half the step.
void Simulation::roll_back(const Error& e, std::size_t rows) {
  const std::int64_t frame = state_.frame + 1;
  const std::uint64_t before = frame == state_.rollback_frame ? state_.rollbacks : 0;
  if (before >= kMostRollbacks)
    throw Error(e.code,
                fmt::format("{} in frame {} at t = {:.6g} s after {} rollbacks", e.what(), frame,
                            world().time, before),
                e.where, e.hint, e.exit);
  MemoryArchive back(safe_, true);
  world().archive(back);
  ready_.probes.archive(back);
  rows_.resize(rows);
  state_.partial = {};
  state_.rollbacks = before + 1;
  state_.rollback_frame = frame;
  world().dt_scale *= std::pow(0.5, double(state_.rollbacks));
}

bool Simulation::run_until(double time, const Asked& asked) {
  begin_call();
  return go_on(
      asked, [&] { return world().time >= time; },
      [&] {
        advance(time);
        return is_safe(world(), state_.partial);
      });
}

std::uint64_t Simulation::hash() {
  world().bring_home();
  return world().hash();
}

Frame Simulation::capture() {
  world().bring_home();
  return capture_frame(world(), state_.frame, scene_.output.quantities);
}

FrameStats Simulation::measure() {
  world().bring_home();
  const PhaseTimes times = world().times;
  FrameStats s = measure_frame(world(), state_.frame, state_.partial.steps ? state_.partial : last_);
  world().times = times;
  return s;
}

Wrench Simulation::felt_by_collider(std::size_t c) const {
  return c < felt_.size() ? mean(felt_[c].impulse, felt_[c].angular, felt_seconds_) : Wrench{};
}

std::optional<Wrench> Simulation::felt_by_pin(std::size_t body, std::size_t pin) const {
  const World& w = *ready_.world;
  Handles* handles = handles_of(*w.bodies[body]);
  const Pins* pins = handles ? handles->pins() : nullptr;
  if (!pins || !handles->feel() || w.engine()) return {};
  // What the grid's implicit solve pulls pinned vertices with, it keeps to itself.
  if (w.solver.implicit_steps() && !w.bodies[body]->own_field()) return {};
  const PinLoad l = handles->feel()->loads(*pins)[pin];
  return mean(l.impulse, l.angular, felt_seconds_);
}

std::optional<Wrench> Simulation::felt_by_rigid(std::size_t body) const {
  const RigidBody* rigid = ready_.world->bodies[body]->roles().rigid;
  if (!rigid) return {};
  return mean(rigid->felt().linear, rigid->felt().angular, felt_seconds_);
}

void Simulation::lead_collider(std::size_t collider, const Motion& motion) {
  weft::lead_collider(world(), collider, motion);
  led_colliders_.insert(collider);
  const std::string& name = world().colliders[collider].name;
  for (std::size_t b = 0; b < scene_.objects.size(); ++b) {
    const std::vector<PinSpec>& pins = scene_.objects[b].pins();
    for (std::size_t p = 0; p < pins.size(); ++p)
      if (pins[p].follow == name && pins[p].bone.empty()) lead_pin(b, p, motion);
  }
}

void Simulation::lead_pin(std::size_t body, std::size_t pin, const Motion& motion) {
  weft::lead_pin(world(), body, pin, motion);
  led_pins_.insert({body, pin});
}

void Simulation::let_go(std::size_t body, std::size_t pin) {
  weft::let_go(world(), body, pin, world().time);
  led_pins_.insert({body, pin});
}

void Simulation::push_rigid(std::size_t body, const Vec3d& force, const Vec3d& torque) {
  world().bodies[body]->roles().rigid->set_wrench({force, torque});
}

void Simulation::set_gravity(const Vec3d& gravity) {
  world().recall();
  scene_.solver.gravity = world().solver.gravity = gravity;
}

void Simulation::set_friction(std::size_t collider, double friction) {
  world().recall();
  scene_.colliders[collider].friction = world().colliders[collider].friction = friction;
}

}  // namespace weft
