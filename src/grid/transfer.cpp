#include <cstring>

#include "grid/transfers.h"

namespace weft {

void Grid::p2g(std::span<Parcels* const> sets, const Step& step, TransferTicks& time) {
  parallel_chunks(nodes_.size(), 1 << 12, [&](Range r) {
    std::memset(static_cast<void*>(&nodes_[r.begin]), 0, r.size() * sizeof(Node));
  });
  with_degree(shape_.degree, [&](auto degree) { Transfers<degree>::p2g(*this, sets, step, time); });
}

void Grid::g2p(std::span<Parcels* const> sets, const Step& step, TransferTicks& time) const {
  with_degree(shape_.degree, [&](auto degree) { Transfers<degree>::g2p(*this, sets, step, time); });
}

}  // namespace weft
