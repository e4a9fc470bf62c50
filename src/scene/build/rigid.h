/// Rigid bodies and joints from a scene.
#pragma once
#include "bodies/rigid/rigid.h"
#include "scene/scene.h"

namespace weft {

RigidOptions make_rigid_options(const Scene& scene, const ObjectSpec& object);
Joint make_joint(const Scene& scene, const JointSpec& joint);

}  // namespace weft
