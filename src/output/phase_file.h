/// phases.csv: what a world held after every phase of every step (`weft run --hash-phases`). Two runs that
/// should be the same part in the first row that differs.
#pragma once
#include <filesystem>
#include <string>

#include "output/row_file.h"
#include "world/phases.h"

namespace weft {

class PhaseFile {
 public:
  /// A new file: of this session only.
  explicit PhaseFile(const std::filesystem::path& folder);
  void add(const PhaseHash& h);

 private:
  RowFile rows_;
};

/// "step 17, phase contact", the first row in which the files of two run folders differ, among the steps that
/// both have; empty when there is none, or one of them has no such file.
std::string first_different_phase(const std::filesystem::path& a, const std::filesystem::path& b);

}  // namespace weft
