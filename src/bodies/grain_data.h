/// What grains are on a device.
#pragma once
#include <cstdint>

#include "bodies/body_force.h"
#include "bodies/field_view.h"
#include "materials/material.h"

namespace weft {

struct GrainData {
  Material material;
  double mass = 0, volume = 0;  ///< of a point [kg], [m^3]
  double damping = 0;           ///< nu of the affine transfer
  std::size_t points = 0;
  FieldView x, v, C, F, tau, state;  ///< the body's own memory
  FieldView rest;                    ///< without components where no force asks for it
  const BodyForce* force = nullptr;
};

}  // namespace weft
