/// Included by the files that instantiate the body for their laws.
#pragma once
#include <cmath>
#include <limits>
#include <utility>

#include "bodies/shell/shell_body.h"
#include "bodies/shell/shell_faces.inl"
#include "bodies/shell/shell_make.inl"
#include "bodies/shell/shell_mesh.inl"
#include "bodies/shell/shell_solve.inl"
#include "bodies/shell/shell_state.inl"
#include "bodies/shell/shell_step.inl"

namespace weft {

template <class Law>
std::unique_ptr<Body> make_shell_of(const ShellOptions& options, const Law& law) {
  return std::make_unique<ShellBody<Law>>(options, law);
}

}  // namespace weft
