/// Points to the tiles of their blocks.
///   PlainToGrid   one point per thread: grains, which lie in an order that keeps threads apart
///   PairsToGrid   finds an order of its own in every step, two points of one cell per thread: meshes, whose
///                 neighbours in memory share their cells
/// Both give the same sums, bit for bit.
#pragma once
#include "device/sort.h"

namespace weft::WEFT_DEVICE {

/// The points of one block, set after set.
constexpr int kMostSets = 96;
struct BlockPoints {
  unsigned end[kMostSets];    ///< points of this set and those before
  unsigned first[kMostSets];  ///< parcel or place in the list of its first point
  unsigned char listed[kMostSets];
  int sets;                   ///< that have points here
  unsigned mask, bound;
  float mass;                 ///< of the heaviest parcel
};

/// One thread looks at all sets; meanwhile others clear the tile.
WEFT_KERNEL void find_points(const SortView& v, int block, BlockPoints& out) {
  out.sets = 0;
  out.mask = out.bound = 0;
  out.mass = 0;
  unsigned n = 0;
  for (int s = 0; s < v.sets; ++s) {
    const std::size_t at = std::size_t(s) * std::size_t(v.blocks.capacity) + std::size_t(block);
    const unsigned count = v.blocks.count[at];
    if (!count) continue;
    const SetView set = v.set[s];
    const Pair info = v.blocks.info[at];
    out.first[out.sets] = set.first + v.blocks.start[at] - n;
    out.listed[out.sets] = !set.moves || v.control->indirect;
    n += count;
    out.end[out.sets++] = n;
    out.mask |= info.x;
    out.bound = out.bound > info.y ? out.bound : info.y;
    out.mass = fmaxf(out.mass, set.mass);
  }
}
/// The t-th point of the block.
WEFT_KERNEL std::size_t point_at(const SortView& v, const BlockPoints& p, unsigned t) {
  int s = 0;
  while (t >= p.end[s]) ++s;
  const unsigned at = p.first[s] + t;
  return p.listed[s] ? v.list[at] : at;
}

/// What `whole` says of a block without points.
WEFT_KERNEL void note_block(const SortView& v, int block, const BlockPoints& p, float scale_m) {
  v.blocks.whole[block] = p.sets ? Pair{p.mask, bits_of(1.0f / scale_m)} : Pair{0, 0};
}

/// Threads: as many as a block may have points for.
template <int Threads>
struct PlainToGrid {
  static constexpr int threads = Threads, resident = 1024 / Threads;
  struct Shared {
    alignas(16) int tile[4 * kTileChannel];
    BlockPoints points;
  };
  SortView v;

  template <int T>
  WEFT_KERNEL void run(Shared& s, int block, int thread) const {
    const Control& c = *v.control;
    if (!is_trying(c) || block >= c.busy) return;
    if (thread == 0) find_points(v, block, s.points);
    clear_tile<T>(s.tile, thread);
    barrier();
    const BlockPoints& p = s.points;
    const int n = p.sets ? int(p.end[p.sets - 1]) : 0;
    const float scale_p = scale_for(float_of(p.bound), n), scale_m = scale_for(p.mass, n);
    if (thread == 0) note_block(v, block, p, scale_m);
    if (!n) return;
    const Lattice o = v.blocks.origin[block];
    const int where = c.to;
    const bool plain = p.sets == 1 && !p.listed[0];
    for (int t = thread; t < n; t += T) {
      const std::size_t i = plain ? p.first[0] + unsigned(t) : point_at(v, p, unsigned(t));
      DeviceParcel q;
      load_place(v.parcels, where, i, q);
      load_motion(v.parcels, i, q);
      Ready r;
      if (make_ready(q, v.h, o, scale_p, scale_m, r)) scatter(s.tile, r);
      else atomic_or(&v.control->trouble, kOutside);
    }
    barrier();
    flush_tile<T>(s.tile, v.blocks.tile + std::size_t(block) * kTileNodes, p.mask, 1.0f / scale_p, 1.0f / scale_m,
                  thread);
  }
};

/// Threads take the points of a block one of each cell at a time, in pairs of one cell: lanes then meet neither in
/// an address nor in a bank of memory.
constexpr int kCells = 216, kCellWords = 7, kRows = 32, kPairRoom = 512;
struct PairOrder {
  int count[kCells];
  unsigned rows[kRows * kCellWords];   ///< per row of pairs: which cells have one
  int before[kRows * kCellWords];
  unsigned short pair[kPairRoom][2];
  unsigned short over[kPairRoom];      ///< points beyond 2 kRows of a cell
  int rest, pairs;
};

struct PairsToGrid {
  static constexpr int threads = 128, resident = 6;
  struct Shared {
    alignas(16) int tile[4 * kTileChannel];
    BlockPoints points;
    PairOrder order;
  };
  SortView v;

