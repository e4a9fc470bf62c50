#include "contact/surfaces/element_tree.h"

#include <cmath>

#include "exec/loops.h"

namespace weft {
namespace {

/// Every third bit of a number below 1024.
std::uint32_t spread_bits(std::uint32_t a) {
  a = (a | (a << 16)) & 0x030000ffu;
  a = (a | (a << 8)) & 0x0300f00fu;
  a = (a | (a << 4)) & 0x030c30c3u;
  return (a | (a << 2)) & 0x09249249u;
}

}  // namespace

ElementTree::Box ElementTree::empty() {
  const float big = std::numeric_limits<float>::max();
  return {{big, big, big}, {-big, -big, -big}};
}

ElementTree::Box ElementTree::around(const std::vector<Vec3d>& x, const SurfaceElement& e, double margin) {
  Vec3d low = x[e.vertex[0]], high = low;
  for (int k = 1; k < e.corners(); ++k)
    for (int a = 0; a < 3; ++a) {
      low[a] = std::min(low[a], x[e.vertex[k]][a]);
      high[a] = std::max(high[a], x[e.vertex[k]][a]);
    }
  Box b;
  for (int a = 0; a < 3; ++a) {
    // Outward, so that what is near is near in float too.
    b.lower[a] = std::nextafter(float(low[a] - margin), -std::numeric_limits<float>::max());
    b.upper[a] = std::nextafter(float(high[a] + margin), std::numeric_limits<float>::max());
  }
  return b;
}

void ElementTree::sort() {
  const std::vector<Box> boxes = boxes_;
  const std::size_t n = boxes.size();
  const auto join = [](Box a, const Box& b) {
    a.add(b);
    return a;
  };
  const Box all = reduce_chunks(
      n, 4096, empty(),
      [&](Range r) {
        Box b = empty();
        for (std::size_t i = r.begin; i < r.end; ++i) b.add(boxes[i]);
        return b;
      },
      join);
  float size = 1e-30f;
  for (int a = 0; a < 3; ++a) size = std::max(size, all.upper[a] - all.lower[a]);
  order_.resize(n);
  parallel_each(n, 4096, [&](std::size_t i) {
    std::uint32_t key = 0;
    for (int a = 0; a < 3; ++a) {
      const float centre = 0.5f * (boxes[i].lower[a] + boxes[i].upper[a]) - all.lower[a];
      key |= spread_bits(std::uint32_t(std::min(centre / size * 1023.0f, 1023.0f))) << a;
    }
    order_[i] = {key, std::uint32_t(i)};
  });
  radix_sort(order_, scratch_, 30);
  leaves_ = chunk_count(n, kLeaf);
  width_ = 1;
  while (width_ < leaves_) width_ *= 2;
  nodes_.assign(2 * width_, empty());
  parallel_each(leaves_, 512, [&](std::size_t leaf) {
    const Range r = items(leaf);
    for (std::size_t i = r.begin; i < r.end; ++i) {
      boxes_[i] = boxes[order_[i].index];
      nodes_[width_ + leaf].add(boxes_[i]);
    }
  });
  for (std::size_t row = width_ / 2; row >= 1; row /= 2)
    parallel_each(row, 2048, [&](std::size_t k) {
      Box& b = nodes_[row + k];
      b = nodes_[2 * (row + k)];
      b.add(nodes_[2 * (row + k) + 1]);
    });
}

}  // namespace weft
