/// The two transfers, written once for every degree, for plane mode and for both ways to carry stress.
///
///   p2g:  m_i += w m,   (mv)_i += w (p + Q (x_i - x))  [+ S grad w]
///   g2p:  v = sum w v_i,   C = D^-1 sum w v_i (x_i - x)^T  [G = sum v_i grad w^T]
///
/// A point touches (degree+1)^2 rows of nodes along z. A row of up to four nodes is one Lanes:
///
///   lane   0  1  2  3   4  5  6  7   8  9 10 11  12 13 14 15
///         (m px py pz) (m px py pz) (m px py pz) (m px py pz)      nodes base_z, +1, +2, +3
///
/// Points come sorted by cell, so the rows of one cell stay in registers until the next cell begins.
/// With x_i - x = h (i - f):  p + Q (x_i - x) = (p - h Q f) + i hQ_x + j hQ_y + k hQ_z.
#pragma once
#include <cassert>
#include <cstring>

#include "grid/grid.h"
#include "grid/kernel.h"
#include "grid/lanes.h"

namespace weft {

template <int degree, bool plane, bool gradient>
struct Transfer {
  using K = Kernel<degree>;
  static constexpr int kRowsX = degree + 1, kRowsY = plane ? 1 : degree + 1, kRows = kRowsX * kRowsY,
                       kNodesZ = degree + 1;
  static constexpr int kWide =
      kBlockSide + degree + 2;  ///< tile nodes per axis: the block, its kernel, a cell of drift each way
  static constexpr int kWideY = plane ? 1 : kWide;
  static constexpr bool kLinear = degree == 1;  ///< C comes from weight gradients

  /// Nodes of a block and around it, contiguous along z. Four nodes of padding: a row may reach past its end.
  struct alignas(64) Tile {
    Real at[(kWide * kWideY * kWide + 4) * 4];
  };

  /// Weights of a group of points and where they fall in the tile.
  struct alignas(64) Stencil {
    Real f[3][kGroup];
    Real wx[kRowsX][kGroup], wy[kRowsY][kGroup], wz[kNodesZ][kGroup];
    Real dx[kRowsX][kGroup], dy[kRowsY][kGroup], dz[kNodesZ][kGroup];  ///< h dw/dx
    std::int32_t row[kGroup];                                          ///< first node in the tile
  };

  static void find_stencil(const Real* x, const Real* y, const Real* z, const std::array<int, 3>& origin,
                           Real inverse_dx, Stencil& s) {
    LaneInt row{};
    const auto axis = [&](const Real* pos, int k, auto& w, auto& d, int wide) {
      const Lanes u = load_lanes(pos) * inverse_dx;
      const LaneInt base = floor_int(u - K::shift);
      const Lanes f = u - __builtin_convertvector(base, Lanes);
      Lanes wl[K::nodes], dl[K::nodes];
      K::weights(f, wl);
      for (int i = 0; i < K::nodes; ++i) store_lanes(w[i], wl[i]);
      if constexpr (gradient || kLinear) {
        K::derivatives(f, dl);
        for (int i = 0; i < K::nodes; ++i) store_lanes(d[i], dl[i]);
      }
      store_lanes(s.f[k], f);
      row = row * wide + (base - (origin[k] - 1));
    };
    axis(x, 0, s.wx, s.dx, 1);
    if constexpr (plane) {
      for (std::size_t i = 0; i < kGroup; ++i) s.f[1][i] = 0, s.wy[0][i] = 1, s.dy[0][i] = 0;
    } else {
      axis(y, 1, s.wy, s.dy, kWide);
    }
    axis(z, 2, s.wz, s.dz, kWide);
    std::memcpy(s.row, &row, sizeof row);
  }

