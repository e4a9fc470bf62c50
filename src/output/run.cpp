#include "output/run.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>
#include <optional>

#include "exec/clock.h"
#include "output/atomic_file.h"
#include "output/crash.h"
#include "output/export/run_exports.h"
#include "output/frame_file.h"
#include "output/phase_file.h"
#include "output/row_file.h"
#include "output/signals.h"
#include "output/spoil.h"
#include "scene/crossing_warnings.h"
#include "world/choose_step.h"

namespace weft {

namespace {

constexpr double kCheckpointSeconds = 60;  ///< a frame slower than this gets checkpoints inside
constexpr double kPatience = 1;  ///< a step slower than this is not waited for after an interrupt [s]

std::string probe_header(const ProbeSet& probes) {
  std::string s = "frame";
  for (const std::string& c : probes.columns()) s += "," + c;
  return s;
}

/// One run in progress.
class Runner {
 public:
  Runner(const RunJob& job, const RunOptions& options)
      : job_(job),
        world_(job.world),
        options_(options),
        parts_{job.world, job.probes, state_},
        stats_(job.folder.path() / "stats.csv", stats_header()),
        events_(job.folder.path() / "events.jsonl", ""),
        exports_(job.folder, options.output, options.time.fps),
        spoiler_(parse_spoiler(options.spoil)),
        progress_(options.progress ? options.progress : &silent_) {
    if (options.hash_phases) {
      phases_.emplace(job.folder.path());
      world_.phase_log = [this](const PhaseHash& h) { phases_->add(h); };
    }
    if (!job.probes.empty()) probes_.emplace(job.folder.path() / "probes.csv", probe_header(job.probes));
  }

  ~Runner() { world_.phase_log = nullptr; }
  Runner(const Runner&) = delete;
  Runner& operator=(const Runner&) = delete;

  RunResult go();

