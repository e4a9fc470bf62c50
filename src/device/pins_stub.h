/// Until pins and obstacles are there.
#pragma once
#include "device/body.h"

namespace weft::WEFT_DEVICE {

enum class PinTime { now, next };
struct PinView {
  WEFT_KERNEL bool any() const { return false; }
  WEFT_KERNEL bool leads(unsigned, PinTime) const { return false; }
  WEFT_KERNEL void target(unsigned, PinTime, double*) const {}
  WEFT_KERNEL void spin(unsigned, PinTime, double*) const {}
};
/// The point meets obstacles: x, v, C change. True: C did.
WEFT_KERNEL bool meet_obstacles(const StepView&, int, float, float, float*, float*, float*) { return false; }

}  // namespace weft::WEFT_DEVICE
