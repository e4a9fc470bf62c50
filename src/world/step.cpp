/// The step: a list you can read aloud. Each phase's name is its timer and its heading in docs/step.md.
#include <atomic>
#include <cmath>
#include <limits>

#include "exec/clock.h"
#include "exec/error.h"
#include "world/world.h"

namespace weft {
namespace {

constexpr int kRetries = 12;          // dt shrinks by 4096 before a step is given up
constexpr int kPatience = 3;          // shorter steps that an implicit solve without convergence may ask for
constexpr double kFastestNode = 1.0;  // cells a step: beyond this the step was too long, whatever dt promised
constexpr double kSuddenDrop = 1e-4;  // a dt this much below the last one means a point went wild

/// Adds the time since the last mark to a phase.
class Stopwatch {
 public:
  void mark(double& phase) { phase += lap(); }
  double lap() {
    const double now = wall_seconds(), d = now - last_;
    last_ = now;
    return d;
  }

 private:
  double last_ = wall_seconds();
};

}  // namespace

StepReport World::step(double t_end) {
  Stopwatch watch;
  std::vector<Parcels*> sets;
  for (auto& body : bodies) {
    if (body->emit(time, 0)) sorted_ = false;
    if (!body->own_field()) body->add_sets(sets);
  }
  find_fields();
  loads.resize(colliders.size());

  StepReport report = choose_dt(t_end);
  if (!(report.dt > solver.dt_min) ||
      (last_dt_ > 0 && report.limit != std::string("frame") && report.dt < kSuddenDrop * last_dt_))
    give_up("the time step fell to " + std::to_string(report.dt) + " s");
  watch.mark(times.dt);

  TransferTicks ticks;
  double drifted = 0;
  std::vector<ColliderLoad> touched;
  Step now;
  const auto share = [&watch](std::atomic<std::uint64_t>& a, std::atomic<std::uint64_t>& b, double& time_a,
                              double& time_b) {
    const double lap = watch.lap(), all = double(a + b);
    if (all > 0) time_a += lap * double(a) / all, time_b += lap * double(b) / all;
    a = b = 0;
  };
  for (;; ++report.retries) {
    now = begin(report.dt);
    for (Collider& c : colliders) c.move_to(time + now.dt);
    watch.mark(times.colliders);
    for (auto& body : bodies) body->begin_step(now);
    accelerate(now);
    watch.mark(times.accelerate);
    sort_fields();
    sort(sets);
    watch.mark(times.sort);
    grid_.p2g(sets, now, ticks);
    share(ticks.load, ticks.p2g, times.load, times.p2g);
    const double fastest = now.implicit ? velocity_and_solve(now, sets, touched, report.solve)
                                        : velocity_and_contact(now, sets, touched);
    watch.lap();
    const bool solved = !now.implicit || report.solve.converged() || report.retries >= kPatience;
    if (fastest <= kFastestNode && solved) {
      drift_ += drifted = fastest;
      break;
    }
    // Nothing of the bodies has changed yet: a smaller step starts from the same state.
    if (report.retries == kRetries || (solver.dt_fixed > 0 && !now.implicit) ||
        (!std::isfinite(fastest) && !now.implicit))
      give_up(std::isfinite(fastest) ? "material moves more than a cell in any step that was tried"
                                     : "a velocity is not a number");
    report.dt *= 0.5;
    report.limit = "retry";
  }
  grid_.g2p(sets, now, ticks);
  share(ticks.g2p, ticks.unload, times.g2p, times.unload);
  const bool strands = strand_meeting_.find(bodies);
  if (strands) strand_meeting_.meet(now.dt, report.strands);
  watch.mark(times.strands);
  drift_ += keep_out(now, touched) / now.dx;
  watch.mark(times.elements);
  stop_skins(now, touched);
  meet_rigidly(now, touched);
  watch.mark(times.fields);
  if (strands) strand_meeting_.judge(now.dt, report.strands);
  watch.mark(times.strands);
  for (auto& body : bodies) body->end_step(now);
  drift_ += led_farther(now, drifted);
  for (auto& f : fields_) f->drift += f->body->limits().speed * now.dt / now.dx;
  watch.mark(times.elements);

  for (std::size_t i = 0; i < touched.size(); ++i) loads[i] += touched[i];
  const bool whole = report.limit != std::string("frame");
  if (whole) last_dt_ = report.dt;
  time = (t_end - time <= report.dt * (1 + 1e-9)) ? t_end : time + report.dt;
  ++steps;
  return report;
}

/// Cells that some point was led farther than the fastest node went: pins go where they are told.
double World::led_farther(const Step& step, double drifted) const {
  double most = drifted;
  for (const auto& body : bodies)
    if (!body->own_field()) most = std::max(most, body->limits().speed * step.dt / step.dx);
  return most - drifted;
}

Step World::begin(double dt) {
  const GridShape& shape = grid_.shape();
  if (shape.dx != solver.dx || shape.degree != solver.degree || shape.plane != solver.plane) {
    grid_ = Grid(GridShape{solver.dx, solver.degree, solver.plane});
    sorted_ = false;
  }
  Step step;
  step.time = time;
  step.dt = dt;
  step.dx = solver.dx;
  step.degree = solver.degree;
  step.affine_inverse = grid_.affine_inverse();
  step.weight_gradient = solver.weight_gradient || solver.degree == 1;
  step.plane = solver.plane;
  step.implicit = solver.step == Stepping::implicitly;
  return step;
}

void World::sort(const std::vector<Parcels*>& sets) {
  if (sorted_ && drift_ < 0.99) return;  // tiles have room for a cell of drift
  grid_.bin(sets);
  sorted_ = true;
  drift_ = 0;
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
