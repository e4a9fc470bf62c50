/// Included by the files that instantiate the body for their laws.
#pragma once
#include "bodies/grains/grains_body.h"
#include "bodies/grains/grains_solve.inl"
#include "bodies/grains/grains_state.inl"
#include "bodies/grains/grains_step.inl"

namespace weft {

template <class Law>
std::unique_ptr<Body> make_grains_of(const GrainsOptions& options, const Law& law) {
  return std::make_unique<GrainsBody<Law>>(options, law);
}

}  // namespace weft
