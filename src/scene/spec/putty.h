/// What putty has besides.
#pragma once
#include <optional>
#include <vector>

#include "bodies/putty/settings.h"
#include "geometry/figure/figure.h"
#include "scene/spec/pin.h"

namespace weft {

struct Kind;  // scene/kinds/kind.h

/// What putty has besides: `shape`, `spacing`, `sampling` and `seed` are as those of grains.
struct PuttySpec : PuttySettings {
  std::optional<FigureOptions> figure;  ///< instead of `shape`
  std::vector<PinSpec> pins;
};

/// How a scene says it, and how it is built: scene/kinds/.
Kind kind_of(const PuttySpec*);

}  // namespace weft
