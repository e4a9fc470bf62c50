#include "bodies/solid/implicit_step.h"

#include <cmath>
#include <limits>

#include "bodies/vector_space.h"

namespace weft {
namespace {

constexpr int kNewton = 200;      // iterations, all guesses of contact together
constexpr int kGuesses = 40;      // of contact
constexpr int kGradients = 5000;  // iterations of one Newton step
constexpr int kHalvings = 40;     // of one Newton step
constexpr double kArmijo = 1e-4;
constexpr double kForcing = 0.1;     // a Newton step is solved to this part of its residual, then better
constexpr double kTolerance = 1e-5;  // of the velocities that gravity or motion bring in a step
constexpr double kCreep = 1e-4;      // of the same: what friction holds is slower
constexpr double kFloor = 1e-9;      // of an edge per step

/// M + dt^2 K and friction in the directions that are free, as conjugate gradients see it.
struct FreeSystem : VectorSpace {
  const StepMatrix& matrix;
  const ImplicitContacts& contacts;
  std::span<const Mat3d> inverse;  ///< of the blocks on the diagonal

  void apply(const Vectors& p, Vectors& y) const {
    matrix.multiply(p, y);
    contacts.project(y);
  }
  void precondition(const Vectors& r, Vectors& z) const {
    each_of(r.size(), [&](std::size_t i) { z[i] = inverse[i] * r[i]; });
    contacts.project(z);
  }
};

}  // namespace

BackwardEuler::BackwardEuler(const TetResponse& response) : response_(response), matrix_(response.tets()) {
  const std::size_t n = response.tets().vertices();
  trial_.resize(n);
  corner_.resize(response.tets().size());
  inverse_.resize(n);
  for (Vectors* v : {&r_, &w_, &d_, &q_, &z_, &p_, &y_}) v->resize(n);
  for (const double m : response.tets().mass()) total_mass_ += m;
}

void BackwardEuler::move(const Task& task, const Vectors& v) {
  each_of(v.size(), [&](std::size_t i) { trial_[i] = place(vector(task.x[i]) + v[i] * task.dt); });
}

double BackwardEuler::potential(const Task& task, const Vectors& v) {
  move(task, v);
  const std::vector<double>& m = response_.tets().mass();
  const double inertia =
      sum_over(v.size(), [&](std::size_t i) { return 0.5 * m[i] * norm2(v[i] - task.free[i]); });
  return inertia + response_.exact_forces(trial_, corner_);
}

void BackwardEuler::residual(const Task& task, const Vectors& v, Vectors& r) const {
  const std::vector<double>& m = response_.tets().mass();
  each_of(v.size(), [&](std::size_t i) {
    r[i] = (v[i] - task.free[i]) * m[i] - force_on(response_.tets().around(), i, corner_) * task.dt;
  });
}

/// rms of r/m weighted by mass.
double BackwardEuler::rms(const Vectors& r) const {
  const std::vector<double>& m = response_.tets().mass();
  return std::sqrt(sum_over(r.size(), [&](std::size_t i) { return norm2(r[i]) / m[i]; }) / total_mass_);
}

SolidSolve BackwardEuler::solve(const Task& task, ImplicitContacts& contacts, Vectors& v,
                                std::span<Vec3d> given) {
  const std::vector<double>& m = response_.tets().mass();
  // Where gravity alone leads or where the velocities so far lead, whichever is nearer to the minimum.
  w_ = task.before;
  v = task.free;
  contacts.start(w_);
  const double still = potential(task, w_);
  contacts.start(v);
  double energy = potential(task, v);
  if (!(energy <= still)) {
    v = task.before;
    contacts.start(v);
    energy = potential(task, v);
  }
  const double brought =
      std::sqrt(sum_over(v.size(),
                         [&](std::size_t i) {
                           return m[i] * std::max(norm2(task.free[i] - task.before[i]), norm2(v[i]));
                         }) /
                total_mass_);
  const double edge = response_.tets().mean_edge();
  const double tolerance = std::max(kTolerance * brought, kFloor * edge / task.dt);
  contacts.set_creep(std::max(kCreep * brought, tolerance));
  const double least_impulse = tolerance * total_mass_ / double(v.size());

  SolidSolve report;
  double first = 0;
  for (int guesses = 0; report.newton < kNewton; ++report.newton) {
    residual(task, v, r_);
    w_ = r_;
    contacts.reduce(v, r_);
    report.residual = rms(r_);
    first = std::max(first, report.residual);
    if (!(report.residual > tolerance)) {
      if (guesses++ == kGuesses || !contacts.update(w_, v, least_impulse)) {
        report.converged = guesses <= kGuesses;
        break;
      }
      energy = potential(task, v);
      residual(task, v, r_);
      contacts.reduce(v, r_);
      report.residual = rms(r_);
      first = report.residual;
    }
    response_.stiffness(trial_, true, element_);
    matrix_.assemble(element_, task.dt);
    contacts.each_friction(v, [&](std::size_t i, const Mat3d& A) { matrix_.add_diagonal(i, A); });
    const double forcing = std::min(kForcing, std::max(1e-8, report.residual / first));
    report.gradients += solve_step(contacts, forcing * report.residual);
    // Backtracking on E and the potential of friction.
    const double slope = -inner(r_, d_);
    const double e0 = energy + contacts.friction_energy(v),
                 noise = 1e-13 * (std::fabs(e0) + std::fabs(energy));
    double alpha = 1;
    int halving = 0;
    for (;; ++halving, alpha *= 0.5) {
      each_of(v.size(), [&](std::size_t i) { w_[i] = v[i] - d_[i] * alpha; });
      energy = potential(task, w_);
      if (energy + contacts.friction_energy(w_) <= e0 + kArmijo * alpha * slope + noise) break;
      if (halving == kHalvings) break;
    }
    if (halving == kHalvings) {  // the minimum as far as numbers go
      energy = potential(task, v);
      report.converged = report.residual < 1e-3 * first;
      if (guesses++ < kGuesses && report.converged) {
        residual(task, v, w_);
        if (contacts.update(w_, v, least_impulse)) {
          energy = potential(task, v);
          continue;
        }
      }
      break;
    }
    std::swap(v, w_);
    if (contacts.close(v)) energy = potential(task, v);
  }
  if (!given.empty()) {
    potential(task, v);
    residual(task, v, r_);
    contacts.give(v, r_, given);
  }
  return report;
}

/// d_ with (M + dt^2 K) d_ = r_ in the directions that are free; returns the iterations.
int BackwardEuler::solve_step(const ImplicitContacts& contacts, double tolerance) {
  const std::size_t n = r_.size();
  each_of(n, [&](std::size_t i) { inverse_[i] = matrix_.diagonal(i); });
  contacts.each_held([&](std::size_t i, const Mat3d& P) {
    const Mat3d free = Mat3d::identity() - P;
    inverse_[i] = free * inverse_[i] * free + P * (trace(inverse_[i]) / 3);
  });
  each_of(n, [&](std::size_t i) { inverse_[i] = inverse(inverse_[i]); });
  FreeSystem system{{}, matrix_, contacts, inverse_};
  q_ = r_;
  Gradients<Vectors> g{d_, q_, z_, p_, y_};
  start_gradients(system, g);
  return follow_gradients(system, g, kGradients, [&] { return !(rms(q_) > tolerance); }).iterations;
}

std::size_t BackwardEuler::bytes() const {
  return matrix_.bytes() + bytes_of(trial_) + bytes_of(corner_) + bytes_of(element_) + bytes_of(inverse_) +
         7 * bytes_of(r_);
}

}  // namespace weft
