/// Impulses that keep surfaces apart, with Coulomb's friction exact to the solver's tolerance.
///
///   j_n = max(0, j_n + (bound - v_n) / k_n)         pushes, never pulls
///   j_t = (j_t - v_t / k_t) shortened to |j_t| <= mu j_n
///
/// Impulses are accumulated and begin from those of the step before, so that what sticks stays: its residual
/// slip is the tolerance, not a creep. Contacts that share a vertex or a rigid body have different colours, and
/// colours come one after the other: the same bits for any number of threads. A vertex that is pressed on an
/// obstacle cannot give way: what presses it there moves both impulses at once (a brace), or a heavy body would
/// sink through a light cloth on a table before enough rounds were made. Rounds are joined by the method of
/// nonlinear conjugate gradients (Silcowitz, Niebe and Erleben 2010): heavy things on light layers need few.
#pragma once
#include "contact/surfaces/surface_contact.h"
#include "exec/parallel.h"

namespace weft {

struct ImpulseRules {
  int rounds = 60;
  int fewest = 4;
  double tolerance = 1e-9;  ///< [m/s]: rounds end when none changes by more,
  double share = 1e-4;      ///< or by more than this share of what the first round changed,
  int calm_rounds = 8;      ///< or, from this round on, by more than
  double calm = 1e-4;       ///< this share of the largest impulse: the next step goes on where this one ends
  int parting_rounds = 10;
};

class SurfaceImpulses {
 public:
  ContactList list;
  std::vector<RigidTrial> rigid;  ///< rigid bodies of the scene, as they will move

  /// Applies what contacts from `first` on begin with.
  void begin(SurfaceScene& scene, std::size_t first);
  /// Changes velocities of the scene and of rigid bodies. Returns the rounds it took.
  int solve(SurfaceScene& scene, const ImpulseRules& rules);
  /// What all contacts give to each vertex and mover of the scene [N s].
  std::vector<Vec3d> given(const SurfaceScene& scene) const;
  /// The motion that restores lost gaps without momentum; rigid bodies likewise. With v_0, u_0 as bodies told them:
  ///   v' = v + (u_0/dt - v_0) + parting impulses,   u = u_0 + dt (v - v_0) + dt (those impulses' part of v')
  void part(SurfaceScene& scene, const ImpulseRules& rules, double dt);
  /// Once the last motion is certified: turns what was parted so that no angular momentum is lost (parting_spin.cpp).
  /// True when a rigid body turned.
  bool give_back_spin(SurfaceScene& scene, double dt);
  double residual() const { return residual_; }  ///< of the last solve [m/s]
  /// The speed at which the sides of a contact part.
  double parting_speed(const SurfaceScene& scene, const SurfaceContact& c) const;
  /// Velocities of rigid bodies without momentum, from `part`.
  std::vector<RigidTrial> parted;

 private:
  struct Change {
    ContactImpulse by;
    double size = 0, energy = 0;
  };
  struct Slip {
    double n, t[2];
  };
  Slip slip(const SurfaceScene& scene, const SurfaceContact& c) const;
  void relax(SurfaceScene& scene, SurfaceContact& c);
  double braced_response(const SurfaceScene& scene, const SurfaceContact& c) const;
  bool pressed(const SurfaceScene& scene, const SurfaceRow& row) const;
  void brace(SurfaceScene& scene, const SurfaceContact& c, double by);
  void find_braces();
  Change change_since(const ContactImpulse& before, const SurfaceContact& c) const;
  void apply(SurfaceScene& scene, const SurfaceContact& c, const ContactImpulse& by);
  void colour(const SurfaceScene& scene);
  bool loses(const SurfaceScene& scene, const SurfaceContact& c, double dt) const;
  /// Calls f(contact index) for all, those of a colour side by side.
  template <class F>
  void each(F&& f);

  std::vector<std::size_t> begin_;  ///< of colours
  bool serial_last_ = false;        ///< the last colour is what found none
  std::vector<std::uint64_t> mask_;
  std::vector<ContactImpulse> direction_;
  std::vector<double> parted_by_;  ///< impulses of the last parting motion; empty: none [N s]
  double residual_ = 0;
};

}  // namespace weft
