/// weft status RUN: how far a run is, while it runs and after a crash.
#include <fmt/format.h>

#include <memory>
#include <nlohmann/json.hpp>

#include "output/compare.h"
#include "output/run_folder.h"
#include "progress.h"
#include "verbs.h"

namespace weft {

namespace {

struct State {
  RunInfo info;
  std::string status;          ///< as it is now: a killed process cannot say so itself
  double seconds_a_frame = 0;  ///< mean of the last ten
  double seconds_left = 0;
};

State look(const std::string& folder) {
  State s{read_run_info(folder), {}, 0, 0};
  const bool written = is_being_written(folder);
  s.status = s.info.status == "running" && !written ? "killed" : written ? "running" : s.info.status;
  try {
    const Table t = read_table(std::filesystem::path(folder) / "stats.csv");
    const std::size_t n = std::min<std::size_t>(10, t.rows.size() > 1 ? t.rows.size() - 1 : 0);
    for (std::size_t i = t.rows.size() - n; i < t.rows.size(); ++i)
      s.seconds_a_frame += std::atof(t.rows[i][t.column("seconds")].c_str()) / double(n);
  } catch (const Error&) {
    // A row may be half written at this moment; the rate is then left out.
  }
  s.seconds_left = s.seconds_a_frame * double(s.info.last - s.info.frame);
  return s;
}

void print(const std::string& folder, const State& s) {
  const RunInfo& i = s.info;
  fmt::print("{}: {}\n", folder, s.status);
  if (s.status == "killed")
    fmt::print("  its process {} is gone; continue with: weft resume {}\n", i.pid, folder);
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

nlohmann::ordered_json as_json(const State& s) {
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
          {{"run", "run folder", &o->folder, {.required = true, .takes = Takes::run}}, {"--json", "as one JSON object", &o->json}},
          [o] {
            const State s = look(o->folder);
            if (o->json) fmt::print("{}\n", as_json(s).dump(2));
            else print(o->folder, s);
            return 0;
          }};
}

}  // namespace weft