  /// Lane pattern of the weights along z: (w0 w0 w0 w0 w1 ... ).
  static Lanes spread_z(const Real (&w)[kNodesZ][kGroup], std::size_t q) {
    static constexpr Lanes k0{1, 1, 1, 1}, k1{0, 0, 0, 0, 1, 1, 1, 1}, k2{0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1},
        k3{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1};
    Lanes r = k0 * w[0][q] + k1 * w[1][q];
    if constexpr (degree >= 2) r += k2 * w[2][q];
    if constexpr (degree >= 3) r += k3 * w[3][q];
    return r;
  }

  /// Calls f(row of the tile, the three blocks' rows at the same x and y), for every x and y.
  template <class F>
  static void each_row(const std::array<std::uint32_t, 27>& neighbours, F&& f) {
    for (int tx = 0; tx < kWide; ++tx)
      for (int ty = 0; ty < kWideY; ++ty) {
        const int x = tx - 1, y = plane ? 0 : ty - 1;
        const int n = ((x >> 2) + 1) * 9 + ((y >> 2) + 1) * 3, local = ((x & 3) << 4) | ((y & 3) << 2);
        f((tx * kWideY + ty) * kWide * 4, neighbours[n] * kBlockNodes + local,
          neighbours[n + 1] * kBlockNodes + local, neighbours[n + 2] * kBlockNodes + local);
      }
  }

  static void add_tile(const Tile& tile, const std::array<std::uint32_t, 27>& neighbours, Node* nodes) {
    each_row(neighbours, [&](int at, std::uint32_t low, std::uint32_t middle, std::uint32_t high) {
      const Real* t = &tile.at[at];
      // Node by node: a neighbour tile of the same colour may write the other nodes of this line.
      const auto add = [&](std::uint32_t node, const Real* from) {
        *reinterpret_cast<QuadUnaligned*>(&nodes[node]) += *reinterpret_cast<const QuadUnaligned*>(from);
      };
      add(low + 3, t);
      for (int k = 0; k < 4; ++k) add(middle + k, t + 4 * (k + 1));
      for (int k = 0; k < kWide - 5; ++k) add(high + k, t + 4 * (k + 5));
    });
  }

  static void gather_tile(Tile& tile, const std::array<std::uint32_t, 27>& neighbours, const Node* nodes) {
    each_row(neighbours, [&](int at, std::uint32_t low, std::uint32_t middle, std::uint32_t high) {
      Real* t = &tile.at[at];
      std::memcpy(t, &nodes[low + 3], sizeof(Node));
      std::memcpy(t + 4, &nodes[middle], 4 * sizeof(Node));
      std::memcpy(t + 20, &nodes[high], (kWide - 5) * sizeof(Node));
    });
  }

  /// Rows of the tile that one cell touches, held in registers while points of that cell come by.
  struct CellRows {
    Lanes r[kRows];
    static int offset(int i, int j) { return (i * kWideY + j) * kWide * 4; }
    void clear() {
      for (auto& row : r) row = Lanes{};
    }
    void add_to(Real* at) const {
      for (int i = 0; i < kRowsX; ++i)
        for (int j = 0; j < kRowsY; ++j) {
          Real* p = at + offset(i, j);
          store_lanes(p, load_lanes(p) + r[i * kRowsY + j]);
        }
    }
    void read(const Real* at) {
      for (int i = 0; i < kRowsX; ++i)
        for (int j = 0; j < kRowsY; ++j) r[i * kRowsY + j] = load_lanes(at + offset(i, j));
    }
  };

  /// Points first .. last of the group that begins at g in a batch.
  struct Some {
    std::size_t g, first, last;
  };
  /// Where a tile lies.
  struct Place {
    std::array<int, 3> origin;  ///< lattice coordinates of its block's first node
    Real dx;
  };

