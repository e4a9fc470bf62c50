#include "validation/rod/rod_equilibrium.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "exec/error.h"

namespace weft {

RodEquilibrium::RodEquilibrium(Rod<double> r) : rod(std::move(r)) {
  force.assign(rod.vertices(), Vec3d::zero());
  torque.assign(rod.edges.size(), 0);
  held.assign(4 * rod.vertices() - 1, 0);
  w_.resize(rod.vertices());
}

void RodEquilibrium::hold_vertex(std::size_t i) {
  for (std::size_t k = 0; k < 3; ++k) held[4 * i + k] = 1;
}
void RodEquilibrium::hold_edge(std::size_t j) {
  hold_vertex(j);
  hold_vertex(j + 1);
  held[4 * j + 3] = 1;
}
void RodEquilibrium::hold_plane(int axis) {
  // 2 marks what is held for the plane's sake alone
  for (std::size_t i = 0; i < rod.vertices(); ++i)
    for (const std::size_t k : {4 * i + std::size_t(axis), 4 * i + 3})
      if (k < held.size() && !held[k]) held[k] = 2;
}
void RodEquilibrium::release_plane(int axis) {
  for (std::size_t i = 0; i < rod.vertices(); ++i)
    for (const std::size_t k : {4 * i + std::size_t(axis), 4 * i + 3})
      if (k < held.size() && held[k] == 2) held[k] = 0;
}

double RodEquilibrium::length() const {
  double L = 0;
  for (const RodEdge<double>& e : rod.edges) L += e.length;
  return L;
}

double RodEquilibrium::potential(const RodPose<double>& p, const RodStrains<double>& s) const {
  double work = 0;
  for (std::size_t i = 0; i < rod.vertices(); ++i) {
    work += dot(force[i], p.x[i]);
    if (i < torque.size()) work += torque[i] * p.theta[i];
  }
  return energy_of(rod, s).sum() - work;
}

double RodEquilibrium::energy() {
  strains_of(rod.pose, w_.strains);
  return potential(rod.pose, w_.strains);
}

Vec3d RodEquilibrium::reaction(std::size_t i) {
  strains_of(rod.pose, w_.strains);
  gradient_of(rod, w_.strains, w_.gx, w_.gtheta);
  return w_.gx[i] - force[i];
}

int RodEquilibrium::negative_pivots() const {
  int count = 0;
  for (std::size_t r = 0; r < held.size(); ++r)
    if (!held[r] && w_.matrix.inverse_pivot(r) < 0) ++count;
  return count;
}

/// The step from the present strains into w_.step; false when the matrix is not definite.
bool RodEquilibrium::newton_step(double shift) {
  double stiffest[2] = {0, 0};  // of places and of angles, which have different units
  if (shift > 0)
    each_row(rod, w_.strains, true, nullptr, [&](std::size_t r, double(&K)[11], double) {
      stiffest[r % 4 == 3] = std::max(stiffest[r % 4 == 3], K[0]);
    });
  each_row(rod, w_.strains, false, nullptr, [&](std::size_t r, double(&K)[11], double g) {
    const std::size_t i = r / 4, k = r % 4;
    g -= k < 3 ? force[i][int(k)] : torque[i];
    K[0] += shift * stiffest[k == 3];
    for (std::size_t a = 1; a <= 10 && a <= r; ++a)
      if (held[r] || held[r - a]) K[a] = 0;
    if (held[r]) K[0] = 1, g = 0;
    w_.matrix.append(r, K, -g, -1);
  });
  if (negative_pivots() > 0) return false;
  w_.matrix.solve([&](std::size_t r, double y) {
    if (r % 4 < 3) w_.step[r / 4][int(r % 4)] = y;
    else w_.step_theta[r / 4] = y;
  });
  return true;
}

int RodEquilibrium::unstable_directions() {
  strains_of(rod.pose, w_.strains);
  newton_step(0);
  return negative_pivots();
}

int RodEquilibrium::solve(double tolerance, int most) {
  const double L = length();
  double shift = 0;
  strains_of(rod.pose, w_.strains);
  double value = potential(rod.pose, w_.strains);
  for (int it = 1; it <= most; ++it) {
    while (!newton_step(shift)) shift = std::max(4 * shift, 1e-10);
    double size = 0;
    for (std::size_t i = 0; i < rod.vertices(); ++i) {
      size = std::max(size, norm(w_.step[i]) / L);
      if (i < torque.size()) size = std::max(size, 1e-2 * std::abs(w_.step_theta[i]));
    }
    double a = std::min(1.0, 0.2 / std::max(size, 1e-300));
    for (int h = 0;; ++h) {
      for (std::size_t i = 0; i < rod.vertices(); ++i) {
        w_.next.x[i] = rod.pose.x[i] + a * w_.step[i];
        if (i < torque.size()) w_.next.theta[i] = rod.pose.theta[i] + a * w_.step_theta[i];
      }
      follow(rod.pose, w_.next, w_.next_strains);
      const double there = potential(w_.next, w_.next_strains);
      // Below the noise of the energy Newton's step is right by itself.
      if (there <= value + 1e-13 * std::abs(value) || (size < 1e-7 && shift == 0) || h == 60) {
        value = there;
        break;
      }
      a *= 0.5;
    }
    std::swap(rod.pose, w_.next);
    std::swap(w_.strains, w_.next_strains);
    if (shift == 0 && a * size < tolerance) return it;
    shift = a < 0.25 ? shift : 0.2 * shift;
    if (shift < 1e-11) shift = 0;
  }
  throw Error("E0550",
              fmt::format("no equilibrium of a rod of {} vertices within {} steps", rod.vertices(), most), {},
              "smaller steps of load", Exit::simulation);
}

}  // namespace weft
