/// Are the names in [output] quantities known?
#pragma once
#include "scene/scene.h"

namespace weft {

/// Throws Error E0545 for a name that no body knows. A body without points (a source before it pours) could
/// know any, and plastic_strain, the default, may always stand there.
void check_quantities(const Scene& scene, const World& world);

}  // namespace weft
