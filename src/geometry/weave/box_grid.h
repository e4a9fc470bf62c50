/// Finds boxes that meet a box, with a uniform grid of hashed cells.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "geometry/mesh.h"

namespace weft {

/// Boxes in the cells of a uniform grid, sorted by cell.
class BoxGrid {
 public:
  using Index = std::uint32_t;

  /// The boxes must outlive the grid.
  BoxGrid(const std::vector<Bounds>& boxes, double cell) : boxes_(boxes), cell_(cell) {
    for (Index i = 0; i < boxes.size(); ++i)
      each_cell(boxes[i], [&](std::uint64_t key) { entries_.push_back({key, i}); });
    std::sort(entries_.begin(), entries_.end());
  }

  /// visit(i) once for every box that meets `box`.
  template <class Visit>
  void each_meeting(const Bounds& box, std::vector<Index>& found, Visit&& visit) const {
    found.clear();
    each_cell(box, [&](std::uint64_t key) {
      auto e = std::lower_bound(entries_.begin(), entries_.end(), Entry{key, 0});
      for (; e != entries_.end() && e->key == key; ++e)
        if (meet(box, boxes_[e->box])) found.push_back(e->box);
    });
    std::sort(found.begin(), found.end());
    found.erase(std::unique(found.begin(), found.end()), found.end());
    for (const Index i : found) visit(i);
  }

 private:
  struct Entry {
    std::uint64_t key;
    Index box;
    auto operator<=>(const Entry&) const = default;
  };
  static bool meet(const Bounds& a, const Bounds& b) {
    for (int k = 0; k < 3; ++k)
      if (a.lower[k] > b.upper[k] || b.lower[k] > a.upper[k]) return false;
    return true;
  }
  template <class Visit>
  void each_cell(const Bounds& box, Visit&& visit) const {
    std::int64_t lower[3], upper[3];
    for (int k = 0; k < 3; ++k) {
      lower[k] = std::int64_t(std::floor(box.lower[k] / cell_));
      upper[k] = std::int64_t(std::floor(box.upper[k] / cell_));
    }
    const auto part = [](std::int64_t i) {
      return std::uint64_t(i) & 0x1fffff;
    };  // wraps: only more candidates
    for (std::int64_t i = lower[0]; i <= upper[0]; ++i)
      for (std::int64_t j = lower[1]; j <= upper[1]; ++j)
        for (std::int64_t k = lower[2]; k <= upper[2]; ++k) visit(part(i) << 42 | part(j) << 21 | part(k));
  }

  const std::vector<Bounds>& boxes_;
  double cell_;
  std::vector<Entry> entries_;
};

/// Twice the mean size of the boxes: a few cells per box, a few boxes per cell.
inline double cell_size(const std::vector<Bounds>& boxes) {
  double sum = 0;
  for (const Bounds& b : boxes) sum += norm(b.upper - b.lower);
  return boxes.empty() || sum == 0 ? 1 : 2 * sum / double(boxes.size());
}

}  // namespace weft
