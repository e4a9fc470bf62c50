/// What `run` and `resume` share: options, the run itself, and its last words.
#pragma once
#include <string>

#include "command_line.h"
#include "output/scene_run.h"

namespace weft {

struct RunningOptions {
  int threads = 0;
  double max_hours = 0, max_memory = 0;  ///< [h], [GB]
  std::string device;                    ///< instead of the scene's, when it is not empty
  bool quiet = false, json = false, render = false, hash_phases = false;
};

void add_running_options(std::vector<CommandOption>& options, RunningOptions& values);
/// What --device says goes into the scene.
void choose_device(const std::string& device, Scene& scene);
/// Runs or resumes; returns the exit code. Prints how it went.
int carry_out(const SceneRun& what, const RunningOptions& options);

}  // namespace weft