  /// Adds some parcels of a batch to the tile.
  static void scatter(const ParcelBatch& b, const Some& some, const Place& place, Tile& tile) {
    const std::size_t g = some.g, first = some.first, last = some.last;
    const Real dx = place.dx;
    Stencil s;
    const Real inverse_dx = Real(1) / dx;
    find_stencil(&b.x[0][g], &b.x[1][g], &b.x[2][g], place.origin, inverse_dx, s);
    // By value -> by point: (m, p - h Q f | 0, hQ_x | 0, hQ_y | 0, hQ_z).
    alignas(64) Lanes affine[kGroup], stress[kGroup];
    const Lanes fx = load_lanes(s.f[0]), fy = load_lanes(s.f[1]), fz = load_lanes(s.f[2]);
    affine[0] = load_lanes(&b.m[g]);
    affine[4] = affine[8] = affine[12] = Lanes{};
    for (int i = 0; i < 3; ++i) {
      const Lanes qx = load_lanes(&b.Q[0][i][g]) * dx, qy = load_lanes(&b.Q[1][i][g]) * dx,
                  qz = load_lanes(&b.Q[2][i][g]) * dx;
      affine[1 + i] = load_lanes(&b.p[i][g]) - qx * fx - qy * fy - qz * fz;
      affine[5 + i] = qx;
      affine[9 + i] = qy;
      affine[13 + i] = qz;
    }
    transpose(affine);
    if constexpr (gradient) {
      for (int c = 0; c < 4; ++c) stress[4 * c] = Lanes{};
      for (int i = 0; i < 3; ++i) {
        for (int c = 0; c < 3; ++c) stress[4 * c + 1 + i] = load_lanes(&b.S[c][i][g]) * inverse_dx;
        stress[13 + i] = Lanes{};
      }
      transpose(stress);
    }
    static constexpr Lanes kStepZ{0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3};
    CellRows rows;
    rows.clear();
    std::int32_t cell = s.row[first];
    assert(first < last);
    for (std::size_t q = first; q < last; ++q) {
      assert(s.row[q] >= 0 && s.row[q] < kWide * kWideY * kWide);
      if (s.row[q] != cell) {
        rows.add_to(&tile.at[cell * 4]);
        rows.clear();
        cell = s.row[q];
      }
      const Lanes wz = spread_z(s.wz, q);
      const Lanes base = wz * (repeat_quarter<0>(affine[q]) + kStepZ * repeat_quarter<3>(affine[q]));
      const Lanes ax = wz * repeat_quarter<1>(affine[q]);
      const Lanes ay = plane ? Lanes{} : wz * repeat_quarter<2>(affine[q]);
      Lanes sx{}, sy{}, sz{};
      if constexpr (gradient) {
        sx = wz * repeat_quarter<0>(stress[q]);
        sy = wz * repeat_quarter<1>(stress[q]);
        sz = spread_z(s.dz, q) * repeat_quarter<2>(stress[q]);
      }
      for (int i = 0; i < kRowsX; ++i) {
        Lanes row = base + ax * Real(i);
        for (int j = 0; j < kRowsY; ++j) {
          rows.r[i * kRowsY + j] += row * (s.wx[i][q] * s.wy[j][q]);
          if constexpr (gradient)
            rows.r[i * kRowsY + j] += sx * (s.dx[i][q] * s.wy[j][q]) + sy * (s.wx[i][q] * s.dy[j][q]) +
                                      sz * (s.wx[i][q] * s.wy[j][q]);
          row += ay;
        }
      }
    }
    rows.add_to(&tile.at[cell * 4]);
  }

