/// Which ball or facet each sample of a view sees first. Work is cut into bands of rows; inside a band things
/// are drawn in their order, so that the result does not depend on the number of threads.
#pragma once
#include "output/picture/stage.h"

namespace weft {

constexpr std::uint32_t kNothing = ~std::uint32_t(0);
constexpr float kFar = 1e30f;

/// `what` counts balls first, then facets.
struct Visible {
  std::vector<float> depth;
  std::vector<std::uint32_t> what;
};

/// With `ids` false only depths are kept (a shadow).
Visible draw(const Stage& stage, const View& view, bool ids);

}  // namespace weft
