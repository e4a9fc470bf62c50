/// Strands of fibres and hair in the shape's own axes.
#pragma once
#include "scene/scene.h"

namespace weft {

/// Hair on a figure is made in axes about the middle of its head, and keeps out of its flesh.
Strands make_strands(const Scene& scene, const StrandMaker& maker, const GrowsOn& on);
Strands make_strands(const Scene& scene, const CurveFile& file);

}  // namespace weft
