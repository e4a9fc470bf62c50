#include "bodies/putty/cell_order.h"

#include <cmath>

#include "exec/array.h"

namespace weft {
namespace {
constexpr double kPointsOfCell = 16;  // roughly, of lattices at rest
constexpr int kLeastBits = 2, kMostBits = 7;
constexpr double kFar = 1e9;  // cells: what is not finite or farther goes anywhere
}  // namespace

std::array<int, 3> CellOrder::cell(const Vec3d& x) const {
  std::array<int, 3> c;
  for (int a = 0; a < 3; ++a) {
    const double at = std::floor(x[a] * inverse_);
    c[std::size_t(a)] = std::fabs(at) < kFar ? int(at) : 0;
  }
  return c;
}

void CellOrder::sort(std::span<const Vec3d> x, double side) {
  inverse_ = 1 / side;
  bits_ = kLeastBits;
  while (bits_ < kMostBits && double(1 << bits_) < 2 * std::cbrt(double(x.size()) / kPointsOfCell)) ++bits_;
  mask_ = (1 << bits_) - 1;
  items_.resize(x.size());
  parallel_chunks(x.size(), 4096, [&](Range r) {
    for (std::size_t i = r.begin; i < r.end; ++i) {
      const std::array<int, 3> c = cell(x[i]);
      items_[i] = {std::uint32_t(((c[0] & mask_) << bits_ | (c[1] & mask_)) << bits_ | (c[2] & mask_)),
                   std::uint32_t(i)};
    }
  });
  radix_sort(items_, scratch_, 3 * bits_);
  begin_.assign((std::size_t(1) << (3 * bits_)) + 1, 0);
  for (const KeyIndex& k : items_) ++begin_[k.key + 1];
  for (std::size_t c = 1; c < begin_.size(); ++c) begin_[c] += begin_[c - 1];
}

std::vector<KeyIndex> compact_order(std::span<const Vec3d> x, double side) {
  constexpr int kBits = 10;
  std::vector<KeyIndex> items(x.size()), scratch;
  for (std::size_t i = 0; i < x.size(); ++i) {
    std::uint32_t key = 0;
    for (int a = 0; a < 3; ++a) {
      const double at = std::floor(x[i][a] / side);
      const std::uint32_t c = std::fabs(at) < kFar ? std::uint32_t(int(at)) : 0;
      for (int b = 0; b < kBits; ++b) key |= (c >> b & 1u) << (3 * b + a);
    }
    items[i] = {key, std::uint32_t(i)};
  }
  radix_sort(items, scratch, 3 * kBits);
  return items;
}

std::size_t CellOrder::bytes() const { return bytes_of(items_) + bytes_of(scratch_) + bytes_of(begin_); }

}  // namespace weft
