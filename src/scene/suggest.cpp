#include "scene/suggest.h"

#include <fmt/format.h>

#include <algorithm>

namespace weft {

int edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::vector<int>> d(a.size() + 1, std::vector<int>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i) d[i][0] = int(i);
  for (std::size_t j = 0; j <= b.size(); ++j) d[0][j] = int(j);
  for (std::size_t i = 1; i <= a.size(); ++i)
    for (std::size_t j = 1; j <= b.size(); ++j) {
      d[i][j] = std::min({d[i - 1][j] + 1, d[i][j - 1] + 1, d[i - 1][j - 1] + (a[i - 1] != b[j - 1])});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        d[i][j] = std::min(d[i][j], d[i - 2][j - 2] + 1);
    }
  return d[a.size()][b.size()];
}

std::string nearest_word(std::string_view word, const std::vector<std::string>& known) {
  if (word.empty() || word.size() > 64) return {};
  std::string best;
  int least = std::max(1, int(word.size()) / 3) + 1;
  for (const std::string& k : known) {
    const int d = edit_distance(word, k);
    if (d < least && d < int(k.size())) {
      least = d;
      best = k;
    }
  }
  return best;
}

std::string suggestion(std::string_view word, const std::vector<std::string>& known) {
  const std::string best = nearest_word(word, known);
  if (!best.empty()) return fmt::format("did you mean '{}'?", best);
  if (known.empty()) return "none is known here";
  return fmt::format("known: {}", fmt::join(known, " "));
}

std::string suggestion_of_all(std::string_view word, const std::vector<std::string>& known,
                              const std::string& title) {
  const std::string best = nearest_word(word, known);
  return fmt::format("{}{}: {}", best.empty() ? "" : fmt::format("did you mean '{}'? ", best), title,
                     fmt::join(known, ", "));
}

}  // namespace weft
