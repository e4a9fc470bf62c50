/// The layers that a frame becomes. All have the same tree: /World/objects/NAME and /World/colliders/NAME.
///   topology   every prim with what never changes
///   manifest   the names of what changes, without values
///   samples    what changes, as it is in one frame
///   faces      faces and curves of one frame, when they are no longer those of the topology
#pragma once
#include "output/export/exporter.h"
#include "output/usd/layer.h"

namespace weft::usd {

inline constexpr const char* topology_file = "topology.usdc";
inline constexpr const char* manifest_file = "manifest.usdc";

/// All look at the frame's arrays.
Layer topology_layer(const Frame& frame, const ExportOptions& options);
Layer samples_layer(const Frame& frame, const ExportOptions& options);
Layer faces_layer(const Frame& frame, const ExportOptions& options, double time);
/// Declares in `manifest` whatever `samples` has values of; what was declared before stays.
void declare(const Layer& samples, Layer& manifest);

/// Up axis, length of a unit in metres, frames per second.
Metadata stage_metadata(const ExportOptions& options);

}  // namespace weft::usd
