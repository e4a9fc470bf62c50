/// Hinges between triangles, or rods along polylines, of a body that moves by itself (thin/bending.h has their
/// energies).
///   theta'  = sum_a grad_a theta . v_a
///   f_a     = -(dpsi/dtheta + tau 2 c theta') grad_a theta;   hinges:  -(P (o + tau theta'))_e grad_a theta_e
/// theta is the same however the body is moved or turned, so that neither part changes its momenta.
/// Backward Euler, theta_s when the step begins:
///   W = psi(theta) + tau/dt c (theta - theta_s)^2,   f_a = -dW/dtheta grad_a theta,
///   stiffness without negative eigenvalues: rods sum_k g_k g_k^T (thin/bending.h), hinges G^T P G, G the
///   gradients of all angles
///   omega^2 <= max over rods of  sum_a p_a / m_a,   p_a = sum over rods around a of  2 c |grad_a theta|^2
///   hinges: hinges.h
#pragma once
#include "bodies/adjacency.h"
#include "bodies/places.h"
#include "bodies/thin/held_hinges.h"
#include "bodies/thin/stretch_view.h"
#include "bodies/vectors.h"

namespace weft {

class SheetBends {
 public:
  SheetBends() = default;
  explicit SheetBends(HeldHinges hinges);
  /// x: places of the vertices at rest.
  SheetBends(std::vector<Bend> rods, std::span<const Vec3d> x, std::span<const double> mass);
  /// Pins may let go.
  void begin_step(double time) {
    if (hinges_ && !empty()) held_.begin_step(time, bends_);
  }
  bool empty() const { return bends_.empty(); }
  /// Forces; damping: tau [s].
  Pace respond(const Places& x, const Places& v, double damping);
  /// Backward Euler: a step begins at x; forces at x and the potential [J]; damping: tau/dt.
  void begin(const Places& x);
  double trial(const Places& x, double damping);
  void stiffness(const Places& x, double damping);
  /// Calls f(g, c) for each of a bend's g, found last: the stiffness is sum c g g^T, of hinges each by itself.
  template <class F>
  void each_factor(std::size_t bend, F&& f) const {
    const double c = hinges_ ? held_.matrix().diagonal(bend) * damped_ : 1;
    for (std::size_t k = 0; k < factors(); ++k) f(factor_[bend * factors() + k], c);
  }
  /// Adds `scale` times what that leaves out of the product with x; x is zero where vertices are held.
  void add_together(const Vectors& x, double scale, std::span<const char> held, Vectors& y) const;
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
           bytes_of(factor_) + held_.bytes();
  }
  void archive(Archive& a, const std::string& prefix) {
    if (hinges_ && !empty() && held_.archive(a, prefix)) held_.find_pace(bends_);
  }

 private:
  using Forces = std::array<Place, 4>;
  std::size_t factors() const { return hinges_ ? 1 : 3; }
  /// Of a hinge the derivative is o.
  BendAnswer<double> answer(const Bend& b, const std::array<Vec3d, 4>& x) const {
    return hinges_ ? bend_hinge(x, 0.5, b.rest) : bend_rod(x, b.stiffness, b.rest);
  }
  double angle(const Bend& b, const std::array<Vec3d, 4>& x) const {
    return hinges_ ? answer(b, x).derivative : rod_curvature(x);
  }
  double turn_hinges(Range r, const Places& x, const Places& v, double damping);
  double respond_rods(Range r, const Places& x, const Places& v, double damping);
  double try_hinges(const Places& x, double damping);
  double try_rods(const Places& x, double damping);
  void connect(std::span<const double> mass);
  /// Of a rod: |grad_a theta|^2 of each vertex, no less.
  static std::array<double, 4> slopes(const std::array<Vec3d, 4>& x);
  void share_mass(std::span<const Vec3d> x, std::span<const double> mass);

  std::vector<Bend> bends_;
  bool hinges_ = true;
  HeldHinges held_;
  std::vector<double> mass_;
  std::vector<double> angle_;  ///< what the moments of hinges follow from
  double damped_ = 1;          ///< 1 + tau/dt
  std::vector<Forces> force_;
  std::vector<std::array<double, 4>> share_;  ///< of each vertex's mass [kg]
  Adjacency around_;
  std::vector<double> start_;                      ///< theta_s
  std::vector<double> turned_;                     ///< theta - theta_s of hinges
  std::vector<std::array<Vec3d, 4>> factor_;       ///< g of all bends
  mutable std::vector<double> change_, together_;  ///< for add_together
};

}  // namespace weft
