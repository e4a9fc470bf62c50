/// Obstacles as prims of USD. Their shapes never change; where they stand is one transform.
#pragma once
#include "output/frame_file.h"
#include "output/usd/layer.h"

namespace weft::usd {

/// plane: a square, `reach` to each side; box: a cube of side 2, made long and wide by its transform.
Prim collider_shape(const FrameCollider& collider, const std::string& name, double reach);
/// Local to world.
Matrix collider_transform(const FrameCollider& collider);

}  // namespace weft::usd
