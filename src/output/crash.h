/// What is kept of a run that cannot go on: crash/report.json (cause, place, offending points),
/// crash/bad.weft (the bad state as a frame that opens) and crash/last_good.state, crash/last_good.weft
/// (where it was still well).
#pragma once
#include <string>

#include "output/checkpoint.h"

namespace weft {

struct Crash {
  std::string code, cause;  ///< of the error that ended it
  std::int64_t frame = 0;   ///< in progress
  std::uint64_t rollbacks = 0;
};

/// Describes the bad world into crash/; call before anything is restored.
void write_bad_state(const RunFolder& folder, const World& world, const Crash& crash);
/// Adds the last good state: its checkpoint, and the restored world as a frame.
void write_last_good(const RunFolder& folder, const RunParts& restored);
/// "object 'sand' point 7 at (0.1, 0, 0.3)": the first point that is not finite, else the fastest one.
std::string describe_worst(const World& world);

}  // namespace weft
