#include "grid/smooth.h"

#include <numeric>

namespace weft {
namespace {
constexpr std::size_t kChunk = 4096;
}

void SortedParcels::begin(std::size_t n) {
  point_.resize(n);
  std::iota(point_.begin(), point_.end(), 0u);
}

void SortedParcels::reorder(std::span<const std::uint32_t> order) {
  std::vector<std::uint32_t> sorted(order.size());
  for (std::size_t i = 0; i < order.size(); ++i) sorted[i] = point_[order[i]];
  point_ = std::move(sorted);
}

void smooth(Grid& grid, std::span<Parcels* const> sets, const Step& step) {
  const GridShape& shape = grid.shape();
  if (shape.dx != step.dx || shape.degree != step.degree || shape.plane != step.plane)
    grid = Grid(GridShape{step.dx, step.degree, step.plane});
  TransferTicks ticks;
  grid.bin(sets);
  grid.p2g(sets, step, ticks);
  const auto nodes = grid.nodes();
  parallel_chunks(nodes.size(), kChunk, [&](Range r) {
    for (std::size_t i = r.begin; i < r.end; ++i) {
      const Real inverse = nodes[i].m > 0 ? Real(1) / nodes[i].m : Real(0);
      for (Real& v : nodes[i].v) v *= inverse;
    }
  });
  grid.g2p(sets, step, ticks);
}

}  // namespace weft
