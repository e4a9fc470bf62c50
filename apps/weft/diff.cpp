/// weft diff A B: are two runs the same, and if not, where do they part?
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>

#include "output/compare.h"
#include "verbs.h"

namespace weft {

void add_diff(CLI::App& app, int& exit_code) {
  struct Options {
    std::string a, b;
  };
  auto o = std::make_shared<Options>();
  CLI::App* verb = app.add_subcommand("diff", "compare two runs (exit 0: the same, 1: different)");
  verb->add_option("a", o->a, "run folder")->required();
  verb->add_option("b", o->b, "run folder")->required();
  verb->callback([o, &exit_code] {
    const Comparison c = compare_runs(o->a, o->b);
    exit_code = c.same ? 0 : 1;
    if (c.same) return fmt::print("the same: every frame and every number (times apart)\n");
    if (c.first_frame >= 0) fmt::print("different from frame {} on\n", c.first_frame);
    for (const std::string& r : c.remarks) fmt::print("  {}\n", r);
    for (const auto& [name, d] : c.values)
      if (d.largest > 0)
        fmt::print("  {:<32} largest difference {:.6g} in frame {}\n", name, d.largest, d.frame);
  });
}

}  // namespace weft
