#include "contact/rigid/velocity_system.h"

#include <algorithm>
#include <cmath>

#include "materials/coulomb.h"

namespace weft {
namespace {

constexpr int kRounds = 20, kNewton = 60, kHalvings = 30;
constexpr double kOuter = 0.1;   // of its violation that a round is expected to leave
constexpr double kInner = 0.01;  // of that: the speed to which Newton's method solves a round

Eigen::Matrix3d eigen(const Mat3d& a) {
  Eigen::Matrix3d m;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) m(i, j) = a(i, j);
  return m;
}

}  // namespace

/// pi(p - rho (J u - w)) of every row, how it changes with u, and the residual.
struct VelocitySystem::State {
  std::vector<double> y;  ///< p - rho (J u - w)
  std::vector<double> pi;
  std::vector<double> slope;       ///< of the row itself: rho where pi follows u, else 0
  std::vector<Vec2d> across;       ///< contacts that slip: unit direction of pi_t; else zero
  std::vector<Vec6> residual;      ///< M (u - u_0) - sum J^T pi
  double violation = 0, size = 0;  ///< |pi - p|/rho at most; largest |M^-1 residual|
};

VelocitySystem::VelocitySystem(const std::vector<RigidTrial>& bodies) {
  for (const RigidTrial& b : bodies) {
    Mat6 mass = Mat6::Identity(), inverse = Mat6::Zero(), free = Mat6::Zero();
    if (b.inverse_mass > 0) {
      mass.topLeftCorner<3, 3>() *= 1 / b.inverse_mass;
      inverse.topLeftCorner<3, 3>().diagonal().setConstant(b.inverse_mass);
      inverse.bottomRightCorner<3, 3>() = eigen(b.inverse_inertia);
      mass.bottomRightCorner<3, 3>() = eigen(weft::inverse(b.inverse_inertia));
      free.setIdentity();
    } else {
      // A fixed axis a: M^-1 = a a^T / J. Other velocities are not its own to change.
      const double rate = trace(b.inverse_inertia);
      const Eigen::Matrix3d along = eigen(b.inverse_inertia) / rate;
      inverse.bottomRightCorner<3, 3>() = along * rate;
      mass.bottomRightCorner<3, 3>() += along * (1 / rate - 1);
      free.bottomRightCorner<3, 3>() = along;
    }
    mass_.push_back(mass);
    inverse_mass_.push_back(inverse);
    free_.push_back(free);
  }
}

double VelocitySystem::response(int a, int b, const VelocityRow& row) const {
  double k = row.J_a.dot(inverse_mass_[a] * row.J_a);
  if (b >= 0) k += row.J_b.dot(inverse_mass_[b] * row.J_b);
  return k;
}

void VelocitySystem::add_contact(int a, int b, const std::array<VelocityRow, 3>& r, double friction) {
  groups_.push_back({VelocityGroup::Kind::contact, a, b, int(rows.size()), friction, 0});
  for (const VelocityRow& row : r) rows.push_back(row);
}

void VelocitySystem::add_row(int a, int b, const VelocityRow& row, VelocityGroup::Kind kind, double most) {
  groups_.push_back({kind, a, b, int(rows.size()), 0, most});
  rows.push_back(row);
}

void VelocitySystem::measure(const std::vector<Vec6>& u, std::vector<double>& out) const {
  for (const VelocityGroup& g : groups_)
    for (int r = g.first; r < g.first + g.count(); ++r) {
      out[r] = rows[r].J_a.dot(u[g.a]);
      if (g.b >= 0) out[r] += rows[r].J_b.dot(u[g.b]);
    }
}

void VelocitySystem::project(State& s) const {
  for (const VelocityGroup& g : groups_) {
    const int r = g.first;
    const double y = s.y[r];
    if (g.kind != VelocityGroup::Kind::contact) {
      s.pi[r] = g.kind == VelocityGroup::Kind::clamp ? std::clamp(y, -g.most, g.most) : y;
      continue;
    }
    s.pi[r] = std::max(0.0, y);
    const double limit = g.friction * rows[r].p;  // of the round before
    const Vec2d y_t{{s.y[r + 1], s.y[r + 2]}};
    const double length2 = norm2(y_t), share = length2 > limit * limit ? limit / std::sqrt(length2) : 1;
    s.pi[r + 1] = y_t[0] * share;
    s.pi[r + 2] = y_t[1] * share;
  }
}

