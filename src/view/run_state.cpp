/// ShownRun::state: what the page shows beside the picture, as JSON.
#include <cmath>
#include <nlohmann/json.hpp>
#include <sstream>

#include "exec/error.h"
#include "output/compare.h"
#include "output/row_file.h"
#include "output/run_folder.h"
#include "output/run_outlook.h"
#include "view/shown_run.h"

namespace weft {

namespace fs = std::filesystem;
using nlohmann::ordered_json;

namespace {

/// Numbers as numbers; what is no finite number as text.
ordered_json cell(const std::string& text) {
  char* end = nullptr;
  const double v = std::strtod(text.c_str(), &end);
  const bool number = !text.empty() && *end == '\0' && std::isfinite(v);
  return number ? ordered_json(v) : ordered_json(text);
}

/// The rows after the first `known` ones; all of them when the table has become shorter.
ordered_json rows_after(const Table& t, std::size_t known) {
  const std::size_t from = known <= t.rows.size() ? known : 0;
  ordered_json rows = ordered_json::array();
  for (std::size_t i = from; i < t.rows.size(); ++i) {
    ordered_json row = ordered_json::array();
    for (std::size_t k = 0; k < t.columns.size(); ++k)
      row.push_back(t.columns[k] == "state_hash" ? ordered_json(t.rows[i][k]) : cell(t.rows[i][k]));
    rows.push_back(std::move(row));
  }
  return {{"columns", t.columns}, {"from", from}, {"rows", std::move(rows)}};
}

/// A file of JSON objects, one a line; a last line without its end is left for the next time.
ordered_json lines_after(const fs::path& path, std::size_t known) {
  std::vector<std::string> lines;
  if (fs::exists(path)) {
    std::string text = read_text(path);
    text.resize(text.find_last_of('\n') + 1);
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);) lines.push_back(std::move(line));
  }
  const std::size_t from = known <= lines.size() ? known : 0;
  ordered_json rows = ordered_json::array();
  for (std::size_t i = from; i < lines.size(); ++i)
    if (ordered_json j = ordered_json::parse(lines[i], nullptr, false); !j.is_discarded())
      rows.push_back(std::move(j));
  return {{"from", from}, {"to", lines.size()}, {"rows", std::move(rows)}};
}

/// 1 2 3 4 6 8 10 -> [1, 4, 1], [6, 10, 2]: first, last, step.
ordered_json ranges_of(const std::vector<std::int64_t>& numbers) {
  ordered_json out = ordered_json::array();
  for (std::size_t i = 0; i < numbers.size();) {
    std::size_t end = i;
    const std::int64_t step = i + 1 < numbers.size() ? numbers[i + 1] - numbers[i] : 1;
    while (end + 1 < numbers.size() && numbers[end + 1] - numbers[end] == step) ++end;
    out.push_back({numbers[i], numbers[end], step});
    i = end + 1;
  }
  return out;
}

/// What a child has said that the run folder does not hold: warnings, notes, its last words.
ordered_json said_by(const Child& child) {
  ordered_json out = ordered_json::array();
  std::istringstream in(child.printed());
  for (std::string line; std::getline(in, line);) {
    ordered_json j = ordered_json::parse(line, nullptr, false);
    if (!j.is_object()) j = {{"event", "said"}, {"text", line}};
    if (j.value("event", "") != "frame") out.push_back(std::move(j));
  }
  return out;
}

ordered_json describe(const RunOutlook& o) {
  const RunInfo& i = o.info;
  return {{"status", o.status},
          {"reason", i.reason},
          {"scene", i.scene},
          {"frame", i.frame},
          {"first", i.first},
          {"last", i.last},
          {"fps", i.fps},
          {"time", i.time},
          {"dt", i.dt},
          {"steps", i.steps},
          {"points", i.points},
          {"threads", i.threads},
          {"device", i.device},
          {"version", i.version},
          {"build", i.build},
          {"pid", i.pid},
          {"seconds", i.seconds},
          {"seconds_a_frame", o.seconds_a_frame},
          {"updated", i.updated},
          {"seconds_left", o.status == "running" ? o.seconds_left : 0},
          {"began", i.sessions.empty() ? "" : i.sessions.front().started}};
}

}  // namespace

std::string ShownRun::status() {
  const std::lock_guard lock(mutex_);
  const bool child_runs = child_ && child_->running();
  if (!fs::exists(folder_ / "run.json")) return child_runs ? "starting" : "empty";
  const std::string status = outlook_of(folder_).status;
  return child_runs && status != "running" && status != "paused" ? "starting" : status;
}

std::string ShownRun::state(const Known& known) {
  ordered_json j;
  j["status"] = status();
  if (fs::exists(folder_ / "run.json")) {
    const ordered_json about = describe(outlook_of(folder_));
    for (const auto& [name, value] : about.items())
      if (name != "status") j[name] = value;
  }
  j["folder"] = folder_.string();
  j["frames"] = ranges_of(numbered_files(folder_ / "frames", ".weft"));
  j["stats"] = rows_after(read_growing_table(folder_ / "stats.csv"), known.stats);
  j["probes"] = rows_after(read_growing_table(folder_ / "probes.csv"), known.probes);
  j["events"] = lines_after(folder_ / "events.jsonl", known.events);
  const std::lock_guard lock(mutex_);
  if (child_) {
    j["said"] = said_by(*child_);
    if (const auto code = child_->exit_code()) j["exit"] = *code;
  }
  return j.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

}  // namespace weft