  /// Sums over rows with weights wx wy wz, and with one weight at a time replaced by its partner (dx, dy,
  /// dz), then over the nodes along z: (m, v | column x | column y | column z).
  static Lanes contract(const CellRows& rows, const Real* wx, const Real* wy, const Real* px, const Real* py,
                        const Lanes& wz, const Lanes& pz) {
    Lanes v{}, cx{}, cy{};
    for (int i = 0; i < kRowsX; ++i) {
      Lanes t{}, u{};
      for (int j = 0; j < kRowsY; ++j) {
        t += rows.r[i * kRowsY + j] * wy[j];
        if constexpr (!plane) u += rows.r[i * kRowsY + j] * py[j];
      }
      v += t * wx[i];
      cx += t * px[i];
      if constexpr (!plane) cy += u * wx[i];
    }
    const Lanes a = v * wz, b = cx * wz, c = cy * wz, d = v * pz;
    static constexpr LaneIndex kLow{0, 1, 2, 3, 4, 5, 6, 7, 16, 17, 18, 19, 20, 21, 22, 23},
        kHigh{8, 9, 10, 11, 12, 13, 14, 15, 24, 25, 26, 27, 28, 29, 30, 31},
        kEven{0, 1, 2, 3, 8, 9, 10, 11, 16, 17, 18, 19, 24, 25, 26, 27},
        kOdd{4, 5, 6, 7, 12, 13, 14, 15, 20, 21, 22, 23, 28, 29, 30, 31};
    const Lanes ab = __builtin_shuffle(a, b, kLow) + __builtin_shuffle(a, b, kHigh);
    const Lanes cd = __builtin_shuffle(c, d, kLow) + __builtin_shuffle(c, d, kHigh);
    return __builtin_shuffle(ab, cd, kEven) + __builtin_shuffle(ab, cd, kOdd);
  }

  /// What a group of points gets, by point: (m, v | columns of C), and in the weight-gradient form those of G.
  struct alignas(64) Answers {
    Lanes velocity[kGroup], strain[kGroup];
  };

  /// Answers for some points at x from the tile. Other points of the group keep what they had.
  static void gather(const Real (&x)[3][kBatch], const Some& some, const Place& place, const Tile& tile,
                     Answers& answers) {
    const std::size_t g = some.g, first = some.first, last = some.last;
    Stencil s;
    const Real inverse_dx = Real(1) / place.dx;
    find_stencil(&x[0][g], &x[1][g], &x[2][g], place.origin, inverse_dx, s);
    // Partner weights: D^-1 w (x_i - x) for the affine velocity, dw/dx for a gradient.
    static_assert(kGroup == kLaneCount);
    alignas(64) Real px[kRowsX][kGroup], py[kRowsY][kGroup], pz[kNodesZ][kGroup];
    const auto partner = [&](auto& p, const auto& w, const auto& d, int n, int k) {
      for (int i = 0; i < n; ++i)
        store_lanes(p[i], kLinear
                              ? load_lanes(d[i]) * inverse_dx
                              : load_lanes(w[i]) * (Real(i) - load_lanes(s.f[k])) * (K::affine * inverse_dx));
    };
    partner(px, s.wx, s.dx, kRowsX, 0);
    if constexpr (!plane) partner(py, s.wy, s.dy, kRowsY, 1);
    partner(pz, s.wz, s.dz, kNodesZ, 2);
    CellRows rows;
    std::int32_t cell = s.row[first];
    rows.read(&tile.at[cell * 4]);
    for (std::size_t q = first; q < last; ++q) {
      assert(s.row[q] >= 0 && s.row[q] < kWide * kWideY * kWide);
      if (s.row[q] != cell) {
        cell = s.row[q];
        rows.read(&tile.at[cell * 4]);
      }
      Real wx[kRowsX], wy[kRowsY], ax[kRowsX], ay[kRowsY];
      for (int i = 0; i < kRowsX; ++i) wx[i] = s.wx[i][q], ax[i] = px[i][q];
      for (int j = 0; j < kRowsY; ++j) wy[j] = s.wy[j][q], ay[j] = plane ? Real(0) : py[j][q];
      const Lanes wz = spread_z(s.wz, q);
      answers.velocity[q] = contract(rows, wx, wy, ax, ay, wz, spread_z(pz, q));
      if constexpr (gradient) {
        for (int i = 0; i < kRowsX; ++i) ax[i] = s.dx[i][q] * inverse_dx;
        for (int j = 0; j < kRowsY; ++j) ay[j] = s.dy[j][q] * inverse_dx;
        answers.strain[q] = contract(rows, wx, wy, ax, ay, wz, spread_z(s.dz, q) * inverse_dx);
      }
    }
  }
};

}  // namespace weft
