/// Panels of several runs: a line per run.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "output/plot/phase_bands.h"
#include "output/plot/run_panels.h"

namespace weft::plot {
namespace {

using Runs = std::vector<PlotRun>;

/// One line per run; a run that has nothing to show has none.
Panel overlaid(const Runs& runs, Panel panel, std::vector<double> (*values)(const PlotRun&)) {
  panel.label_lines = false;  // the page's legend names the runs
  for (std::size_t k = 0; k < runs.size(); ++k)
    if (std::vector<double> y = values(runs[k]); !y.empty())
      panel.lines.push_back({runs[k].name, runs[k].time, std::move(y), run_style(k)});
  if (panel.lines.empty()) panel.note = "no run holds this";
  return panel;
}

std::vector<double> energy(const PlotRun& run) {
  const std::vector<double>&kinetic = run.column("kinetic"), &elastic = run.column("elastic"),
        &gravity = run.column("gravity");
  std::vector<double> sum;
  for (std::size_t i = 0; i < std::min({kinetic.size(), elastic.size(), gravity.size()}); ++i)
    sum.push_back(kinetic[i] + elastic[i] + gravity[i]);
  return sum;
}

std::vector<double> step(const PlotRun& run) {
  std::vector<double> dt = run.column("dt");
  for (double& x : dt)
    if (!(x > 0)) x = std::numeric_limits<double>::quiet_NaN();
  return dt;
}

std::vector<double> frame_seconds(const PlotRun& run) {
  std::vector<double> seconds = run.column("seconds");
  if (!seconds.empty()) seconds.front() = std::numeric_limits<double>::quiet_NaN();  // the start
  return seconds;
}

Bars phase_bars(const Runs& runs) {
  Bars bars{"Wall time", "s", {}};
  const std::vector<PhaseBand> bands = phase_bands(runs);
  for (std::size_t k = 0; k < runs.size(); ++k) {
    Bars::Row row{runs[k].name, {}};
    for (const PhaseBand& b : bands) row.parts.push_back({b.name, total(seconds_of(runs[k], b)), b.colour});
    bars.rows.push_back(std::move(row));
  }
  return bars;
}

}  // namespace

std::vector<Row> panels_of(const std::vector<PlotRun>& runs) {
  const Panel joules{.title = "", .unit = "J", .decades_from = -1, .from_zero = true};
  const auto titled = [](Panel p, const char* title) { return p.title = title, p; };
  const Panel kinetic =
      overlaid(runs, titled(joules, "Kinetic energy"), [](const PlotRun& r) { return r.column("kinetic"); });
  const Panel elastic =
      overlaid(runs, titled(joules, "Elastic energy"), [](const PlotRun& r) { return r.column("elastic"); });
  Panel free = joules;
  free.from_zero = false;
  const Panel gravity = overlaid(runs, titled(free, "Potential energy of gravity"),
                                 [](const PlotRun& r) { return r.column("gravity"); });
  const Panel all = overlaid(runs, titled(free, "Sum of the energies"), energy);
  const Panel dt =
      overlaid(runs, {.title = "Time step", .unit = "s", .decades_from = 20, .from_zero = true}, step);
  const Panel seconds =
      overlaid(runs, {.title = "Wall time per frame", .unit = "s", .decades_from = 50, .from_zero = true},
               frame_seconds);
  std::vector<Row> rows = {{{kinetic, elastic}}, {{gravity, all}}, {{dt, seconds}}};
  if (Bars bars = phase_bars(runs); !bars.rows.front().parts.empty())
    rows.push_back({{std::move(bars)}, true});
  return rows;
}

}  // namespace weft::plot
