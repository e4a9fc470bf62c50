/// weft validate: physics against references, one table.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <fstream>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>

#include "exec/error.h"
#include "exec/threads.h"
#include "validation/case_run.h"
#include "verbs.h"

namespace weft {
namespace {

struct ValidateOptions {
  std::vector<std::string> paths{"validation"};
  std::vector<std::string> set;
  std::string output, quality = "normal";
  bool with_long = false, json = false, list = false;
  int threads = 0;
};

std::string clipped(const std::string& s, std::size_t width) {
  return s.size() <= width ? s : s.substr(0, width - 2) + "..";
}

constexpr const char* kRow = "{:<6} {:<46} {:>13} {:>16} {:>9} {:>9}  {:<5} {:>8}  {}\n";

std::string header() {
  return fmt::format(kRow, "case", "check", "measured", "expected", "error", "tolerance", "pass", "seconds",
                     "source");
}

std::string small_number(double v, bool relative) {
  return v == 0 ? "0" : relative && v >= 1e-5 ? fmt::format("{:.3g}%", 100 * v) : fmt::format("{:.2g}", v);
}

std::string row(const Check& k, const std::string& seconds) {
  const bool bound = k.tolerance == 0;
  return fmt::format(kRow, clipped(k.id, 6), clipped(k.name, 46), fmt::format("{:.7g}", k.measured),
                     k.expected, bound ? "-" : small_number(k.error, k.relative),
                     bound ? "-" : small_number(k.tolerance, k.relative),
                     k.pass       ? "ok"
                     : k.failed() ? "FAIL"
                                  : "SHORT",
                     seconds, clipped(k.pass || k.failed() ? k.source : "known: " + k.shortfall, 90));
}

nlohmann::json as_json(const Case& c, const CaseResult& r) {
  nlohmann::json out{{"case", c.id}, {"title", c.title}, {"seconds", r.seconds}, {"pass", r.pass()}};
  if (!r.failure.empty()) out["failure"] = r.failure;
  out["checks"] = nlohmann::json::array();
  for (const Check& k : r.checks)
    out["checks"].push_back({{"check", k.name},
                             {"measured", k.measured},
                             {"expected", k.expected},
                             {"error", k.error},
                             {"tolerance", k.tolerance},
                             {"relative", k.relative},
                             {"pass", k.pass},
                             {"shortfall", k.shortfall},
                             {"source", k.source}});
  return out;
}

void print_case(const Case& c, const CaseResult& r) {
  const std::string seconds = fmt::format("{:.1f}", r.seconds);
  if (!r.failure.empty())
    std::cout << fmt::format("{:<6} {:<46} {}\n", clipped(c.id, 6), "the simulation failed", r.failure);
  for (std::size_t i = 0; i < r.checks.size(); ++i) std::cout << row(r.checks[i], i == 0 ? seconds : "");
  std::cout.flush();
}

void print_list(const std::vector<Case>& cases) {
  for (const Case& c : cases)
    std::cout << fmt::format("{:<6} {:<5} {:<10} {:<60} {}\n", c.id, c.is_long ? "long" : "", c.cost,
                             clipped(c.title, 60), c.path);
}

void validate(const ValidateOptions& o, int& exit_code) {
  ThreadLimit limit(o.threads);
  std::vector<Case> cases;
  for (const std::string& file : find_cases(o.paths)) cases.push_back(read_case(file));
  if (o.list) return print_list(cases);
  // A case that is named is run, however long it takes.
  const auto named = [&](const Case& c) {
    return std::find(o.paths.begin(), o.paths.end(), c.path) != o.paths.end();
  };
  nlohmann::json all = nlohmann::json::array();
  int checks = 0, failed = 0, missed = 0, left_out = 0;
  double seconds = 0;
  if (!o.json) std::cout << header();
  for (const Case& c : cases) {
    if (c.is_long && !o.with_long && !named(c)) {
      ++left_out;
      continue;
    }
    const CaseResult r = run_case(c, {o.set, parse_quality(o.quality), o.output});
    checks += int(r.checks.size());
    failed += !r.failure.empty();
    for (const Check& k : r.checks) failed += k.failed(), missed += !k.pass && !k.failed();
    seconds += r.seconds;
    if (o.json) all.push_back(as_json(c, r));
    else print_case(c, r);
  }
  if (o.json) std::cout << all.dump(1) << "\n";
  else
    std::cout << fmt::format("{} checks, {} failed, {} known to fall short, {:.0f} s{}\n", checks, failed,
                             missed, seconds,
                             left_out ? fmt::format("; {} long cases left out (--long)", left_out) : "");
  exit_code = failed ? 1 : 0;
}

}  // namespace

void add_validate(CLI::App& app, int& exit_code) {
  auto o = std::make_shared<ValidateOptions>();
  CLI::App* verb =
      app.add_subcommand("validate", "Physics against references: measured, expected, error, tolerance");
  verb->add_option("CASES", o->paths, "case files, or folders of them; default: validation");
  verb->add_flag("--long", o->with_long, "the long cases too");
  verb->add_flag("--json", o->json, "results as JSON");
  verb->add_flag("--list", o->list, "list the cases, run nothing");
  verb->add_option("-o,--output", o->output, "folder that keeps the probes of every run");
  verb->add_option("--set", o->set, "key=value: change every scene, as in `weft run`");
  verb->add_option("--quality", o->quality, "draft, normal or final")->capture_default_str();
  verb->add_option("--threads", o->threads, "0: all cores");
  verb->callback([o, &exit_code] { validate(*o, exit_code); });
}

}  // namespace weft
