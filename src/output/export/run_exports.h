/// The formats a scene asks for in [output] write, written while the run goes on, to RUN/export/FORMAT/.
#pragma once
#include <set>

#include "output/export/exporter.h"
#include "output/run_folder.h"
#include "scene/scene.h"

namespace weft {

class RunExports {
 public:
  RunExports(const RunFolder& folder, const OutputSpec& output, double fps);
  /// Begins again with the frames up to `last` that the run has: nothing that an earlier process left, or
  /// frames that were rolled back, stays. The files are the same as if the run had never stopped.
  void begin(std::int64_t last);
  void add(const Frame& frame);
  /// What stands for all frames so far; called whenever the run stops.
  void finish();
  /// What the formats could not carry, each said once.
  std::vector<std::string> new_warnings();

 private:
  struct Format {
    ExportOptions options;
    std::string name;
    std::unique_ptr<Exporter> exporter;
    std::set<std::string> said;
  };
  template <class Do>
  void each(Do&& act);
  void say(Format& format, const std::string& warning);

  std::filesystem::path run_;
  std::vector<Format> formats_;
  std::vector<std::string> fresh_;
};

}  // namespace weft
