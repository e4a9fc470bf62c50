/// Measures of sheets and strands that several tests take.
#pragma once
#include <algorithm>
#include <cmath>
#include <map>
#include <vector>

#include "geometry/weave/thin.h"

namespace weft {

/// How often each edge of a sheet occurs.
inline std::map<std::array<std::uint32_t, 2>, int> edge_uses(const Sheet& sheet) {
  std::map<std::array<std::uint32_t, 2>, int> uses;
  for (const auto& t : sheet.triangles)
    for (std::size_t k = 0; k < 3; ++k)
      ++uses[{std::min(t[k], t[(k + 1) % 3]), std::max(t[k], t[(k + 1) % 3])}];
  return uses;
}

/// Lengths of all segments, strand after strand.
inline std::vector<double> segment_lengths(const Strands& strands) {
  std::vector<double> lengths;
  std::size_t first = 0;
  for (const std::uint32_t n : strands.counts) {
    for (std::size_t i = first; i + 1 < first + n; ++i)
      lengths.push_back(norm(strands.vertices[i + 1] - strands.vertices[i]));
    first += n;
  }
  return lengths;
}

inline bool all_finite(const std::vector<Vec3d>& points) {
  return std::all_of(points.begin(), points.end(), [](const Vec3d& x) {
    return std::isfinite(x[0]) && std::isfinite(x[1]) && std::isfinite(x[2]);
  });
}

}  // namespace weft
