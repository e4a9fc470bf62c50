/// Is a run folder whole? Every file opened and checked, every number finite, frames and rows where they
/// should be.
#pragma once
#include <filesystem>
#include <string>
#include <vector>

namespace weft {

struct Verification {
  std::vector<std::string> problems;
  std::size_t frames = 0, checkpoints = 0, rows = 0;
};

/// Without building a world: files, checksums, tables.
Verification verify_files(const std::filesystem::path& folder);
/// Restores each checkpoint into the scene's world; its hash must be the one in stats.csv.
void verify_states(const std::filesystem::path& folder, Verification& v);

}  // namespace weft
