/// Probes in small multiples.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include "exec/error.h"
#include "output/plot/palette.h"
#include "output/plot/run_panels.h"
#include "scene/suggest.h"

namespace weft::plot {
namespace {

using Runs = std::vector<PlotRun>;

const ProbeColumn* find(const PlotRun& run, const std::string& name) {
  for (const ProbeColumn& p : run.probes)
    if (p.name == name) return &p;
  return nullptr;
}

/// All names, or those asked for.
std::vector<std::string> chosen(const Runs& runs, const std::vector<std::string>& only) {
  std::vector<std::string> names;
  for (const PlotRun& run : runs)
    for (const ProbeColumn& p : run.probes)
      if (std::find(names.begin(), names.end(), p.name) == names.end()) names.push_back(p.name);
  for (const std::string& name : only)
    if (std::find(names.begin(), names.end(), name) == names.end())
      throw Error(
          "E0433", fmt::format("there is no probe '{}'", name), {},
          names.empty() ? "the run has no probes: add a [[probe]] to its scene" : suggestion(name, names));
  return only.empty() ? names : only;
}

std::string title_of(const ProbeColumn& p) {
  std::string title = p.quantity;
  if (!title.empty() && title[0] >= 'a' && title[0] <= 'z' &&
      title.find_first_of("(*+/^0") == std::string::npos)
    title[0] = char(title[0] - 'a' + 'A');
  return title;
}

/// The range of its values decides whether the axis begins at zero; without any value it says so.
void settle(Panel& panel) {
  double low = std::numeric_limits<double>::infinity(), high = -low;
  for (const Line& line : panel.lines)
    for (const double y : line.y)
      if (std::isfinite(y)) low = std::min(low, y), high = std::max(high, y);
  panel.from_zero = std::min(std::abs(low), std::abs(high)) <= 0.5 * std::max(std::abs(low), std::abs(high));
  if (low > high) panel.note = "no values";
}

/// Probes of one quantity, at most kMostLines to a panel.
std::vector<Panel> grouped(const PlotRun& run, const std::vector<std::string>& names) {
  std::vector<Panel> panels;
  for (const std::string& name : names) {
    const ProbeColumn& p = *find(run, name);
    const std::string title = title_of(p);
    auto panel = std::find_if(panels.begin(), panels.end(), [&](const Panel& have) {
      return have.title == title && have.unit == p.unit && have.lines.size() < kMostLines;
    });
    if (panel == panels.end()) panel = panels.insert(panels.end(), {.title = title, .unit = p.unit});
    panel->lines.push_back({p.name, run.probe_times, p.values, line_style(panel->lines.size())});
  }
  return panels;
}

/// A probe of all runs that have it.
Panel overlaid(const Runs& runs, const std::string& name) {
  Panel panel{.title = "", .unit = "", .label_lines = false};
  for (std::size_t k = 0; k < runs.size(); ++k)
    if (const ProbeColumn* p = find(runs[k], name)) {
      panel.title = name == p->quantity ? title_of(*p) : fmt::format("{}: {}", name, p->quantity);
      panel.unit = p->unit;
      panel.lines.push_back({runs[k].name, runs[k].probe_times, p->values, run_style(k)});
    }
  return panel;
}

}  // namespace

ProbePanels probe_panels(const Runs& runs, const std::vector<std::string>& only) {
  std::vector<Panel> panels;
  const std::vector<std::string> names = chosen(runs, only);
  if (runs.size() == 1) panels = grouped(runs.front(), names);
  else
    for (const std::string& name : names) panels.push_back(overlaid(runs, name));
  // Whoever names probes gets them all.
  const std::size_t most = only.empty() ? kMostProbePanels : panels.size();
  ProbePanels out;
  std::set<std::string> shown;
  std::size_t count = 0;
  for (Panel& p : panels) {
    if (count == most) break;
    if (count++ % 2 == 0) out.rows.push_back({});
    settle(p);
    for (const Line& line : p.lines) shown.insert(runs.size() == 1 ? line.name : names[count - 1]);
    out.rows.back().blocks.emplace_back(std::move(p));
  }
  for (const std::string& name : names)
    if (!shown.contains(name)) out.left_out.push_back(name);
  return out;
}

}  // namespace weft::plot
