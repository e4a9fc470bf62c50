/// Scene -> World: reads meshes, fills shapes with points, places colliders.
#pragma once
#include <memory>

#include "scene/scene.h"
#include "world/world.h"

namespace weft {

/// Throws Error E01xx for meshes, E0216 and E0223 for objects with too many or no points,
/// E0545 for [output] quantities that no object knows.
std::unique_ptr<World> build_world(const Scene& scene);

/// The shape itself; meshes are read from `folder`, scaled, and must be closed.
/// `user` names who needs it, in errors.
Shape make_shape(const ShapeSpec& spec, const std::string& folder, const std::string& user);

/// The collider at time 0, moved to its start.
Collider make_collider(const ColliderSpec& spec, const std::string& folder);

}  // namespace weft
