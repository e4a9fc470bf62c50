/// What a step of surfaces that meet has to tell.
#pragma once
#include <cstdint>

namespace weft {

/// Of one step, or summed over some.
struct SurfaceReport {
  std::uint64_t pairs = 0, awake = 0, contacts = 0;
  std::uint64_t rounds = 0, solves = 0, renewals = 0;
  std::uint64_t cut = 0;        ///< vertices whose motion was cut
  std::uint64_t entangled = 0;  ///< edges and triangles that cross, summed over steps
  double nearest = 1;           ///< the smallest distance, as a share of what is kept
  double residual = 0;          ///< of the impulses [m/s]
};

}  // namespace weft
