/// Attributes that objects and colliders have alike.
#pragma once
#include "math/vec.h"
#include "output/usd/layer.h"

namespace weft::usd {

/// What the thing is called in the scene; a prim's own name cannot hold every character.
Attribute scene_name(const std::string& name);
/// displayColor of one sRGB colour, the same everywhere.
Attribute display_colour(const std::array<float, 3>& srgb);
/// Linear light, as USD has colours.
Vec3<float> light(const std::array<float, 3>& srgb);
/// Smallest and largest corner, `margin` wider; two zeros of nothing.
Array extent_of(std::span<const Vec3<float>> points, float margin);

}  // namespace weft::usd
