/// weft plot RUN: energies, time step, wall time and probes as one page.
#include "output/plot/plot.h"

#include <fmt/format.h>

#include <memory>

#include "exec/error.h"
#include "verbs.h"

namespace weft {

Verb verb_plot() {
  struct Options {
    std::vector<std::filesystem::path> runs, compare;
    std::vector<std::string> probes;
    std::string file;
    bool quiet = false;
  };
  auto o = std::make_shared<Options>();
  return {"plot",
          "energies, time step, wall time by phase and probes of a run, or of several, as one page",
          {{"RUN", "run folder; of several runs, each is a line", &o->runs},
           {"--compare", "two runs or more, laid over each other", &o->compare, {.values = {{1, 1000}}}},
           {"--probe", "only this probe; may be given several times", &o->probes, {.one_each = true}},
           {"-o,--output", "file, .png or .svg; default: RUN/plot.png, of several runs compare.png here",
            &o->file},
           {"--quiet", "print nothing", &o->quiet}},
          [o] {
            PlotRequest request{o->runs, o->probes, o->file};
            request.runs.insert(request.runs.end(), o->compare.begin(), o->compare.end());
            if (request.runs.empty())
              throw Error("E0602", "`weft plot` needs a run folder", {}, "for example `weft plot scene.run`");
            if (o->file.empty())
              request.file = request.runs.size() == 1 ? request.runs.front() / "plot.png" : "compare.png";
            const PlotReport report = plot_runs(request);
            if (o->quiet) return 0;
            fmt::print("{}: {} frames, {} probes\n", request.file.string(), report.frames, report.probes);
            if (!report.left_out.empty())
              fmt::print("{} more probes are not shown: choose with --probe NAME\n", report.left_out.size());
            return 0;
          }};
}

}  // namespace weft
