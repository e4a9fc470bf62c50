#include "world/implicit/implicit.h"

#include <cmath>
#include <limits>
#include <memory>
#include <utility>

#include "grid/settled.h"
#include "world/implicit/solve_sets.h"

namespace weft {
namespace {

constexpr double kArmijo = 1e-4;
constexpr int kHalvings = 12;
constexpr std::size_t kChunk = std::size_t(1) << 12;
constexpr int kRounds = 2;          // solves a step, each with contact as the one before found it
constexpr double kUnsettled = 0.1;  // of the target: less torque may stay
constexpr double kSettling = 0.01;  // of it
/// Sums of energies in single precision are no better than this.
constexpr double kNoise = sizeof(Real) == 4 ? 2e-7 : 1e-13;

}  // namespace

ImplicitSolve::ImplicitSolve(Grid& grid, std::span<Parcels* const> sets,
                             std::span<const std::unique_ptr<Body>> bodies,
                             std::span<const Collider> colliders, std::vector<SymmetryPlane> mirrors,
                             const Vec3d& gravity, const ImplicitOptions& options, const Step& step,
                             Real empty, ImplicitMemory& memory)
    : grid_(grid),
      sets_(sets),
      bodies_(bodies),
      options_(options),
      step_(step),
      space_(grid, empty, std::move(mirrors)),
      contacts_(space_, colliders, step.plane),
      gravity_(gravity),
      meshes_(memory.meshes) {
  space_.take(guess_);
  for (const Real m : space_.mass()) total_mass_ += double(m);
}

/// Stiff nodes are judged by how far they would move, sqrt(r . P^-1 r), and neighbourhoods by the momentum
/// that is missing.
double ImplicitSolve::norm_of(const NodeVector& r) {
  NodeVector z;
  precondition(r, z);
  return std::sqrt(std::max(inner(r, z), 0.0) + coarse_->momentum2(r));
}

/// v += t dv, t = 1, 1/2, ... until E has gone down; false when it never does.
bool ImplicitSolve::line_search(const NodeVector& reduced, NodeVector& dv) {
  const double slope = inner(reduced, dv), friction = contacts_.friction_energy(v_);
  double t = 1;
  for (int halving = 0; halving <= kHalvings; ++halving, t *= 0.5) {
    trial_ = v_;
    add(trial_, t, dv);
    const double energy = evaluate(trial_, trial_residual_);
    const double change = energy - energy_ + contacts_.friction_energy(trial_) - friction;
    if (change <= kArmijo * t * slope + kNoise * scale_) {
      v_.swap(trial_);
      residual_.swap(trial_residual_);
      energy_ = energy;
      return true;
    }
  }
  return false;
}

/// The guess that lies nearer: with what gravity does in the step,
/// or, for bodies at rest on something, without.
void ImplicitSolve::choose_guess() {
  const double least = 1e-3 * std::sqrt(norm2(gravity_)) * step_.dt * total_mass_ / double(space_.size());
  v_ = guess_;
  contacts_.start(v_);
  energy_ = evaluate(v_, residual_);
  linearise();
  follow_contact();
  linear_ = !contacts_.touch();
  if (linear_) return;
  // Where nodes would slide to follows from v~ for both guesses: at rest nothing tells.
  const auto press = [&] {
    NodeVector falling = guess_;
    contacts_.obey_all(falling);
    contacts_.update(residual_, falling, least);
    contacts_.obey_all(v_);
  };
  press();
  const double falling = reduced_norm();
  NodeVector other = guess_;
  for (std::size_t i = 0; i < space_.size(); ++i) set(other, i, at(other, i) - gravity_ * step_.dt);
  contacts_.obey_all(other);
  v_.swap(other);
  energy_ = evaluate(v_, residual_);
  press();
  if (reduced_norm() < falling) return;
  v_.swap(other);
  energy_ = evaluate(v_, residual_);
  press();
}

double ImplicitSolve::reduced_norm() {
  NodeVector reduced = residual_;
  contacts_.reduce(reduced);
  return norm_of(reduced);
}

/// What the tolerance is relative to: the guess's residual or the weight, whichever is larger.
double ImplicitSolve::find_target() {
  NodeVector weight(3 * space_.size());
  for (std::size_t i = 0; i < space_.size(); ++i)
    set(weight, i, (gravity_ * step_.dt + at(guess_, i) * 1e-5) * double(space_.mass()[i]));
  contacts_.project(weight);
  const std::array<bool, 3> axes =
      std::exchange(free_axis_, {});  // the weight is just what moves all nodes alike
  const double heavy = norm_of(weight);
  free_axis_ = axes;
  return options_.tolerance * std::max(heavy, reduced_norm());
}

/// With who touches, and how hard, held fixed. True when it converged.
bool ImplicitSolve::newton(double target, SolveReport& report) {
  NodeVector reduced, dv;
  const bool fresh = std::exchange(linear_, false);
  double before = 0;
  for (int k = 0;; ++k) {
    if (!std::isfinite(energy_)) {
      report.stop = SolveStop::broken;
      return false;
    }
    reduced = residual_;
    contacts_.reduce(reduced);
    const double now = norm_of(reduced);
    residuals_.push_back(now);
    report.residual = target > 0 ? now / target * options_.tolerance : 0;
    report.stop = SolveStop::converged;
    if (now <= target) return true;
    report.stop = SolveStop::newton;
    if (k == options_.newton) return false;
    if (!fresh || k > 0) linearise();
    for (Real& a : reduced) a = -a;
    // Eisenstat and Walker: with all of H, a Newton step is solved as well as the one before promised, so that
    // residuals fall quadratically; without, more would be wasted.
    double tolerance = std::clamp(0.5 * target / now, 0.02, 0.5);
    if (options_.exact)
      tolerance = std::max(k ? std::min(0.1, square(now / before)) : 0.1, std::min(0.5, 0.25 * target / now));
    before = now;
    const KrylovReport solved = options_.minres
                                    ? minres(*this, reduced, tolerance, options_.krylov, dv)
                                    : conjugate_gradients(*this, reduced, tolerance, options_.krylov, dv);
    ++report.newton;
    report.krylov += last_krylov_ = solved.iterations;
    for (Real& a : reduced) a = -a;
    if (!(inner(reduced, dv) < 0)) {  // an indefinite H may point uphill
      precondition(reduced, dv);
      for (Real& a : dv) a = -a;
    }
    if (!line_search(reduced, dv)) {
      // As far down as rounding lets us see.
      report.stop = report.residual < 10 * options_.tolerance ? SolveStop::converged : SolveStop::stalled;
      return report.converged();
    }
  }
}

SolveReport ImplicitSolve::run() {
  SolveReport report;
  for (const auto& body : bodies_)
    if (ImplicitSet* set = body->roles().implicit) set->begin_solve(step_);
  choose_guess();
  const double target = find_target();
  const double least = 1e-3 * std::sqrt(norm2(gravity_)) * step_.dt * total_mass_ / double(space_.size());
  bool converged = newton(target, report);
  // Contact follows from converged forces alone: those on the way are far too rough to tell who touches.
  for (int round = 0; converged && round < kRounds && contacts_.touch(); ++round) {
    if (contacts_.update(residual_, v_, least)) energy_ = evaluate(v_, residual_);
    follow_contact();
    if (reduced_norm() <= target) break;
    converged = newton(target, report);
  }
  for (int round = 0; converged && round < options_.yield_rounds; ++round) {
    bool yielded = false;
    for (const auto& body : bodies_)
      if (ImplicitSet* set = body->roles().implicit) yielded |= set->begin_from_yielded(step_);
    if (!yielded) break;
    energy_ = evaluate(v_, residual_);
    converged = newton(target, report);
  }
  if (converged) settle(target, report);
  space_.restore(v_);
  return report;
}

void ImplicitSolve::settle(double target, SolveReport& report) {
  // What pins hold has no angular momentum of its own to keep.
  bool free = false;
  for (const auto& body : bodies_) free |= body->roles().implicit && !body->held();
  if (!free) return;
  double energy = 0;
  NodeVector turned, dv;
  transfer(v_, kSettled, turned, energy);
  const Array<Real>& mass = space_.mass();
  parallel_chunks(space_.size(), kChunk, [&](Range r) {
    for (std::size_t i = r.begin; i < r.end; ++i)
      for (std::size_t a = 3 * i; a < 3 * i + 3; ++a)
        turned[a] += residual_[a] - mass[i] * (v_[a] - guess_[a]);
  });
  contacts_.project(turned);
  if (norm_of(turned) <= kUnsettled * target) return;
  const KrylovReport solved = minres(*this, turned, kSettling, options_.krylov, dv);
  report.krylov += solved.iterations;
  add(v_, 1, dv);
}

double ImplicitSolve::fastest() {
  std::vector<Watched> watched;
  watched.reserve(sets_.size());
  std::vector<Parcels*> sets;
  for (Parcels* s : sets_) sets.push_back(&watched.emplace_back(*s));
  grid_.g2p(sets, step_, ticks_);
  double most = 0;
  for (const Watched& w : watched) most = std::max(most, w.fastest2());
  return std::sqrt(most);
}

}  // namespace weft
