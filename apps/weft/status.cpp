/// weft status RUN: how far a run is, while it runs and after a crash.
#include <fmt/format.h>

#include <memory>
#include <nlohmann/json.hpp>

#include "output/run_outlook.h"
#include "progress.h"
#include "verbs.h"

namespace weft {

namespace {

void print(const std::string& folder, const RunOutlook& s) {
  const RunInfo& i = s.info;
  fmt::print("{}: {}\n", folder, s.status);
  if (s.status == "killed")
    fmt::print("  its process {} is gone; continue with: weft resume {}\n", i.pid, folder);
  else if (s.status == "paused")
    fmt::print("  its process {} is held; let it go on with: kill -CONT {}\n", i.pid, i.pid);
  else if (!i.reason.empty()) fmt::print("  {}\n", i.reason);
  fmt::print("  frame {} of {}..{}, t = {:.6g} s, {} points, {} steps, last dt {:.3g} s\n", i.frame, i.first,
             i.last, i.time, i.points, i.steps, i.dt);
  if (s.seconds_a_frame > 0) fmt::print("  {} a frame", duration_text(s.seconds_a_frame));
  if (s.seconds_a_frame > 0 && s.status == "running") fmt::print(", {} left", duration_text(s.seconds_left));
  if (s.seconds_a_frame > 0) fmt::print("\n");
  fmt::print("  {} in {} session{}, version {} ({}), {} threads, device {}, pid {}\n",
             duration_text(i.seconds), i.sessions.size(), i.sessions.size() == 1 ? "" : "s", i.version,
             i.build, i.threads, i.device, i.pid);
  if (s.status == "failed") fmt::print("  see {}/crash/report.json\n", folder);
}

nlohmann::ordered_json as_json(const RunOutlook& s) {
  return {{"status", s.status},
          {"reason", s.info.reason},
          {"frame", s.info.frame},
          {"first", s.info.first},
          {"last", s.info.last},
          {"time", s.info.time},
          {"points", s.info.points},
          {"device", s.info.device},
          {"pid", s.info.pid},
          {"seconds", s.info.seconds},
          {"seconds_a_frame", s.seconds_a_frame},
          {"seconds_left", s.seconds_left}};
}

}  // namespace

Verb verb_status() {
  struct Options {
    std::string folder;
    bool json = false;
  };
  auto o = std::make_shared<Options>();
  return {"status",
          "how far a run is; works while it runs and after a crash",
          {{"run", "run folder", &o->folder, {.required = true, .takes = Takes::run}},
           {"--json", "as one JSON object", &o->json}},
          [o] {
            const RunOutlook s = outlook_of(o->folder);
            if (o->json) fmt::print("{}\n", as_json(s).dump(2));
            else print(o->folder, s);
            return 0;
          }};
}

}  // namespace weft
