/// What of a world can be stepped on a device, and where it is stepped in the end.
#pragma once
#include "world/world.h"

namespace weft {

/// Why a body stays on the processor; nothing: it can go.
std::optional<DeviceRefusal> why_it_stays(const Body& body);
/// Everything that keeps the world on the processor: settings first, then bodies, when none can go. Empty: some or all
/// of them go; those that stay meet the others at the nodes (world/shared_step.cpp).
std::vector<DeviceRefusal> device_refusals(const World& world);
/// Of several, one text: "... ; ...".
std::string refusals_text(const std::vector<DeviceRefusal>& refusals);

/// Finds the engine that solver.device names. Throws E0721 when there is no such device, E0724 when something keeps
/// the world on the processor. "auto" becomes what it is decided to be, and where that is the processor the answer
/// is a sentence that says why; otherwise empty.
std::string settle_device(World& world);

}  // namespace weft
