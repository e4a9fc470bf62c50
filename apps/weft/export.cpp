/// weft export RUN FORMAT: a run's frames for other programs.
#include <fmt/format.h>
#include <unistd.h>

#include <cmath>
#include <cstdio>
#include <memory>

#include "exec/clock.h"
#include "exec/error.h"
#include "exec/threads.h"
#include "output/export/exporter.h"
#include "output/export/run_frames.h"
#include "output/run_folder.h"
#include "output/signals.h"
#include "progress.h"
#include "verbs.h"

namespace weft {

namespace fs = std::filesystem;

namespace {

struct Request {
  std::string run, format, frames, up = "z";
  ExportOptions options;
  int threads = 0;
  bool quiet = false;
};

/// How far an export is: a line drawn again and again on a terminal, a line per frame elsewhere.
class Line {
 public:
  Line(const Request& r, std::size_t frames) : quiet_(r.quiet), format_(r.format), frames_(frames) {}
  ~Line() {
    if (!quiet_ && terminal_) fmt::print("\r\x1b[K");
  }
  void show(std::size_t done, std::int64_t number) const {
    if (quiet_) return;
    const double left = (wall_seconds() - began_) / double(done) * double(frames_ - done);
    fmt::print("{}{}: frame {}, {} of {}, {} left{}", terminal_ ? "\r\x1b[K" : "", format_, number, done,
               frames_, duration_text(left), terminal_ ? "" : "\n");
    std::fflush(stdout);
  }

 private:
  bool quiet_, terminal_ = ::isatty(1);
  std::string format_;
  std::size_t frames_;
  double began_ = wall_seconds();
};

/// A run that is not done is exported as far as it is.
void warn_when_unfinished(const Request& r) {
  const RunInfo info = read_run_info(r.run);
  if (info.status == "done") return;
  const bool running = is_being_written(r.run);
  print_warning(
      "W0415",
      fmt::format("the run is not finished ({}, frame {} of {}): only the frames that are there are exported",
                  running                    ? "running"
                  : info.status == "running" ? "killed"
                                             : info.status,
                  info.frame, info.last),
      running ? "export again when it is done" : fmt::format("continue it with 'weft resume {}'", r.run));
}

/// Adds the frames one after the other; a signal when one ended it early.
int write_all(const Request& r, const std::vector<std::int64_t>& frames, Exporter& exporter) {
  const SignalGuard signals;
  const Line line(r, frames.size());
  for (std::size_t k = 0; k < frames.size(); ++k) {
    if (const int signal = signals.pending()) return signal;
    exporter.add(prepared(read_run_frame(r.run, frames[k]), r.options));
    line.show(k + 1, frames[k]);
  }
  exporter.finish();
  return 0;
}

int export_run(Request& r) {
  if (!std::isfinite(r.options.scale) || !(r.options.scale > 0))
    throw Error("E0602", fmt::format("--scale {} makes no sense", r.options.scale), {}, "for example 100");
  const ThreadLimit limit(r.threads);
  const RunInfo info = read_run_info(r.run);
  const fs::path run = fs::absolute(r.run).lexically_normal();
  r.options.title = (run.has_filename() ? run : run.parent_path()).stem().string();
  r.options.fps = info.fps;
  r.options.y_up = r.up == "y";
  if (r.options.folder.empty()) r.options.folder = fs::path(r.run) / "export" / r.format;
  const auto frames = choose_frames(r.run, r.frames);
  const auto exporter = make_exporter(r.format, r.options);
  warn_when_unfinished(r);
  const int signal = write_all(r, frames, *exporter);
  for (const std::string& w : exporter->warnings()) print_warning("W0416", w, {});
  if (signal) return int(signal == SIGINT ? Exit::interrupt : Exit::terminate);
  if (!r.quiet)
    fmt::print("{} frame{} as {} in {}\n", frames.size(), frames.size() == 1 ? "" : "s", r.format,
               r.options.folder.string());
  return int(Exit::done);
}

int export_or_say_more(Request& r) {
  try {
    return export_run(r);
  } catch (const Error& e) {
    if (e.code != "E0403") throw;
    throw Error(e.code, e.what(), e.where, "make room on the disk and export again; no half file is left",
                e.exit);
  }
}

}  // namespace

Verb verb_export() {
  auto r = std::make_shared<Request>();
  return {
      "export",
      "a run's frames for other programs",
      {{"run", "run folder", &r->run, {.required = true, .takes = Takes::run}},
       {"format",
        fmt::format("{}", fmt::join(export_formats(), " ")),
        &r->format,
        {.required = true, .words = export_formats()}},
       {"--frames", "A:B: only these", &r->frames},
       {"--objects",
        "a,b: only these objects and colliders",
        &r->options.objects,
        {.one_each = true, .delimiter = ','}},
       {"--up", "z as in the simulation, or y", &r->up, {.one_of = {"y", "z"}}},
       {"--scale", "of lengths: 100 writes centimetres", &r->options.scale},
       {"-o,--output", "folder (default: RUN/export/FORMAT)", &r->options.folder, {.takes = Takes::folder}},
       {"--threads", "threads to use (0: all cores)", &r->threads, {.range = {{0, 4096}}}},
       {"--quiet", "say nothing unless something is wrong", &r->quiet}},
      [r] { return export_or_say_more(*r); }};
}

}  // namespace weft
