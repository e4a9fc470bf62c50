#include "output/plot/phase_bands.h"

#include <algorithm>
#include <cmath>

#include "output/plot/palette.h"

namespace weft::plot {
namespace {

constexpr std::size_t kMostBands = 7;
constexpr double kLeast = 0.01;  ///< of all the time, to be told apart

}  // namespace

double total(const std::vector<double>& seconds) {
  double sum = 0;
  for (const double s : seconds)
    if (std::isfinite(s)) sum += s;
  return sum;
}

std::vector<double> seconds_of(const PlotRun& run, const PhaseBand& band) {
  const std::vector<double>& whole = run.column("seconds");
  std::vector<double> out(run.time.size(), 0.0);
  const auto add = [&](const std::string& phase, double sign) {
    const std::vector<double>& s = run.column("seconds_" + phase);
    for (std::size_t i = 0; i < std::min(out.size(), s.size()); ++i)
      out[i] += sign * (std::isfinite(s[i]) ? s[i] : 0);
  };
  for (const std::string& phase : band.phases) add(phase, 1);
  if (!band.phases.empty()) return out;
  for (const std::string& phase : run.phases) add(phase, -1);
  for (std::size_t i = 0; i < out.size(); ++i)
    out[i] = i < whole.size() ? std::max(0.0, out[i] + whole[i]) : 0;
  return out;
}

std::vector<PhaseBand> phase_bands(const std::vector<PlotRun>& runs) {
  std::vector<std::pair<double, std::string>> phases;
  double all = 0;
  for (const PlotRun& run : runs)
    for (const std::string& phase : run.phases) {
      const double seconds = total(seconds_of(run, {phase, {phase}, {}}));
      all += seconds;
      const auto found =
          std::find_if(phases.begin(), phases.end(), [&](const auto& p) { return p.second == phase; });
      if (found != phases.end()) found->first += seconds;
      else phases.emplace_back(seconds, phase);
    }
  std::stable_sort(phases.begin(), phases.end(),
                   [](const auto& a, const auto& b) { return a.first > b.first; });
  std::vector<PhaseBand> bands;
  PhaseBand others{"others", {}, kSilver};
  for (const auto& [seconds, phase] : phases) {
    if (bands.size() < kMostBands && seconds >= kLeast * all && seconds > 0)
      bands.push_back({phase, {phase}, area_colour(bands.size())});
    else if (seconds > 0) others.phases.push_back(phase);
  }
  if (!others.phases.empty()) bands.push_back(others);
  const PhaseBand outside{"between steps", {}, kPale};
  double rest = 0;
  for (const PlotRun& run : runs) rest += total(seconds_of(run, outside));
  if (!phases.empty() && rest > kLeast * all) bands.push_back(outside);
  return bands;
}

}  // namespace weft::plot