void VelocitySystem::compare(State& s) const {
  s.violation = 0;
  for (std::size_t k = 0; k < groups_.size(); ++k) {
    const VelocityGroup& g = groups_[k];
    const int r = g.first;
    s.slope[r] = s.pi[r] == s.y[r] ? rows[r].rho : 0;
    s.across[k] = Vec2d::zero();
    if (g.kind == VelocityGroup::Kind::contact) {
      const Vec2d y_t{{s.y[r + 1], s.y[r + 2]}};
      const FrictionCone cone{g.friction * rows[r].p};
      const double length = norm(y_t), scale = cone.share(length);
      for (int d : {1, 2}) s.slope[r + d] = rows[r + d].rho * scale;
      if (!cone.holds(length)) s.across[k] = y_t * (1 / length);
    }
    for (int q = r; q < r + g.count(); ++q)
      if (rows[q].rho > 0) s.violation = std::max(s.violation, std::fabs(s.pi[q] - rows[q].p) / rows[q].rho);
  }
}

void VelocitySystem::assemble(const State& s) {
  diagonal_ = mass_;
  coupling_.assign(couples_.size(), Mat6::Zero());
  for (std::size_t k = 0; k < groups_.size(); ++k) {
    const VelocityGroup& g = groups_[k];
    const auto add = [&](const Vec6& J_a, const Vec6& J_b, double weight) {
      if (!(weight > 0)) return;
      diagonal_[g.a].noalias() += (weight * J_a) * J_a.transpose();
      if (g.b < 0) return;
      diagonal_[g.b].noalias() += (weight * J_b) * J_b.transpose();
      const bool ordered = g.a > g.b;  // blocks lie below the diagonal
      const Vec6 &row = ordered ? J_a : J_b, &column = ordered ? J_b : J_a;
      coupling_[couple_of_[k]].noalias() += (weight * row) * column.transpose();
    };
    const VelocityRow* r = &rows[g.first];
    add(r[0].J_a, r[0].J_b, s.slope[g.first]);
    if (g.kind != VelocityGroup::Kind::contact) continue;
    const Vec2d& t = s.across[k];
    if (norm2(t) > 0) {  // slips: friction only turns with the slip
      add(r[1].J_a * -t[1] + r[2].J_a * t[0], r[1].J_b * -t[1] + r[2].J_b * t[0], s.slope[g.first + 1]);
    } else {
      add(r[1].J_a, r[1].J_b, s.slope[g.first + 1]);
      add(r[2].J_a, r[2].J_b, s.slope[g.first + 2]);
    }
  }
  if (!analysed_) factor_.analyse(mass_.size(), couples_);
  analysed_ = true;
  factor_.factorize(diagonal_, coupling_);
}

/// Rows act only on what bodies can change; pairs of bodies that meet get a block of the matrix.
void VelocitySystem::connect() {
  for (const VelocityGroup& g : groups_) {
    for (int r = g.first; r < g.first + g.count(); ++r) {
      rows[r].J_a = free_[g.a] * rows[r].J_a;
      if (g.b >= 0) rows[r].J_b = free_[g.b] * rows[r].J_b;
    }
    if (g.b >= 0) couples_.push_back({std::min(g.a, g.b), std::max(g.a, g.b)});
  }
  std::sort(couples_.begin(), couples_.end());
  couples_.erase(std::unique(couples_.begin(), couples_.end()), couples_.end());
  for (const VelocityGroup& g : groups_) {
    const std::array<int, 2> pair{std::min(g.a, g.b), std::max(g.a, g.b)};
    couple_of_.push_back(
        g.b < 0 ? -1 : int(std::lower_bound(couples_.begin(), couples_.end(), pair) - couples_.begin()));
  }
}

