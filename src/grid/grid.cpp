#include "grid/grid.h"

#include <algorithm>

namespace weft {
namespace {
constexpr int kBias = 1 << 20;  // block coordinates are kept in 21 bits each
constexpr std::uint64_t kMask = (1u << 21) - 1;
}  // namespace

std::uint64_t block_key(int bx, int by, int bz) {
  return (std::uint64_t(bx + kBias) << 42) | (std::uint64_t(by + kBias) << 21) | std::uint64_t(bz + kBias);
}

std::array<int, 3> block_coordinates(std::uint64_t key) {
  return {int((key >> 42) & kMask) - kBias, int((key >> 21) & kMask) - kBias, int(key & kMask) - kBias};
}

std::array<int, 3> Grid::origin(std::size_t b) const {
  const auto c = block_coordinates(keys_[b]);
  return {c[0] * kBlockSide, c[1] * kBlockSide, c[2] * kBlockSide};
}

std::array<int, 3> Grid::occupied_origin(std::size_t occupied) const {
  const auto c = block_coordinates(occupied_[occupied]);
  return {c[0] * kBlockSide, c[1] * kBlockSide, c[2] * kBlockSide};
}

Vec3d Grid::position(std::size_t b, int n) const {
  const auto o = origin(b);
  return {{(o[0] + (n >> 4)) * shape_.dx, (o[1] + ((n >> 2) & 3)) * shape_.dx, (o[2] + (n & 3)) * shape_.dx}};
}

Node* Grid::find(const std::array<int, 3>& at) {
  const std::uint64_t key = block_key(at[0] >> 2, at[1] >> 2, at[2] >> 2);
  const auto it = std::lower_bound(keys_.begin(), keys_.end(), key);
  if (it == keys_.end() || *it != key) return nullptr;
  return &nodes_[std::size_t(it - keys_.begin()) * kBlockNodes +
                 ((at[0] & 3) << 4 | (at[1] & 3) << 2 | (at[2] & 3))];
}

std::size_t Grid::memory_bytes() const {
  std::size_t bytes = bytes_of(keys_) + bytes_of(occupied_) + bytes_of(neighbours_) + bytes_of(nodes_);
  for (const auto& c : colours_) bytes += bytes_of(c);
  for (const auto& b : begins_) bytes += bytes_of(b);
  return bytes;
}

}  // namespace weft
