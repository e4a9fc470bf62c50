/// weft validate: physics against references, one table.
#include <fmt/format.h>

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <numeric>

#include "case_message.h"
#include "exec/error.h"
#include "exec/threads.h"
#include "scene/shipped.h"
#include "side_by_side.h"
#include "validation/case_run.h"
#include "verbs.h"
#include "words.h"

namespace weft {
namespace {

struct ValidateOptions {
  std::vector<std::string> paths{"validation"};
  std::vector<std::string> set;
  std::string output, quality = "normal", device;
  bool with_long = false, json = false, list = false;
  int threads = 0;  ///< 0: all cores, or one when cases run side by side
  int jobs = 1;     ///< 0: as many as there are cores
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
  if (!r.skipped.empty()) out["skipped"] = r.skipped;
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
  if (!r.skipped.empty())
    std::cout << fmt::format("{:<6} {:<46} {}\n", clipped(c.id, 6), "skipped", clipped(r.skipped, 160));
  for (std::size_t i = 0; i < r.checks.size(); ++i) std::cout << row(r.checks[i], i == 0 ? seconds : "");
  std::cout.flush();
}

void print_list(const std::vector<Case>& cases) {
  for (const Case& c : cases)
    std::cout << fmt::format("{:<6} {:<5} {:<10} {:<60} {}\n", c.id, c.is_long ? "long" : "", c.cost,
                             clipped(c.title, 60), c.path);
}

/// "30 s", "2 min", "ms" -> seconds; what a case does not say counts as nothing.
double seconds_of(const std::string& cost) {
  return std::atof(cost.c_str()) * (cost.ends_with("min") ? 60 : cost.ends_with("h") ? 3600 : 1);
}

/// The dearest first: what is begun last is short, so that no core waits long for another.
std::vector<std::size_t> dearest_first(const std::vector<Case>& cases) {
  std::vector<std::size_t> order(cases.size());
  std::iota(order.begin(), order.end(), std::size_t(0));
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return seconds_of(cases[a].cost) > seconds_of(cases[b].cost);
  });
  return order;
}

/// Adds up and prints results as they come.
class Report {
 public:
  explicit Report(bool json) : json_(json) {
    if (!json_) std::cout << header() << std::flush;
  }
  void add(const Case& c, const CaseResult& r) {
    checks_ += int(r.checks.size());
    failed_ += !r.failure.empty();
    skipped_ += !r.skipped.empty();
    for (const Check& k : r.checks) failed_ += k.failed(), missed_ += !k.pass && !k.failed();
    seconds_ += r.seconds;
    if (json_) all_.push_back(as_json(c, r));
    else print_case(c, r);
  }
  bool finish(std::size_t left_out) const {
    if (json_) std::cout << all_.dump(1) << "\n";
    else
      std::cout << fmt::format("{} checks, {} failed, {} known to fall short, {:.0f} s{}{}\n", checks_,
                               failed_, missed_, seconds_,
                               skipped_ ? fmt::format("; {} cases skipped", skipped_) : "",
                               left_out ? fmt::format("; {} long cases left out (--long)", left_out) : "");
    return failed_ == 0;
  }

 private:
  bool json_;
  nlohmann::json all_ = nlohmann::json::array();
  int checks_ = 0, failed_ = 0, missed_ = 0, skipped_ = 0;
  double seconds_ = 0;
};

CaseResult result_of(const Case& c, const Ending& ending) {
  if (!ending.signal) return unpack(c, ending.text);
  CaseResult r;
  r.failure = fmt::format("its process ended: {}", ::strsignal(ending.signal));
  return r;
}

int validate(const ValidateOptions& o) {
  if (!o.device.empty()) parse_device(o.device);
  const int jobs = ThreadLimit(o.jobs).threads();
  std::vector<Case> cases;
  {
    const ThreadLimit one(1);  // processes are forked below: no other thread may be at work then
    for (const std::string& file : find_cases(find_shipped(o.paths))) cases.push_back(read_case(file));
  }
  if (o.list) {
    print_list(cases);
    return 0;
  }
  // A case that is named is run, however long it takes.
  const std::size_t left_out = std::erase_if(cases, [&](const Case& c) {
    return c.is_long && !o.with_long && std::find(o.paths.begin(), o.paths.end(), c.path) == o.paths.end();
  });
  Report report(o.json);
  const CaseOptions options{o.set, parse_quality(o.quality), o.output, o.device};
  if (jobs == 1) {
    const ThreadLimit limit(o.threads);
    for (const Case& c : cases) report.add(c, run_case(c, options));
  } else {
    const auto work = [&](std::size_t i) {
      const ThreadLimit limit(std::max(o.threads, 1));
      return run_and_pack(cases[i], options);
    };
    side_by_side({dearest_first(cases), jobs, work,
                  [&](std::size_t i, const Ending& e) { report.add(cases[i], result_of(cases[i], e)); }});
  }
  return report.finish(left_out) ? 0 : 1;
}

}  // namespace

Verb verb_validate() {
  auto o = std::make_shared<ValidateOptions>();
  return {
      "validate",
      "Physics against references: measured, expected, error, tolerance",
      {{"CASES", "case files, or folders of them; default: validation", &o->paths, {.takes = Takes::scene}},
       {"--long", "the long cases too", &o->with_long},
       {"--json", "results as JSON", &o->json},
       {"--list", "list the cases, run nothing", &o->list},
       {"-o,--output", "folder that keeps the probes of every run", &o->output, {.takes = Takes::folder}},
       {"--set", "key=value: change every scene, as in `weft run`", &o->set},
       {"--quality", "draft, normal or final", &o->quality, {.show_default = true, .words = quality_words()}},
       {"--device",
        "gpu or gpu:1: every case that can go is stepped there, others are skipped",
        &o->device,
        {.words = {"gpu"}}},
       {"--threads", "0: all cores", &o->threads},
       {"--jobs", "cases side by side, one thread each unless --threads says more (0: as many as cores)",
        &o->jobs}},
      [o] { return validate(*o); }};
}

}  // namespace weft
