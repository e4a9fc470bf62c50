#include "running.h"

#include <fmt/format.h>

#include <cstdlib>
#include <nlohmann/json.hpp>

#include "exec/clock.h"
#include "progress.h"
#include "render_live.h"
#include "verbs.h"
#include "words.h"

namespace weft {

void add_running_options(std::vector<CommandOption>& options, RunningOptions& o) {
  options.insert(
      options.end(),
      {{"--threads",
        "threads to use; results do not depend on it (0: all cores)",
        &o.threads,
        {.range = {{0, 4096}}}},
       {"--device",
        "cpu, gpu, gpu:1 or auto, instead of what the scene says",
        &o.device,
        {.words = device_words()}},
       {"--max-hours", "stop after so many hours; resumable (exit 6)", &o.max_hours, {.positive = true}},
       {"--max-memory",
        "stop when the program needs more, in GB (exit 5)",
        &o.max_memory,
        {.positive = true}},
       {"--quiet", "say nothing unless something is wrong", &o.quiet},
       {"--log-json", "one JSON object per line on stdout", &o.json},
       {"--render", "draw each frame as it is written, and a movie at the end", &o.render}});
}

void choose_device(const std::string& device, Scene& scene) {
  if (!device.empty()) scene.solver.device = parse_device(device);
}

namespace {

/// Errors of the card, which a run without it does not meet.
bool is_of_card(const std::string& code) { return code == "E0722" || code == "E0723"; }

void last_words(const RunResult& r, const SceneRun& what, const RunningOptions& options) {
  const std::string folder = what.folder.path().string();
  if (options.json) {
    const nlohmann::ordered_json j = {{"event", "end"},     {"status", r.status}, {"code", r.code},
                                      {"reason", r.reason}, {"frame", r.frame},   {"folder", folder},
                                      {"exit", int(r.exit)}};
    std::puts(j.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace).c_str());
  }
  if (r.exit == Exit::simulation)
    return print_error(Error(r.code, r.reason, folder + "/crash/report.json",
                             "crash/ holds the offending points, the bad state (bad.weft) and the last good "
                             "one (last_good.state);\n"
                             "look for speeds or stiffnesses far too large for dx, or lower solver.cfl"));
  if (options.quiet || options.json) return;
  if (r.exit == Exit::done)
    fmt::print("done: {} frames in {}, {}\n", what.info.last - what.info.first + 1, folder,
               duration_text(what.info.seconds));
  else
    fmt::print("{}: {}; frame {} of {} is safe. Continue with: weft resume {}{}\n", r.status, r.reason,
               r.frame, what.info.last, folder,
               is_of_card(r.code) ? ", or without the card: --device cpu" : "");
  std::fflush(stdout);
}

}  // namespace

int carry_out(const SceneRun& what, const RunningOptions& options) {
  RunOptions run;
  run.max_seconds = options.max_hours * 3600;
  run.max_memory = options.max_memory * 1e9;
  run.hash_phases = options.hash_phases;
  if (const char* spoil = std::getenv("WEFT_SPOIL")) run.spoil = spoil;
  RunResult result;
  {
    const auto progress = make_progress({options.quiet, options.json, what.info.first, what.info.last,
                                         what.resume ? what.info.frame : what.info.first});
    LivePictures pictures(what.folder.path(), *progress);
    run.progress = options.render ? static_cast<Progress*>(&pictures) : progress.get();
    result = run_in_folder(what, run);
  }
  last_words(result, what, options);
  if (result.exit == Exit::done && options.render)
    finish_live_pictures(what.folder.path(), options.quiet || options.json);
  return int(result.exit);
}

}  // namespace weft
