/// SheetBody: implicit steps.
#include <cmath>

#include "bodies/thin/sheet/sheet_body.h"

namespace weft {

void SheetBody::begin_solve(const Step& step, const Vec3d& gravity) {
  if (!solve_) solve_ = std::make_unique<SheetSolve>(elements_, bends_);
  const std::size_t n = size();
  if (given_next_.size() != n) {
    given_next_.assign(n, Vec3d::zero());
    given_before_ = given_next_;
  }
  dt_ = step.dt;
  fall(step, gravity, [](std::size_t, Vec3d&) {});
  prescribe(step.dt);
  free_.resize(n);
  std::vector<char> held(n);
  each_of(n, [&](std::size_t i) {
    free_[i] = vector(w_[i]);
    held[i] = prescribed(i);
  });
  solve_->begin(task(), held);
  // What a step brings about: what falls, and what moves already.
  scale_ = std::sqrt(sum_over(n,
                              [&](std::size_t i) {
                                const Vec3d v = vector(v_[i]);
                                return vertex_mass(i) * std::max(norm2(free_[i] - v), norm2(v));
                              }) /
                     total_mass_);
  Vectors& guess = given_now_;
  guess.resize(n);
  Vectors falls(n);
  const double share = given_dt_ > 0 ? dt_ / given_dt_ : 0;
  each_of(n, [&](std::size_t i) {
    guess[i] = held[i] ? Vec3d::zero() : given_next_[i] * share;
    falls[i] = free_[i] + guess[i] * (1 / vertex_mass(i));
  });
  // Where they were going or where they fall, whichever is nearer to the minimum.
  Vectors still(n);
  each_of(n, [&](std::size_t i) { still[i] = held[i] ? free_[i] : vector(v_[i]); });
  if (solve_->potential(task(), falls, still) < solve_->potential(task(), falls, falls))
    each_of(n, [&](std::size_t i) { w_[i] = place(still[i]); });
  else each_of(n, [&](std::size_t i) { w_[i] = place(held[i] ? free_[i] : falls[i]); });
  solve(guess);
}

void SheetBody::solve(std::span<const Vec3d> impulses) {
  const std::size_t n = size();
  Vectors free(n), w(n);
  each_of(n, [&](std::size_t i) {
    free[i] = prescribed(i) ? free_[i] : free_[i] + impulses[i] * (1 / vertex_mass(i));
    w[i] = vector(w_[i]);
  });
  const double pushed = std::sqrt(
      sum_over(n, [&](std::size_t i) { return norm2(free[i] - free_[i]) * vertex_mass(i); }) / total_mass_);
  solve_->solve(task(), free, std::max(scale_, pushed), w);
  each_of(n, [&](std::size_t i) { w_[i] = place(w[i]); });
  prescribe(dt_);
}

void SheetBody::answer(std::span<const Vec3d> impulses, std::span<Vec3d> v) {
  given_now_.assign(impulses.begin(), impulses.end());
  solve(impulses);
  each_of(size(), [&](std::size_t i) { v[i] = vector(w_[i]); });
}

/// The smaller of the last two impulses is the guess: an impact is not repeated.
void SheetBody::remember(double dt, std::span<const VertexMotion> in) {
  const double share = given_dt_ > 0 ? dt / given_dt_ : 0;
  each_of(size(), [&](std::size_t i) {
    const Vec3d given =
        prescribed(i) ? Vec3d::zero() : given_now_[i] + (in[i].v - vector(w_[i])) * vertex_mass(i);
    const double now = norm(given), before = norm(given_before_[i]) * share;
    given_next_[i] = given * (now > before ? before / now : 1);
    given_before_[i] = given;
  });
  given_dt_ = dt;
}

}  // namespace weft
