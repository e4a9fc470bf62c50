/// Which phases of the step are told apart on a page: those that took most of the time; the rest together.
#pragma once
#include "output/plot/panel.h"
#include "output/plot/plot_run.h"

namespace weft::plot {

struct PhaseBand {
  std::string name;
  std::vector<std::string> phases;  ///< whose times it sums; empty: what no phase counts (measuring, writing)
  Colour colour;
};

/// The longest first, over all runs.
std::vector<PhaseBand> phase_bands(const std::vector<PlotRun>& runs);
/// The seconds of every frame that a band took.
std::vector<double> seconds_of(const PlotRun& run, const PhaseBand& band);
/// Their sum.
double total(const std::vector<double>& seconds);

}  // namespace weft::plot
