/// A run as one page of plots: energies, time step and what limits it, wall time by phase, probes; or several runs
/// laid over each other. `weft plot`.
#pragma once
#include <filesystem>
#include <string>
#include <vector>

namespace weft {

struct PlotRequest {
  std::vector<std::filesystem::path> runs;  ///< at least one
  std::vector<std::string> probes;          ///< only these; empty: as many as there is room for
  std::filesystem::path file;               ///< .png or .svg
};

struct PlotReport {
  std::size_t frames = 0, probes = 0;  ///< shown
  std::vector<std::string> left_out;   ///< probes there was no room for
};

/// Writes the page. Throws Error E0410, E0411 and E0432 to E0435 when it cannot.
PlotReport plot_runs(const PlotRequest& request);

}  // namespace weft