void VelocitySystem::look(const std::vector<Vec6>& u, const std::vector<Vec6>& u_0, State& s) const {
  measure(u, s.y);
  for (std::size_t r = 0; r < rows.size(); ++r) s.y[r] = rows[r].p - rows[r].rho * (s.y[r] - rows[r].w);
  project(s);
  compare(s);
  s.residual.resize(u.size());
  for (std::size_t i = 0; i < u.size(); ++i) s.residual[i] = mass_[i] * (u[i] - u_0[i]);
  for (const VelocityGroup& g : groups_)
    for (int r = g.first; r < g.first + g.count(); ++r) {
      s.residual[g.a] -= rows[r].J_a * s.pi[r];
      if (g.b >= 0) s.residual[g.b] -= rows[r].J_b * s.pi[r];
    }
  s.size = 0;
  for (std::size_t i = 0; i < u.size(); ++i) s.size += s.residual[i].dot(inverse_mass_[i] * s.residual[i]);
}

void VelocitySystem::newton(std::vector<Vec6>& u, const std::vector<Vec6>& u_0, State& s) {
  assemble(s);
  std::vector<Vec6> change = s.residual;
  for (Vec6& c : change) c = -c;
  factor_.solve(change);
  // The residual is the gradient of a convex potential: its slope along the step only grows.
  //   slope(t) = slope(0) + t d.M d - sum (pi(t) - pi(0)) J d,   slope(0) = residual . d
  // What slips may come to rest anywhere on the way, in a range as narrow as p/rho.
  double steepest = 0, bend = 0;
  for (std::size_t k = 0; k < u.size(); ++k) {
    steepest -= s.residual[k].dot(change[k]);
    bend += change[k].dot(mass_[k] * change[k]);
  }
  std::vector<double> along(rows.size());
  measure(change, along);
  const std::vector<double> y = s.y, pi = s.pi;
  const auto slope = [&](double part) {
    for (std::size_t r = 0; r < rows.size(); ++r) s.y[r] = y[r] - part * rows[r].rho * along[r];
    project(s);
    double sum = part * bend - steepest;
    for (std::size_t r = 0; r < rows.size(); ++r) sum -= (s.pi[r] - pi[r]) * along[r];
    return sum;
  };
  double part = 1;
  if (slope(1) > 0.5 * steepest) {
    double low = 0, high = 1;
    for (int h = 0; h < kHalvings; ++h) {
      part = 0.5 * (low + high);
      const double here = slope(part);
      if (std::fabs(here) <= 0.5 * steepest) break;
      (here > 0 ? high : low) = part;
    }
  }
  for (std::size_t k = 0; k < u.size(); ++k) u[k] += change[k] * part;
  look(u, u_0, s);
}

SystemReport VelocitySystem::solve(std::vector<Vec6>& u, double tolerance) {
  SystemReport report;
  if (groups_.empty()) return report;
  connect();
  const std::vector<Vec6> u_0 = u;
  State s;
  s.y.resize(rows.size());
  s.pi.resize(rows.size());
  s.slope.resize(rows.size());
  s.across.resize(groups_.size());
  // Begin where the impulses of the step before would lead.
  for (const VelocityGroup& g : groups_)
    for (int r = g.first; r < g.first + g.count(); ++r) {
      u[g.a] += inverse_mass_[g.a] * rows[r].J_a * rows[r].p;
      if (g.b >= 0) u[g.b] += inverse_mass_[g.b] * rows[r].J_b * rows[r].p;
    }
  double mass = 0;
  for (const Mat6& m : mass_) mass += m(0, 0);
  for (report.rounds = 1; report.rounds <= kRounds; ++report.rounds) {
    look(u, u_0, s);
    const double speed = kInner * std::max(tolerance, kOuter * s.violation);
    for (int i = 0; i < kNewton && s.size > speed * speed * mass; ++i, ++report.newton) newton(u, u_0, s);
    for (std::size_t r = 0; r < rows.size(); ++r) rows[r].p = s.pi[r];
    report.violation = s.violation;
    if (s.violation <= tolerance) break;
  }
  return report;
}

}  // namespace weft
