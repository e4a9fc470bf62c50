/// SheetBody: implicit steps.
#include <algorithm>
#include <cmath>

#include "bodies/thin/sheet/sheet_body.h"

namespace weft {
namespace {

/// Of the tolerance of steps that contact asks for again and again: what two stages keep must not be lost to it.
constexpr double kStageTolerance = 1e-2;

}  // namespace

std::vector<char> SheetBody::held_flags() const {
  std::vector<char> out(size());
  each_of(size(), [&](std::size_t i) { out[i] = char(pins_.axes_of(i)); });
  return out;
}

void SheetBody::begin_solve(const Step& step, const Vec3d& gravity) {
  if (!solve_) solve_ = std::make_unique<SheetSolve>(elements_, bends_);
  const std::size_t n = size();
  if (given_next_.size() != n) {
    given_next_.assign(n, Vec3d::zero());
    given_before_ = given_next_;
  }
  dt_ = step.dt;
  fall(step, step.dt, gravity, [](std::size_t, Vec3d&) {});
  prescribe(step.dt);
  free_.resize(n);
  each_of(n, [&](std::size_t i) { free_[i] = vector(w_[i]); });
  solve_->forget();
  // What a step brings about: what falls, and what moves already.
  scale_ = std::sqrt(sum_over(n,
                              [&](std::size_t i) {
                                const Vec3d v = vector(v_[i]);
                                return vertex_mass(i) * std::max(norm2(free_[i] - v), norm2(v));
                              }) /
                     total_mass_);
  own_next_.resize(n);
  const std::vector<char> held = held_flags();
  if (two_stages(options_.integrator, {}) && solve_stages(held)) return;
  solve_->forgive();
  solve_guessed(held);
}

void SheetBody::solve_guessed(std::span<const char> held) {
  const std::size_t n = size();
  solve_->begin(task(), held);
  Vectors& guess = given_now_;
  guess.resize(n);
  Vectors falls(n);
  const double share = given_dt_ > 0 ? dt_ / given_dt_ : 0;
  each_of(n, [&](std::size_t i) {
    guess[i] = free_part(i, given_next_[i] * share);
    falls[i] = free_[i] + guess[i] * (1 / vertex_mass(i));
  });
  // Where they were going or where they fall, whichever is nearer to the minimum.
  Vectors still(n);
  each_of(n, [&](std::size_t i) { still[i] = led(i, free_[i], vector(v_[i])); });
  if (solve_->potential(task(), falls, still) < solve_->potential(task(), falls, falls))
    each_of(n, [&](std::size_t i) { w_[i] = place(still[i]); });
  else each_of(n, [&](std::size_t i) { w_[i] = place(led(i, free_[i], falls[i])); });
  solve(guess);
}

/// False when they do not converge, or would bring energy: backward Euler never does.
bool SheetBody::solve_stages(std::span<const char> held) {
  const std::size_t n = size();
  given_now_.assign(n, Vec3d::zero());
  const Vectors before = starts(dt_), push = pushed(own_, dt_);
  Vectors free;
  const StageStart start{before, free_, push, dt_};
  TwoStages stages;
  Places x(n);
  const double dt = stages.length(dt_);
  const auto stage = [&](auto&& way, Vectors& v) {
    each_of(n, [&](std::size_t i) { x[i] = place(vector(x_[i]) + way(i)); });
    SheetSolve::Task t{x, dt, stretch_damping_, bend_damping_, drag_, false};
    solve_->begin(t, held);
    each_of(n, [&](std::size_t i) {
      free[i] = led(i, free_[i], free[i]);
      v[i] = led(i, free_[i], v[i]);
    });
    if (solve_->potential(t, free, free) < solve_->potential(t, free, v)) v = free;
    solve_->solve(t, free, kStageTolerance * scale_, v);
  };
  stages.first_free(start, free);
  stages.v1 = before;
  stage([&](std::size_t i) { return stages.first_way(start, i); }, stages.v1);
  stages.second_free(start, free);
  stages.v2 = stages.v1;
  stage([&](std::size_t i) { return stages.second_way(start, i); }, stages.v2);
  stages.end(start);
  each_of(n, [&](std::size_t i) { own_next_[i] = (stages.v2[i] - free[i]) * (1 / dt); });
  const auto mass = [&](std::size_t i) { return vertex_mass(i); };
  const auto at = [&](std::size_t i) { return vector(x_[i]); };
  if (!solve_->report().converged) return false;
  if (!pins_.holds()) {
    stages.keep_momenta(start, mass, at, drag_ * dt_);
    each_of(n, [&](std::size_t i) { x[i] = place(at(i) + stages.w[i] * dt_); });
    if (stages.gains(start, mass, elastic_energy(x_), elastic_energy(x))) return false;
  }
  take_stages(stages);
  return true;
}

void SheetBody::solve(std::span<const Vec3d> impulses) {
  const std::size_t n = size();
  Vectors free(n), w(n);
  each_of(n, [&](std::size_t i) {
    free[i] = free_[i] + free_part(i, impulses[i] * (1 / vertex_mass(i)));
    w[i] = vector(w_[i]);
  });
  const double pushed = std::sqrt(
      sum_over(n, [&](std::size_t i) { return norm2(free[i] - free_[i]) * vertex_mass(i); }) / total_mass_);
  solve_->solve(task(), free, std::max(scale_, pushed), w);
  each_of(n, [&](std::size_t i) { own_next_[i] = (w[i] - free[i]) * (1 / dt_); });
  each_of(n, [&](std::size_t i) { w_[i] = place(w[i]); });
  prescribe(dt_);
}

/// Where stages were made for a body that nobody touches, and somebody does, backward Euler takes their place.
void SheetBody::answer(std::span<const Vec3d> impulses, std::span<Vec3d> v) {
  if (!beyond_.empty() &&
      std::any_of(impulses.begin(), impulses.end(), [](const Vec3d& j) { return norm2(j) > 0; })) {
    beyond_.clear();
    solve_->begin(task(), held_flags());
  }
  if (beyond_.empty()) {
    given_now_.assign(impulses.begin(), impulses.end());
    solve(impulses);
  }
  each_of(size(), [&](std::size_t i) { v[i] = vector(w_[i]); });
}

/// The smaller of the last two impulses is the guess: an impact is not repeated.
void SheetBody::remember(double dt, std::span<const VertexMotion> in) {
  const double share = given_dt_ > 0 ? dt / given_dt_ : 0;
  each_of(size(), [&](std::size_t i) {
    const Vec3d given = free_part(i, given_now_[i] + (in[i].v - vector(w_[i])) * vertex_mass(i));
    const double now = norm(given), before = norm(given_before_[i]) * share;
    given_next_[i] = given * (now > before ? before / now : 1);
    given_before_[i] = given;
  });
  given_dt_ = dt;
  if (std::any_of(given_before_.begin(), given_before_.end(), [](const Vec3d& j) { return norm2(j) > 0; }))
    touch();
}

}  // namespace weft
