/// The diagonal of the implicit step's matrix: what parcels say of their stiffness, gathered into a symmetric
/// 3x3 block per node.
///   block_i += w^2 A + sum_{a<=b} g_a g_b T_ab,   g = D^-1 w (x_i - x)  or  grad w
/// As in p2g a block's parcels are summed in a private tile and tiles are added colour by colour.
#pragma once
#include <cstring>

#include "exec/stages.h"
#include "grid/transfer.h"

namespace weft {

template <int degree, bool plane, bool gradient>
struct StiffnessTransfer {
  using Moves = Transfer<degree, plane, gradient>;
  using K = Kernel<degree>;
  static constexpr int kWide = Moves::kWide, kWideY = Moves::kWideY;
  struct alignas(64) Tile {
    Real at[kWide * kWideY * kWide * 6];
  };

  static void scatter(const StiffnessBatch& b, const Real (&x)[3][kBatch], const typename Moves::Some& some,
                      const typename Moves::Place& place, Tile& tile) {
    const std::size_t g = some.g, first = some.first, last = some.last;
    typename Moves::Stencil s;
    const Real inverse_dx = Real(1) / place.dx;
    Moves::find_stencil(&x[0][g], &x[1][g], &x[2][g], place.origin, inverse_dx, s);
    constexpr bool by_gradient = gradient || Moves::kLinear;
    // Along each axis: the weight, and the weight that makes g.
    const auto partner = [&](const auto& w, const auto& d, int i, int axis) {
      return by_gradient ? load_lanes(d[i]) * inverse_dx
                         : load_lanes(w[i]) * (Real(i) - load_lanes(s.f[axis])) * (K::affine * inverse_dx);
    };
    const auto load = [&](const Real(&row)[kBatch]) { return load_lanes(&row[g]); };
    for (int i = 0; i < Moves::kRowsX; ++i)
      for (int j = 0; j < Moves::kRowsY; ++j)
        for (int k = 0; k < Moves::kNodesZ; ++k) {
          const Lanes wx = load_lanes(s.wx[i]), wy = load_lanes(s.wy[j]), wz = load_lanes(s.wz[k]);
          const Lanes w = wx * wy * wz, gx = partner(s.wx, s.dx, i, 0) * wy * wz,
                      gy = plane ? Lanes{} : partner(s.wy, s.dy, j, 1) * wx * wz,
                      gz = partner(s.wz, s.dz, k, 2) * wx * wy;
          const Lanes pair[6] = {gx * gx, gx * gy, gx * gz, gy * gy, gy * gz, gz * gz};
          alignas(64) Real sum[6][kGroup];
          for (int c = 0; c < 6; ++c) {
            Lanes value = w * w * load(b.A[c]);
            for (int ab = 0; ab < 6; ++ab) value += pair[ab] * load(b.T[ab][c]);
            store_lanes(sum[c], value);
          }
          const int node = (i * kWideY + j) * kWide + k;
          for (std::size_t q = first; q < last; ++q)
            for (int c = 0; c < 6; ++c) tile.at[(s.row[q] + node) * 6 + c] += sum[c][q];
        }
  }

  static void add_tile(const Tile& tile, const std::array<std::uint32_t, 27>& neighbours, Real* out) {
    Moves::each_row(neighbours, [&](int at, std::uint32_t low, std::uint32_t middle, std::uint32_t high) {
      const Real* t = &tile.at[at / 4 * 6];
      const auto add = [&](std::uint32_t node, const Real* from) {
        for (int c = 0; c < 6; ++c) out[std::size_t(node) * 6 + std::size_t(c)] += from[c];
      };
      add(low + 3, t);
      for (int k = 0; k < 4; ++k) add(middle + std::uint32_t(k), t + 6 * (k + 1));
      for (int k = 0; k < kWide - 5; ++k) add(high + std::uint32_t(k), t + 6 * (k + 5));
    });
  }

  static void fill_tile(const Grid& grid, std::size_t block, std::span<Parcels* const> sets, const Step& step,
                        Tile& tile) {
    std::memset(&tile, 0, sizeof tile);
    const auto c = block_coordinates(grid.occupied_[block]);
    const std::array<int, 3> origin{c[0] * kBlockSide, c[1] * kBlockSide, c[2] * kBlockSide};
    StiffnessBatch batch;
    alignas(64) Real x[3][kBatch];
    for (std::size_t k = 0; k < sets.size(); ++k) {
      const std::size_t begin = grid.begins_[k][block], end = grid.begins_[k][block + 1];
      if (begin == end) continue;
      for (std::size_t at = begin / kGroup * kGroup; at < end; at += kBatch) {
        const Range r{at, std::min(at + kBatch, sets[k]->size())};
        sets[k]->positions(r, x[0], x[1], x[2]);
        sets[k]->load_stiffness(r, step, batch);
        for (std::size_t g = 0; g < kBatch && at + g < end; g += kGroup) {
          const std::size_t first = std::max(begin, at + g) - (at + g),
                            last = std::min(end - (at + g), kGroup);
          scatter(batch, x, {g, first, last}, {origin, Real(step.dx)}, tile);
        }
      }
    }
  }

  static void all(const Grid& grid, std::span<Parcels* const> sets, const Step& step, Real* out) {
    parallel_stages(sizes_of(grid.colours_), [&](StageWorker& worker) {
      Tile tile;
      for (StageItem at; worker.next(at);) {
        const std::uint32_t block = grid.colours_[at.stage][at.item];
        fill_tile(grid, block, sets, step, tile);
        worker.wait();
        add_tile(tile, grid.neighbours_[block], out);
      }
    });
  }
};

}  // namespace weft
