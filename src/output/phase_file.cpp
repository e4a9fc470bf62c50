#include "output/phase_file.h"

#include <fmt/format.h>

#include <map>
#include <utility>

#include "output/compare.h"

namespace weft {
namespace {

constexpr const char* kName = "phases.csv";

std::filesystem::path fresh(const std::filesystem::path& path) {
  std::filesystem::remove(path);
  return path;
}

}  // namespace

PhaseFile::PhaseFile(const std::filesystem::path& folder)
    : rows_(fresh(folder / kName), "step,attempt,phase,hash") {}

void PhaseFile::add(const PhaseHash& h) {
  rows_.add(fmt::format("{},{},{},{:016x}", h.step, h.attempt, name_of(h.phase), h.hash));
}

std::string first_different_phase(const std::filesystem::path& a, const std::filesystem::path& b) {
  if (!std::filesystem::exists(a / kName) || !std::filesystem::exists(b / kName)) return {};
  // A run that was resumed, or rolled back to a checkpoint, has a step twice or begins later: the last counts.
  using Rows = std::map<std::string, std::string>;
  std::map<long long, std::pair<Rows, std::vector<std::string>>> steps;
  for (const auto& row : read_table(a / kName).rows) {
    auto& [hashes, order] = steps[std::atoll(row[0].c_str())];
    const std::string key = row[1] + " " + row[2];
    if (hashes.insert_or_assign(key, row[3]).second) order.push_back(key);
  }
  std::map<long long, Rows> others;
  for (const auto& row : read_table(b / kName).rows)
    others[std::atoll(row[0].c_str())][row[1] + " " + row[2]] = row[3];
  for (const auto& [step, rows] : steps) {
    const auto other = others.find(step);
    if (other == others.end()) continue;
    for (const std::string& key : rows.second) {
      const auto hash = other->second.find(key);
      if (hash != other->second.end() && hash->second == rows.first.at(key)) continue;
      const std::size_t blank = key.find(' ');
      const std::string attempt = key.substr(0, blank), phase = key.substr(blank + 1);
      return fmt::format("step {}, phase {}{}", step, phase, attempt == "0" ? "" : ", attempt " + attempt);
    }
  }
  return {};
}

}  // namespace weft
