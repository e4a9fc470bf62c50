/// What every kind of body offers the world. A body keeps its own state and layout; it meets the grid only
/// through batches of parcels and answers. Virtual calls happen once a batch or once a phase, never once a
/// point.
#pragma once
#include <array>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "exec/archive.h"
#include "exec/parallel.h"
#include "grid/parcels.h"
#include "materials/coulomb.h"

namespace weft {

/// What limits the next step.
struct Limits {
  double speed = 0;       ///< max |v| [m/s]
  double gradient = 0;    ///< max norm of C [1/s]
  double wave_speed = 0;  ///< max c at the current state [m/s]
  double viscosity = 0;   ///< max kinematic viscosity [m^2/s]
  double frequency = 0;   ///< fastest vibration of a mesh, where a body knows it [rad/s]
  bool always = false;    ///< what the body leaves on the grid is explicit in implicit steps too
};

struct Totals {
  double mass = 0, kinetic = 0, elastic = 0, volume = 0;  ///< [kg], [J], [J], [m^3] (current volume)
  double stretch = 0, bend = 0, twist = 0;  ///< parts of `elastic`, where a body tells them apart [J]
  Vec3d momentum{{0, 0, 0}};                ///< [kg m/s]
  Vec3d angular_momentum{{0, 0, 0}};        ///< about the origin, of the points' own velocities [kg m^2/s]
  Vec3d affine_axial{{0, 0, 0}};            ///< sum of m axial(C - C^T); times D it is the affine part [kg/s]
  Vec3d first_moment{{0, 0, 0}};            ///< sum of m x [kg m]

  Totals& operator+=(const Totals& b) {
    mass += b.mass;
    kinetic += b.kinetic;
    elastic += b.elastic;
    stretch += b.stretch;
    bend += b.bend;
    twist += b.twist;
    volume += b.volume;
    momentum += b.momentum;
    angular_momentum += b.angular_momentum;
    affine_axial += b.affine_axial;
    first_moment += b.first_moment;
    return *this;
  }
};

/// What a frame of output holds of a body: vertices in the order of their ids, and how they hang together.
///   points   vertices alone                    grains, putty
///   mesh     polygons: faces[f] corners each   cloth, shells, the surface of solids
///   curves   polylines: curves[c] vertices each, one after the other   fibres, hair
struct FrameObject {
  std::string name, kind;  ///< kind: points, mesh or curves
  std::string look;        ///< how pictures show it: "sand", "cloth", ... ; empty: by kind
  double radius = 0;       ///< points: half their mean spacing; mesh, curves: half the thickness [m]
  bool smooth = false;     ///< mesh: the surface is the Catmull-Clark limit of these polygons
  std::array<float, 3> colour{0.8f, 0.7f, 0.5f};  ///< sRGB, 0..1
  std::vector<Vec3<float>> position, velocity;
  std::vector<std::uint32_t> id;
  std::vector<std::array<float, 3>> colours;          ///< per vertex, may be empty
  std::vector<float> radii;                           ///< per vertex where `radius` will not do, may be empty
  std::map<std::string, std::vector<float>> scalars;  ///< per vertex, e.g. "plastic_strain"
  std::vector<std::uint32_t> faces, corners;          ///< mesh: corners of each face; vertex of each corner
  std::vector<std::array<float, 2>> uv;               ///< mesh: of each corner, may be empty
  std::vector<std::uint32_t> curves;                  ///< curves: vertices of each
};

/// Points of a surface: they show every fraction of a cell that the grid lets them sink into an obstacle.
class SurfacePoints {
 public:
  virtual ~SurfacePoints() = default;
  virtual std::size_t count() const = 0;
  virtual void places(Range r, Real* x, Real* y, Real* z) const = 0;
  /// Cheaper: where they are or were when the step began.
  virtual void rough_places(Range r, Real* x, Real* y, Real* z) const = 0;
  virtual double clearance(double dx) const = 0;  ///< how far they keep from obstacles [m]
  /// As exactly as the body knows it.
  virtual Vec3d place_of(std::size_t i) const {
    Real x, y, z;
    places({i, i + 1}, &x, &y, &z);
    return {{x, y, z}};
  }
  virtual double mass_of(std::size_t i) const = 0;
  virtual Vec3d velocity_of(std::size_t i) const = 0;
  /// Moves point i by `by` and gives it the velocity v.
  virtual void put(std::size_t i, const Vec3d& by, const Vec3d& v) = 0;
  /// The velocity around point i changes along the unit vector n as `rate` says, C n = rate, and did so
  /// during the step of length dt that strained it.
  virtual void set_gradient(std::size_t i, const Vec3d& n, const Vec3d& rate, double dt) = 0;
};

/// An obstacle near a point of a body's skin. During the step the point must keep  (v - v_co) . n >= -gap/dt.
struct Barrier {
  std::uint32_t point;     ///< of the skin
  std::uint32_t collider;  ///< which obstacle
  Vec3d n;                 ///< out of the obstacle
  Vec3d v_co;              ///< its velocity there [m/s]
  double gap;              ///< at the start of the step; negative: the point is inside [m]
  double friction;
  Boundary boundary;
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

class StrandSet;  // bodies/strand_set.h

class Body : public Parcels {
 public:
  explicit Body(std::string name) : name_(std::move(name)) {}
  const std::string& name() const { return name_; }
  virtual std::string kind() const = 0;      ///< the scene's `type`, e.g. "grains"
  virtual std::string material() const = 0;  ///< the law's name
  /// The sets of parcels the grid sees: the body's points, and contact points where it has such.
  virtual void add_sets(std::vector<Parcels*>& sets) { sets.push_back(this); }

