/// Pairs that begin flush: d = 0, so that their closest points tell no direction. Surfaces do:
///   line        across the triangle, or across both edges
///   side        out of b where b is closed, into a where a is, else against the way they move towards each other
#pragma once
#include "contact/surfaces/near_pairs.h"

namespace weft {

/// Directions of awake pairs nearer than kFlush.
void direct_flush_pairs(const SurfaceScene& scene, std::span<const NearPair> pairs,
                        std::span<AwakePair> awake);

}  // namespace weft
