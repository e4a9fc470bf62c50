/// What a step of strands that meet has to tell.
#pragma once
#include <cstdint>

namespace weft {

struct StrandReport {
  std::uint64_t contacts = 0;   ///< pairs of segments that were near
  std::uint64_t crossings = 0;  ///< pairs that passed through each other
  std::uint64_t unmet = 0;      ///< pairs that would have without the impulses
};

}  // namespace weft
