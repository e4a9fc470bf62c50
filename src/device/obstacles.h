/// Obstacles as kernels see them.
#pragma once
#include "device/control.h"
#include "device/tile.h"

namespace weft::WEFT_DEVICE {

struct ObstacleView {
  int count = 0;
};

}  // namespace weft::WEFT_DEVICE
