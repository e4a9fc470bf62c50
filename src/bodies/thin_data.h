/// What cloth and fibres are on a device: plain numbers in the order of ids, those of a point side by side.
#pragma once
#include "materials/material.h"

namespace weft {

struct ThinData {};

}  // namespace weft
