/// Obstacles as prims of USD. They stand where one transform puts them; meshes may change their form, too.
#pragma once
#include "output/frame_file.h"
#include "output/usd/layer.h"

namespace weft::usd {

/// What never changes. A plane is a square, `reach` to each side; a box a cube of side 2, made long and wide
/// by its transform.
Prim collider_shape(const FrameCollider& collider, const std::string& name, double reach);
/// Where it stands at `time` and, of a mesh, its points. Looks at its vertices.
std::vector<Attribute> collider_samples(const FrameCollider& collider, double time);

}  // namespace weft::usd
