#include "contact/strands/box_cells.h"

#include <bit>
#include <cmath>
#include <limits>

#include "exec/error.h"

namespace weft {
namespace {

constexpr std::size_t kGrain = 2048;

struct Extent {
  std::array<double, 3> lower, upper, size;  ///< of all; the largest box along each axis
};

Extent extent_of(std::span<const SegmentBox> boxes) {
  constexpr double inf = std::numeric_limits<double>::infinity();
  const Extent none{{inf, inf, inf}, {-inf, -inf, -inf}, {0, 0, 0}};
  return reduce_chunks(
      boxes.size(), kGrain, none,
      [&](Range r) {
        Extent e = none;
        for (std::size_t i = r.begin; i < r.end; ++i)
          for (std::size_t k = 0; k < 3; ++k) {
            const double low = double(boxes[i].lower[k]), high = double(boxes[i].upper[k]);
            e.lower[k] = std::min(e.lower[k], low);
            e.upper[k] = std::max(e.upper[k], high);
            // NaN, which a comparison would pass over, becomes infinity here.
            e.size[k] = high - low >= 0 ? std::max(e.size[k], high - low) : inf;
          }
        return e;
      },
      [](Extent a, const Extent& b) {
        for (std::size_t k = 0; k < 3; ++k) {
          a.lower[k] = std::min(a.lower[k], b.lower[k]);
          a.upper[k] = std::max(a.upper[k], b.upper[k]);
          a.size[k] = std::max(a.size[k], b.size[k]);
        }
        return a;
      });
}

}  // namespace

std::uint32_t BoxCells::key_of(const SegmentBox& b) const {
  std::uint32_t c[3];
  for (std::size_t k = 0; k < 3; ++k) {
    const double centre = 0.5 * (double(b.lower[k]) + double(b.upper[k]));
    c[k] = 1 + std::min(std::uint32_t((centre - origin_[k]) * inverse_[k]), count_[k] - 3);
  }
  return (c[0] * count_[1] + c[1]) * count_[2] + c[2];
}

void BoxCells::build(std::span<const SegmentBox> boxes) {
  entries_.resize(boxes.size());
  if (boxes.empty()) return;
  const Extent all = extent_of(boxes);
  for (std::size_t k = 0; k < 3; ++k)
    if (!std::isfinite(all.lower[k]) || !std::isfinite(all.upper[k]) || !std::isfinite(all.size[k]))
      throw Error("E0551", "a strand is nowhere: its place is not a number", {}, "smaller steps",
                  Exit::simulation);
  // Keys have 31 bits; a scene larger than that gets larger cells.
  double cells = 0;
  for (double factor = 1 + 1e-6;; factor *= 1.3) {
    cells = 1;
    for (std::size_t k = 0; k < 3; ++k) {
      const double size = std::max(all.size[k] * factor, 1e-30), room = all.upper[k] - all.lower[k];
      const double n = std::min(std::floor(room / size) + 3, 1e9);
      origin_[k] = all.lower[k];
      inverse_[k] = 1 / size;
      count_[k] = std::uint32_t(n);
      cells *= n;
    }
    if (cells < 2147483648.0) break;
  }
  parallel_chunks(boxes.size(), kGrain, [&](Range r) {
    for (std::size_t i = r.begin; i < r.end; ++i) entries_[i] = {key_of(boxes[i]), std::uint32_t(i)};
  });
  radix_sort(entries_, scratch_, int(std::bit_width(std::uint64_t(cells))));
}

BoxCells::Cell BoxCells::cell_at(std::size_t i, Rows& rows) const {
  const std::uint32_t key = entries_[i].key;
  Cell c;
  c.own.begin = i;
  std::size_t j = i;
  while (j < entries_.size() && entries_[j].key == key) ++j;
  c.own.end = j;
  while (j < entries_.size() && entries_[j].key == key + 1) ++j;
  c.row_end = j;
  const std::uint32_t row = count_[2], plane = count_[1] * row;
  const std::uint32_t middle[4] = {key + row, key + plane - row, key + plane, key + plane + row};
  for (std::size_t r = 0; r < 4; ++r) {
    std::size_t &at = rows.at[r], &end = rows.end[r];
    const auto before = [](const KeyIndex& a, std::uint32_t k) { return a.key < k; };
    if (!rows.begun)
      at = std::size_t(
          std::lower_bound(entries_.begin() + std::ptrdiff_t(i), entries_.end(), middle[r] - 1, before) -
          entries_.begin());
    while (at < entries_.size() && entries_[at].key < middle[r] - 1) ++at;
    end = std::max(end, at);
    while (end < entries_.size() && entries_[end].key <= middle[r] + 1) ++end;
    c.rows[r] = {at, end};
  }
  rows.begun = true;
  return c;
}

}  // namespace weft
