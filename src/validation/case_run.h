/// Running a validation case and comparing what came out with what was expected.
#pragma once
#include <string>
#include <vector>

#include "scene/scene.h"
#include "validation/case.h"

namespace weft {

/// One row of the table.
struct Check {
  std::string id, name, source;
  double measured = 0;
  std::string expected;  ///< as text: "0.1834", "<= 0.02", "0.5 .. 0.7"
  double error = 0;      ///< relative when the tolerance is, absolute otherwise; 0 for bounds
  double tolerance = 0;  ///< 0 for bounds
  bool relative = false;
  bool pass = false;
  std::string shortfall;  ///< why a miss is known and expected
  bool failed() const { return !pass && shortfall.empty(); }
};

struct CaseResult {
  std::vector<Check> checks;
  double seconds = 0;
  std::string failure;  ///< why a simulation stopped before its end; empty when it did not
  std::string skipped;  ///< why it was not run on the device that was asked for; empty when it was
  bool pass() const;
};

/// How to run.
struct CaseOptions {
  std::vector<std::string> set;  ///< changes to the scene, before those of its runs
  Quality quality = Quality::normal;
  std::string output;  ///< folder for probes.csv of each run; empty: none
  std::string device =
      {};  ///< where scenes are stepped, instead of what they say; other cases are then skipped
};

/// Runs a case in this process.
CaseResult run_case(const Case& c, const CaseOptions& options = {});

/// Compares expectations with series already at hand.
std::vector<Check> compare(const Case& c, const SeriesScope& scope);

/// Runs a scene to its end and returns its probes, a row per frame (or per step).
Series run_scene(const std::string& path, const Overrides& overrides, const std::string& device = {});

}  // namespace weft
