#include "contact/strands/runs.h"

namespace weft {

void make_runs(const StrandView& s, std::vector<StrandRun>& runs) {
  runs.clear();
  for (std::uint32_t i = 0; i < s.first.size(); ++i) {
    const bool goes_on = !runs.empty() && runs.back().count < kRun && s.strand[i] == s.strand[i - 1] &&
                         s.first[i] == s.first[i - 1] + 1;
    if (goes_on) ++runs.back().count;
    else runs.push_back({i, s.first[i], 1});
  }
}

}  // namespace weft
