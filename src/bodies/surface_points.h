/// Points of a surface as obstacles meet them: they show every fraction of a cell that the grid lets them sink
/// into one. Whoever lets them meet (world/keep_out.cpp, world/skins.cpp) reads a few points, decides, and
/// hands back the changes: one call per group of points and obstacle.
#pragma once
#include <cstdint>
#include <span>

#include "exec/parallel.h"
#include "grid/parcels.h"
#include "materials/coulomb.h"

namespace weft {

/// A point of a surface.
struct SurfaceState {
  Vec3d x;      ///< as exactly as the body knows it; only where the body knows it better than `places` [m]
  Vec3d v;      ///< [m/s]
  double mass;  ///< [kg]
};

/// What an obstacle does to point i.
struct SurfaceChange {
  std::uint32_t point;
  bool turns = false;  ///< the velocity around it changes along the unit vector n as `rate` says, C n = rate,
                       ///< and did so during the step that strained it
  bool moves = false;  ///< it is moved by `by` and gets the velocity v
  Vec3d n{{0, 0, 0}}, rate{{0, 0, 0}}, by{{0, 0, 0}}, v{{0, 0, 0}};
};

class SurfacePoints {
 public:
  virtual ~SurfacePoints() = default;
  virtual std::size_t count() const = 0;
  virtual void places(Range r, Real* x, Real* y, Real* z) const = 0;
  /// Cheaper: where they are or were when the step began.
  virtual void rough_places(Range r, Real* x, Real* y, Real* z) const = 0;
  virtual double clearance(double dx) const = 0;  ///< how far they keep from obstacles [m]
  virtual void read(std::span<const std::uint32_t> points, SurfaceState* out) const = 0;
  /// Changes of different points only; dt of the step.
  virtual void apply(std::span<const SurfaceChange> changes, double dt) = 0;

  SurfaceState state_of(std::size_t i) const {
    const std::uint32_t one[] = {std::uint32_t(i)};
    SurfaceState s;
    read(one, &s);
    return s;
  }
};

/// The batches from what `Of` knows of one point: velocity_of(i), mass_of(i), put(i, by, v), and where it can,
/// place_of(i) and set_gradient(i, n, rate, dt).
template <class Of>
class SurfaceOf : public SurfacePoints {
 public:
  void read(std::span<const std::uint32_t> points, SurfaceState* out) const final {
    const Of& of = static_cast<const Of&>(*this);
    for (const std::uint32_t i : points) {
      if constexpr (requires { of.place_of(i); }) out->x = of.place_of(i);
      out->v = of.velocity_of(i);
      out->mass = of.mass_of(i);
      ++out;
    }
  }
  void apply(std::span<const SurfaceChange> changes, double dt) final {
    Of& of = static_cast<Of&>(*this);
    for (const SurfaceChange& c : changes) {
      if constexpr (requires { of.set_gradient(0, c.n, c.rate, dt); })
        if (c.turns) of.set_gradient(c.point, c.n, c.rate, dt);
      if (c.moves) of.put(c.point, c.by, c.v);
    }
  }
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

}  // namespace weft
