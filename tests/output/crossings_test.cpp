/// Crossings as a run tells of them: at the start, in stats.csv and events.jsonl, and the same as the tool counts in
/// what is exported.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "contact/count_tool.h"
#include "output/compare.h"
#include "output/program.h"
#include "output/scratch.h"

namespace weft {
namespace {

constexpr const char* kScene = R"(
format = 1
time   = { fps = 48, frames = [0, 3] }
solver = { dx = "5 cm" }

[[object]]
name     = "flat"
type     = "cloth"
shape    = { sheet = { width = 0.6, height = 0.6 } }
at       = [0.0031, 0.0073, 0.5037]
material = "cotton"
pins     = [{ box = [[-1, -1, -1], [1, 1, 1]] }]  # what may not move stays crossed

[[object]]
name     = "steep"
type     = "cloth"
shape    = { sheet = { width = 0.6, height = 0.6 } }
at       = [0, 0, 0.5]
rotate   = { axis = [1, 0, 0], angle = "60 deg" }
material = "cotton"
pins     = [{ box = [[-1, -1, -1], [1, 1, 1]] }]  # what may not move stays crossed

[[object]]
name     = "plate"
type     = "shell"
shape    = { plate = { width = 0.4, height = 0.4 } }
at       = [0.0533, 0.0317, 0.41]
thickness = "2 mm"
coupling = "grid"  # its surface is what is drawn, not the limit surface that meets others
material = { law = "lamina", young = "1 MPa", density = 300 }

[[object]]
name     = "stone"
type     = "rigid"
density  = 800
shape    = { box = [0.1, 0.08, 0.06] }
at       = [0.1, 0.02, 0.43]
rotate   = { axis = [1, 2, 3], angle = "20 deg" }
)";

std::vector<std::uint64_t> column(const std::filesystem::path& run, const std::string& name) {
  const Table t = read_table(run / "stats.csv");
  std::vector<std::uint64_t> out;
  for (std::size_t k = 0; k < t.columns.size(); ++k)
    if (t.columns[k] == name)
      for (const auto& row : t.rows) out.push_back(std::stoull(row[k]));
  return out;
}

TEST(CrossingsOfARun, AreToldAndCountedAsTheToolDoes) {
  const Scratch dir;
  spill(dir / "x.toml", kScene);
  ASSERT_EQ(call({"run", (dir / "x.toml").string(), "--quiet"}, dir / "log"), 0) << slurp(dir / "log");
  const std::string log = slurp(dir / "log");
  EXPECT_NE(log.find("warning[W0216]: "), std::string::npos) << log;
  EXPECT_NE(log.find(" of triangles of \"flat\" and \"steep\" begin crossed, "), std::string::npos) << log;

  ASSERT_EQ(call({"export", (dir / "x.run").string(), "obj"}, dir / "log"), 0) << slurp(dir / "log");
  ASSERT_EQ(call({"export", (dir / "x.run").string(), "ply"}, dir / "log"), 0) << slurp(dir / "log");
  const std::vector<std::uint64_t> counted = column(dir / "x.run", "crossings");
  ASSERT_EQ(counted.size(), 4u);
  EXPECT_GT(counted[0], 30u);
  for (const char* format : {"obj", "ply"}) {
    const auto said = count_crossings_tool((dir / "x.run").string() + "/export/" + format);
    ASSERT_EQ(said.size(), counted.size());
    for (std::size_t f = 0; f < said.size(); ++f)
      EXPECT_EQ(said[f]["pairs"], counted[f]) << format << " " << f;
  }
  const std::string events = slurp(dir / "x.run/events.jsonl");
  const auto first = nlohmann::json::parse(events.substr(0, events.find('\n')));
  EXPECT_EQ(first["event"], "crossings");
  EXPECT_EQ(first["frame"], 0);
  EXPECT_EQ(first["pairs"], counted[0]);
  EXPECT_EQ(column(dir / "x.run", "strand_crossings"), (std::vector<std::uint64_t>(4, 0)));
}

/// A cloth that is led through another by its pins: nothing is wrong at the start.
TEST(CrossingsOfARun, AreToldWhenTheyHappenAndWhenTheyDouble) {
  const Scratch dir;
  spill(dir / "x.toml", R"(
format = 1
time   = { fps = 48, frames = [0, 8] }
solver = { dx = "5 cm", gravity = [0, 0, 0] }

[[object]]
name     = "fixed"
type     = "cloth"
shape    = { sheet = { width = 0.6, height = 0.6 } }
material = "cotton"
pins     = [{ box = [[-1, -1, -1], [1, 1, 1]] }]

[[object]]
name     = "led"
type     = "cloth"
shape    = { sheet = { width = 0.3, height = 0.3 } }
at       = [0.01, 0.02, 0.21]
rotate   = { axis = [1, 0.3, 0], angle = "70 deg" }
material = "cotton"
pins     = [{ box = [[-1, -1, -1], [1, 1, 1]], velocity = [0, 0, -1] }]
)");
  ASSERT_EQ(call({"run", (dir / "x.toml").string(), "--log-json"}, dir / "log"), 0) << slurp(dir / "log");
  const std::vector<std::uint64_t> counted = column(dir / "x.run", "crossings");
  ASSERT_EQ(counted.size(), 9u);
  std::size_t expected = 0;
  std::uint64_t told = 0;
  for (const std::uint64_t n : counted)
    if (n > 0 && n >= 2 * told) told = n, ++expected;
  EXPECT_EQ(counted[0], 0u);
  EXPECT_GE(expected, 2u);
  std::istringstream lines(slurp(dir / "log"));
  std::size_t warnings = 0;
  for (std::string line; std::getline(lines, line);) {
    const auto j = nlohmann::json::parse(line);
    if (j["event"] != "warning") continue;
    ++warnings;
    EXPECT_EQ(j["code"], "W0501");
    EXPECT_NE(j["text"].get<std::string>().find("\"fixed\" and \"led\" cross"), std::string::npos) << line;
  }
  EXPECT_EQ(warnings, expected);
}

}  // namespace
}  // namespace weft
