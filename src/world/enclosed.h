/// Objects that are inside a solid or rigid body. Crossings do not tell: what is wholly inside crosses nothing.
///   w(x) = 1/(4 pi) sum over triangles of the solid angle seen from x    1 inside a closed surface, 0 outside
#pragma once
#include <span>
#include <string>
#include <vector>

#include "bodies/frame_object.h"

namespace weft {

class World;

struct Enclosed {
  std::string inner, outer;
  double part;  ///< of the inner object's vertices or points
};

/// `drawn`: the frames of all bodies, in their order. Looks at no more than 200 points of each.
std::vector<Enclosed> find_enclosed(const World& world, std::span<const FrameObject> drawn);

}  // namespace weft
