/// weft diff A B: are two runs the same, and if not, where do they part?
#include <fmt/format.h>

#include <memory>

#include "output/compare.h"
#include "verbs.h"

namespace weft {

namespace {

void print(const Comparison& c) {
  if (c.same) return fmt::print("the same: every frame and every number (times apart)\n");
  if (c.first_frame >= 0) fmt::print("different from frame {} on\n", c.first_frame);
  for (const std::string& r : c.remarks) fmt::print("  {}\n", r);
  for (const auto& [name, d] : c.values)
    if (d.largest > 0)
      fmt::print("  {:<32} largest difference {:.6g} in frame {}\n", name, d.largest, d.frame);
}

}  // namespace

Verb verb_diff() {
  struct Options {
    std::string a, b;
  };
  auto o = std::make_shared<Options>();
  return {"diff",
          "compare two runs (exit 0: the same, 1: different)",
          {{"a", "run folder", &o->a, {.required = true, .takes = Takes::run}},
           {"b", "run folder", &o->b, {.required = true, .takes = Takes::run}}},
          [o] {
            const Comparison c = compare_runs(o->a, o->b);
            print(c);
            return c.same ? 0 : 1;
          }};
}

}  // namespace weft
