#include "bodies/thin/sheet/sheet_solve.h"

#include <algorithm>
#include <cmath>

#include "bodies/vector_space.h"

namespace weft {
namespace {

constexpr int kNewton = 50;       // iterations of one solve
constexpr int kGradients = 2000;  // of one Newton step
constexpr int kHalvings = 30;     // of one Newton step
constexpr double kArmijo = 1e-4;
constexpr double kForcing = 0.1;     // a Newton step is solved to this part of its residual, then better
constexpr double kTolerance = 1e-3;  // of the velocities that a step brings
constexpr double kFloor = 1e-9;      // of an edge per step

/// A as conjugate gradients see it.
struct System : VectorSpace {
  const SheetMatrix& matrix;
  void apply(const Vectors& p, Vectors& y) const { matrix.multiply(p, y); }
  void precondition(const Vectors& r, Vectors& z) const { matrix.solve_factors(r, z); }
};

}  // namespace

SheetSolve::SheetSolve(SheetElements& elements, SheetBends& bends)
    : elements_(elements), bends_(bends), matrix_(elements, bends) {
  const std::size_t n = elements.mass().size();
  trial_.resize(n);
  diagonal_.resize(n);
  for (Vectors* v : {&r_, &w_, &d_, &q_, &z_, &p_, &y_}) v->resize(n);
  for (const double m : elements.mass()) total_mass_ += m;
}

void SheetSolve::begin(const Task& task, std::span<const char> held) {
  held_.assign(held.begin(), held.end());
  free_ = std::none_of(held.begin(), held.end(), [](char h) { return h; });
  for (std::size_t i = 0; i < diagonal_.size(); ++i)
    diagonal_[i] = elements_.mass()[i] * (1 + task.drag * task.dt);
  bends_.begin(task.x);
  matrix_.begin();
  edge_ =
      sum_over(elements_.size(),
               [&](std::size_t e) {
                 return norm(vector(task.x[elements_.corner(e)[1]]) - vector(task.x[elements_.corner(e)[0]]));
               }) /
      double(elements_.size());
}

double SheetSolve::potential(const Task& task, const Vectors& free, const Vectors& w) {
  const std::vector<double>& m = elements_.mass();
  each_of(w.size(), [&](std::size_t i) { trial_[i] = place(vector(task.x[i]) + w[i] * task.dt); });
  const double inertia = sum_over(w.size(), [&](std::size_t i) {
    return 0.5 * m[i] * (norm2(w[i] - free[i]) + task.drag * task.dt * norm2(w[i]));
  });
  return inertia + elements_.trial(trial_, task.x, task.stretch_damping / task.dt) +
         bends_.trial(trial_, task.bend_damping / task.dt);
}

/// At the w whose potential was asked for last.
void SheetSolve::residual(const Task& task, const Vectors& free, const Vectors& w) {
  each_of(w.size(), [&](std::size_t i) {
    if (held_[i] == kWhole) {
      r_[i] = Vec3d::zero();
      return;
    }
    Vec3d f = Vec3d::zero();
    elements_.add_force(i, f);
    bends_.add_force(i, f);
    r_[i] = w[i] * diagonal_[i] - free[i] * elements_.mass()[i] - f * task.dt;
    for (int a = 0; a < 3; ++a)
      if (held_[i] >> a & 1) r_[i][a] = 0;
  });
}

/// rms of r/m weighted by mass.
double SheetSolve::rms(const Vectors& r) const {
  const std::vector<double>& m = elements_.mass();
  return std::sqrt(sum_over(r.size(), [&](std::size_t i) { return norm2(r[i]) / m[i]; }) / total_mass_);
}

bool SheetSolve::prepare(const Task& task) {
  elements_.stiffness(trial_, task.x, task.stretch_damping / task.dt, true, stiffness_);
  if (!bends_.empty()) bends_.stiffness(trial_, task.bend_damping / task.dt);
  matrix_.assemble(stiffness_, diagonal_, held_, task.dt);
  return matrix_.factorise();
}

/// d_ with A d_ = r_.
int SheetSolve::step(double tolerance) {
  System system{{}, matrix_};
  q_ = r_;
  Gradients<Vectors> g{d_, q_, z_, p_, y_};
  start_gradients(system, g);
  return follow_gradients(system, g, kGradients, [&] { return !(rms(q_) > tolerance); }).iterations;
}

void SheetSolve::solve(const Task& task, const Vectors& free, double scale, Vectors& w) {
  double energy = potential(task, free, w), first = 0;
  const double tolerance = std::max(kTolerance * scale, kFloor * edge_ / task.dt);
  for (int k = 0;; ++k) {
    residual(task, free, w);
    const double size = rms(r_);
    first = std::max(first, size);
    if (!(size > tolerance)) return keep_momenta(task, free, w);
    if (k == kNewton || !prepare(task)) break;
    ++report_.newton;
    report_.gradients += step(std::max(std::min(kForcing, size / first) * size, 0.3 * tolerance));
    const double slope = std::min(-inner(r_, d_), 0.0), noise = 1e-13 * std::fabs(energy);
    const double before = energy;
    double alpha = 1;
    int halving = 0;
    for (; halving < kHalvings; ++halving, alpha *= 0.5) {
      each_of(w.size(), [&](std::size_t i) { w_[i] = w[i] - d_[i] * alpha; });
      energy = potential(task, free, w_);
      if (energy <= before + kArmijo * alpha * slope + noise) break;
    }
    if (halving == kHalvings) {  // the minimum as far as numbers go
      potential(task, free, w);
      if (size < 1e-2 * first) return keep_momenta(task, free, w);
      break;
    }
    std::swap(w, w_);
  }
  report_.converged = false;
}

void SheetSolve::keep_momenta(const Task& task, const Vectors& free, Vectors& w) const {
  if (!free_ || !task.whole) return;
  const std::vector<double>& m = elements_.mass();
  const Vec3d origin = vector(task.x[0]);
  const RigidPart off = rigid_part(w.size(), origin, [&](std::size_t i) {
    const Vec3d X = vector(task.x[i]) - origin, q = w[i] * diagonal_[i] - free[i] * m[i];
    return PointMomenta{m[i], X, q, cross(X, q)};
  });
  const double feels = 1 / (1 + task.drag * task.dt);
  each_of(w.size(), [&](std::size_t i) { w[i] -= off.at(vector(task.x[i])) * feels; });
}

std::size_t SheetSolve::bytes() const {
  return matrix_.bytes() + bytes_of(trial_) + bytes_of(stiffness_) + bytes_of(diagonal_) + 7 * bytes_of(r_);
}

}  // namespace weft
