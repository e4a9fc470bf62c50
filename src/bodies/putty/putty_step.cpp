/// PuttyBody: the step.
#include <algorithm>
#include <cmath>

#include "bodies/putty/putty_body.h"

namespace weft {
namespace {

constexpr double kExplicit = 3.5;  // frequency in c/spacing: with the world's 0.7 dt = 0.4 spacing/c
constexpr double kAhead = 3;       // points get a third of what nodes need: rounds of exchange add up
constexpr double kMostHeft = 1e3;

template <class F>
void each(std::size_t n, F&& f) {
  parallel_each(n, kPuttyChunk, f);
}

}  // namespace

void PuttyBody::accelerate(const Step& step, const Vec3d& gravity, std::span<const Barrier> barriers) {
  find_neighbours();
  begin_again();
  surface_.forget();
  skin_.begin();
  begin_touch();
  fall(step, options_.implicit ? step.dt : step.kick(), gravity, [](std::size_t, Vec3d&) {});
  if (options_.implicit) solve(step, barriers);
  else push(step);
  prescribe(step.dt);
}

void PuttyBody::begin_again() {
  if (tried_) {
    elastic_ = start_.elastic;
    state_.pressed = start_.pressed;
    surface_.set_heft(start_.heft);
  } else {
    start_ = {elastic_, state_.pressed, surface_.heft()};
  }
  tried_ = true;
}

/// w += kick f/m.
void PuttyBody::push(const Step& step) {
  u_.assign(size(), Quad<Real>{});
  Quads<Real> y(size());
  response_.freeze({});
  response_.apply(u_, true, y);
  each(size(), [&](std::size_t i) {
    Vec3d f = -y[i].vector().as<double>();
    if (!kept_.empty()) f -= kept_[i].vector().as<double>();
    elastic_[i] = f * (1 / mass_);
    w_[i] += elastic_[i] * step.kick();
  });
}

PuttySolve<Real>::Task PuttyBody::task(const Step& step, const Vectors& before) {
  return {free_,
          before,
          step.dt,
          options_.tolerance,
          options_.rotation_rounds,
          elastic_,
          state_.pressed,
          kept_.empty() ? nullptr : &kept_,
          x_,
          options_.spacing};
}

void PuttyBody::solve(const Step& step, std::span<const Barrier> barriers) {
  contacts_.emplace(barriers, skin_.vertices, step.dt, all_prescribed(step.dt));
  given_.assign(barriers.size(), Vec3d::zero());
  if (two_stages(options_.integrator, barriers)) return solve_stages(step);
  free_ = w_;
  note(implicit_.solve(task(step, v_), *contacts_, w_, given_));
  remember(w_, step.dt);
  if (options_.integrator == Integrator::tr_bdf2 && barriers.empty()) keep_momenta(free_, w_);
}

void PuttyBody::note(const PuttySolveReport& done) {
  work_.gradients += done.gradients;
  work_.guesses += done.guesses;
  work_.converged &= done.converged;
}

/// What elasticity did from free_ to w in dt.
void PuttyBody::remember(const Vectors& w, double dt) {
  each(size(), [&](std::size_t i) {
    elastic_[i] = (w[i] - free_[i] - implicit_.residual()[i] * (1 / mass_)) * (1 / dt);
  });
}

void PuttyBody::solve_stages(const Step& step) {
  const Vectors falls = w_, before = starts(step.dt), push = pushed(elastic_, step.dt);
  const StageStart start{before, falls, push, step.dt};
  TwoStages stages;
  Step part = step;
  part.dt = stages.length(step.dt);
  Vectors moved(size());
  const auto stage = [&](auto&& way, const Vectors& guess, Vectors& v) {
    each(size(), [&](std::size_t i) { moved[i] = way(i); });
    ImplicitContacts pins({}, {}, part.dt, all_prescribed(step.dt));
    PuttySolve<Real>::Task t = task(part, guess);
    t.moved = &moved;
    note(implicit_.solve(t, pins, v, {}));
    remember(v, part.dt);
  };
  stages.first_free(start, free_);
  stage([&](std::size_t i) { return stages.first_way(start, i); }, before, stages.v1);
  stages.second_free(start, free_);
  stage([&](std::size_t i) { return stages.second_way(start, i); }, stages.v1, stages.v2);
  stages.end(start);
  if (!pins_.holds())
    stages.keep_momenta(
        start, [&](std::size_t) { return mass_; }, [&](std::size_t i) { return x_[i]; });
  take_stages(stages);
}

/// Others' impulses act on points of the surface. Moved by them alone, stiff points would strain by more than
/// anybody gave: backward Euler passes them on,  (m + dt^2 K) d = impulses.  The heft of the next exchange
/// follows from how much came about of the change that others asked for.
void PuttyBody::pass_on(const Step& step) {
  Vectors change(size());
  double asked = 0, got = 0;
  for (std::size_t i = 0; i < size(); ++i) {
    change[i] = surface_.change(i) * surface_.heft();
    asked += norm2(surface_.change(i));
  }
  if (asked == 0) return;
  touch();
  if (!beyond_.empty()) implicit_.lengthen(task(step, v_));
  work_.gradients += implicit_.pass_on(task(step, v_), *contacts_, change);
  for (std::size_t i = 0; i < size(); ++i) {
    w_[i] += change[i];
    got += dot(surface_.change(i), change[i]);
  }
  const double heft = kAhead * surface_.heft() * asked / std::max(got, asked / kMostHeft);
  surface_.set_heft(std::clamp(heft, 1.0, kMostHeft));
  contacts_->give(w_, implicit_.residual(), given_);
}

void PuttyBody::end_exchange(const Step& step) {
  surface_.give_back_spin();
  if (options_.implicit) pass_on(step);
  else each(size(), [&](std::size_t i) { w_[i] += surface_.change(i); });
  surface_.forget();
  prescribe(step.dt);
}

void PuttyBody::end_step(const Step& step) {
  u_.resize(size());
  Vec3d mean = Vec3d::zero();  // what all do alike costs digits and strains nothing
  for (const Vec3d& w : w_) mean += w;
  mean *= step.dt / double(size());
  each(size(), [&](std::size_t i) {
    Vec3d to = x_[i] + w_[i] * step.dt + skin_.shift[i];
    if (pins_.leads(i)) to = led(i, target(i), to);
    u_[i] = quad((to - x_[i] - mean).as<Real>());
    x_[i] = to;
  });
  take_velocities();
  strain_and_flow(step.dt);
  measure_speed();
  const double pushed = options_.implicit ? step.dt : step.kick();
  tell_pins(step, [&](std::size_t i) { return elastic_[i] * pushed; });
  drift_ += speed_ * step.dt;
  prepared_ = tried_ = false;
}

Limits PuttyBody::limits() const {
  Limits l;
  l.speed = speed_;
  const PuttyLaw& law = options_.material;
  l.always = !options_.implicit;
  if (l.always)
    l.frequency = kExplicit * std::sqrt((law.lambda + 2 * law.mu) / law.density) / options_.spacing;
  return l;
}

}  // namespace weft
