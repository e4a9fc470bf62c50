/// Which points lie near a place: cells of the hashed grid of their positions, sorted.
#pragma once
#include <span>

#include "exec/radix_sort.h"
#include "output/picture/image.h"

namespace weft {

class NearPoints {
 public:
  /// Finds what is closer than `reach`. The points must stay where they are.
  NearPoints(std::span<const Vec3f> points, float reach);
  /// Calls f(index, squared distance) for each point closer than the reach;
  /// its order depends on nothing else.
  template <class F>
  void for_each(const Vec3f& x, F&& f) const {
    std::uint32_t seen[27];
    int count = 0;
    for (int c = 0; c < 27; ++c) {
      const std::uint32_t k = key(cell(x[0]) + c % 3 - 1, cell(x[1]) + c / 3 % 3 - 1, cell(x[2]) + c / 9 - 1);
      bool again = false;  // two cells may share a key
      for (int i = 0; i < count; ++i) again = again || seen[i] == k;
      if (again) continue;
      seen[count++] = k;
      for (std::uint32_t i = first_[k]; i < first_[k + 1]; ++i) {
        const float d = norm2(points_[sorted_[i].index] - x);
        if (d < reach_ * reach_) f(sorted_[i].index, d);
      }
    }
  }
  /// Does each of the 27 cells around a place hold points? All places of a cell have the same answer.
  bool surrounded(const Vec3f& x) const;
  std::uint32_t cell_of(const Vec3f& x) const { return key(cell(x[0]), cell(x[1]), cell(x[2])); }

 private:
  static constexpr int kBits = 20;
  int cell(float x) const;
  static std::uint32_t key(int i, int j, int k);
  std::span<const Vec3f> points_;
  float reach_;
  std::vector<KeyIndex> sorted_;
  std::vector<std::uint32_t> first_;  ///< of each key
};

}  // namespace weft
