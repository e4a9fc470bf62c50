#include "contact/strands/box_cells.h"

#include <bit>
#include <cmath>
#include <limits>

namespace weft {
namespace {

constexpr std::size_t kGrain = 2048;

SegmentBox bounds_of(std::span<const SegmentBox> boxes) {
  constexpr Real inf = std::numeric_limits<Real>::infinity();
  const SegmentBox none{{inf, inf, inf}, {-inf, -inf, -inf}};
  const auto join = [](SegmentBox a, const SegmentBox& b) {
    for (std::size_t k = 0; k < 3; ++k) {
      a.lower[k] = std::min(a.lower[k], b.lower[k]);
      a.upper[k] = std::max(a.upper[k], b.upper[k]);
    }
    return a;
  };
  return reduce_chunks(
      boxes.size(), kGrain, none,
      [&](Range r) {
        SegmentBox b = none;
        for (std::size_t i = r.begin; i < r.end; ++i) b = join(b, boxes[i]);
        return b;
      },
      join);
}

}  // namespace

std::array<int, 3> BoxCells::cell_of(const std::array<Real, 3>& x) const {
  std::array<int, 3> c;
  for (std::size_t k = 0; k < 3; ++k)
    c[k] = std::clamp(int(std::floor((double(x[k]) - origin_[k]) * inverse_)), 0, count_[k] - 1);
  return c;
}

std::array<int, 3> BoxCells::place_of(std::uint32_t key) const {
  const auto nz = std::uint32_t(count_[2]), ny = std::uint32_t(count_[1]);
  return {int(key / nz / ny), int(key / nz % ny), int(key % nz)};
}

void BoxCells::build(std::span<const SegmentBox> boxes, double size) {
  entries_.clear();
  if (boxes.empty()) return;
  const SegmentBox all = bounds_of(boxes);
  // Keys have 31 bits, and places must fit a float; a scene larger than that gets larger cells.
  for (;; size *= 1.3) {
    double cells = 1, most = 1;
    for (std::size_t k = 0; k < 3; ++k) {
      origin_[k] = double(all.lower[k]);
      const double n = std::floor((double(all.upper[k]) - origin_[k]) / size) + 1;
      count_[k] = int(std::min(n, 1e9));
      cells *= n;
      most = std::max(most, n);
    }
    if (cells < 2147483648.0 && most < 16777216.0) break;
  }
  inverse_ = 1 / size;

  first_.resize(boxes.size());
  parallel_chunks(boxes.size(), kGrain, [&](Range r) {
    for (std::size_t i = r.begin; i < r.end; ++i) {
      const auto a = cell_of(boxes[i].lower), b = cell_of(boxes[i].upper);
      first_[i] = std::size_t(b[0] - a[0] + 1) * std::size_t(b[1] - a[1] + 1) * std::size_t(b[2] - a[2] + 1);
    }
  });
  entries_.resize(exclusive_scan(first_));
  parallel_chunks(boxes.size(), kGrain, [&](Range r) {
    for (std::size_t i = r.begin; i < r.end; ++i) {
      const auto a = cell_of(boxes[i].lower), b = cell_of(boxes[i].upper);
      std::size_t at = first_[i];
      for (int x = a[0]; x <= b[0]; ++x)
        for (int y = a[1]; y <= b[1]; ++y)
          for (int z = a[2]; z <= b[2]; ++z)
            entries_[at++] = {
                (std::uint32_t(x) * std::uint32_t(count_[1]) + std::uint32_t(y)) * std::uint32_t(count_[2]) +
                    std::uint32_t(z),
                std::uint32_t(i)};
    }
  });
  const std::uint64_t cells = std::uint64_t(count_[0]) * std::uint64_t(count_[1]) * std::uint64_t(count_[2]);
  radix_sort(entries_, scratch_, int(std::bit_width(cells)));
}

}  // namespace weft
