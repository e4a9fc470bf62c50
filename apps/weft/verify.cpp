/// weft verify RUN: is every file of a run complete and does it say what it should?
#include "output/verify.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>

#include "exec/error.h"
#include "verbs.h"

namespace weft {

void add_verify(CLI::App& app, int& exit_code) {
  struct Options {
    std::string folder;
    bool files_only = false;
  };
  auto o = std::make_shared<Options>();
  CLI::App* verb = app.add_subcommand("verify", "check every file of a run (exit 0: whole, 4: not)");
  verb->add_option("run", o->folder, "run folder")->required();
  verb->add_flag("--files-only", o->files_only, "do not restore the checkpoints");
  verb->callback([o, &exit_code] {
    Verification v = verify_files(o->folder);
    if (!o->files_only) verify_states(o->folder, v);
    for (const std::string& p : v.problems) fmt::print("{}\n", p);
    fmt::print("{} frames, {} checkpoints, {} rows: {}\n", v.frames, v.checkpoints, v.rows,
               v.problems.empty() ? "whole" : fmt::format("{} problems", v.problems.size()));
    exit_code = v.problems.empty() ? 0 : int(Exit::disk);
  });
}

}  // namespace weft
