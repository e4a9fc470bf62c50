/// Pins of cloth, fibres, shells and solids at time 0.
#pragma once
#include <span>

#include "scene/scene.h"

namespace weft {

/// The pin with the vertices that its box, nearest and ids choose among x, after those already `chosen`.
/// Error E0227 when it holds none.
Pin make_pin(const Scene& scene, const ObjectSpec& object, const PinSpec& spec, std::span<const Vec3d> x,
             std::vector<std::uint32_t> chosen);

}  // namespace weft
