/// The phases of a step, in their order (docs/step.md has a heading for each). A phase's name is its timer in
/// `weft bench`, its `seconds_*` column in stats.csv and its entry in the log of hashes.
#pragma once
#include <array>
#include <cstdint>
#include <functional>

namespace weft {

enum class Phase {
  renew,
  dt,
  sharpen,
  colliders,
  accelerate,
  sort,
  load,
  p2g,
  velocity,
  solve,
  fields,
  contact,
  skins,
  rigid,
  check,
  g2p,
  unload,
  strands,
  keep_out,
  surfaces,
  crossings,
  elements,
};
constexpr std::size_t kPhases = std::size_t(Phase::elements) + 1;

constexpr std::array<const char*, kPhases> kPhaseNames{
    "renew",    "dt",      "sharpen",  "colliders", "accelerate", "sort",    "load",  "p2g",
    "velocity", "solve",   "fields",   "contact",   "skins",      "rigid",   "check", "g2p",
    "unload",   "strands", "keep_out", "surfaces",  "crossings",  "elements"};

constexpr const char* name_of(Phase p) { return kPhaseNames[std::size_t(p)]; }

/// Wall-clock seconds that each phase took since the last reset.
struct PhaseTimes {
  std::array<double, kPhases> seconds{};
  double& operator[](Phase p) { return seconds[std::size_t(p)]; }
  double operator[](Phase p) const { return seconds[std::size_t(p)]; }
  double total() const {
    double sum = 0;
    for (const double s : seconds) sum += s;
    return sum;
  }
};

/// What a world holds after a phase, as one number: where two runs differ first is where to look.
struct PhaseHash {
  std::uint64_t step;
  int attempt;  ///< 0, or how often the step was rolled back before
  Phase phase;
  std::uint64_t hash;  ///< of the state and of what the step has found so far
};
using PhaseLog = std::function<void(const PhaseHash&)>;

}  // namespace weft
