#include "output/picture/near_points.h"

#include <cmath>

#include "exec/parallel.h"

namespace weft {

int NearPoints::cell(float x) const { return int(std::floor(x / reach_)); }

std::uint32_t NearPoints::key(int i, int j, int k) {
  const std::uint32_t h =
      std::uint32_t(i) * 0x8DA6B343u ^ std::uint32_t(j) * 0xD8163841u ^ std::uint32_t(k) * 0xCB1AB31Fu;
  return (h ^ (h >> 13)) & ((1u << kBits) - 1);
}

bool NearPoints::surrounded(const Vec3f& x) const {
  constexpr std::uint32_t few = 2;
  for (int c = 0; c < 27; ++c) {
    const std::uint32_t k = key(cell(x[0]) + c % 3 - 1, cell(x[1]) + c / 3 % 3 - 1, cell(x[2]) + c / 9 - 1);
    if (first_[k + 1] - first_[k] < few) return false;
  }
  return true;
}

NearPoints::NearPoints(std::span<const Vec3f> points, float reach)
    : points_(points), reach_(reach), sorted_(points.size()), first_((std::size_t(1) << kBits) + 1, 0) {
  parallel_chunks(points.size(), 4096, [&](Range r) {
    for (std::size_t i = r.begin; i < r.end; ++i)
      sorted_[i] = {key(cell(points[i][0]), cell(points[i][1]), cell(points[i][2])), std::uint32_t(i)};
  });
  std::vector<KeyIndex> scratch;
  radix_sort(sorted_, scratch, kBits);
  for (const KeyIndex& s : sorted_) ++first_[s.key + 1];
  for (std::size_t k = 1; k < first_.size(); ++k) first_[k] += first_[k - 1];
}

}  // namespace weft