  /// Work before load and after unload that needs the whole body at once.
  virtual void begin_step(const Step&) {}
  virtual void end_step(const Step&) {}

  // Bodies that step their own velocities and meet others only at shared nodes (world/fields.h): solids,
  // rigid bodies. Their parcels are points of their surface with the velocity of the surface; answers are
  // *changes* of that velocity, impulses a mass. Nothing moves before end_step, so that a step can be thrown
  // away. Hair is in between: strands accelerate by themselves, then press on each other as a continuum on
  // the grid of grains and cloth.
  virtual bool own_field() const { return false; }
  /// Velocities of the end of the step from the body's own forces and gravity, always from the state at its
  /// start. `barriers`: obstacles near its skin, which an implicit body heeds in its solve; own fields only.
  virtual void accelerate(const Step&, const Vec3d& /*gravity*/, std::span<const Barrier>) {}
  /// What obstacles took in `accelerate` already, one impulse a barrier [N s]; empty: nothing.
  virtual std::span<const Vec3d> given() const { return {}; }
  /// After unload of all sets, and before obstacles meet the skin; in several rounds where meshes are coarse.
  /// Where nobody is near, unload is not called.
  virtual void end_exchange(const Step&) {}
  /// Parts of its surface that face each other collide as different bodies would.
  virtual bool self_contact() const { return false; }
  /// Friction against bodies of other fields, and the part of the approach that comes back.
  virtual double friction() const { return 0; }
  virtual double restitution() const { return 0; }
  /// The points that obstacles stop before the body moves: places at the start of the step, velocities at its
  /// end as far as they are known. Null: it has none.
  virtual SurfacePoints* skin() { return nullptr; }
  virtual RigidMotion* rigid() { return nullptr; }
  virtual StrandSet* strands() { return nullptr; }

  // The implicit solve (world/implicit/implicit.h). With v the nodes' velocities at the end of the step, a
  // body adds its elastic energy Phi(x + dt v) to the incremental potential. Plasticity is lagged: strains
  // start from what last yielded.
  /// Strains begin where the body is now; room for what follows.
  virtual void begin_solve(const Step&) {}
  /// Between try_unload and try_load of all sets. Returns Phi [J] for Solve::force, infinity where the law
  /// has none (an inverted point of a law with logarithms); 0 for Solve::change.
  virtual double try_elements(const Step&, Solve) { return 0; }
  /// Prepares Solve::change around the velocities last tried; `definite`: without negative eigenvalues.
  virtual void linearise(const Step&, bool /*definite*/) {}
  /// Strains begin where the velocities last tried end on the yield surface: the next solve does not feel
  /// stress that yielding takes away. False when nothing yielded.
  virtual bool begin_from_yielded(const Step&) { return false; }
  /// True when some of its points go where they are told: its momentum is not its own.
  virtual bool held() const { return false; }
  /// May change the number of parcels (sources). Called between steps; true when it did.
  virtual bool emit(double /*time*/, double /*dt*/) { return false; }

  virtual std::size_t parcels() const { return size(); }  ///< of all sets
  virtual double mass() const = 0;                        ///< of all parcels [kg]
  virtual Limits limits() const = 0;
  virtual Totals totals() const = 0;
  virtual std::size_t memory_bytes() const = 0;
  /// Index of the first parcel whose state is not finite, or size().
  virtual std::size_t first_bad() const = 0;

  /// Per-point values for probes and pictures in parcel order: x y z vx vy vz speed displacement strain
  /// stress pressure plastic_strain volume_ratio density ... Empty when the body does not know the quantity.
  virtual std::vector<double> quantity(const std::string& what) const = 0;
  /// `quantities` the body knows become scalars of the frame.
  virtual FrameObject frame(const std::vector<std::string>& quantities) const = 0;
  virtual void archive(Archive& a) = 0;

  /// Sets of points that obstacles meet one by one after the grid has moved them (world/keep_out.cpp).
  virtual void add_surfaces(std::vector<SurfacePoints*>&) {}

  /// Test hook: spoils parcel i (NaN velocity, or the given one).
  virtual void spoil(std::size_t i, const Vec3d& velocity) = 0;

 private:
  std::string name_;
};

}  // namespace weft
