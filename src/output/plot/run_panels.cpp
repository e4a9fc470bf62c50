/// Panels of one run, and the axis of time.
#include "output/plot/run_panels.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "output/plot/palette.h"
#include "output/plot/phase_bands.h"

namespace weft::plot {
namespace {

constexpr double kStepDecades = 20;  ///< how many times its smallest a time step may be on a linear axis

/// Potential energy has no zero of its own: from the lowest of the run.
std::vector<double> above_lowest(std::vector<double> gravity) {
  double low = std::numeric_limits<double>::infinity();
  for (const double g : gravity)
    if (std::isfinite(g)) low = std::min(low, g);
  for (double& g : gravity) g -= low;
  return gravity;
}

Panel energy_panel(const PlotRun& run) {
  Panel p{.title = "Energy", .unit = "J", .decades_from = -1, .from_zero = true};
  const std::vector<double>&kinetic = run.column("kinetic"), &elastic = run.column("elastic");
  const std::vector<double> gravity = above_lowest(run.column("gravity"));
  if (kinetic.empty() || elastic.empty() || gravity.empty()) {
    p.note = "stats.csv of this run holds no energies";
    return p;
  }
  std::vector<double> sum;
  for (std::size_t i = 0; i < kinetic.size(); ++i) sum.push_back(kinetic[i] + elastic[i] + gravity[i]);
  p.lines = {{"sum", run.time, sum, {kBlack, 1.4, {}}},
             {"kinetic", run.time, kinetic, {kVermilion, 1.4, {6, 2}}},
             {"elastic", run.time, elastic, {kBlue, 1.4, {1.5, 1.5}}},
             {"gravity", run.time, gravity, {kGreen, 1.4, {8, 2, 1.5, 2}}}};
  return p;
}

/// Stretches of frames that the same thing limited. A frame's limit holds since the frame before.
std::vector<Span> limit_spans(const PlotRun& run) {
  std::vector<Span> spans;
  for (std::size_t i = 1; i < std::min(run.limits.size(), run.time.size()); ++i) {
    if (!spans.empty() && spans.back().word == run.limits[i]) spans.back().to = run.time[i];
    else spans.push_back({run.time[i - 1], run.time[i], run.limits[i], limit_colour(run.limits[i])});
  }
  return spans;
}

/// The first frame has had no steps.
std::vector<double> steps_only(std::vector<double> dt) {
  for (double& x : dt)
    if (!(x > 0)) x = std::numeric_limits<double>::quiet_NaN();
  return dt;
}

Panel step_panel(const PlotRun& run) {
  Panel p{.title = "Time step",
          .unit = "s",
          .decades_from = kStepDecades,
          .from_zero = true,
          .label_lines = false};
  p.lines = {{"mean", run.time, steps_only(run.column("dt")), {kBlack, 1.4, {}}}};
  p.strip = limit_spans(run);
  p.strip_title = "limited by";
  if (total(run.column("dt")) == 0) p.note = "no step is done yet", p.lines.clear(), p.strip.clear();
  return p;
}

Panel phase_panel(const PlotRun& run) {
  Panel p{.title = "Wall time per frame, by phase of the step", .unit = "s", .from_zero = true};
  const std::vector<PhaseBand> bands = phase_bands({run});
  if (run.phases.empty()) p.note = "stats.csv of this run holds no times of phases";
  else if (bands.empty() || run.time.size() < 2) p.note = "no step is done yet";
  if (!p.note.empty()) return p;
  p.edges = run.time;
  double all = 0;
  for (const PhaseBand& b : bands) all += total(seconds_of(run, b));
  for (const PhaseBand& b : bands) {
    std::vector<double> seconds = seconds_of(run, b);
    const double percent = 100 * total(seconds) / all;
    const std::string name = b.name + (percent < 0.5 ? " < 1 %" : fmt::format(" {:.0f} %", percent));
    seconds.erase(seconds.begin());  // the first frame is the start
    p.bands.push_back({name, std::move(seconds), b.colour});
  }
  return p;
}

using MarkColour = Colour (*)(MarkKind, std::size_t run);

void add_marks(std::vector<Mark>& marks, const PlotRun& run, MarkColour colour, std::size_t k) {
  const auto add = [&](double time, MarkKind kind) { marks.push_back({time, kind, colour(kind, k)}); };
  for (const double t : run.rollbacks) add(t, MarkKind::rollback);
  for (const double t : run.crossings) add(t, MarkKind::crossing);
  for (const auto& [name, kind] :
       {std::pair{"retries", MarkKind::retry}, {"unconverged", MarkKind::unconverged}}) {
    const std::vector<double>& counts = run.column(name);
    for (std::size_t i = 0; i < counts.size(); ++i)
      if (counts[i] > 0) add(run.time[i], kind);
  }
}

}  // namespace

Colour limit_colour(const std::string& limit) {
  static const std::pair<const char*, Colour> kColours[] = {
      {"cfl", kBlue}, {"wave", kOrange},  {"mesh", kGreen},   {"viscosity", kPurple},
      {"max", kSky},  {"fixed", kSilver}, {"frame", kYellow}, {"retry", kVermilion}};
  for (const auto& [name, colour] : kColours)
    if (limit == name) return colour;
  return kGrey;
}

Stroke run_style(std::size_t k) { return line_style(k); }

std::vector<Row> panels_of(const PlotRun& run) {
  return {{{energy_panel(run), step_panel(run)}}, {{phase_panel(run)}, true}};
}

TimeAxis time_axis(const std::vector<PlotRun>& runs) {
  TimeAxis axis{std::numeric_limits<double>::infinity(),
                -std::numeric_limits<double>::infinity(),
                {},
                runs.size() == 1};
  const auto of_kind = [](MarkKind kind, std::size_t) { return mark_colour(kind); };
  const auto of_run = [](MarkKind, std::size_t k) { return run_style(k).colour; };
  for (std::size_t k = 0; k < runs.size(); ++k) {
    for (const std::vector<double>* times : {&runs[k].time, &runs[k].probe_times})
      for (const double t : *times)
        if (std::isfinite(t)) axis.first = std::min(axis.first, t), axis.last = std::max(axis.last, t);
    add_marks(axis.marks, runs[k], runs.size() == 1 ? MarkColour(of_kind) : MarkColour(of_run), k);
  }
  if (!(axis.first <= axis.last)) axis.first = 0, axis.last = 0;
  const double frame = 1 / std::max(1e-9, runs.front().info.fps);
  if (axis.first == axis.last) axis.first -= frame / 2, axis.last += frame / 2;  // one frame, in the middle
  return axis;
}

}  // namespace weft::plot
