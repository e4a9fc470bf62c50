/// Obstacles as prims of USD. Their shapes never change; where they stand is one transform.
#pragma once
#include "output/frame_file.h"
#include "output/usd/layer.h"

namespace weft::usd {

/// plane: a square, `reach` to each side; box: a cube of side 2, made long and wide by its transform.
Prim collider_shape(const FrameCollider& collider, const std::string& name, double reach);
/// Local to world.
Matrix collider_transform(const FrameCollider& collider);

/// What the thing is called in the scene; a prim's own name cannot hold every character.
Attribute scene_name(const std::string& name);
/// displayColor of one sRGB colour, the same everywhere.
Attribute display_colour(const std::array<float, 3>& srgb);
/// Smallest and largest corner, `margin` wider; two zeros of nothing.
Array extent_of(std::span<const Vec3<float>> points, float margin);

}  // namespace weft::usd
