/// How a run is told on the terminal: a bar, a line per frame, a JSON object per line, or nothing.
#pragma once
#include <memory>
#include <string>

#include "output/run.h"

namespace weft {

struct ProgressStyle {
  bool quiet = false, json = false;
  std::int64_t first = 0, last = 0;  ///< frames of the whole run
  std::int64_t from = 0;             ///< frame this process begins with
};

std::unique_ptr<Progress> make_progress(const ProgressStyle& style);
/// "1 h 02 min", "3 min 05 s", "12 s"
std::string duration_text(double seconds);

}  // namespace weft
