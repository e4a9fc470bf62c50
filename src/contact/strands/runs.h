/// Strands in runs of up to four segments: what the search handles as one. A run is a capsule about its
/// chord, and four segments against four are sixteen pairs, a pack.
#pragma once
#include <vector>

#include "contact/strands/strands.h"

namespace weft {

constexpr std::uint32_t kRun = 4;

/// Segments segment .. segment + count - 1 of one strand, which join vertices vertex .. vertex + count.
struct StrandRun {
  std::uint32_t segment, vertex, count;
};

/// In order of segments.
void make_runs(const StrandView& s, std::vector<StrandRun>& runs);

}  // namespace weft
