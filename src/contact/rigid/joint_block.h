/// A joint as rows for the solver of impulses.
#pragma once
#include <span>

#include "bodies/rigid/rigid_body.h"
#include "contact/joint.h"
#include "contact/rigid/impulses.h"

namespace weft {

/// b: null for the world.
JointBlock joint_block(const Joint& joint, const RigidBody& a, const RigidBody* b, double dt);
/// Some joint holds these two bodies and keeps them from touching.
bool joined(std::span<const Joint> joints, std::size_t a, std::size_t b);

}  // namespace weft
