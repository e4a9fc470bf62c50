/// Points sorted by the cell of a lattice that wraps round: cells far apart may share a place, which costs a
/// few tests of distance and saves a bounding box, so that a crumb that flew off slows nothing down.
#pragma once
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "exec/parallel.h"
#include "exec/radix_sort.h"
#include "math/vec.h"

namespace weft {

class CellOrder {
 public:
  /// Cells of `side` metres.
  void sort(std::span<const Vec3d> x, double side);
  /// The points, cell by cell.
  std::span<const KeyIndex> points() const { return items_; }
  /// Calls f(Range of points()) for the cells around the one that holds x, its own included; each place once.
  template <class F>
  void around(const Vec3d& x, F&& f) const {
    const std::array<int, 3> c = cell(x);
    for (int i = -1; i <= 1; ++i)
      for (int j = -1; j <= 1; ++j) {
        const std::uint32_t row =
            (std::uint32_t((c[0] + i) & mask_) << bits_ | std::uint32_t((c[1] + j) & mask_)) << bits_;
        const int z = c[2] & mask_;
        if (z > 0 && z < mask_) {
          f(Range{begin_[row + std::uint32_t(z) - 1], begin_[row + std::uint32_t(z) + 2]});
        } else {
          for (int k = -1; k <= 1; ++k) {
            const std::uint32_t at = row + std::uint32_t((z + k) & mask_);
            f(Range{begin_[at], begin_[at + 1]});
          }
        }
      }
  }
  std::size_t bytes() const;

 private:
  std::array<int, 3> cell(const Vec3d& x) const;
  double inverse_ = 1;
  int bits_ = 2, mask_ = 3;  ///< 2^bits cells along each axis
  std::vector<KeyIndex> items_, scratch_;
  std::vector<std::uint32_t> begin_;
};

/// Points along a curve that fills space (Morton), cells of `side` metres: near in the order, near in space.
std::vector<KeyIndex> compact_order(std::span<const Vec3d> x, double side);

}  // namespace weft
