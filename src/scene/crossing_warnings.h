/// What is said of surfaces that cross.
#pragma once
#include <set>
#include <utility>

#include "scene/warnings.h"
#include "world/crossed.h"

namespace weft {

/// Of a world at its start: objects that cross (W0216), begin inside each other (W0204) or inside a collider (W0205).
/// `told`: objects and colliders that W0205 was said of already.
std::vector<Warning> starting_warnings(const World& world,
                                       const std::set<std::pair<std::string, std::string>>& told = {});
/// During a run (W0501); some surfaces cross.
Warning crossing_warning(const CrossedSurfaces& crossed, double time);

}  // namespace weft
