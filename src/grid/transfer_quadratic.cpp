#include "grid/transfer_loops.h"

namespace weft {
template struct Transfers<2>;
}  // namespace weft
