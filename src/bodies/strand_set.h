/// Strands as whoever lets them meet sees a body.
#pragma once
#include <cstdint>
#include <span>

#include "math/vec.h"

namespace weft {

/// Strands that meet each other as geometry (contact/strands), after the grid. Vertices are
/// in an order of their own, strand by strand.
class StrandSet {
 public:
  virtual ~StrandSet() = default;
  virtual std::span<const std::uint32_t> counts() const = 0;  ///< vertices of each strand
  virtual std::span<const Vec3r> places() const = 0;          ///< at the start of the step [m]
  virtual std::span<Vec3r> velocities() = 0;                  ///< at its end, as far as known [m/s]
  virtual std::span<const Vec3r> shifts() const = 0;          ///< besides, until its end [m]
  virtual std::span<Vec3r> rubbed() = 0;  ///< changes of velocity from the next step on: friction [m/s]
  virtual std::span<const Real> inverse_masses() const = 0;  ///< 0: prescribed [1/kg]
  virtual double reach() const = 0;                          ///< segments nearer than this meet [m]; 0: never
  virtual int rounds() const = 0;                            ///< of impulses per step
  virtual double strand_friction() const = 0;                ///< of those impulses
  virtual bool judged() const = 0;                           ///< crossings that contact missed are counted
};

}  // namespace weft
