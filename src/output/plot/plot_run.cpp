#include "output/plot/plot_run.h"

#include <toml++/toml.h>

#include <cmath>
#include <cstdlib>
#include <limits>
#include <nlohmann/json.hpp>
#include <sstream>

#include "exec/error.h"
#include "output/compare.h"
#include "output/row_file.h"
#include "output/run_folder.h"

namespace weft::plot {

namespace fs = std::filesystem;

namespace {

/// A cell as a number; not a number where it is empty or something else.
double number(const std::string& cell) {
  char* end = nullptr;
  const double value = std::strtod(cell.c_str(), &end);
  return end == cell.c_str() ? std::numeric_limits<double>::quiet_NaN() : value;
}

/// Up to its last whole line: a run in progress may be writing one at this moment.
std::string whole_lines(const fs::path& path) {
  if (!fs::exists(path)) return {};
  const std::string text = read_text(path);
  return text.substr(0, text.rfind('\n') + 1);
}

std::vector<double> numbers(const Table& table, std::size_t column) {
  std::vector<double> out;
  for (const auto& row : table.rows) out.push_back(number(row[column]));
  return out;
}

void read_stats(PlotRun& run) {
  const Table t = parse_table(whole_lines(run.folder / "stats.csv"), run.folder / "stats.csv");
  for (std::size_t k = 0; k < t.columns.size(); ++k) {
    const std::string& name = t.columns[k];
    if (name == "limit")
      for (const auto& row : t.rows) run.limits.push_back(row[k]);
    else if (name != "stop" && name != "state_hash" && name != "device") run.columns[name] = numbers(t, k);
    if (name.starts_with("seconds_")) run.phases.push_back(name.substr(8));
  }
  run.time = run.column("time");
  if (run.time.empty())
    throw Error("E0432", "there is nothing to plot in '" + run.folder.string() + "': no frame is done",
                run.folder.string(), "wait for the first frame: 'weft status " + run.folder.string() + "'",
                Exit::bad_input);
}

void read_probes(PlotRun& run, const toml::table& scene) {
  const fs::path path = run.folder / "probes.csv";
  const Table t = parse_table(whole_lines(path), path);
  std::map<std::string, Measured> known;
  if (const toml::array* probes = scene["probe"].as_array())
    for (const toml::node& probe : *probes)
      if (const toml::table* p = probe.as_table()) {
        const auto measure = (*p)["measure"];
        known[(*p)["name"].value_or(std::string())] =
            measured(measure["quantity"].value_or(std::string()), measure["take"].value_or(std::string()));
      }
  for (std::size_t k = 0; k < t.columns.size(); ++k) {
    const std::string& name = t.columns[k];
    if (name == "frame") continue;
    if (name == "time") {
      run.probe_times = numbers(t, k);
      continue;
    }
    const auto found = known.find(name);
    const Measured m = found == known.end() ? Measured{name, ""} : found->second;
    run.probes.push_back({name, m.quantity, m.unit, numbers(t, k)});
  }
  if (run.probe_times.empty()) run.probes.clear();
}

void read_events(PlotRun& run) {
  std::istringstream lines(whole_lines(run.folder / "events.jsonl"));
  for (std::string line; std::getline(lines, line);) {
    const nlohmann::json e = nlohmann::json::parse(line, nullptr, false);
    if (!e.is_object() || !e.contains("event")) continue;  // of another version
    const std::string what = e.value("event", "");
    const double time = e.value("bad_time", e.value("time", 0.0));
    if (what == "rollback") run.rollbacks.push_back(time);
    if (what == "crossings") run.crossings.push_back(time);
  }
}

/// The scene as it was resolved; nothing where it cannot be read, which costs titles and units alone.
toml::table scene_of(const fs::path& folder) {
  try {
    return toml::parse(whole_lines(folder / "scene.resolved.toml"));
  } catch (const toml::parse_error&) {
    return {};
  }
}

}  // namespace

const std::vector<double>& PlotRun::column(const std::string& name) const {
  static const std::vector<double> nothing;
  const auto found = columns.find(name);
  return found == columns.end() ? nothing : found->second;
}

PlotRun read_plot_run(const fs::path& folder) {
  PlotRun run;
  run.folder = folder;
  const fs::path whole = fs::absolute(folder).lexically_normal();
  run.name = (whole.has_filename() ? whole : whole.parent_path()).filename().string();
  if (run.name.ends_with(".run")) run.name.resize(run.name.size() - 4);
  run.info = read_run_info(folder);
  run.being_written = is_being_written(folder);
  const toml::table scene = scene_of(folder);
  run.title = scene["title"].value_or(std::string());
  run.dx = scene["solver"]["dx"].value_or(0.0);
  read_stats(run);
  read_probes(run, scene);
  read_events(run);
  return run;
}

}  // namespace weft::plot
