/// Pictures beside each other, and captions.
#pragma once
#include <span>
#include <string>

#include "output/picture/image.h"

namespace weft {

/// A caption in the upper left corner.
void draw_caption(Pixels& picture, const std::string& text);
/// Pictures of one height from left to right, a thin gap between them.
Pixels side_by_side(std::span<const Pixels> pictures);
/// Width of that gap for pictures of this height [pixels].
int gap_between(int height);

}  // namespace weft
