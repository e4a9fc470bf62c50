/// Where the action of a frame is.
#pragma once
#include "output/frame_file.h"
#include "output/picture/camera.h"

namespace weft {

/// Where nearly all points of a frame are (a stray one does not count), obstacles of similar size included.
Bounds busy_bounds(const Frame& frame);

}  // namespace weft
