/// A velocity field of one body's own, on the lattice that all fields share.
#pragma once
#include "bodies/body.h"
#include "grid/grid.h"

namespace weft {

struct OwnField {
  Body* body = nullptr;
  Grid grid;
  std::vector<Parcels*> sets;
  std::vector<Barrier> barriers;  ///< obstacles near the body's skin in this step
  bool sorted = false;
  double drift = 0;  ///< how far a point may have moved since the last sort, in cells
};

}  // namespace weft
