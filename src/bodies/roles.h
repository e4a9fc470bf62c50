/// What only some kinds of bodies have. A body names its roles in its constructor; whoever wants one asks for
/// the pointer, and null means that the body has nothing to do there.
#pragma once
#include <span>

#include "bodies/surface_points.h"
#include "grid/parcels.h"

namespace weft {

/// Takes part in the implicit solve (world/implicit/implicit.h). With v the nodes' velocities at the end of
/// the step, a body adds its elastic energy Phi(x + dt v) to the incremental potential. Plasticity is lagged:
/// strains start from what last yielded.
class ImplicitSet {
 public:
  virtual ~ImplicitSet() = default;
  /// Strains begin where the body is now; room for what follows.
  virtual void begin_solve(const Step&) = 0;
  /// Between try_unload and try_load of all sets. Returns Phi [J] for Solve::force, infinity where the law
  /// has none (an inverted point of a law with logarithms); 0 for Solve::change.
  virtual double try_elements(const Step&, Solve) = 0;
  /// Prepares Solve::change around the velocities last tried; `definite`: without negative eigenvalues.
  virtual void linearise(const Step&, bool definite) = 0;
  /// Strains begin where the velocities last tried end on the yield surface: the next solve does not feel
  /// stress that yielding takes away. False when nothing yielded.
  virtual bool begin_from_yielded(const Step&) = 0;
};

/// Finds its velocities at the end of the step by itself: solids, rigid bodies, putty, strands of hair.
class OwnMotion {
 public:
  virtual ~OwnMotion() = default;
  /// From the body's own forces and gravity, always from the state at the start of the step, so that a step
  /// can be thrown away. `barriers`: obstacles near its skin, which an implicit body heeds in its solve.
  virtual void accelerate(const Step&, const Vec3d& gravity, std::span<const Barrier> barriers) = 0;
  /// The points that obstacles stop inside `accelerate`, of a body that has no field of its own; null: none.
  virtual SurfacePoints* barred() { return nullptr; }
  /// Of such a point, as `accelerate` found it [m/s].
  virtual Vec3d solved_velocity(std::size_t) const { return Vec3d::zero(); }
  /// What obstacles took in `accelerate`, one impulse per barrier [N s]; empty: nothing.
  virtual std::span<const Vec3d> given() const { return {}; }
};

/// Has a velocity field of its own and meets others at shared nodes only (docs/fields.md): its parcels are
/// points of its surface with the velocity of the surface, and answers are *changes* of that velocity. Nothing
/// moves before end_step.
class SeparateField {
 public:
  virtual ~SeparateField() = default;
  virtual double friction() const = 0;     ///< against bodies of other fields
  virtual double restitution() const = 0;  ///< the part of the approach that comes back
  /// After unload of all sets, and before obstacles meet the skin; in several rounds where meshes are coarse.
  /// Where nobody is near, unload is not called.
  virtual void end_exchange(const Step&) {}
  /// Parts of its surface that face each other collide as different bodies would.
  virtual bool self_contact() const { return false; }
  /// The points that obstacles stop before the body moves: places at the start of the step, velocities at its
  /// end as far as they are known. Null: it has none.
  virtual SurfacePoints* skin() { return nullptr; }
  /// What obstacles took in `accelerate` already, one impulse per barrier [N s]; empty: nothing.
  virtual std::span<const Vec3d> given() const { return {}; }
  /// The fastest velocity at the end of the step as far as it is known, infinity when one is not a number
  /// [m/s]: the step is checked before anything moves.
  virtual double trial_speed() const = 0;
};

/// What the world needs of a body with six degrees of freedom, or fewer.
class RigidMotion {
 public:
  virtual ~RigidMotion() = default;
  /// Of its material at x, at the end of the step as far as it is known [m/s].
  virtual Vec3d velocity_at(const Vec3d& x) const = 0;
  /// The change of velocity at x that an impulse at x brings [1/kg]; zero where nothing can move it.
  virtual Mat3d response(const Vec3d& x) const = 0;
  virtual void push(const Vec3d& x, const Vec3d& impulse) = 0;
};

/// Changes the number or the order of its parcels between steps: sources, neighbourhoods.
class Renewal {
 public:
  virtual ~Renewal() = default;
  /// True when it did.
  virtual bool renew(double time) = 0;
  /// The earliest time at which that would do something [s].
  virtual double due() const { return 0; }
};

class RigidBody;       // bodies/rigid/rigid_body.h
class StrandSet;       // bodies/strand_set.h
class ContactSurface;  // bodies/contact_surface.h
class Traveller;       // bodies/device_data.h
class Sharpening;      // bodies/sharpening.h
class StiffMesh;       // bodies/mesh_stiffness.h
class RestingBody;     // bodies/resting.h

struct Roles {
  ImplicitSet* implicit = nullptr;
  OwnMotion* motion = nullptr;
  SeparateField* field = nullptr;
  RigidBody* rigid = nullptr;
  StrandSet* strands = nullptr;
  Renewal* renewal = nullptr;
  ContactSurface* surface = nullptr;  ///< what meets other surfaces as geometry
  Traveller* traveller = nullptr;     ///< what a graphics card can step
  Sharpening* sharpening = nullptr;   ///< gives back what transfers take from velocities
  StiffMesh* mesh = nullptr;     ///< what its vertices resist among themselves preconditions the grid's solve
  RestingBody* rests = nullptr;  ///< its rest is looked for together with contact (docs/statics.md)
  /// Sets of points that obstacles meet one by one after the grid has moved them (world/keep_out.cpp).
  std::array<SurfacePoints*, 2> surfaces{};
};

}  // namespace weft
