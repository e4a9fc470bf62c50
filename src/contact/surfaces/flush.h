/// Surfaces that begin flush, as people build scenes: a block on a slab, boxes stacked. d = 0, so that closest points tell no
/// direction and nothing can be proven. Until they have come apart, which the motion that restores lost gaps does in
/// a step or two, such pairs are excused from proof, and meet along
///   n           the triangle's normal where a vertex lies inside it; at its rim the mean of both surfaces' normals;
///               across both edges where they cross in the common plane
///   side        out of b where b is closed, into a where a is, else against the way they move towards each other
#pragma once
#include "contact/surfaces/near_pairs.h"

namespace weft {

constexpr double kFlush = 1e-9;  ///< nearer is flush [m]

/// Marks awake pairs that are, and finds their directions; zero: the pair has none to meet along. Returns how many.
std::size_t mark_flush_pairs(const SurfaceScene& scene, std::span<const NearPair> pairs,
                             std::span<AwakePair> awake);

}  // namespace weft
