/// The scalar the program computes in: float, or double with -DWEFT_DOUBLE=ON.
#pragma once

namespace weft {
#ifdef WEFT_DOUBLE
using Real = double;
#else
using Real = float;
#endif
}  // namespace weft