 private:
  RunResult frames();
  std::optional<RunResult> next_frame();
  std::optional<RunResult> should_stop(double step_seconds);
  std::uint64_t steps_to_look() const;
  bool is_safe() const { return weft::is_safe(world_, state_.partial); }
  RunResult finish(RunResult r);
  void finish_frame(std::int64_t frame, double seconds);
  void count_rows();
  void checkpoint_inside();
  void restore(Where where);
  void record(RunResult r);
  RunResult roll_back(const Error& e);
  void add_probe_row(std::int64_t frame);
  void tell(const CrossedSurfaces& crossed, std::int64_t frame);
  void event(nlohmann::ordered_json e) {
    events_.add(e.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
  }

  const RunJob& job_;
  World& world_;
  const RunOptions& options_;
  RunState state_;
  RunParts parts_;
  RowFile stats_, events_;
  std::optional<RowFile> probes_;
  std::optional<PhaseFile> phases_;
  RunExports exports_;
  Spoiler spoiler_;
  SignalGuard signals_;
  Progress silent_;
  Progress* progress_;
  bool fresh_ = false;  ///< the world is as the newest checkpoint has it
  double began_ = wall_seconds(), saved_ = began_, frame_began_ = began_;
  double seconds_before_ = job_.info.seconds;
};

void Runner::add_probe_row(std::int64_t frame) {
  if (!probes_) return;
  world_.bring_home();
  probes_->add(std::to_string(frame) + "," + csv_row(job_.probes.measure(world_)));
}

void Runner::record(RunResult r) {
  RunInfo& info = job_.info;
  info.status = r.status;
  info.reason = r.reason;
  info.frame = state_.frame;
  info.time = world_.time;
  info.steps = world_.steps;
  info.points = world_.size();
  info.pid = ::getpid();
  info.updated = utc_now();
  info.seconds = seconds_before_ + wall_seconds() - began_;
  RunSession& s = info.sessions.back();
  s.status = r.status;
  s.reason = r.reason;
  s.to = state_.frame;
  s.seconds = wall_seconds() - began_;
  if (r.status != "running") s.ended = info.updated;
  write_run_info(job_.folder.path(), info);
}

void Runner::count_rows() {
  stats_.sync();
  events_.sync();
  if (probes_) probes_->sync();
  state_.rows_stats = stats_.rows();
  state_.rows_events = events_.rows();
  state_.rows_probes = probes_ ? probes_->rows() : 0;
  state_.state_hash = world_.hash();
}

void Runner::checkpoint_inside() {
  world_.bring_home();
  count_rows();
  write_inside_checkpoint(job_.folder, parts_);
  saved_ = wall_seconds();
  fresh_ = true;
}

void Runner::restore(Where where) {
  read_newest_checkpoint(job_.folder, parts_, where);
  stats_.cut_back(state_.rows_stats);
  events_.cut_back(state_.rows_events);
  if (probes_) probes_->cut_back(state_.rows_probes);
  job_.folder.drop_frames_after(state_.frame);
}

/// Surfaces that cross are told of the first time, and when they have become twice as many.
void Runner::tell(const CrossedSurfaces& crossed, std::int64_t frame) {
  if (crossed.pairs == 0 || crossed.pairs < 2 * state_.crossings_told) return;
  state_.crossings_told = crossed.pairs;
  nlohmann::ordered_json between = nlohmann::ordered_json::array();
  for (const Crossed& c : crossed.between)
    between.push_back({{"first", c.first},
                       {"second", c.second},
                       {"pairs", c.pairs},
                       {"depth", c.depth},
                       {"place", {c.place[0], c.place[1], c.place[2]}}});
  event({{"frame", frame},
         {"time", world_.time},
         {"event", "crossings"},
         {"pairs", crossed.pairs},
         {"between", between}});
  if (frame > options_.time.first) return progress_->warn(crossing_warning(crossed, world_.time));
  for (const Warning& w : starting_warnings(world_)) progress_->warn(w);
}

/// The world stands at the end of `frame`: everything about it goes to disk, the checkpoint last.
void Runner::finish_frame(std::int64_t frame, double seconds) {
  world_.bring_home();
  world_.forget_order();
  const bool rolled_back = frame == state_.rollback_frame;
  if (!rolled_back && frame > state_.rollback_frame) grow_steps(world_);
  const Frame picture = capture_frame(world_, frame, options_.output.quantities);
  if (const std::string bad = first_not_finite(picture); !bad.empty())
    throw Error("E0414", "frame " + std::to_string(frame) + " would hold a number that is not finite: " + bad,
                {}, {}, Exit::simulation);
  add_probe_row(frame);  // before the hash is taken: it clears the loads on colliders
  FrameStats s = measure_frame(world_, frame, state_.partial);
  const CrossedSurfaces crossed = find_crossed(world_, picture.objects);
  s.crossings = crossed.pairs;
  s.penetration = crossed.penetration;
  s.rollbacks = rolled_back ? state_.rollbacks : 0;
  s.seconds = seconds;
  if (!std::isfinite(s.totals.kinetic + s.totals.elastic + s.gravity))
    throw Error("E0414", "the energies of frame " + std::to_string(frame) + " are not finite", {}, {},
                Exit::simulation);
  const std::int64_t since_first = frame - options_.time.first;
  if (frame >= options_.write_from && since_first % options_.output.every == 0) {
    write_frame(job_.folder.frame_path(frame), picture);
    exports_.add(picture);
    for (const std::string& w : exports_.new_warnings()) progress_->note(w);
  }
  stats_.add(stats_row(s));
  tell(crossed, frame);
  state_.frame = frame;
  state_.partial = {};
  if (frame >= state_.rollback_frame) state_.rollbacks = 0;
  world_.times = {};
  if (since_first % options_.output.checkpoint == 0 || frame >= options_.time.last) {
    count_rows();
    write_checkpoint(job_.folder, parts_, options_.output.keep);
    saved_ = wall_seconds();
    fresh_ = true;
  }
  job_.info.dt = s.dt;
  record({Exit::done, "running", {}, {}, frame});
  progress_->frame(s);
}

/// A reason to stop before the next step, or none.
std::optional<RunResult> Runner::should_stop(double step_seconds) {
  const bool safe = is_safe();
  if (const int signal = signals_.pending(); signal && (safe || step_seconds > kPatience)) {
    const bool interrupt = signal == SIGINT;
    return RunResult{interrupt ? Exit::interrupt : Exit::terminate,
                     "interrupted",
                     {},
                     interrupt ? "interrupted by INT" : "ended by TERM",
                     0};
  }
  if (!safe) return {};
  if (options_.max_seconds > 0 && wall_seconds() - began_ > options_.max_seconds)
    return RunResult{Exit::limit, "stopped", "E0420",
                     fmt::format("reached --max-hours {:.4g}", options_.max_seconds / 3600), 0};
  if (options_.max_memory > 0 && double(process_memory()) > options_.max_memory)
    return RunResult{Exit::memory, "stopped", "E0421",
                     fmt::format("needs {:.3g} GB of memory, more than --max-memory {:.3g}",
                                 double(process_memory()) / 1e9, options_.max_memory / 1e9),
                     0};
  return {};
}

/// How many steps a device may make before somebody looks: to the next safe place, so that what it does never
/// depends on how long it takes.
std::uint64_t Runner::steps_to_look() const {
  if (job_.probes.every_step()) return 1;
  const std::uint64_t done = state_.partial.steps;
  return spoiler_.steps_until(state_.frame + 1, done, world_.safe_steps() - done % world_.safe_steps());
}

/// Steps to the end of the next frame; a result when the run must stop inside it.
std::optional<RunResult> Runner::next_frame() {
  const std::int64_t frame = state_.frame + 1;
  const double end = options_.time.at(static_cast<int>(frame));
  frame_began_ = wall_seconds();
  double step_seconds = 0;
  decide_stepping(world_, end);
  while (world_.time < end) {
    if (auto stop = should_stop(step_seconds)) {
      if (!fresh_ && is_safe()) checkpoint_inside();
      return stop;
    }
    const double before = wall_seconds();
    if (spoiler_.strike(world_, frame, state_.partial.steps)) progress_->note("WEFT_SPOIL struck");
    fresh_ = false;
    std::visit([&](const auto& r) { state_.partial.add(r); }, world_.advance(end, steps_to_look()));
    step_seconds = wall_seconds() - before;
    if (job_.probes.every_step() && world_.time < end) add_probe_row(frame);
    if (forget_where_safe(world_, state_.partial, end) && wall_seconds() - saved_ > kCheckpointSeconds)
      checkpoint_inside();
    progress_->step(world_, frame, state_.partial);
  }
  finish_frame(frame, wall_seconds() - frame_began_);
  return {};
}

/// After a bad step: back to the last checkpoint with half the step, or the end of the run.
RunResult Runner::roll_back(const Error& e) {
  const std::int64_t frame = state_.frame + 1;
  const std::string place = describe_worst(world_), cause = e.what();
  const std::uint64_t rollbacks = frame == state_.rollback_frame ? state_.rollbacks : 0;
  const bool hopeless = e.code == "E0504" ||  // which shorter steps do not change
                        rollbacks >= std::uint64_t(options_.max_rollbacks);
  const double bad_time = world_.time;
  const std::int64_t finished = state_.frame;
  if (hopeless) write_bad_state(job_.folder, world_, {e.code, cause, frame, rollbacks});
  restore(Where::frame_ends);
  if (state_.frame < finished) exports_.begin(state_.frame);
  if (hopeless) {
    write_last_good(job_.folder, parts_);
    return {Exit::simulation, "failed", e.code,
            fmt::format("{} in frame {} at t = {:.6g} s after {} rollbacks; {}", cause, frame, bad_time,
                        rollbacks, place),
            state_.frame};
  }
  state_.rollbacks = rollbacks + 1;
  state_.rollback_frame = frame;
  world_.dt_scale *= std::pow(0.5, double(state_.rollbacks));
  event({{"frame", frame},
         {"time", world_.time},
         {"event", "rollback"},
         {"attempt", state_.rollbacks},
         {"code", e.code},
         {"cause", cause},
         {"bad_time", bad_time},
         {"place", place},
         {"dt_scale", world_.dt_scale}});
  progress_->note(fmt::format("frame {}: {}; back to t = {:.6g} s with the step scaled by {:.4g}", frame,
                              cause, world_.time, world_.dt_scale));
  return {Exit::done, "running", {}, {}, state_.frame};
}

RunResult Runner::frames() {
  while (state_.frame < options_.time.last) {
    try {
      if (auto stop = next_frame()) return *stop;
    } catch (const Error& e) {
      // What the device held is lost; the last checkpoint is not.
      if (e.exit == Exit::memory)
        return {e.exit, "stopped", e.code, fmt::format("[{}] {}", e.code, e.what()), 0};
      if (e.exit != Exit::simulation) throw;
      RunResult r = roll_back(e);
      if (r.status != "running") return r;
    }
  }
  return {};
}

RunResult Runner::finish(RunResult r) {
  r.frame = state_.frame;
  record(r);
  return r;
}

RunResult Runner::go() {
  try {
    if (job_.resume) {
      restore(Where::anywhere);
    } else {
      state_.frame = options_.time.first;
    }
    job_.info.sessions.push_back(
        {utc_now(), {}, "running", {}, state_.frame, state_.frame, 0, job_.info.device});
    record({Exit::done, "running", {}, {}, state_.frame});
    exports_.begin(job_.resume ? state_.frame : options_.time.first - 1);
    if (!job_.resume) finish_frame(options_.time.first, 0);
    const RunResult result = frames();
    exports_.finish();
    for (const std::string& w : exports_.new_warnings()) progress_->note(w);
    return finish(result);
  } catch (const std::bad_alloc&) {
    return finish({Exit::memory, "stopped", "E0422", "out of memory", 0});
  } catch (const Error& e) {
    if (job_.info.sessions.empty()) throw;
    try {
      finish({e.exit, "failed", e.code, e.what(), 0});
    } catch (const Error&) {
      // The disk that failed also holds run.json; the first error is the one to tell.
    }
    throw;
  }
}

}  // namespace

std::size_t process_memory() {
  std::ifstream in("/proc/self/statm");
  std::size_t total = 0, resident = 0;
  in >> total >> resident;
  return resident * static_cast<std::size_t>(::sysconf(_SC_PAGE_SIZE));
}

RunResult run(const RunJob& job, const RunOptions& options) { return Runner(job, options).go(); }

}  // namespace weft
