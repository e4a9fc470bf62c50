/// [time] and [solver].
#include <fmt/format.h>

#include <cmath>

#include "scene/read/reading.h"

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

}  // namespace

TimeSpec read_time(TableReader time) {
  TimeSpec t;
  t.fps = time.number("fps");
  if (time.has("frames") == time.has("duration"))
    throw time.error("E0205", "[time] needs either 'frames' or 'duration'",
                     time.has("frames") ? "duration" : "frames",
                     "write frames = [1, 120] or duration = \"2 s\"");
  if (time.has("frames")) {
    const toml::node& node = *time.node("frames");
    const toml::array* a = node.as_array();
    if (!a || a->size() != 2)
      throw time.error("E0213", "'frames' in [time] must be a list of two", "frames",
                       "write frames = [1, 120]");
    t.first = read_frame(time, (*a)[0]);
    t.last = read_frame(time, (*a)[1]);
    if (t.last <= t.first)
      throw time.error("E0209", fmt::format("frames {} to {} hold no time", t.first, t.last), "frames",
                       "the last must come after the first");
    t.end = (t.last - t.first) / t.fps;
  } else {
    t.end = time.number("duration");
    const double frames = std::ceil(t.end * t.fps * (1 - 1e-12));
    if (frames > kMostFrames)
      throw time.error("E0216",
                       fmt::format("{:g} s at {:g} frames a second are {:g} frames", t.end, t.fps, frames),
                       "duration", fmt::format("at most {:g} frames: lower fps or duration", kMostFrames));
    t.last = std::max(1, int(frames));
  }
  time.finish();
  return t;
}

Solver read_solver(TableReader solver) {
  Solver s;
  s.dx = solver.number("dx");
  const std::string kernel = solver.has("degree") ? "" : solver.word("kernel");
  s.degree = solver.has("degree")    ? int(solver.integer("degree"))
             : kernel == "linear"    ? 1
             : kernel == "quadratic" ? 2
                                     : 3;
  s.plane = solver.flag("plane");
  s.weight_gradient = solver.word("transfer") == "gradient";
  if (s.degree == 1 && !s.weight_gradient)
    throw solver.error("E0204", "a linear kernel needs transfer = \"gradient\"",
                       solver.has("degree") ? "degree" : "kernel",
                       "moving least squares needs a quadratic or cubic kernel; add transfer = \"gradient\"");
  const std::string step = solver.word("step");
  s.step = step == "implicit" ? Stepping::implicitly
           : step == "auto"   ? Stepping::automatic
                              : Stepping::explicitly;
  s.implicit.minres = solver.word("linear") == "minres";
  s.implicit.exact = solver.word("stiffness") == "exact";
  s.implicit.coarse = solver.flag("coarse");
  s.implicit.tolerance = solver.number("tolerance");
  s.implicit.newton = int(solver.integer("newton"));
  s.implicit.krylov = int(solver.integer("krylov"));
  s.implicit.yield_rounds = int(solver.integer("yield_rounds"));
  s.cfl = solver.number("cfl");
  s.stiffness_safety = solver.number("safety");
  s.dt_max = solver.number("dt_max");
  if (s.step != Stepping::explicitly && !solver.has("dt_max"))
    s.dt_max = 1;  // speed alone limits an implicit step
  s.dt_min = solver.number("dt_min");
  if (solver.has("dt")) s.dt_fixed = solver.number("dt");
  if (s.dt_min > s.dt_max)
    throw solver.error("E0209", "dt_min is longer than dt_max", solver.has("dt_min") ? "dt_min" : "dt_max",
                       "make it shorter");
  s.gravity = solver.vector("gravity");
  if (s.plane && s.gravity[1] != 0)
    throw solver.error("E0225", "gravity leaves the plane y = 0 of a plane scene", "gravity",
                       "its second number must be 0");
  solver.finish();
  return s;
}

}  // namespace weft