  template <int T>
  WEFT_KERNEL void run(Shared& s, int block, int thread) const {
    const Control& c = *v.control;
    if (!is_trying(c) || block >= c.busy) return;
    if (thread == 0) find_points(v, block, s.points);
    clear_tile<T>(s.tile, thread);
    barrier();
    const BlockPoints& p = s.points;
    const int n = p.sets ? int(p.end[p.sets - 1]) : 0;
    const float scale_p = scale_for(float_of(p.bound), n), scale_m = scale_for(p.mass, n);
    if (thread == 0) note_block(v, block, p, scale_m);
    if (!n) return;
    const Lattice o = v.blocks.origin[block];
    for (int begin = 0; begin < n; begin += kPairRoom) {
      const int many = n - begin < kPairRoom ? n - begin : kPairRoom;
      make_order<T>(s.order, p, begin, many, o, thread);
      const int pairs = s.order.pairs;
      for (int t = thread; t < pairs; t += T) {
        const unsigned short first = s.order.pair[t][0], second = s.order.pair[t][1];
        Ready A, B;
        ready_at(p, begin + first, o, scale_p, scale_m, A);
        const bool two = second != 0xffff;
        ready_at(p, begin + (two ? second : first), o, two ? scale_p : 0.0f, two ? scale_m : 0.0f, B);
        scatter_pair(s.tile, A, B);
      }
      const int rest = s.order.rest;
      for (int t = thread; t < rest; t += T) {
        Ready A;
        ready_at(p, begin + s.order.over[t], o, scale_p, scale_m, A);
        scatter(s.tile, A);
      }
      barrier();
    }
    flush_tile<T>(s.tile, v.blocks.tile + std::size_t(block) * kTileNodes, p.mask, 1.0f / scale_p, 1.0f / scale_m,
                  thread);
  }

 private:
  WEFT_KERNEL void ready_at(const BlockPoints& p, int t, const Lattice& o, float scale_p, float scale_m,
                            Ready& r) const {
    const std::size_t i = point_at(v, p, unsigned(t));
    DeviceParcel q;
    load_place(v.parcels, v.control->to, i, q);
    load_motion(v.parcels, i, q);
    if (!make_ready(q, v.h, o, scale_p, scale_m, r)) __builtin_unreachable();  // make_order took none from outside
  }

  template <int T>
  WEFT_KERNEL void make_order(PairOrder& o, const BlockPoints& p, int begin, int n, const Lattice& origin,
                              int thread) const {
    constexpr int kEach = (kPairRoom + T - 1) / T;
    unsigned mine[kEach];
    for (int i = thread; i < kCells; i += T) o.count[i] = 0;
    for (int i = thread; i < kRows * kCellWords; i += T) o.rows[i] = 0;
    for (int i = thread; i < n; i += T) o.pair[i][0] = o.pair[i][1] = 0xffff;
    if (thread == 0) o.rest = 0;
    barrier();
    const Quad* place = v.parcels.a[v.control->to];
WEFT_UNROLL
    for (int k = 0; k < kEach; ++k) {
      const int i = thread + k * T;
      mine[k] = ~0u;
      if (i >= n) continue;
      const Quad x = place[point_at(v, p, unsigned(begin + i))];
      const int bx = int(floorf(fmaf(x.x, v.h.inverse, -float(origin.x)) - 0.5f));
      const int by = int(floorf(fmaf(x.y, v.h.inverse, -float(origin.y)) - 0.5f));
      const int bz = int(floorf(fmaf(x.z, v.h.inverse, -float(origin.z)) - 0.5f));
      if (unsigned(bx) >= 6u || unsigned(by) >= 6u || unsigned(bz) >= 6u) {
        atomic_or(&v.control->trouble, kOutside);
        continue;
      }
      const int cell = bx * 36 + by * 6 + bz, r = atomic_add(&o.count[cell], 1), row = r >> 1;
      if (row >= kRows) {
        o.over[atomic_add(&o.rest, 1)] = static_cast<unsigned short>(i);
        continue;
      }
      if (!(r & 1)) atomic_or(&o.rows[row * kCellWords + (cell >> 5)], 1u << (cell & 31));
      mine[k] = unsigned(cell) | unsigned(r) << 8;
    }
    barrier();
    sum_rows(o, thread);
    barrier();
WEFT_UNROLL
    for (int k = 0; k < kEach; ++k) {
      if (mine[k] == ~0u) continue;
      const int cell = int(mine[k] & 255), r = int(mine[k] >> 8), at = (r >> 1) * kCellWords + (cell >> 5);
      const int slot = o.before[at] + bit_count(o.rows[at] & ((1u << (cell & 31)) - 1));
      o.pair[slot][r & 1] = static_cast<unsigned short>(thread + k * T);
    }
    barrier();
  }

  /// Pairs before each word of each row; the first warp does it.
  WEFT_KERNEL static void sum_rows(PairOrder& o, int thread) {
#ifdef __CUDACC__
    if (thread >= 32) return;
    int sum = 0;
WEFT_UNROLL
    for (int w = 0; w < kCellWords; ++w) {
      const int here = __popc(o.rows[w * 32 + thread]);
      int s = here;
WEFT_UNROLL
      for (int d = 1; d < 32; d <<= 1) {
        const int u = __shfl_up_sync(~0u, s, unsigned(d));
        if (thread >= d) s += u;
      }
      o.before[w * 32 + thread] = sum + s - here;
      sum += __shfl_sync(~0u, s, 31);
    }
    if (thread == 0) o.pairs = sum;
#else
    (void)thread;
    int sum = 0;
    for (int w = 0; w < kRows * kCellWords; ++w) {
      o.before[w] = sum;
      sum += bit_count(o.rows[w]);
    }
    o.pairs = sum;
#endif
  }
};

}  // namespace weft::WEFT_DEVICE
