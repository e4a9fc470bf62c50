/// What grains have besides.
#pragma once
#include <optional>

#include "bodies/grains/settings.h"
#include "scene/spec/shape.h"

namespace weft {

struct Kind;  // scene/kinds/kind.h

/// Pours new points over time.
struct SourceSpec {
  double rate = 0;             ///< [kg/s]; 0: follows from velocity
  Vec3d velocity{{0, 0, 0}};   ///< of new points [m/s]
  double from = 0, until = 0;  ///< [s]
};

/// What grains have besides: `shape`, `spacing`, `sampling` and `seed` say which points there are.
struct GrainsSpec : GrainsSettings {
  std::optional<Formulas> velocity_of;  ///< of x y z, instead of velocity
  std::optional<SourceSpec> source;
};

/// How a scene says it, and how it is built: scene/kinds/.
Kind kind_of(const GrainsSpec*);

}  // namespace weft
