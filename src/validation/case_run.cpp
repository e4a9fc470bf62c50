#include "validation/case_run.h"

#include <fmt/format.h>

#include <chrono>
#include <cmath>
#include <filesystem>
#include <fstream>

#include "exec/error.h"
#include "scene/build/build.h"
#include "scene/read/table_reader.h"
#include "scene/scene.h"
#include "world/choose_step.h"
#include "world/device_fit.h"

namespace weft {
namespace {

namespace fs = std::filesystem;

std::string expected_text(const Expectation& e, double equals) {
  if (e.equals) return fmt::format("{:.6g}", equals);
  if (e.below && e.above) return fmt::format("{:g} .. {:g}", *e.above, *e.below);
  return e.below ? fmt::format("<= {:g}", *e.below) : fmt::format(">= {:g}", *e.above);
}

Check compare_one(const Case& c, const Expectation& e, const SeriesScope& scope) {
  Check k;
  k.id = c.id;
  k.name = e.name;
  k.source = e.source.empty() ? c.source : e.source;
  k.shortfall = e.shortfall;
  try {
    k.measured = evaluate(e.value, scope);
    const double equals = e.equals ? evaluate(*e.equals, scope) : 0;
    k.expected = expected_text(e, equals);
    if (e.equals) {
      const double off = std::abs(k.measured - equals),
                   allowed = std::max(e.absolute, e.relative * std::abs(equals));
      k.relative = e.relative * std::abs(equals) > e.absolute;
      k.error = k.relative ? off / std::abs(equals) : off;
      k.tolerance = k.relative ? e.relative : allowed;
      k.pass = off <= allowed;
    } else {
      k.pass = std::isfinite(k.measured) && (!e.below || k.measured <= *e.below) &&
               (!e.above || k.measured >= *e.above);
    }
  } catch (const Error& error) {
    throw Error(error.code, error.what(), c.document->sources.where(e.place),
                c.document->sources.excerpt(e.place, error.hint));
  }
  return k;
}

void write_series(const Series& s, const fs::path& folder) {
  fs::create_directories(folder);
  std::ofstream out(folder / "probes.csv");
  out << "time";
  for (const auto& [name, values] : s)
    if (name != "time") out << ',' << name;
  out << '\n';
  const auto& time = s.at("time");
  for (std::size_t i = 0; i < time.size(); ++i) {
    std::vector<double> row{time[i]};
    for (const auto& [name, values] : s)
      if (name != "time") row.push_back(values[i]);
    out << csv_row(row) << '\n';
  }
  if (!out)
    throw Error("E0715", fmt::format("cannot write '{}'", (folder / "probes.csv").string()), {},
                "check the disk", Exit::disk);
}

std::map<std::string, Series> all_runs(const Case& c, const CaseOptions& options) {
  std::map<std::string, Series> runs;
  for (const auto& [name, t] : c.transfers) runs[name] = run_transfer(t);
  for (const auto& [name, p] : c.points) runs[name] = run_point(p);
  for (const auto& [name, shell] : c.shells) runs[name] = run_shell(shell);
  for (const auto& [name, solid] : c.solids) runs[name] = run_solid(solid);
  for (const auto& [name, rod] : c.rods) runs[name] = run_rod(rod);
  if (c.has_scene())
    for (const CaseRun& run : c.runs) {
      std::vector<std::string> set = options.set;
      set.insert(set.end(), run.set.begin(), run.set.end());
      runs[run.name] = run_scene(c.path, {set, options.quality}, options.device);
    }
  if (!options.output.empty())
    for (const auto& [name, series] : runs) write_series(series, fs::path(options.output) / c.id / name);
  return runs;
}

}  // namespace

bool CaseResult::pass() const {
  for (const Check& k : checks)
    if (k.failed()) return false;
  return failure.empty();
}

Series run_scene(const std::string& path, const Overrides& overrides, const std::string& device) {
  Scene scene = read_scene(path, overrides);
  if (!device.empty()) scene.solver.device = parse_device(device);
  const std::unique_ptr<World> built = build_world(scene);
  World& world = *built;
  settle_device(world);
  ProbeSet probes(scene.probes);
  probes.bind(world);
  Series s;
  const auto record = [&] {
    world.bring_home();
    const std::vector<double> row = probes.measure(world);
    for (std::size_t k = 0; k < row.size(); ++k) s[probes.columns()[k]].push_back(row[k]);
  };
  record();
  for (int frame = scene.time.first + 1; frame <= scene.time.last; ++frame) {
    const double end = scene.time.at(frame);
    while (world.time < end) {
      decide_stepping(world, end);
      world.advance(end, probes.every_step() ? 1 : world.safe_steps());
      if (probes.every_step()) record();
    }
    if (!probes.every_step()) record();
  }
  return s;
}

std::vector<Check> compare(const Case& c, const SeriesScope& scope) {
  std::vector<Check> checks;
  for (const Expectation& e : c.expectations) checks.push_back(compare_one(c, e, scope));
  return checks;
}

CaseResult run_case(const Case& c, const CaseOptions& options) {
  CaseResult result;
  const auto start = std::chrono::steady_clock::now();
  SeriesScope scope;
  scope.constants = c.constants;
  scope.folder = c.folder;
  if (!options.device.empty() && !c.has_scene()) {
    result.skipped = "it has no scene to step";
    return result;
  }
  try {
    scope.runs = all_runs(c, options);
    result.checks = compare(c, scope);
  } catch (const Error& e) {
    if (e.code == "E0724" && !options.device.empty()) result.skipped = e.what();
    else if (e.exit != Exit::simulation) throw;
    else result.failure = fmt::format("[{}] {}", e.code, e.what());
  }
  result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return result;
}

}  // namespace weft
