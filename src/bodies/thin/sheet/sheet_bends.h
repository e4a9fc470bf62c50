/// Hinges between triangles, or rods along polylines, of a body that moves by itself (thin/bending.h has their
/// energies).
///   theta'  = sum_a grad_a theta . v_a
///   f_a     = -(dpsi/dtheta + tau 2 c theta') grad_a theta
/// theta is the same however the body is moved or turned, so that neither part changes its momenta.
/// Backward Euler, theta_s when the step begins:
///   W = psi(theta) + tau/dt c (theta - theta_s)^2,   f_a = -dW/dtheta grad_a theta,
///   stiffness without negative eigenvalues: sum_k g_k g_k^T (thin/bending.h), hinges by one g, rods by three
///   omega^2 <= max over bends of  sum_a p_a / m_a,   p_a = sum over bends around a of  2 c |grad_a theta|^2
#pragma once
#include "bodies/adjacency.h"
#include "bodies/places.h"
#include "bodies/thin/bending.h"
#include "bodies/thin/stretch_view.h"

namespace weft {

class SheetBends {
 public:
  SheetBends() = default;
  /// x: places of the vertices at rest; `hinges`: each bend has four vertices, rods have three.
  SheetBends(std::vector<Bend> bends, bool hinges, std::span<const Vec3d> x, std::span<const double> mass);
  bool empty() const { return bends_.empty(); }
  /// Forces; damping: tau [s].
  Pace respond(const Places& x, const Places& v, double damping);
  /// Backward Euler: a step begins at x; forces at x and the potential [J]; damping: tau/dt.
  void begin(const Places& x);
  double trial(const Places& x, double damping);
  void stiffness(const Places& x, double damping);
  /// Calls f(g) for each of a bend's g, found last.
  template <class F>
  void each_factor(std::size_t bend, F&& f) const {
    for (std::size_t k = 0; k < factors(); ++k) f(factor_[bend * factors() + k]);
  }
  std::size_t size() const { return bends_.size(); }
  std::size_t vertices() const { return hinges_ ? 4 : 3; }
  const std::array<std::uint32_t, 4>& vertex(std::size_t bend) const { return bends_[bend].vertex; }
  const Adjacency& around() const { return around_; }
  void add_force(std::size_t i, Vec3d& f) const {
    if (empty()) return;
    for (const std::uint32_t c : around_.corners(i)) f += vector(force_[c / 4][c % 4]);
  }
  double energy(const Places& x) const;  ///< [J]
  /// Rods whose middle vertex is a torn one's hold nothing any longer.
  template <class Torn>
  void cut(Torn&& torn) {
    for (Bend& b : bends_)
      if (torn(b.vertex[1])) b.stiffness = 0;
  }
  std::size_t bytes() const {
    return bytes_of(bends_) + bytes_of(force_) + bytes_of(share_) + around_.bytes() + bytes_of(start_) +
           bytes_of(factor_);
  }

 private:
  using Forces = std::array<Place, 4>;
  std::size_t factors() const { return hinges_ ? 1 : 3; }
  double angle(const std::array<Vec3d, 4>& x) const { return hinges_ ? hinge_angle(x) : rod_curvature(x); }
  BendAnswer<double> answer(const Bend& b, const std::array<Vec3d, 4>& x) const {
    return hinges_ ? bend_hinge(x, b.stiffness, b.rest) : bend_rod(x, b.stiffness, b.rest);
  }
  /// |grad_a theta|^2 of each vertex, no less.
  std::array<double, 4> slopes(const BendAnswer<double>& a, const std::array<Vec3d, 4>& x) const;
  void share_mass(std::span<const Vec3d> x, std::span<const double> mass);

  std::vector<Bend> bends_;
  bool hinges_ = true;
  std::vector<Forces> force_;
  std::vector<std::array<double, 4>> share_;  ///< of each vertex's mass [kg]
  Adjacency around_;
  std::vector<double> start_;                 ///< theta_s
  std::vector<std::array<Vec3d, 4>> factor_;  ///< g of all bends
};

}  // namespace weft
