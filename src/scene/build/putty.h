/// Putty at time 0: points that fill a shape or a person, how fast they are, which are pinned.
#pragma once
#include "bodies/putty/putty.h"
#include "scene/scene.h"

namespace weft {

/// Throws Error E0223 when no point fits into the shape, E0227 when a pin holds nothing, others when a mesh
/// cannot be read.
PuttyOptions make_putty_options(const Scene& scene, const ObjectSpec& object);

}  // namespace weft
