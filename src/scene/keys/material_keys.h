/// The keys of a material's table, made from the law's own fields.
#pragma once
#include "materials/material.h"
#include "scene/keys/keys.h"

namespace weft {

/// The parameters of the law that `material` holds, with its values as defaults.
TableInfo material_table(const Material& material);

}  // namespace weft
