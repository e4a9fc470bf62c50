/// Pins of cloth, fibres, shells and solids at time 0.
#pragma once
#include <span>

#include "bodies/pins.h"
#include "scene/scene.h"

namespace weft {

/// The vertices that box, nearest and ids choose among x, after those already `chosen`. Error E0227 when there are none;
/// `what`: a pin or a load.
std::vector<std::uint32_t> vertices_of(const ObjectSpec& object, const PinSpec& spec,
                                       std::span<const Vec3d> x, std::vector<std::uint32_t> chosen,
                                       const char* what);

/// The pin with the vertices that its box, nearest and ids choose among x, after those already `chosen`.
/// Error E0227 when it holds none. A vertex that follows a deforming surface is tied to the nearest triangle;
/// `strands` (vertices of each) are tied as a whole, by the first vertex that is held.
Pin make_pin(const Scene& scene, const ObjectSpec& object, const PinSpec& spec, std::span<const Vec3d> x,
             std::vector<std::uint32_t> chosen, std::span<const std::uint32_t> strands = {});

}  // namespace weft
