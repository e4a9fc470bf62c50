#include "grid/transfer_loops.h"

namespace weft {
template struct Transfers<3>;
}  // namespace weft
