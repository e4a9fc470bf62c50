/// What every kind of body offers the world. A body keeps its own state and layout; it meets the grid only
/// through batches of parcels and answers of its sets. Virtual calls happen once per batch or phase, never
/// once per point. What only some kinds have are roles (bodies/roles.h).
#pragma once
#include <string>
#include <vector>

#include "bodies/frame_object.h"
#include "bodies/roles.h"
#include "exec/archive.h"
#include "grid/parcels.h"

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

class Body {
 public:
  explicit Body(std::string name) : name_(std::move(name)) {}
  Body(const Body&) = delete;
  Body& operator=(const Body&) = delete;
  virtual ~Body() = default;

  const std::string& name() const { return name_; }
  const std::string& kind() const { return kind_; }          ///< the scene's `type`, e.g. "grains"
  const std::string& material() const { return material_; }  ///< the law's name
  const Roles& roles() const { return roles_; }
  /// Its velocities live on a field of its own, not on that of grains, cloth, fibres, shells and hair.
  bool own_field() const { return roles_.field != nullptr; }
  std::size_t parcels() const;  ///< of all sets

  /// Points that can be measured: the length of a `quantity`.
  virtual std::size_t size() const = 0;
  virtual double mass() const = 0;  ///< of all parcels [kg]
  /// The sets of parcels the grid sees: the body's points, and contact points where it has such.
  virtual void add_sets(std::vector<Parcels*>& sets) = 0;
  /// Work before load and after unload that needs the whole body at once.
  virtual void begin_step(const Step&) {}
  virtual void end_step(const Step&) {}
  virtual Limits limits() const = 0;
  virtual Totals totals() const = 0;
  /// True when some of its points are prescribed: its momentum is not its own.
  virtual bool held() const { return false; }
  virtual std::size_t memory_bytes() const = 0;
  /// Index of the first point whose state is not finite, or size().
  virtual std::size_t first_bad() const = 0;
  /// Per-point values for probes and pictures in the body's present order: x y z vx vy vz speed displacement
  /// strain stress pressure plastic_strain volume_ratio density ... Empty when the body does not know it.
  virtual std::vector<double> quantity(const std::string& what) const = 0;
  /// `quantities` the body knows become scalars of the frame.
  virtual FrameObject frame(const std::vector<std::string>& quantities) const = 0;
  virtual void archive(Archive& a) = 0;
  /// Test hook: spoils point i (NaN velocity, or the given one).
  virtual void spoil(std::size_t i, const Vec3d& velocity) = 0;

 protected:
  void identify(std::string kind, std::string material) {
    kind_ = std::move(kind);
    material_ = std::move(material);
  }
  Roles roles_;

 private:
  std::string name_, kind_, material_;
};

}  // namespace weft
