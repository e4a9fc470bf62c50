/// What hair has besides.
#pragma once
#include <optional>
#include <vector>

#include "bodies/hair/settings.h"
#include "geometry/weave/makers.h"
#include "scene/spec/pin.h"

namespace weft {

struct Kind;  // scene/kinds/kind.h

using HairShape = std::variant<StrandMaker, CurveFile>;

/// What hair has besides.
struct HairSpec : HairSettings {
  HairShape shape = StrandMaker{};
  GrowsOn grows_on;
  std::optional<double> reach;            ///< [m]; default: from the strands
  std::optional<double> strand_friction;  ///< default: the material's
  std::vector<PinSpec> pins;
};

/// How a scene says it, and how it is built: scene/kinds/.
Kind kind_of(const HairSpec*);

}  // namespace weft
