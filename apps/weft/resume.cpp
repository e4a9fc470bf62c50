/// weft resume RUN: continues a run exactly as if it had never stopped.
#include <fmt/format.h>

#include <memory>

#include "exec/threads.h"
#include "running.h"
#include "verbs.h"

namespace weft {

namespace {

struct Options {
  std::string folder;
  RunningOptions running;
};

int resume(const Options& o) {
  RunFolder folder = RunFolder::open(o.folder);
  RunInfo info = read_run_info(o.folder);
  if (info.status == "done") {
    fmt::print("{} is already done: {} frames\n", o.folder, info.last - info.first + 1);
    return int(Exit::done);
  }
  const RunInfo here = describe_program();
  if (info.version != here.version || info.build != here.build)
    print_warning("W0401",
                  fmt::format("the run was begun by version {} ({}), this is {} ({})", info.version,
                              info.build, here.version, here.build),
                  "it continues, but its last bits may differ from a run that never stopped");
  const ThreadLimit limit(o.running.threads);
  info.threads = limit.threads();
  Scene scene = read_resolved(o.folder);
  choose_device(o.running.device, scene);
  Ready ready = make_running(scene);
  // A run killed before its first checkpoint has nothing to restore: it begins again.
  const bool has_state = !numbered_files(folder.path() / "state", ".state").empty();
  if (!o.running.quiet && !o.running.json)
    fmt::print("{}: {} at frame {} of {}; continuing\n", o.folder,
               info.status == "running" ? "was killed" : info.status, info.frame, info.last);
  if (!has_state) RunFolder::clear_results(folder);
  return carry_out({scene, ready, folder, info, has_state}, o.running);
}

}  // namespace

Verb verb_resume() {
  auto o = std::make_shared<Options>();
  std::vector<CommandOption> options{
      {"run", "run folder", &o->folder, {.required = true, .takes = Takes::run}}};
  add_running_options(options, o->running);
  return {"resume", "continue a run exactly as if it had never stopped", std::move(options),
          [o] { return resume(*o); }};
}

}  // namespace weft
