/// [time] and [solver].
#include <cmath>

#include "scene/keys/shared_keys.h"

namespace weft {
namespace {

constexpr double kMostFrames = 1e7;

int read_frame(TableReader& time, const toml::node& node) {
  static const KeyInfo info{.name = "frames", .low = -kMostFrames, .high = kMostFrames};
  const double f = time.number_of(node, info);
  if (f != std::floor(f))
    throw time.error_at("E0207", "frames are whole numbers", node, "write a whole number");
  return int(f);
}

void read_frames(TableReader& time, TimeSpec& t) {
  const toml::array* a = time.node("frames")->as_array();
  if (!a || a->size() != 2)
    throw time.error("E0213", "'frames' in [time] must be a list of two", "frames",
                     "write frames = [1, 120]");
  t.first = read_frame(time, (*a)[0]);
  t.last = read_frame(time, (*a)[1]);
  if (t.last <= t.first)
    throw time.error("E0209", fmt::format("frames {} to {} hold no time", t.first, t.last), "frames",
                     "the last must come after the first");
  t.end = (t.last - t.first) / t.fps;
}

void read_duration(TableReader& time, TimeSpec& t) {
  t.end = time.number("duration");
  const double frames = std::ceil(t.end * t.fps * (1 - 1e-12));
  if (frames > kMostFrames)
    throw time.error("E0216",
                     fmt::format("{:g} s at {:g} frames a second are {:g} frames", t.end, t.fps, frames),
                     "duration", fmt::format("at most {:g} frames: lower fps or duration", kMostFrames));
  t.last = std::max(1, int(frames));
}

void read_span(TableReader& time, const Scene&, TimeSpec& t) {
  if (time.has("frames") == time.has("duration"))
    throw time.error("E0205", "[time] needs either 'frames' or 'duration'",
                     time.has("frames") ? "duration" : "frames",
                     "write frames = [1, 120] or duration = \"2 s\"");
  if (time.has("frames")) read_frames(time, t);
  else read_duration(time, t);
}

bool whole(const TimeSpec& t) { return t.end == (t.last - t.first) / t.fps; }

/// kernel and degree are two ways to say the same; the second is written.
Keys<Solver> kernel_keys() {
  return {{{.name = "kernel",
            .type = KeyType::word,
            .fallback = "\"quadratic\"",
            .words = {"linear", "quadratic", "cubic"},
            .meaning = "B-spline of the transfers"},
           [](TableReader& solver, const Scene&, Solver& s) {
             if (solver.has("degree")) {
               s.degree = int(solver.integer("degree"));
             } else {
               const std::string kernel = solver.word("kernel");
               s.degree = kernel == "linear" ? 1 : kernel == "quadratic" ? 2 : 3;
             }
           },
           {}},
          {{.name = "degree",
            .type = KeyType::integer,
            .low = 1,
            .high = 3,
            .meaning = "the same as a number: 1, 2 or 3"},
           {},
           [](const Solver& s, const std::string&) { return std::to_string(s.degree); }}};
}

/// The settings' own keys; a device that does not exist is told with its place.
Keys<Solver> solver_keys() {
  Keys<Solver> keys;
  keys.append(Solver::fields()).after("dx", kernel_keys());
  keys["device"].read = [](TableReader& solver, const Scene&, Solver& s) {
    try {
      s.device = parse_device(solver.text("device"));
    } catch (const Error& e) {
      throw solver.error(e.code, e.what(), "device", e.hint);
    }
  };
  return keys;
}

void check_solver(TableReader& solver, const Solver& s) {
  if (s.degree == 1 && !s.weight_gradient)
    throw solver.error("E0204", "a linear kernel needs transfer = \"gradient\"",
                       solver.has("degree") ? "degree" : "kernel",
                       "moving least squares needs a quadratic or cubic kernel; add transfer = \"gradient\"");
  if (s.dt_min > s.dt_max)
    throw solver.error("E0209", "dt_min is longer than dt_max", solver.has("dt_min") ? "dt_min" : "dt_max",
                       "make it shorter");
  if (s.plane && s.gravity[1] != 0)
    throw solver.error("E0225", "gravity leaves the plane y = 0 of a plane scene", "gravity",
                       "its second number must be 0");
}

}  // namespace

const Table<TimeSpec>& time_table() {
  static const Table<TimeSpec> t{
      "time",
      "[time]",
      "",
      {key_of<TimeSpec>(describe::number<&TimeSpec::fps>("fps", "Hz", {1e-3, 1e7}, "frames per second")),
       {{.name = "frames",
         .type = KeyType::list,
         .meaning = "[first, last], both included; the first is the state at time 0. Or say `duration`"},
        read_span,
        [](const TimeSpec& s, const std::string&) {
          return whole(s) ? fmt::format("[{}, {}]", s.first, s.last) : "";
        }},
       {{.name = "duration",
         .unit = "s",
         .low = 1e-9,
         .high = 1e6,
         .meaning = "instead of `frames`: frames 0, 1, ... until this time"},
        {},
        [](const TimeSpec& s, const std::string&) { return whole(s) ? "" : fmt::format("{}", s.end); }}}};
  return t;
}

const Table<Solver>& solver_table() {
  static const Table<Solver> t{"solver", "[solver]", "", solver_keys()};
  return t;
}

TimeSpec read_time(TableReader time, const Scene& scene) {
  TimeSpec t;
  time_table().read(time, scene, t);
  time.finish();
  return t;
}

Solver read_solver(TableReader solver, const Scene& scene) {
  Solver s;
  solver_table().read(solver, scene, s);
  if (s.step != Stepping::explicitly && !solver.has("dt_max"))
    s.dt_max = 1;  // speed alone limits an implicit step
  check_solver(solver, s);
  solver.finish();
  return s;
}

}  // namespace weft
