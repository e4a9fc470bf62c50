/// The points of an object at time 0: where, how fast, in which colours.
#pragma once
#include "bodies/grains/grains.h"
#include "scene/scene.h"

namespace weft {

/// Everything make_grains wants. Throws Error E0216, E0223, E0224, E0225.
GrainsOptions make_points(const Scene& scene, const ObjectSpec& object);

}  // namespace weft
