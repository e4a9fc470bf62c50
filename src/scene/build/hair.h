/// An object of type hair -> what its body is made from.
#pragma once
#include "bodies/hair/hair.h"
#include "scene/scene.h"

namespace weft {

/// Error E0244 for a strand too short to bend, E0226 for a segment without length, E0227 for an empty pin.
HairOptions make_hair_options(const Scene& scene, const ObjectSpec& object);

/// Mean length of its segments at rest [m].
double mean_segment(const HairOptions& hair);
/// The largest angle between neighbouring segments at rest that one in a hundred exceeds [rad].
double sharpest_bend(const HairOptions& hair);

}  // namespace weft
