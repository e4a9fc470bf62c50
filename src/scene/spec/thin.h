/// What cloth and fibre have besides.
#pragma once
#include <optional>
#include <vector>

#include "bodies/thin/settings.h"
#include "geometry/weave/makers.h"
#include "scene/spec/pin.h"

namespace weft {

struct Kind;  // scene/kinds/kind.h

using ThinShape = std::variant<SheetMaker, StrandMaker, MeshFile, CurveFile>;

/// What cloth and fibre have besides.
struct ThinSpec : ThinSettings {
  ThinShape shape = SheetMaker{};
  GrowsOn grows_on;
  double thickness = 0;               ///< or diameter [m]
  std::optional<int> contact_points;  ///< default: enough for the grid
  std::vector<PinSpec> pins;
  bool on_grid_by_damping = false;  ///< that is why coupling is "grid": nobody said so
};

/// How a scene says it, and how it is built: scene/kinds/.
Kind kind_of(const ThinSpec*);

}  // namespace weft
