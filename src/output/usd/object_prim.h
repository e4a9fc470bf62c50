/// Objects as prims of USD: what never changes, what changes, and the names of what changes.
#pragma once
#include "output/frame_file.h"
#include "output/usd/layer.h"

namespace weft::usd {

/// Kind, faces or curves, texture coordinates, colour. Looks at the object's arrays.
Prim object_shape(const FrameObject& object, const std::string& name);
/// Its points, velocities, widths, ids, scalars and extent as they are at `time`. Looks at its arrays.
std::vector<Attribute> object_samples(const FrameObject& object, double time);
/// Faces and curves only, as samples from `time` on:
/// for objects whose faces are no longer those of object_shape().
std::vector<Attribute> object_faces(const FrameObject& object, std::optional<double> time);

}  // namespace weft::usd
