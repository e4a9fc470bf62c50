/// weft verify RUN: is every file of a run complete and does it say what it should?
#include "output/verify.h"

#include <fmt/format.h>

#include <memory>

#include "exec/error.h"
#include "verbs.h"

namespace weft {

namespace {

struct Options {
  std::string folder;
  bool files_only = false;
};

int verify(const Options& o) {
  Verification v = verify_files(o.folder);
  if (!o.files_only) verify_states(o.folder, v);
  for (const std::string& p : v.problems) fmt::print("{}\n", p);
  fmt::print("{} frames, {} checkpoints, {} rows: {}\n", v.frames, v.checkpoints, v.rows,
             v.problems.empty() ? "whole" : fmt::format("{} problems", v.problems.size()));
  return v.problems.empty() ? 0 : int(Exit::disk);
}

}  // namespace

Verb verb_verify() {
  auto o = std::make_shared<Options>();
  return {"verify",
          "check every file of a run (exit 0: whole, 4: not)",
          {{"run", "run folder", &o->folder, {.required = true, .takes = Takes::run}},
           {"--files-only", "do not restore the checkpoints", &o->files_only}},
          [o] { return verify(*o); }};
}

}  // namespace weft
