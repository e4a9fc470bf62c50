/// A text file that grows by a line at a time (stats.csv, probes.csv, events.jsonl) and can be cut back to
/// the lines a checkpoint knows of, so that a resumed run leaves the same bytes as one that never stopped.
#pragma once
#include <cstdint>
#include <filesystem>
#include <string_view>

namespace weft {

class RowFile {
 public:
  /// Opens for appending; a new file begins with `header` (none when empty).
  RowFile(std::filesystem::path path, std::string_view header);
  ~RowFile();
  RowFile(const RowFile&) = delete;
  RowFile& operator=(const RowFile&) = delete;
  /// Adds a line; throws Error E0403 when the disk is full.
  void add(std::string_view row);
  /// Makes the lines so far durable.
  void sync();
  /// Lines after the header.
  std::uint64_t rows() const { return rows_; }
  /// Keeps the first `rows` lines and drops the rest. Throws Error E0411 when there are fewer.
  void cut_back(std::uint64_t rows);

 private:
  void open();
  std::filesystem::path path_;
  std::uint64_t header_lines_ = 0, rows_ = 0;
  int file_ = -1;
};

/// A whole text file; throws Error E0404 when it cannot be read.
std::string read_text(const std::filesystem::path& path);

}  // namespace weft
