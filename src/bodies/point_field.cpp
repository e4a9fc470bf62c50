#include "bodies/point_field.h"

#include "exec/parallel.h"

namespace weft {

void PointField::reorder(std::span<const std::uint32_t> order, Array<Real>& scratch) {
  if (!n_) return;
  if (scratch.size() < at_.size()) scratch.resize(at_.size());  // never less: growing again would clear it
  parallel_chunks(order.size(), std::size_t(1) << 13, [&](Range r) {
    for (std::size_t g = r.begin; g < r.end; g += kGroup) {
      const std::size_t count = std::min(kGroup, r.end - g);
      for (std::size_t l = 0; l < count; ++l) {
        const std::size_t from = order[g + l];
        const Real* source = group(from, 0);
        Real* target = &scratch[g * n_ + l];
        for (int c = 0; c < n_; ++c) target[c * kGroup] = source[c * kGroup];
      }
    }
  });
  // Copied back rather than swapped: one scratch serves fields of every size without new pages. The lanes
  // past the last point keep what they had, which is harmless: packs compute on them too.
  parallel_chunks(order.size() / kGroup, 512, [&](Range r) {
    std::copy(&scratch[r.begin * kGroup * n_], &scratch[r.end * kGroup * n_], &at_[r.begin * kGroup * n_]);
  });
  const std::size_t whole = order.size() / kGroup * kGroup;
  for (std::size_t i = whole; i < order.size(); ++i)
    for (int c = 0; c < n_; ++c) (*this)(i, c) = scratch[(i / kGroup * n_ + c) * kGroup + i % kGroup];
}

}  // namespace weft
