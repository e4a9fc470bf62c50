#include "output/verify.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "exec/error.h"
#include "output/checkpoint.h"
#include "output/compare.h"
#include "output/frame_file.h"
#include "output/scene_run.h"

namespace weft {

namespace fs = std::filesystem;

namespace {

/// A column that holds no number.
bool is_word(const std::string& column) {
  return column == "limit" || column == "stop" || column == "device" || column == "state_hash";
}

void check_table(const fs::path& path, const RunInfo& info, Verification& v) {
  const Table t = read_table(path);
  const std::size_t frame = t.column("frame");
  std::int64_t expected = info.first;
  for (const auto& row : t.rows) {
    if (std::atoll(row[frame].c_str()) != expected++) {
      v.problems.push_back(
          fmt::format("{}: frame {} stands where {} belongs", path.string(), row[frame], expected - 1));
      break;
    }
    for (std::size_t k = 0; k < row.size(); ++k) {
      if (is_word(t.columns[k])) continue;
      char* end = nullptr;
      const double x = std::strtod(row[k].c_str(), &end);
      if (row[k].empty() || *end || !std::isfinite(x))
        v.problems.push_back(
            fmt::format("{}: {} of frame {} is '{}'", path.string(), t.columns[k], row[frame], row[k]));
    }
  }
  v.rows = t.rows.size();
  if (info.status == "done" && expected != info.last + 1)
    v.problems.push_back(fmt::format("{}: rows up to frame {} are missing", path.string(), info.last));
}

void check_frames(const fs::path& folder, Verification& v) {
  for (std::int64_t n : numbered_files(folder / "frames", ".weft")) {
    const fs::path path = folder / "frames" / (frame_name(n) + ".weft");
    try {
      const Frame f = read_frame(path);
      if (f.number != n) v.problems.push_back(fmt::format("{}: holds frame {}", path.string(), f.number));
      if (const std::string bad = first_not_finite(f); !bad.empty())
        v.problems.push_back(fmt::format("{}: not finite: {}", path.string(), bad));
      ++v.frames;
    } catch (const Error& e) {
      v.problems.push_back(e.what());
    }
  }
}

}  // namespace

Verification verify_files(const fs::path& folder) {
  Verification v;
  const RunInfo info = read_run_info(folder);
  for (const char* name : {"scene.toml", "scene.resolved.toml", "stats.csv", "events.jsonl"})
    if (!fs::exists(folder / name))
      v.problems.push_back(fmt::format("{}: is missing", (folder / name).string()));
  try {
    if (fs::exists(folder / "stats.csv")) check_table(folder / "stats.csv", info, v);
  } catch (const Error& e) {
    v.problems.push_back(e.what());
  }
  check_frames(folder, v);
  if (numbered_files(folder / "state", ".state").empty())
    v.problems.push_back(fmt::format("{}: has no checkpoint", (folder / "state").string()));
  return v;
}

void verify_states(const fs::path& folder, Verification& v) {
  const auto numbers = numbered_files(folder / "state", ".state");
  if (numbers.empty()) return;
  const Scene scene = read_resolved(folder);
  const Table stats = read_table(folder / "stats.csv");
  Ready ready = make_ready(scene);
  World& world = *ready.world;
  for (std::int64_t n : numbers) {
    RunState state;
    const fs::path path = folder / "state" / (frame_name(n) + ".state");
    try {
      read_checkpoint(path, {world, ready.probes, state});
      ++v.checkpoints;
    } catch (const Error& e) {
      v.problems.push_back(e.what());
      continue;
    }
    const std::string hash = fmt::format("{:016x}", world.hash());
    for (const auto& row : stats.rows)
      if (std::atoll(row[stats.column("frame")].c_str()) == n && row[stats.column("state_hash")] != hash)
        v.problems.push_back(
            fmt::format("{}: its hash {} is not the one of frame {} in stats.csv", path.string(), hash, n));
  }
}

}  // namespace weft
