/// What pins take from the vertices that they hold, summed over steps until somebody clears it.
#pragma once
#include <vector>

#include "bodies/pins.h"

namespace weft {

struct PinLoad {
  Vec3d impulse{{0, 0, 0}};  ///< on the pin [N s]
  Vec3d angular{{0, 0, 0}};  ///< about the origin of its motion [N m s]
};

class PinFeel {
 public:
  /// Before a step, or parts of it that run side by side, tell.
  void begin(const Pins& pins, double end);
  /// The vertex of a hold gives an impulse to what holds it: at most one call per vertex and step.
  void feel(const Pins& pins, int held, const Vec3d& at, const Vec3d& on_pin);
  std::vector<PinLoad> loads(const Pins& pins) const;  ///< one per pin
  void clear() { felt_.clear(); }

 private:
  std::vector<Vec3d> origin_;  ///< of each pin's motion at the end of the step [m]
  std::vector<PinLoad> felt_;  ///< one per hold: no two threads share one
};

}  // namespace weft
