/// Which panels a page about one run, or about several, has.
#pragma once
#include <string>
#include <vector>

#include "output/plot/panel.h"
#include "output/plot/plot_run.h"

namespace weft::plot {

/// How many there may be before the rest is left out.
inline constexpr std::size_t kMostProbePanels = 12, kMostLines = 6;

struct Row {
  std::vector<Block> blocks;  ///< one or two
  bool wide = false;          ///< one, across the page
};

/// Energies, time step, time per phase.
std::vector<Row> panels_of(const PlotRun& run);
/// The same, each with a line per run.
std::vector<Row> panels_of(const std::vector<PlotRun>& runs);

struct ProbePanels {
  std::vector<Row> rows;
  std::vector<std::string> left_out;  ///< names of probes for which there is no room
};
/// Probes of one run, several of a quantity in one panel; of several runs, one in a panel. `only` chooses (empty:
/// all). Throws Error E0433 when it names one that no run has.
ProbePanels probe_panels(const std::vector<PlotRun>& runs, const std::vector<std::string>& only);

/// The axis that all panels share, with what happened.
TimeAxis time_axis(const std::vector<PlotRun>& runs);

/// The style of run k of several.
Stroke run_style(std::size_t k);
/// The colour of what limits the time step.
Colour limit_colour(const std::string& limit);

}  // namespace weft::plot
