/// The step: a list you can read aloud. Each phase's name is its timer, its heading in docs/step.md and its
/// entry in the log of hashes.
#include <atomic>
#include <cmath>

#include "bodies/contact_surface.h"
#include "bodies/sharpening.h"
#include "contact/surfaces/meeting.h"
#include "exec/clock.h"
#include "exec/hash_archive.h"
#include "world/work.h"

namespace weft {

StepReport World::step(double t_end) {
  recall();
  Work w;
  w.t_end = t_end;
  if (is_static()) begin_static(w);
  run(Phase::renew, &World::renew, w);
  run(Phase::dt, &World::take_dt, w);
  run(Phase::sharpen, &World::sharpen, w);
  do {
    run(Phase::colliders, &World::move_colliders, w);
    run(Phase::accelerate, &World::accelerate, w);
    run(Phase::sort, &World::sort, w);
    run(Phase::p2g, &World::scatter, w);
    run(Phase::velocity, &World::form_velocities, w);
    run(Phase::solve, &World::solve, w);
    run(Phase::fields, &World::couple_fields, w);
    run(Phase::contact, &World::meet_colliders, w);
    run(Phase::skins, &World::stop_skins, w);
    run(Phase::rigid, &World::meet_rigidly, w);
    run(Phase::check, &World::check, w);
  } while (!w.accepted);
  run(Phase::g2p, &World::gather, w);
  run(Phase::strands, &World::meet_strands, w);
  run(Phase::keep_out, &World::keep_out, w);
  run(Phase::surfaces, &World::meet_surfaces, w);
  run(Phase::crossings, &World::count_crossings, w);
  run(Phase::elements, &World::end_step, w);
  return finish(w);
}

void World::run(Phase phase, void (World::*work)(Work&), Work& w) {
  const int attempt = w.report.retries;
  const double started = wall_seconds();
  (this->*work)(w);
  const double spent = wall_seconds() - started;
  if (phase == Phase::p2g) book(spent, {Phase::p2g, w.ticks.p2g}, {Phase::load, w.ticks.load});
  else if (phase == Phase::g2p) book(spent, {Phase::g2p, w.ticks.g2p}, {Phase::unload, w.ticks.unload});
  else times[phase] += spent;
  if (phase_log) phase_log({steps, attempt, phase, phase_hash(phase)});
}

/// Bodies load and unload inside the transfers: time is shared by the ticks that each took on all threads.
void World::book(double spent, Share a, Share b) {
  const double all = double(a.ticks + b.ticks);
  if (all > 0)
    times[a.phase] += spent * double(a.ticks) / all, times[b.phase] += spent * double(b.ticks) / all;
  a.ticks = b.ticks = 0;
}

/// The state, and what the try has found so far: velocities of bodies with a field of their own by the fastest,
/// and nodes, which hold nothing before p2g.
std::uint64_t World::phase_hash(Phase phase) {
  HashArchive h;
  archive(h);
  if (phase >= Phase::accelerate && phase <= Phase::crossings)
    for (auto& f : fields_) {
      double speed = f->body->roles().field->trial_speed();
      h.value("trial speed", speed);
    }
  if (phase >= Phase::p2g && phase <= Phase::g2p)
    for (std::size_t b = 0; b < grid_.block_count(); ++b) {
      const auto nodes = grid_.block(b);
      h.block("nodes", nodes.data(), nodes.size_bytes());
    }
  return h.hash();
}

void World::renew(Work& w) {
  for (auto& body : bodies) {
    if (is_gone(body.get())) continue;
    if (body->roles().renewal && body->roles().renewal->renew(time)) sorted_ = false;
    if (!body->own_field()) body->add_sets(w.sets);
  }
  find_fields();
  loads.resize(colliders.size());
}

Step World::begin(double dt) {
  const GridShape& shape = grid_.shape();
  if (shape.dx != solver.dx || shape.degree != solver.degree || shape.plane != solver.plane) {
    grid_ = Grid(GridShape{solver.dx, solver.degree, solver.plane});
    sorted_ = false;
  }
  Step step;
  step.time = is_static() ? statics_.end - dt : time;
  step.dt = dt;
  step.last_dt = is_static() ? 0 : memory_.last_dt;  // velocities are taken
  step.dx = solver.dx;
  step.degree = solver.degree;
  step.affine_inverse = grid_.affine_inverse();
  step.weight_gradient = solver.weight_gradient || solver.degree == 1;
  step.plane = solver.plane;
  step.implicit = solver.implicit_steps();
  return step;
}

void World::move_colliders(Work& w) {
  w.step = begin(w.report.dt);
  for (Collider& c : colliders) c.move_to(w.step.time + w.step.dt);
}

void World::sort(Work& w) {
  sort_fields();
  sort_main(w);
}

void World::sort_main(Work& w) {
  if (sorted_ && drift_ < 0.99) return;  // tiles have room for a cell of drift
  grid_.bin(w.sets);
  for (const auto& body : bodies)
    if (Sharpening* s = body->roles().sharpening) s->bin(w.step);
  sorted_ = true;
  drift_ = 0;
}

void World::scatter(Work& w) { grid_.p2g(w.sets, w.step, w.ticks); }

void World::gather(Work& w) { grid_.g2p(w.sets, w.step, w.ticks); }

void World::meet_strands(Work& w) {
  w.strands = strand_meeting_.find(bodies);
  if (w.strands) strand_meeting_.meet(w.step.dt, w.report.strands);
}

void World::meet_surfaces(Work& w) {
  for (const Body* body : gone_)
    if (body->roles().surface) return;  // the only one (device_fit.cpp)
  SurfaceMeeting::Setting s;
  s.bodies = bodies;
  s.colliders = colliders;
  s.time = w.step.time;
  s.dt = w.step.dt;
  s.friction = [this](const Body* a, const Body* b) { return friction_of_surfaces(a, b); };
  s.friction_with = [this](const Body* a, std::size_t c) { return friction_with(a, c); };
  if (!surface_meeting_->find(s)) return;
  std::vector<SurfaceTouch> touches;
  if (is_static() && rests_with_contact()) {
    const RestReport r = surface_meeting_->seek_rest(s, {solver.rest * statics_.load, statics_.load},
                                                     w.report.surfaces, touches);
    for (const SurfaceTouch& t : touches)  // for all the time that the frame stands for
      w.touches.push_back({t.collider, t.x, t.impulse * (w.t_end - time)});
    w.report.own.krylov += r.gradients;
    return take_rest(r.left, r.bears, r.share, w.step.dt);
  }
  surface_meeting_->meet(s, w.report.surfaces, touches);
  for (const SurfaceTouch& t : touches) w.touches.push_back({t.collider, t.x, t.impulse});
}

void World::count_crossings(Work& w) {
  if (w.strands) strand_meeting_.judge(w.step.dt, w.report.strands);
}

void World::end_step(Work& w) {
  for (auto& body : bodies)
    if (!body->own_field() && !is_gone(body.get())) body->end_step(w.step);
  // Many small bodies share the threads, as they do when they find their velocities.
  parallel_for(fields_.size(), [&](std::size_t i) { fields_[i]->body->end_step(w.step); });
  drift_ += farthest_prescribed(w.step, w.fastest);
  for (auto& f : fields_) f->drift += f->body->limits().speed * w.step.dt / w.step.dx;
}

/// Cells by which prescribed points went farther than the fastest node.
double World::farthest_prescribed(const Step& step, double drifted) const {
  double most = drifted;
  for (const auto& body : bodies)
    if (!body->own_field() && !is_gone(body.get()))
      most = std::max(most, body->limits().speed * step.dt / step.dx);
  return most - drifted;
}

StepReport World::finish(Work& w) {
  for (const ObstacleTouch& t : w.touches) add_load(w.loads, colliders, t);
  for (std::size_t i = 0; i < w.loads.size(); ++i) loads[i] += w.loads[i];
  for (const auto& body : bodies)
    if (const ContactSurface* surface = body->roles().surface) {
      const AnswerReport own = surface->answered();
      w.report.own.newton += own.newton, w.report.own.krylov += own.gradients;
    }
  memory_.last_dt = w.report.dt;
  if (is_static()) end_static(w.report);
  else time = (w.t_end - time <= w.report.dt * (1 + 1e-9)) ? w.t_end : time + w.report.dt;
  ++steps;
  return w.report;
}

}  // namespace weft
