#include "world/implicit/node_space.h"

namespace weft {
namespace {

constexpr std::size_t kChunk = std::size_t(1) << 13;

bool hidden(const std::array<int, 3>& at, const std::vector<SymmetryPlane>& mirrors) {
  for (const SymmetryPlane& p : mirrors)
    if ((at[std::size_t(p.axis)] - p.node) * p.side < 0) return true;
  return false;
}

}  // namespace

NodeSpace::NodeSpace(Grid& grid, Real empty, std::vector<SymmetryPlane> mirrors)
    : grid_(grid), mirrors_(std::move(mirrors)) {
  for (std::size_t b = 0; b < grid.block_count(); ++b) {
    const auto nodes = grid.block(b);
    const std::array<int, 3> o = grid.origin(b);
    for (int n = 0; n < kBlockNodes; ++n) {
      if (!(nodes[std::size_t(n)].m > empty)) continue;
      if (hidden({o[0] + (n >> 4), o[1] + ((n >> 2) & 3), o[2] + (n & 3)}, mirrors_)) continue;
      node_.push_back(std::uint32_t(b * kBlockNodes + std::size_t(n)));
      mass_.push_back(nodes[std::size_t(n)].m);
    }
  }
}

Vec3d NodeSpace::position(std::size_t i) const {
  return grid_.position(node_[i] / kBlockNodes, int(node_[i] % kBlockNodes));
}

void NodeSpace::put(const NodeVector& v) {
  const auto nodes = grid_.nodes();
  parallel_chunks(nodes.size(), kChunk, [&](Range r) {
    for (std::size_t i = r.begin; i < r.end; ++i) nodes[i] = {};
  });
  parallel_chunks(size(), kChunk, [&](Range r) {
    for (std::size_t i = r.begin; i < r.end; ++i)
      for (std::size_t a = 0; a < 3; ++a) nodes[node_[i]].v[a] = v[3 * i + a];
  });
  reflect(grid_, mirrors_);
}

void NodeSpace::take(NodeVector& v) {
  v.resize(3 * size());
  const auto nodes = grid_.nodes();
  parallel_chunks(size(), kChunk, [&](Range r) {
    for (std::size_t i = r.begin; i < r.end; ++i)
      for (std::size_t a = 0; a < 3; ++a) v[3 * i + a] = nodes[node_[i]].v[a];
  });
}

void NodeSpace::take_folded(NodeVector& v) {
  fold(grid_, mirrors_);
  take(v);
}

void NodeSpace::restore(const NodeVector& v) {
  put(v);
  const auto nodes = grid_.nodes();
  parallel_chunks(size(), kChunk, [&](Range r) {
    for (std::size_t i = r.begin; i < r.end; ++i) nodes[node_[i]].m = mass_[i];
  });
}

double inner(const NodeVector& a, const NodeVector& b) {
  return reduce_chunks(
      a.size(), kChunk, 0.0,
      [&](Range r) {
        double sum[8] = {};  // several sums side by side, so that they need not wait for each other
        std::size_t i = r.begin;
        for (; i + 8 <= r.end; i += 8)
          for (std::size_t k = 0; k < 8; ++k) sum[k] += double(a[i + k]) * double(b[i + k]);
        for (; i < r.end; ++i) sum[0] += double(a[i]) * double(b[i]);
        return ((sum[0] + sum[1]) + (sum[2] + sum[3])) + ((sum[4] + sum[5]) + (sum[6] + sum[7]));
      },
      [](double x, double y) { return x + y; });
}

void add(NodeVector& a, double s, const NodeVector& b) {
  const Real f = Real(s);
  parallel_chunks(a.size(), kChunk, [&](Range r) {
    for (std::size_t i = r.begin; i < r.end; ++i) a[i] += f * b[i];
  });
}

void scale_add(NodeVector& a, double s, const NodeVector& b) {
  const Real f = Real(s);
  parallel_chunks(a.size(), kChunk, [&](Range r) {
    for (std::size_t i = r.begin; i < r.end; ++i) a[i] = b[i] + f * a[i];
  });
}

}  // namespace weft
