/// Solids at time 0: tetrahedra, where they begin, which vertices are pinned.
#pragma once
#include "bodies/solid/solid.h"
#include "scene/scene.h"

namespace weft {

/// Throws Error when a file cannot be read, nothing fits into the shape or a pin holds nothing.
SolidOptions make_solid_options(const Scene& scene, const ObjectSpec& object);

}  // namespace weft
