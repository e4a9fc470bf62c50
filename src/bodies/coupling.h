/// Who moves the vertices of cloth, fibres and shells.
#pragma once

namespace weft {

enum class Coupling {
  grid,  ///< the grid moves everything, as the papers have it
  mesh   ///< vertices keep velocities of their own; what touches acts on them through points of the surface
};

}  // namespace weft
