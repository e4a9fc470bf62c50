#include "validation/shell/statics/static_solver.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "exec/error.h"

namespace weft {
namespace {

Eigen::VectorXd flat(const Points& p) {
  Eigen::VectorXd v(Eigen::Index(3 * p.size()));
  for (std::size_t i = 0; i < p.size(); ++i)
    for (int k = 0; k < 3; ++k) v[Eigen::Index(3 * i) + k] = p[i][k];
  return v;
}

double longest(const Points& u) {
  double length = 0;
  for (const Vec3d& d : u) length = std::max(length, norm(d));
  return length;
}

}  // namespace

StaticSolver::StaticSolver(const ShellModel& model, const Ties& ties, Loads loads, StaticOptions options)
    : model_(&model),
      options_(options),
      reduction_(ties.resolve()),
      base_(model, {}),
      growth_(model, std::move(loads)),
      assembly_(model, reduction_),
      start_(model.rest()),
      x_(model.rest()) {
  ldlt_.analyzePattern(assembly_.pattern());
  y_ = y_before_ = Vector::Zero(reduction_.unknowns());
}

StaticSolver::StaticSolver(const ShellModel& model, const Ties& ties, Points start, StaticOptions options)
    : StaticSolver(model, ties, Loads{}, options) {
  Loads keep;
  keep.dead.assign(start.size(), Vec3d::zero());
  model.add_gradient(start, keep.dead);
  base_ = LoadCase(model, std::move(keep));
  x_ = start_ = std::move(start);
}

Points StaticSolver::displacement(const Vector& y) const {
  const Vector u = reduction_.T * y;
  Points p(model_->rest().size());
  for (std::size_t i = 0; i < p.size(); ++i)
    for (int k = 0; k < 3; ++k) p[i][k] = u[Eigen::Index(3 * i) + k];
  return p;
}

void StaticSolver::place(const Vector& y, double s, Points& x) const {
  const Points u = displacement(y);
  x = start_;
  for (std::size_t i = 0; i < x.size(); ++i)
    for (int k = 0; k < 3; ++k) x[i][k] += u[i][k] + s * reduction_.c[Eigen::Index(3 * i) + k];
}

StaticSolver::Vector StaticSolver::force(const Points& x, double s) const {
  Points base(x.size(), Vec3d::zero()), growth(x.size(), Vec3d::zero());
  base_.add_force(x, base);
  growth_.add_force(x, growth);
  return flat(base) + s * flat(growth);
}

StaticSolver::Vector StaticSolver::residual(const Points& x, double s) const {
  Points gradient(x.size(), Vec3d::zero());
  model_->add_gradient(x, gradient);
  return reduction_.T.transpose() * (force(x, s) - flat(gradient));
}

FaceAssembly::Matrix StaticSolver::stiffness(const Points& x, double s, Stiffness kind) const {
  return assemble([&](std::size_t face, Eigen::MatrixXd& K) {
    model_->face_stiffness(x, face, kind, K);
    base_.add_face_stiffness(x, face, 1, K);
    growth_.add_face_stiffness(x, face, s, K);
  });
}

FaceAssembly::Matrix StaticSolver::stiffness_under(const Points& x, double s, const Slopes& stress) const {
  return assemble([&](std::size_t face, Eigen::MatrixXd& K) {
    model_->face_stiffness_under(x, face, stress, K);
    base_.add_face_stiffness(x, face, 1, K);
    growth_.add_face_stiffness(x, face, s, K);
  });
}

void StaticSolver::factorise(const FaceAssembly::Matrix& K) {
  ldlt_.factorize(K);
  if (ldlt_.info() != Eigen::Success)
    throw Error("E0523", "the stiffness of a shell is singular", {}, "hold it so that it cannot move freely",
                Exit::simulation);
}

void StaticSolver::accept(const Vector& y, double s) {
  y_before_ = y_, factor_before_ = factor_;
  y_ = y, factor_ = s;
  place(y_, s, x_);
  unstable_ = unstable_now();
}

int StaticSolver::unstable_now() const { return int((ldlt_.vectorD().array() < 0).count()); }

void StaticSolver::forget_path() { y_before_ = y_, factor_before_ = factor_; }

StaticSolver::Vector StaticSolver::nudge() const {
  // P K P^T = L D L^T: along P^T L^-T e_i the stiffness is D_i.
  Eigen::Index worst;
  ldlt_.vectorD().minCoeff(&worst);
  Vector e = Vector::Unit(y_.size(), worst);
  ldlt_.matrixU().solveInPlace(e);
  Vector d = ldlt_.permutationPinv() * e;
  // Towards the eigenvector nearest to zero: the mode that has just become unstable, which is smooth.
  constexpr int kSmooth = 8;
  for (int i = 0; i < kSmooth; ++i) d = Vector(ldlt_.solve(d)).normalized();
  return d * (0.5 * model_->thickness() / longest(displacement(d)));
}

void StaticSolver::snap(Vector y, double s) {
  Points x, there;
  place(y, s, x);
  double trust = 1;
  for (int i = 0; i < options_.snap_iterations; ++i) {
    const Vector r = residual(x, s);
    // The exact stiffness where it is definite: Newton's method at the end of the way.
    factorise(stiffness(x, s));
    const bool exact = (ldlt_.vectorD().array() > 0).all();
    if (!exact) factorise(stiffness(x, s, Stiffness::definite));
    ++iterations_;
    Vector change = ldlt_.solve(r);
    const double largest = longest(displacement(change));
    if (exact && largest <= options_.correction * model_->size()) {
      accept(y + change, s);
      forget_path();
      return;
    }
    // Steps of at most a tenth of the shell; halved until the forces along the step have not turned round.
    // Where they have grown the shell is unstable, and it is the way to go.
    const double slope = r.dot(change);
    double step = std::min(trust, 0.1 * model_->size() / largest);
    for (int k = 0; k < 40; ++k, step /= 2) {
      place(y + step * change, s, there);
      if (model_->is_valid(there) && residual(there, s).dot(change) >= -0.5 * slope) break;
    }
    y += step * change;
    trust = std::min(1.0, 4 * step);
    x = there;
  }
  throw Error("E0523", fmt::format("no stable equilibrium of the shell was found at load factor {:.6g}", s),
              {}, "follow it in time with solver.step = \"explicit\" or \"implicit\"", Exit::simulation);
}

StaticSolver::Vector StaticSolver::motion_force(const Points& x, double s) const {
  // K c by a central difference of the gradient along a small part of c.
  const double part = 1e-7 * model_->size() / std::max(reduction_.c.lpNorm<Eigen::Infinity>(), 1e-300);
  Points ahead(x), back(x);
  for (std::size_t i = 0; i < x.size(); ++i)
    for (int k = 0; k < 3; ++k) {
      const double c = part * reduction_.c[Eigen::Index(3 * i) + k];
      ahead[i][k] += c, back[i][k] -= c;
    }
  return (residual(ahead, s) - residual(back, s)) / (2 * part);
}

StaticSolver::Vector StaticSolver::predict(double to) {
  // As the last step went; the first step, and any with prescribed motion, along the tangent of the path.
  if (reduction_.c.squaredNorm() == 0) {
    if (factor_ == factor_before_) return Vector::Zero(y_.size());
    return (y_ - y_before_) * ((to - factor_) / (factor_ - factor_before_));
  }
  factorise(stiffness(x_, factor_));
  ++iterations_;
  return ldlt_.solve(residual(x_, to) + (to - factor_) * motion_force(x_, factor_));
}

bool StaticSolver::newton(Vector& y, double s, Slopes stress) {
  Points x;
  for (int i = 0; i < options_.iterations; ++i) {
    place(y, s, x);
    if (!model_->is_valid(x)) return false;
    factorise(stiffness_under(x, s, stress));
    ++iterations_;
    const Vector change = ldlt_.solve(residual(x, s));
    const Points u = displacement(change);
    const double largest = longest(u);
    if (!(largest < model_->size())) return false;
    stress = model_->stress_after(x, u);
    y += change;
    if (largest <= options_.correction * model_->size()) return true;
  }
  return false;
}

bool StaticSolver::try_step(double to, bool last_try) {
  const Vector change = predict(to);
  Vector y = y_ + change;
  Points ahead = displacement(change);
  for (std::size_t i = 0; i < ahead.size(); ++i)
    for (int k = 0; k < 3; ++k) ahead[i][k] += (to - factor_) * reduction_.c[Eigen::Index(3 * i) + k];
  if (!newton(y, to, model_->stress_after(x_, ahead))) return false;
  if (!options_.snap || unstable_now() == 0) {
    accept(y, to);
    return true;
  }
  // Not too far beyond where it buckles: there the way to a stable equilibrium is short.
  if (unstable_now() > 1 && !last_try) return false;
  leave(y, to);
  return true;
}

void StaticSolver::leave(const Vector& y, double s) {
  const Vector aside = nudge();
  Points x;
  for (double amount : {1., 2., 4., 8., 16.}) {
    Vector there = y + amount * aside;
    place(there, s, x);
    if (!newton(there, s, model_->stress_after(x, Points(x.size(), Vec3d::zero()))) || unstable_now() > 0)
      continue;
    accept(there, s);
    forget_path();
    return;
  }
  snap(y + aside, s);
}

void StaticSolver::advance(double factor) {
  double step = factor - factor_;
  const double least =
      options_.snap ? std::max(options_.least_step, 1e-3 * std::abs(step)) : options_.least_step;
  while (factor_ != factor) {
    const double rest = factor - factor_;
    if (std::abs(step) > std::abs(rest)) step = rest;
    const double to = std::abs(rest - step) < 1e-12 * std::abs(rest) ? factor : factor_ + step;
    const bool last_try = std::abs(step) < 2 * least;
    if (try_step(to, last_try)) {
      step *= 1.5;
    } else if (!last_try) {
      step /= 2;
    } else if (options_.snap) {
      snap(y_ + predict(to), to);
    } else {
      throw Error(
          "E0523", fmt::format("no equilibrium of the shell was found beyond load factor {:.6g}", factor_),
          {},
          "it may have buckled there: lessen the load, or follow it in time with solver.step = \"explicit\"",
          Exit::simulation);
    }
  }
}

void StaticSolver::retarget(Loads loads, Vector motion) {
  Loads reached = base_.loads();
  reached += scaled(growth_.loads(), factor_);
  loads += scaled(reached, -1);
  base_ = LoadCase(*model_, std::move(reached));
  growth_ = LoadCase(*model_, std::move(loads));
  reduction_.c = motion.size() > 0 ? std::move(motion) : Vector::Zero(reduction_.c.size());
  start_ = x_;
  y_ = y_before_ = Vector::Zero(y_.size());
  factor_ = factor_before_ = 0;
}

Points StaticSolver::linear() {
  factorise(stiffness(x_, factor_));
  // The growth of F, and the prescribed motion through the stiffness: K u = F, u = T y + c.
  Vector f = reduction_.T.transpose() * (force(x_, 1) - force(x_, 0));
  if (reduction_.c.squaredNorm() > 0) f += motion_force(x_, factor_);
  Points u = displacement(ldlt_.solve(f));
  for (std::size_t i = 0; i < u.size(); ++i)
    for (int k = 0; k < 3; ++k) u[i][k] += reduction_.c[Eigen::Index(3 * i) + k];
  return u;
}

}  // namespace weft
