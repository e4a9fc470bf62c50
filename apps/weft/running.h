/// What `run` and `resume` share: options, the run itself, and its last words.
#pragma once
#include <string>

#include "command_line.h"
#include "output/scene_run.h"

namespace weft {

struct RunningOptions {
  int threads = 0;
  double max_hours = 0, max_memory = 0;  ///< [h], [GB]
  bool quiet = false, json = false, render = false, hash_phases = false;
};

void add_running_options(std::vector<CommandOption>& options, RunningOptions& values);
/// Runs or resumes; returns the exit code. Prints how it went.
int carry_out(const SceneRun& what, const RunningOptions& options);

}  // namespace weft
