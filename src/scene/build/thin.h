/// Cloth and fibres at time 0: vertices, how they hang together, which are pinned.
#pragma once
#include "bodies/thin/thin.h"
#include "scene/scene.h"

namespace weft {

/// Throws Error when a file cannot be read or a pin holds nothing.
ThinOptions make_thin_options(const Scene& scene, const ObjectSpec& object);
/// Mean length of the elements' edges at rest [m].
double mean_edge(const ThinOptions& options);

}  // namespace weft
