/// The runner: frames one after the other, each stepped, measured,
/// written and made safe before the next begins.
#pragma once
#include "exec/error.h"
#include "output/checkpoint.h"
#include "scene/scene.h"
#include "scene/warnings.h"

namespace weft {

/// Hears how a run goes; programs print it.
class Progress {
 public:
  virtual ~Progress() = default;
  /// After each step: where the frame in progress stands.
  virtual void step(const World& /*world*/, std::int64_t /*frame*/, const FrameSteps& /*steps*/) {}
  /// After each frame is safe on disk.
  virtual void frame(const FrameStats& /*stats*/) {}
  /// Something out of the ordinary, one sentence.
  virtual void note(const std::string& /*text*/) {}
  /// Something looks wrong, and the run goes on.
  virtual void warn(const Warning& /*warning*/) {}
};

struct RunOptions {
  TimeSpec time;                ///< frames and their times
  OutputSpec output;            ///< which frames are written and made checkpoints
  std::int64_t write_from = 0;  ///< earlier frames are computed, not written
  double max_seconds = 0;       ///< of wall time in this process; 0: no limit
  double max_memory = 0;        ///< bytes of the process; 0: no limit
  int max_rollbacks = 4;        ///< a frame
  std::string spoil;            ///< test hook (output/spoil.h)
  bool hash_phases = false;     ///< phases.csv tells what every phase of every step left
  Progress* progress = nullptr;
};

struct RunResult {
  Exit exit = Exit::done;
  std::string status = "done";  ///< as in run.json
  std::string code, reason;     ///< why it ended
  std::int64_t frame = 0;       ///< last finished
};

/// Runs a new world from its first frame, or continues one when `resume` (the newest checkpoint is restored
/// into `world` and `probes`, which must come from the same scene). `info` is kept up to date in run.json.
struct RunJob {
  World& world;
  ProbeSet& probes;
  RunFolder& folder;
  RunInfo& info;
  bool resume = false;
};
RunResult run(const RunJob& job, const RunOptions& options);

/// Bytes of memory this process holds now.
std::size_t process_memory();

}  // namespace weft
