#include "bodies/shell/statics/static_solver.h"

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

}  // namespace

StaticSolver::StaticSolver(const ShellModel& model, const Ties& ties, Loads loads, StaticOptions options)
    : model_(&model),
      options_(options),
      reduction_(ties.resolve()),
      loads_(model, std::move(loads)),
      assembly_(model, reduction_),
      x_(model.rest()) {
  ldlt_.analyzePattern(assembly_.pattern());
  y_ = y_before_ = Vector::Zero(reduction_.unknowns());
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
  x = model_->rest();
  for (std::size_t i = 0; i < x.size(); ++i)
    for (int k = 0; k < 3; ++k) x[i][k] += u[i][k] + s * reduction_.c[Eigen::Index(3 * i) + k];
}

StaticSolver::Vector StaticSolver::residual(const Points& x, double s) const {
  Points force(x.size(), Vec3d::zero()), gradient(x.size(), Vec3d::zero());
  loads_.add_force(x, force);
  model_->add_gradient(x, gradient);
  return reduction_.T.transpose() * (s * flat(force) - flat(gradient));
}

FaceAssembly::Matrix StaticSolver::stiffness(const Points& x, double s, Stiffness kind) const {
  return assemble([&](std::size_t face, Eigen::MatrixXd& K) {
    model_->face_stiffness(x, face, kind, K);
    loads_.add_face_stiffness(x, face, s, K);
  });
}

void StaticSolver::factorise(const Points& x, double s) {
  ldlt_.factorize(stiffness(x, s));
  if (ldlt_.info() != Eigen::Success)
    throw Error("E0523", "the stiffness of a shell is singular", {}, "hold it so that it cannot move freely",
                Exit::simulation);
}

bool StaticSolver::try_step(double to) {
  Vector y = y_;
  // Goes on as the last step did.
  if (factor_ != factor_before_) y += (y_ - y_before_) * ((to - factor_) / (factor_ - factor_before_));
  Points x;
  for (int i = 0; i < options_.iterations; ++i) {
    place(y, to, x);
    if (!model_->is_valid(x)) return false;
    factorise(x, to);
    ++iterations_;
    const Vector change = ldlt_.solve(residual(x, to));
    const Points u = displacement(change);
    double largest = 0;
    for (const Vec3d& d : u) largest = std::max(largest, norm(d));
    if (!(largest < model_->size())) return false;
    y += change;
    if (largest > options_.correction * model_->size()) continue;
    y_before_ = y_, factor_before_ = factor_;
    y_ = y, factor_ = to;
    place(y_, to, x_);
    unstable_ = int((ldlt_.vectorD().array() < 0).count());
    return true;
  }
  return false;
}

void StaticSolver::advance(double factor) {
  double step = factor - factor_;
  while (factor_ != factor) {
    const double rest = factor - factor_;
    if (std::abs(step) > std::abs(rest)) step = rest;
    if (try_step(std::abs(rest - step) < 1e-12 * std::abs(rest) ? factor : factor_ + step)) {
      step *= 1.5;
      continue;
    }
    step /= 2;
    if (std::abs(step) < options_.least_step)
      throw Error(
          "E0523", fmt::format("no equilibrium of the shell was found beyond load factor {:.6g}", factor_),
          {},
          "it may have buckled there: lessen the load, or follow it in time with solver.step = \"explicit\"",
          Exit::simulation);
  }
}

Points StaticSolver::linear() {
  factorise(x_, factor_);
  // F at load factor 1, and the prescribed motion through the stiffness: K u = F, u = T y + c.
  Points force(x_.size(), Vec3d::zero());
  loads_.add_force(x_, force);
  Vector f = reduction_.T.transpose() * flat(force);
  if (reduction_.c.squaredNorm() > 0) {
    // K c by a central difference of the gradient, exact to second order in a motion of 1e-6 of it.
    constexpr double kSmall = 1e-6;
    Points ahead(x_), back(x_);
    for (std::size_t i = 0; i < x_.size(); ++i)
      for (int k = 0; k < 3; ++k) {
        const double c = kSmall * reduction_.c[Eigen::Index(3 * i) + k];
        ahead[i][k] += c, back[i][k] -= c;
      }
    f += (residual(ahead, factor_) - residual(back, factor_)) / (2 * kSmall);
  }
  Points u = displacement(ldlt_.solve(f));
  for (std::size_t i = 0; i < u.size(); ++i)
    for (int k = 0; k < 3; ++k) u[i][k] += reduction_.c[Eigen::Index(3 * i) + k];
  return u;
}

}  // namespace weft
