/// The flesh around the bones of a standing person.
#pragma once
#include "geometry/figure/skeleton.h"
#include "geometry/tets/stuffing.h"

namespace weft {

/// The round upper part of its head.
struct HeadBall {
  Vec3d centre;
  double radius;
};
HeadBall head_ball(const BodyPlan& plan);

LevelSet flesh(const BodyPlan& plan, const Joints& joints);

}  // namespace weft
