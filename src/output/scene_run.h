/// From a scene or a run folder to everything a run needs.
#pragma once
#include "output/run.h"

namespace weft {

/// The scene with its mesh files named from the root, so that its resolved text works from any folder.
Scene with_absolute_files(Scene scene);
/// Only frames up to `last` (more than the scene has, too).
void set_last_frame(TimeSpec& time, int last);
/// The scene of a run as it was resolved when it began.
Scene read_resolved(const std::filesystem::path& folder);
/// A scene's world and probes, ready to run.
struct Ready {
  std::unique_ptr<World> world;
  ProbeSet probes;
  std::string note = {};  ///< what whoever runs it should hear
};
Ready make_ready(const Scene& scene);
/// The same, with the device that the scene names. Throws E0721 and E0724 when it cannot be stepped there.
Ready make_running(const Scene& scene);
/// What steps it: "cpu", or the name of a graphics card.
std::string device_name(const World& world);
/// Runs it in `folder` from the beginning, or from the folder's checkpoint when `resume`.
struct SceneRun {
  const Scene& scene;
  Ready& ready;
  RunFolder& folder;
  RunInfo& info;
  bool resume = false;
};
RunResult run_in_folder(const SceneRun& what, RunOptions options);

}  // namespace weft
