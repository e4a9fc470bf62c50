/// The order of the points of a block, for sets that are kept in the order of blocks: one point of each cell at a
/// time, so that neighbouring threads meet neither in an address nor in a bank of shared memory when they add to the
/// nodes; and within a cell by how far a point lies along the motion of the block, so that points of one row leave
/// their cells at about the same time and stay apart while everything drifts.
///
///   row r holds the r-th point of every cell;  sums do not depend on any of it, speed does
#pragma once
#include "device/sort.h"

namespace weft::WEFT_DEVICE {

constexpr int kOrdered = 1536;    ///< points of a block that are put in order; with more, all stay as they come
constexpr int kOrderedRows = 256;
constexpr int kOwnCells = 64;     ///< of a block

struct OrderLists {
  static constexpr int threads = 128, resident = 4;
  struct Shared {
    float key[kOrdered];
    unsigned short at[kOrdered];
    unsigned sorted[kOrdered];
    int count[kOwnCells], first[kOwnCells], row_start[kOrderedRows];
    unsigned rows[2][kOrderedRows];
  };
  SortView v;
  int set;

  template <int T>
  WEFT_KERNEL void run(Shared& s, int block, int thread) const {
    const Control& c = *v.control;
    if (!v.wanted() || c.fresh || (c.trouble & kUnsorted) || block >= c.busy) return;
    const std::size_t mine = std::size_t(set) * std::size_t(v.blocks.capacity) + std::size_t(block);
    const int n = int(v.blocks.count[mine]);
    if (n < 2 || n > kOrdered) return;
    unsigned* list = v.list + v.set[set].first + v.blocks.start[mine];
    const Quad* place = v.parcels.a[c.where];
    for (int i = thread; i < kOwnCells; i += T) s.count[i] = 0;
    Quad along = v.parcels.b[list[0]];
    const float scale = inverse_root(along.x * along.x + along.y * along.y + along.z * along.z + 1e-30f);
    along.x *= scale, along.y *= scale, along.z *= scale;
    barrier();
    constexpr int kEach = (kOrdered + T - 1) / T;
    unsigned cell[kEach];
WEFT_UNROLL
    for (int q = 0; q < kEach; ++q) {
      const int i = thread + q * T;
      if (i >= n) break;
      const Quad p = place[list[i]];
      const float ux = p.x * v.h.inverse - 0.5f, uy = p.y * v.h.inverse - 0.5f, uz = p.z * v.h.inverse - 0.5f;
      const float gx = floorf(ux), gy = floorf(uy), gz = floorf(uz);
      const int where = (int(gx) & 3) << 4 | (int(gy) & 3) << 2 | (int(gz) & 3);
      cell[q] = unsigned(where) | unsigned(atomic_add(&s.count[where], 1)) << 8;
      s.key[i] = (ux - gx) * along.x + (uy - gy) * along.y + (uz - gz) * along.z;
    }
    barrier();
    sum_cells(s, thread);
    barrier();
WEFT_UNROLL
    for (int q = 0; q < kEach; ++q) {
      const int i = thread + q * T;
      if (i >= n) break;
      s.at[s.first[cell[q] & 255] + int(cell[q] >> 8)] = static_cast<unsigned short>(i);
    }
    barrier();
    bool fine = true;
WEFT_UNROLL
    for (int q = 0; q < kEach; ++q) {
      const int i = thread + q * T;
      if (i >= n) break;
      const int where = int(cell[q] & 255), first = s.first[where], many = s.count[where];
      const float key = s.key[i];
      int r = 0;
      for (int e = 0; e < many; ++e) {
        const int j = s.at[first + e];
        r += s.key[j] < key || (s.key[j] == key && j < i);
      }
      if (r >= kOrderedRows - 1) r = kOrderedRows - 1, fine = false;
      const unsigned low = s.rows[0][r], high = s.rows[1][r], before = (1u << (where & 31)) - 1;
      const int slot = s.row_start[r] +
                       (where & 32 ? bit_count(low) + bit_count(high & before) : bit_count(low & before));
      s.sorted[slot] = list[i];
    }
    if (!barrier_and(fine)) return;
    for (int i = thread; i < n; i += T) list[i] = s.sorted[i];
  }

 private:
  /// Where each cell's points begin; which cells have a point in each row, and where the row begins. The first warp
  /// does it.
  WEFT_KERNEL static void sum_cells(Shared& s, int thread) {
#ifdef __CUDACC__
    if (thread >= 32) return;
    const int a = s.count[2 * thread], b = s.count[2 * thread + 1];
    int sum = a + b;
WEFT_UNROLL
    for (int d = 1; d < 32; d <<= 1) {
      const int u = __shfl_up_sync(~0u, sum, unsigned(d));
      if (thread >= d) sum += u;
    }
    s.first[2 * thread] = sum - a - b;
    s.first[2 * thread + 1] = sum - b;
    const int low = s.count[thread], high = s.count[thread + 32];
    int at = 0;
    for (int r = 0; r < kOrderedRows; ++r) {
      const unsigned x = __ballot_sync(~0u, low > r), y = __ballot_sync(~0u, high > r);
      if (thread == 0) s.rows[0][r] = x, s.rows[1][r] = y, s.row_start[r] = at;
      at += __popc(x) + __popc(y);
      if (!(x | y)) break;
    }
#else
    (void)thread;
    int at = 0;
    for (int c = 0; c < kOwnCells; ++c) s.first[c] = at, at += s.count[c];
    at = 0;
    for (int r = 0; r < kOrderedRows; ++r) {
      s.rows[0][r] = s.rows[1][r] = 0;
      s.row_start[r] = at;
      for (int c = 0; c < kOwnCells; ++c)
        if (s.count[c] > r) s.rows[c >> 5][r] |= 1u << (c & 31), ++at;
    }
#endif
  }
};

}  // namespace weft::WEFT_DEVICE
