/// A frame as it travels to the page: what moves, and apart from it what nearly never changes.
///
///   frame   each object's positions, 16 bits an axis inside its bounding box, and the values of a quantity,
///           16 bits between the smallest and the largest; poses of obstacles
///   shape   faces, curves, colours and radii of one object, or a collider's mesh; named by a hash of its
///           contents, so that the page asks for each only once
#pragma once
#include <optional>
#include <string>

#include "output/frame_file.h"

namespace weft {

/// The frame; with the values of `quantity` (empty: none) where an object has it.
std::string frame_packet(const Frame& frame, const std::string& quantity);
/// The shape of object `index`, or of a collider; nothing when there is no such thing.
std::optional<std::string> object_shape_packet(const Frame& frame, std::size_t index);
std::optional<std::string> collider_shape_packet(const Frame& frame, std::size_t index);
/// Every number of one vertex, as JSON; nothing when there is no such vertex.
std::optional<std::string> vertex_text(const Frame& frame, std::size_t object, std::size_t vertex);
/// "speed", "height" and the scalars of any object, as JSON: [{"name", "title"}, ...].
std::string quantities_text(const Frame& frame);

}  // namespace weft
