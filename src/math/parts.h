/// How to cut what is left of a stretch of time into steps.
#pragma once
#include <cmath>

#include "math/host_device.h"

namespace weft {

/// The longest part up to `most` of which a whole number makes `left`, so that none is needlessly small.
WEFT_HD inline double equal_part(double left, double most) {
  const double count = std::ceil(left / most * (1 - 1e-9));
  if (count <= 1) return left;
  return count < 1e9 && left / count < most ? left / count : most;
}

/// `part` until less than one is left. Rounding errors of many parts are spread over those to come: they are no part.
WEFT_HD inline double fixed_part(double left, double part) {
  const double count = std::rint(left / part);
  if (count >= 1 && std::abs(left - count * part) <= 1e-6 * part) return left / count;
  return left < part ? left : part;
}

}  // namespace weft
