#include "output/compare.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <sstream>

#include "exec/error.h"
#include "output/frame_file.h"
#include "output/phase_file.h"
#include "output/row_file.h"
#include "output/run_folder.h"

namespace weft {

namespace fs = std::filesystem;

std::size_t Table::column(const std::string& name) const {
  const auto it = std::find(columns.begin(), columns.end(), name);
  if (it == columns.end())
    throw Error("E0411", "a table has no column '" + name + "'", {},
                "it was changed by hand; restore it, or run again with --force", Exit::disk);
  return std::size_t(it - columns.begin());
}

Table parse_table(const std::string& text, const fs::path& path) {
  Table t;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) {
    std::vector<std::string> cells(1);
    for (char c : line) {
      if (c == ',') cells.emplace_back();
      else cells.back() += c;
    }
    if (t.columns.empty()) {
      t.columns = std::move(cells);
      continue;
    }
    if (cells.size() != t.columns.size())
      throw Error("E0411",
                  "row " + std::to_string(t.rows.size() + 1) + " of '" + path.string() + "' has " +
                      std::to_string(cells.size()) + " cells, not " + std::to_string(t.columns.size()),
                  path.string(), "its last row may be half written: 'weft resume' mends it", Exit::disk);
    t.rows.push_back(std::move(cells));
  }
  return t;
}

Table read_table(const fs::path& path) { return parse_table(read_text(path), path); }

Table read_growing_table(const fs::path& path) {
  if (!fs::exists(path)) return {};
  std::string text = read_text(path);
  text.resize(text.find_last_of('\n') + 1);
  return parse_table(text, path);
}

namespace {

class Comparer {
 public:
  Comparison result;

  void differ(std::int64_t frame) {
    result.same = false;
    if (result.first_frame < 0 || frame < result.first_frame) result.first_frame = frame;
  }
  void remark(const std::string& text) {
    result.same = false;
    if (result.remarks.size() < 20) result.remarks.push_back(text);
  }
  void value(const std::string& name, double difference, std::int64_t frame) {
    Difference& d = result.values[name];
    // Not finite counts as infinitely different, and infinity stays the largest.
    const double size = std::isfinite(difference) ? std::abs(difference) : INFINITY;
    if (size > d.largest) d = {size, frame};
    if (size > 0) differ(frame);
  }

  void tables(const Table& a, const Table& b) {
    if (a.columns != b.columns) return remark("stats.csv has other columns");
    if (a.rows.size() != b.rows.size())
      remark("stats.csv has " + std::to_string(a.rows.size()) + " rows in one and " +
             std::to_string(b.rows.size()) + " in the other");
    for (std::size_t i = 0; i < std::min(a.rows.size(), b.rows.size()); ++i) {
      const std::int64_t frame = std::atoll(a.rows[i][0].c_str());
      for (std::size_t k = 0; k < a.columns.size(); ++k) {
        if (a.columns[k].starts_with("seconds") || a.columns[k] == "device" || a.rows[i][k] == b.rows[i][k])
          continue;
        differ(frame);
        if (a.columns[k] != "limit" && a.columns[k] != "stop" && a.columns[k] != "state_hash")
          value("stats " + a.columns[k], std::atof(a.rows[i][k].c_str()) - std::atof(b.rows[i][k].c_str()),
                frame);
      }
    }
  }

  void frames(const Frame& a, const Frame& b) {
    if (a.objects.size() != b.objects.size())
      return remark("frame " + std::to_string(a.number) + ": other numbers of objects");
    for (std::size_t o = 0; o < a.objects.size(); ++o) {
      const FrameObject &p = a.objects[o], &q = b.objects[o];
      if (p.position.size() != q.position.size() || p.velocity.size() != q.velocity.size()) {
        remark("frame " + std::to_string(a.number) + ", object '" + p.name + "': " +
               std::to_string(p.position.size()) + " and " + std::to_string(q.position.size()) + " points");
        continue;
      }
      double far = 0, fast = 0;
      for (std::size_t i = 0; i < p.position.size(); ++i)
        far = std::max(far, double(norm(p.position[i] - q.position[i])));
      for (std::size_t i = 0; i < p.velocity.size(); ++i)
        fast = std::max(fast, double(norm(p.velocity[i] - q.velocity[i])));
      value(p.name + " position [m]", far, a.number);
      value(p.name + " velocity [m/s]", fast, a.number);
    }
  }
};

}  // namespace

Comparison compare_runs(const fs::path& a, const fs::path& b) {
  read_run_info(a);
  read_run_info(b);
  Comparer c;
  c.tables(read_table(a / "stats.csv"), read_table(b / "stats.csv"));
  const auto left = numbered_files(a / "frames", ".weft"), right = numbered_files(b / "frames", ".weft");
  for (std::int64_t n : left) {
    const fs::path name = fs::path("frames") / (frame_name(n) + ".weft");
    if (!std::binary_search(right.begin(), right.end(), n)) {
      c.remark("only '" + a.string() + "' has frame " + std::to_string(n));
      continue;
    }
    if (read_text(a / name) == read_text(b / name)) continue;
    c.differ(n);
    c.frames(read_frame(a / name), read_frame(b / name));
  }
  for (std::int64_t n : right)
    if (!std::binary_search(left.begin(), left.end(), n))
      c.remark("only '" + b.string() + "' has frame " + std::to_string(n));
  if (const std::string phase = first_different_phase(a, b); !phase.empty())
    c.remark("first different in " + phase);
  return c.result;
}

}  // namespace weft
