/// The flesh around the bones of a standing person.
#pragma once
#include "geometry/figure/skeleton.h"
#include "geometry/tets/stuffing.h"

namespace weft {

LevelSet flesh(const BodyPlan& plan, const Joints& joints);

}  // namespace weft
