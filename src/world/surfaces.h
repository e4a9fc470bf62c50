/// The surfaces of a world's bodies and collider meshes in one list, to be counted.
#pragma once
#include <span>

#include "bodies/frame_object.h"
#include "contact/surfaces/count.h"
#include "exec/parallel.h"

namespace weft {

class World;

/// Object i is body i; object bodies + c is collider c.
struct WorldSurfaces {
  SurfaceSoup soup;
  std::vector<Range> vertices, triangles, segments;  ///< of each object
  bool none(std::size_t object) const { return vertices[object].size() == 0; }
};

/// Two bodies whose joint lets them overlap.
bool may_overlap(const World& world, std::size_t body, std::size_t other);
/// `drawn`: the frames of all bodies, in their order.
WorldSurfaces collect_surfaces(const World& world, std::span<const FrameObject> drawn);

}  // namespace weft
