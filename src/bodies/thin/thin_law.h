/// Included by the files that instantiate the body for their laws.
#pragma once
#include <cmath>
#include <numbers>
#include <utility>

#include "bodies/thin/thin_body.h"
#include "bodies/thin/thin_make.inl"
#include "bodies/thin/thin_solve.inl"
#include "bodies/thin/thin_state.inl"
#include "bodies/thin/thin_step.inl"

namespace weft {

template <class Law>
std::unique_ptr<Body> make_thin_of(const ThinOptions& options, const Law& law) {
  return std::make_unique<ThinBody<Law>>(options, law);
}

}  // namespace weft
