/// Changes to a scene's text before it is read: `--set key=value` and `[quality.*]` tables.
#pragma once
#include <string>

#include "scene/read/table_reader.h"
#include "scene/scene.h"

namespace weft {

/// Applies the quality's table, then each `--set`, in that order. Returns the factor for dx: 2, 1 or 0.5, and
/// 1 when the quality's table or a `--set` says dx itself. Throws Error E0218 or E0206 when a change does not
/// fit the scene.
double apply_overrides(Document& document, const Overrides& overrides);

}  // namespace weft
