/// Strands as geometric contact sees them: vertices, and segments that join vertex first[s] to the next.
#pragma once
#include <cstdint>
#include <span>

#include "math/vec.h"

namespace weft {

struct StrandView {
  std::span<const Vec3r> x;               ///< vertices [m]
  std::span<const std::uint32_t> first;   ///< segments: their first vertex; the second is the one after
  std::span<const std::uint32_t> strand;  ///< segments: which strand
};

/// Whether two segments may touch at all: those with a common vertex do always, and near neighbours on a
/// strand (`skip` segments apart or fewer) nearly so.
inline bool may_touch(const StrandView& s, std::uint32_t i, std::uint32_t j, std::uint32_t skip) {
  return s.strand[i] != s.strand[j] || (i > j ? i - j : j - i) > skip;
}

}  // namespace weft
