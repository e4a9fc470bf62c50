/// Two run folders that must hold the same bytes.
#pragma once
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "output/compare.h"
#include "output/scratch.h"

namespace weft {

namespace fs = std::filesystem;

/// stats.csv without its columns of seconds.
inline std::string stats_of(const fs::path& run) {
  const Table t = read_table(run / "stats.csv");
  std::string text;
  for (std::size_t k = 0; k < t.columns.size(); ++k) {
    if (t.columns[k].starts_with("seconds")) continue;
    text += t.columns[k];
    for (const auto& row : t.rows) text += "," + row[k];
    text += "\n";
  }
  return text;
}

inline void expect_same(const fs::path& a, const fs::path& b) {
  EXPECT_EQ(stats_of(a), stats_of(b));
  EXPECT_EQ(slurp(a / "probes.csv"), slurp(b / "probes.csv"));
  EXPECT_EQ(slurp(a / "events.jsonl"), slurp(b / "events.jsonl"));
  for (const char* folder : {"frames", "state"}) {
    std::vector<std::string> names[2];
    for (int k = 0; k < 2; ++k) {
      for (const auto& e : fs::directory_iterator((k ? b : a) / folder))
        names[k].push_back(e.path().filename().string());
      std::sort(names[k].begin(), names[k].end());
    }
    EXPECT_EQ(names[0], names[1]);
    for (const std::string& n : names[0])
      EXPECT_TRUE(slurp(a / folder / n) == slurp(b / folder / n)) << folder << "/" << n;
  }
}

}  // namespace weft
