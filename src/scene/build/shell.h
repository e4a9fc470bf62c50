/// Shells at time 0: control points, quads, which are pinned.
#pragma once
#include "bodies/shell/shell.h"
#include "scene/scene.h"

namespace weft {

/// Throws Error when a file cannot be read, the rest shape has other faces or a pin holds nothing.
ShellOptions make_shell_options(const Scene& scene, const ObjectSpec& object);

}  // namespace weft
