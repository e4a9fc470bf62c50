/// A grid node inside several colliders at once: each collider's law in order, once more if one is still
/// violated, then the edge between two of them, then the corner of three.
#pragma once
#include <span>

#include "contact/collider.h"
#include "contact/resolver.h"

namespace weft {

/// The velocity of a node at x with trial velocity v after contact with all colliders it is in, phi <= 0.
/// `touches` is overwritten: one entry per collider that contains x, in order; v + sum of dv is the result.
Vec3d resolve(const Vec3d& v, const Vec3d& x, std::span<const Collider> colliders,
              std::vector<Touch>& touches);

}  // namespace weft
