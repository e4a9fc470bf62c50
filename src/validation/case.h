/// A validation case as plain data: a scene (or a law at one point, a transfer, a shell, a solid or a rod
/// alone), what is measured, and what the measurement must be. One TOML file per case; docs/validation.md
/// says how to write one.
#pragma once
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "scene/source.h"
#include "validation/point.h"
#include "validation/rod/rod.h"
#include "validation/shell/shell.h"
#include "validation/solid/solid.h"
#include "validation/transfer.h"

namespace weft {

struct Document;  // scene/read/table_reader.h

/// One [[expect]]: an expression over the probes' series, and what it must be.
struct Expectation {
  std::string name;                   ///< the row in the table
  std::string value;                  ///< what is measured: an expression (world/series.h)
  std::optional<std::string> equals;  ///< a number or an expression
  double relative = 0, absolute = 0;  ///< tolerance on equals; the larger of the two counts
  std::optional<double> below, above;
  std::string source;     ///< where the reference comes from
  std::string shortfall;  ///< why it is known to be missed; such a miss is shown, but fails nothing
  Place place;
};

/// One [[run]]: the scene with some keys changed.
struct CaseRun {
  std::string name;
  std::vector<std::string> set;  ///< "solver.dx=0.01"
};

struct Case {
  std::string path, folder, id, title, source, cost;  ///< folder: where tables lie
  bool is_long = false;                               ///< only run when asked for
  std::map<std::string, double> constants;            ///< names that expressions may use
  std::vector<CaseRun> runs;  ///< a scene's variants; one without a name when there are none
  std::map<std::string, TransferCase> transfers;
  std::map<std::string, PointCase> points;
  std::map<std::string, ShellCase> shells;
  std::map<std::string, SolidCase> solids;
  std::map<std::string, RodCase> rods;
  std::vector<Expectation> expectations;
  std::shared_ptr<const Document> document;

  bool has_scene() const {
    return transfers.empty() && points.empty() && shells.empty() && solids.empty() && rods.empty();
  }
};

/// Reads and checks a case file; for a scene every run is parsed and every expression tried on made-up
/// numbers, so that a mistake is found before hours are spent. Throws Error E02xx or E07xx.
Case read_case(const std::string& path);

/// The case files named by `paths`: files as they are, folders as all their *.toml files in order of name.
/// Throws Error E0710 when there is nothing.
std::vector<std::string> find_cases(const std::vector<std::string>& paths);

}  // namespace weft
