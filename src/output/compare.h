/// Two runs side by side: the same, or where they part and by how much.
#pragma once
#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace weft {

/// A CSV file with a header line, as text.
struct Table {
  std::vector<std::string> columns;
  std::vector<std::vector<std::string>> rows;
  /// Index of a column; throws Error E0411 when there is none.
  std::size_t column(const std::string& name) const;
};
/// Throws Error E0411 when a row has another number of cells than the header; `path` is whose text it is.
Table parse_table(const std::string& text, const std::filesystem::path& path);
Table read_table(const std::filesystem::path& path);
/// What is whole of a table that somebody may be writing now: no last row without its end; empty when there is no file.
Table read_growing_table(const std::filesystem::path& path);

struct Difference {
  double largest = 0;      ///< absolute
  std::int64_t frame = 0;  ///< where
};

struct Comparison {
  bool same = true;
  std::int64_t first_frame = -1;             ///< first frame that differs, -1 for none
  std::map<std::string, Difference> values;  ///< largest differences: "stats kinetic", "sand position", ...
  std::vector<std::string> remarks;          ///< frames that only one has, other counts of points
};

/// Compares stats.csv (columns "seconds..." apart) and all frames.
Comparison compare_runs(const std::filesystem::path& a, const std::filesystem::path& b);

}  // namespace weft
