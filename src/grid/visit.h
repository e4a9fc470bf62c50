/// The nodes of parcels one by one: for the few that need more than the two transfers give.
#pragma once
#include <cmath>

#include "grid/grid.h"
#include "grid/kernel.h"

namespace weft {

/// A node within reach of a parcel.
struct NodeNear {
  std::uint32_t block;  ///< of the grid
  int node;             ///< of the block
  double weight;
  Vec3d offset;  ///< x_i - x [m]
};

namespace visit_detail {
template <int degree, class F>
void visit(const Grid& grid, std::size_t occupied, const Vec3d& x, F&& f) {
  using K = Kernel<degree>;
  const double h = grid.shape().dx;
  const bool plane = grid.shape().plane;
  const std::array<int, 3> origin = grid.occupied_origin(occupied);
  const auto& around = grid.around(occupied);
  int base[3];
  double w[3][K::nodes];
  for (int a = 0; a < 3; ++a) {
    const double u = x[a] / h;
    base[a] = plane && a == 1 ? 0 : int(std::floor(u - double(K::shift)));
    K::template weights<double>(u - base[a], w[a]);
  }
  const int rows = plane ? 1 : K::nodes;
  for (int i = 0; i < K::nodes; ++i)
    for (int j = 0; j < rows; ++j)
      for (int k = 0; k < K::nodes; ++k) {
        const int at[3] = {base[0] + i, base[1] + j, base[2] + k};
        const int lx = at[0] - origin[0], ly = at[1] - origin[1], lz = at[2] - origin[2];
        const std::uint32_t block =
            around[std::size_t(((lx >> 2) + 1) * 9 + ((ly >> 2) + 1) * 3 + (lz >> 2) + 1)];
        const Vec3d offset{{at[0] * h - x[0], plane ? 0 : at[1] * h - x[1], at[2] * h - x[2]}};
        f(NodeNear{block, (lx & 3) << 4 | (ly & 3) << 2 | (lz & 3), w[0][i] * (plane ? 1 : w[1][j]) * w[2][k],
                   offset});
      }
}
}  // namespace visit_detail

/// Calls f(NodeNear) for every node that a parcel at x of an occupied block touches.
template <class F>
void each_node_near(const Grid& grid, std::size_t occupied, const Vec3d& x, F&& f) {
  switch (grid.shape().degree) {
    case 1:
      return visit_detail::visit<1>(grid, occupied, x, f);
    case 2:
      return visit_detail::visit<2>(grid, occupied, x, f);
    default:
      return visit_detail::visit<3>(grid, occupied, x, f);
  }
}

}  // namespace weft
