#pragma once
#include "world/world.h"

namespace weft {

constexpr double kStiffDx = 0.04;  ///< of their grids [m]

World stiff_block();           ///< tilted, onto a floor that holds it
World stiff_toppling_block();  ///< the same onto a floor with friction
World stiff_beam();            ///< held at one end
World stiff_bar();             ///< dropped flat
World stiff_sheet();           ///< without bending, held along one edge
World stiff_wires();           ///< that stick out of a wall
World stiff_shell();           ///< a plate held along one edge

}  // namespace weft
