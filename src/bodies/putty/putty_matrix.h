/// The linear system of putty's backward Euler,  (m + dt^2 K + friction) d = r  in what obstacles and pins leave
/// free, and its conjugate gradients (math/krylov.h). The preconditioner is
///   z = (D^-1 + coarse) r,   D: the 3x3 blocks on the diagonal, coarse: hat_lattices.h
#pragma once
#include "bodies/implicit_contacts.h"
#include "bodies/putty/hat_lattices.h"
#include "math/krylov.h"

namespace weft {

template <class S>
class PuttyMatrix {
 public:
  PuttyMatrix(Elasticity<S>& elastic, double mass) : elastic_(elastic), m_(mass) {}
  /// A step of length dt from points at x.
  void begin_step(std::span<const Vec3d> x, double spacing, double dt);
  /// K with the rotations that are frozen now.
  void take_rotations() { elastic_.diagonal(diagonal_); }
  /// Contacts and friction at velocities w.
  void take_contacts(const ImplicitContacts& contacts, const Vectors& w);
  /// take_contacts was called in this step.
  bool knows_contacts() const { return weighed_; }

  /// Before `start`: the right-hand side; then what is left of it.
  Quads<S>& rest() { return r_; }
  const Quads<S>& solution() const { return d_; }
  /// From d = 0.
  void start(const ImplicitContacts& contacts);
  /// Goes on until |r| <= tolerance; returns the iterations.
  int follow(double tolerance);
  /// Directions that are not free become zero.
  void project(const ImplicitContacts& contacts, Quads<S>& a) const;
  std::size_t bytes() const;

  // As conjugate gradients see it.
  void zero(Quads<S>& x) const;
  void apply(const Quads<S>& p, Quads<S>& y);
  void precondition(const Quads<S>& r, Quads<S>& z);
  double inner(const Quads<S>& a, const Quads<S>& b) const;
  void advance(Gradients<Quads<S>>& g, double s) const;
  void turn(Quads<S>& p, double t, const Quads<S>& z) const;

 private:
  Elasticity<S>& elastic_;
  double m_, dt_ = 0;
  const ImplicitContacts* contacts_ = nullptr;  ///< of the gradients under way
  Quads<S> d_, r_, z_, p_, y_;
  Gradients<Quads<S>> gradients_{d_, r_, z_, p_, y_};
  std::vector<Mat3<S>> diagonal_, inverse_;
  struct Rub {
    std::uint32_t point;
    Mat3<S> A;
  };
  std::vector<Rub> rubs_;  ///< friction's part of the matrix
  HatLattices<S> coarse_;
  std::vector<Mat3<S>> held_;  ///< what obstacles and friction add to the coarse matrices
  bool weighed_ = false;       ///< the coarse lattices know this step's contacts
};

}  // namespace weft
