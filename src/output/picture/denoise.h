/// Removes the grain of a path traced picture.
#pragma once
#include "output/picture/trace.h"

namespace weft {

/// Means over neighbours that lie on the same smooth surface and differ by no more than noise would explain
/// (edge-avoiding a-trous wavelets, Dammertz et al. 2010; variance as in Schied et al. 2017).
Image denoise(const Exposure& exposure, const View& view);

}  // namespace weft
