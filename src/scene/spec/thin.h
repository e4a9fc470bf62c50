/// What cloth and fibre have besides.
#pragma once
#include <optional>
#include <vector>

#include "bodies/thin/settings.h"
#include "geometry/weave/makers.h"
#include "scene/spec/pin.h"

namespace weft {

using ThinShape = std::variant<SheetMaker, StrandMaker, MeshFile, CurveFile>;

/// What cloth and fibre have besides.
struct ThinSpec {
  ThinShape shape = SheetMaker{};
  GrowsOn grows_on;
  double thickness = 0;  ///< or diameter [m]
  double bending = 0, tear = 0;
  std::optional<int> contact_points;  ///< without a word: enough for the grid
  Discretisation strain = Discretisation::hybrid;
  bool plastic = true;
  std::vector<PinSpec> pins;
};

}  // namespace weft
