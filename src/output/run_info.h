/// run.json: what a run is, which program made it, how far it came and why it ended. Written atomically.
#pragma once
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace weft {

/// One stretch of a run by one process.
struct RunSession {
  std::string started, ended;     ///< UTC, "2024-05-01T12:00:00Z"
  std::string status, reason;     ///< as in RunInfo
  std::int64_t from = 0, to = 0;  ///< frames
  double seconds = 0;             ///< wall time
  std::string device = {};        ///< as in RunInfo
};

struct RunInfo {
  std::string version, build;  ///< the program's, and its precision and compiler
  std::string scene;           ///< the scene's path as it was given
  int threads = 0, cores = 0;
  std::string device = "cpu";  ///< what makes the steps: "cpu", or a graphics card and its name
  std::int64_t pid = 0;
  std::string status = "running";    ///< running done stopped failed interrupted
  std::string reason;                ///< why it ended, one sentence
  std::int64_t first = 1, last = 1;  ///< frames of the run; `first` is the state at time 0
  std::int64_t write_from = 1;       ///< frames before this one are computed but not written
  std::int64_t frame = 0;            ///< last finished frame
  double fps = 24, time = 0, dt = 0;
  std::uint64_t steps = 0, points = 0;
  double seconds = 0;   ///< wall time of all sessions
  std::string updated;  ///< UTC
  std::vector<RunSession> sessions;
};

RunInfo read_run_info(const std::filesystem::path& folder);
void write_run_info(const std::filesystem::path& folder, const RunInfo& info);
/// A new record of this program on this machine.
RunInfo describe_program();
/// Now, in UTC.
std::string utc_now();

}  // namespace weft
