/// loads = [{ }] of objects.
#pragma once
#include "scene/keys/pins.h"
#include "scene/spec/object.h"

namespace weft {

const Table<LoadSpec>& load_table(Pinned what);
Key<ObjectSpec> loads_key(Pinned what);

}  // namespace weft
