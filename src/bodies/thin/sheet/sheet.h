/// Cloth and fibres that move by themselves: their vertices keep velocities of their own, surfaces meet
/// surfaces as geometry, and the grid serves for meeting grains and fluids alone.
#pragma once
#include "bodies/thin/thin.h"

namespace weft {

/// Takes explicit steps, and implicit ones where the options allow them.
std::unique_ptr<Body> make_sheet(const ThinOptions& options);

}  // namespace weft
