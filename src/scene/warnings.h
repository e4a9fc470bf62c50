/// What looks wrong in a scene that could still be run.
#pragma once
#include <string>
#include <vector>

#include "scene/scene.h"

namespace weft {

class World;

struct Warning {
  std::string code, what, hint;
};

/// Looks at the scene and at its world at time 0.
std::vector<Warning> find_warnings(const Scene& scene, const World& world);

}  // namespace weft
