/// How far a run is and how long the rest takes, told while it runs and after a crash.
#pragma once
#include "output/run_info.h"

namespace weft {

struct RunOutlook {
  RunInfo info;
  std::string status;          ///< as it is now, killed and paused too: a killed process cannot say so itself
  double seconds_a_frame = 0;  ///< mean of the last ten
  double seconds_left = 0;
};

/// Throws Error E0410 when `folder` holds no run.
RunOutlook outlook_of(const std::filesystem::path& folder);

}  // namespace weft
