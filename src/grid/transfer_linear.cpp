#include "grid/transfer_loops.h"

namespace weft {
template struct Transfers<1>;
}  // namespace weft
