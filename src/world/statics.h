/// `solver.step = "static"`: each frame is the rest under the loads, pins and obstacles of its time, found by steps
/// from which the velocities are taken (pseudo-transient continuation). docs/statics.md.
#pragma once
#include <cstdint>

namespace weft {

struct Statics {
  double end = -1;          ///< the time whose rest is looked for: that of the frame [s]
  double dt = 0;            ///< of the next step, which is no time that passes; 0: a frame begins [s]
  double load = 0;          ///< the greatest force per mass that was ever left over, or gravity [m/s^2]
  double left = 0;          ///< force per mass that was left over when that was last known [m/s^2]
  double kinetic = 0;       ///< of the step before [J]
  std::uint64_t steps = 0;  ///< in this frame
  bool still = true;        ///< velocities are taken before the next step
};

}  // namespace weft
