/// Colours for numbers: equal steps of the number look like equal steps of colour.
/// Lightness rises evenly while the hue turns from violet over teal to yellow, in Oklab (Ottosson 2020).
#pragma once
#include <array>

namespace weft {

/// sRGB, 0..1, of t in 0..1.
std::array<float, 3> colour_at(float t);

}  // namespace weft
