#include "grid/transfer.h"

#include <cstring>

namespace weft {

void Grid::p2g(std::span<Parcels* const> sets, const Step& step, TransferTicks& time) {
  parallel_chunks(nodes_.size(), 1 << 12, [&](Range r) {
    std::memset(static_cast<void*>(&nodes_[r.begin]), 0, r.size() * sizeof(Node));
  });
  switch (shape_.degree) {
    case 1:
      return p2g_degree<1>(*this, sets, step, time);
    case 2:
      return p2g_degree<2>(*this, sets, step, time);
    default:
      return p2g_degree<3>(*this, sets, step, time);
  }
}

void Grid::g2p(std::span<Parcels* const> sets, const Step& step, TransferTicks& time) const {
  switch (shape_.degree) {
    case 1:
      return g2p_degree<1>(*this, sets, step, time);
    case 2:
      return g2p_degree<2>(*this, sets, step, time);
    default:
      return g2p_degree<3>(*this, sets, step, time);
  }
}

}  // namespace weft
