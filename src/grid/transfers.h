/// The two transfers of one degree, whichever form the step asks for.
#pragma once
#include "grid/grid.h"

namespace weft {

template <int degree>
struct Transfers {
  static void p2g(Grid& grid, std::span<Parcels* const> sets, const Step& step, TransferTicks& time);
  static void g2p(const Grid& grid, std::span<Parcels* const> sets, const Step& step, TransferTicks& time);
};

/// Calls f(std::integral_constant of the degree).
template <class F>
void with_degree(int degree, F&& f) {
  switch (degree) {
    case 1:
      return f(std::integral_constant<int, 1>{});
    case 2:
      return f(std::integral_constant<int, 2>{});
    default:
      return f(std::integral_constant<int, 3>{});
  }
}

}  // namespace weft
