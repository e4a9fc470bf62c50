/// Segments of strands closer than delta, with where and which way (HGG19, section 5.4, after Bridson and
/// others 2002).
#pragma once
#include <vector>

#include "contact/strands/candidates.h"
#include "contact/strands/run_pairs.h"

namespace weft {

/// Segment 1 from vertex i on, segment 2 from vertex j on; closest points at a and b of the way along them.
struct StrandContact {
  std::uint32_t i, j;
  Real a, b;
  Vec3r n;  ///< unit, from segment 1 to segment 2
};

struct FindOptions {
  double delta = 1e-3;  ///< [m]
  std::uint32_t skip =
      1;  ///< neighbours along a strand that are not looked at; more when delta is a segment's length
  double cell = 0;  ///< [m]; 0: a third of the mean length of a segment, at least delta
};

class StrandContactFinder {
 public:
  /// The contacts in order of (i, j), i < j.
  const std::vector<StrandContact>& find(const StrandView& s, const FindOptions& o);

  /// The runs that were looked at.
  const StrandCandidates& candidates() const { return candidates_; }

 private:
  StrandCandidates candidates_;
  RunBoxes boxes_;
  std::vector<std::vector<StrandContact>> part_;
  std::vector<StrandContact> contacts_;
};

}  // namespace weft
