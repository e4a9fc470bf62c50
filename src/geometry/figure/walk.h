/// How a person walks.
#pragma once
#include "geometry/figure/figure.h"
#include "geometry/figure/skeleton.h"

namespace weft {

/// The poses at these times [s]; standing at t = 0.
std::vector<BodyPose> walk_poses(const BodyPlan& plan, const Joints& joints, const FigureOptions& options,
                                 std::span<const double> times);

}  // namespace weft
