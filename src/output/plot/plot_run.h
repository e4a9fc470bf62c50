/// What a plot needs of a run, read from its folder while it is written or afterwards. Columns that a file lacks
/// are empty, cells without a number are not numbers.
#pragma once
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "output/run_info.h"

namespace weft::plot {

/// What a column of probes.csv measures.
struct ProbeColumn {
  std::string name;
  std::string quantity;  ///< "position", "force", or the probe's own formula
  std::string unit;      ///< SI, "" when there is none or nobody knows
  std::vector<double> values;
};

struct PlotRun {
  std::filesystem::path folder;
  std::string name;   ///< short, for legends
  std::string title;  ///< of the scene, may be empty
  double dx = 0;      ///< [m], 0 when unknown
  RunInfo info;
  bool being_written = false;

  std::vector<double> time;                            ///< of the frames [s]
  std::map<std::string, std::vector<double>> columns;  ///< of stats.csv
  std::vector<std::string> limits;                     ///< what set most steps, per frame
  std::vector<std::string> phases;                     ///< names whose "seconds_..." columns are there
  std::vector<double> probe_times;
  std::vector<ProbeColumn> probes;
  std::vector<double> rollbacks, crossings;  ///< times of events [s]

  /// A column of stats.csv; empty when it is not there.
  const std::vector<double>& column(const std::string& name) const;
};

/// Throws Error E0410 when it is no run folder, E0411 when a table makes no sense, E0432 when no frame is done.
PlotRun read_plot_run(const std::filesystem::path& folder);

/// What a probe measures and its unit: quantity as a scene writes it, `take` how a population becomes a number.
struct Measured {
  std::string quantity, unit;
};
Measured measured(const std::string& quantity, const std::string& take);

}  // namespace weft::plot
