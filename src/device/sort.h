/// Making lists anew: which blocks are in use, what their neighbours are, which points they have.
///   clear -> count -> mark -> (two scans) -> build -> neighbours -> lists -> order
/// All launches have fixed sizes, so that a graph can hold them; each looks in Control whether it is wanted. Ranks
/// within a block come from atomics and differ between runs: no sum depends on them.
#pragma once
#include "device/blocks.h"
#include "device/control.h"
#include "device/stream.h"

namespace weft::WEFT_DEVICE {

/// What all of them need.
struct SortView {
  Control* control;
  RegionTable table[2];
  int slots;                   ///< of a table: a power of two
  unsigned *used, *busy;       ///< per entry: 1 where the block is in use; where it has points
  const unsigned *number, *busy_number;  ///< their sums up to there
  unsigned* total;             ///< per set, then per entry: points
  const unsigned* before;      ///< their sum up to there
  unsigned *entry, *rank;      ///< per parcel
  unsigned* list;              ///< parcels, block by block; a set's begin at its first
  const SetView* set;
  int sets;
  BlockView blocks;
  ParcelArrays parcels;
  Spacing h;

  WEFT_KERNEL bool wanted() const { return (control->sort && control->run && !control->halt) || control->fresh; }
  WEFT_KERNEL const RegionTable& present() const { return table[control->table]; }
  WEFT_KERNEL const RegionTable& next() const { return table[control->table ^ 1]; }
  WEFT_HD std::size_t entries() const { return std::size_t(slots) * kRegionBlocks; }
};

struct ClearTable {
  static constexpr int threads = 256, resident = 4;
  struct Shared {};
  SortView v;
  template <int T>
  WEFT_KERNEL void run(Shared&, int block, int thread) const {
    if (!v.wanted()) return;
    const RegionTable& t = v.next();
    for_items<T, threads>(block, thread, v.entries(), [&](std::size_t e) {
      v.used[e] = v.busy[e] = 0;
      for (int s = 0; s < v.sets; ++s) v.total[std::size_t(s) * v.entries() + e] = 0;
      if (e < std::size_t(v.slots)) t.key[e] = kNoKey;
    });
  }
};

/// Where a block is in the new table, or -1.
WEFT_KERNEL int take_entry(const SortView& v, const Lattice& b) {
  const int slot = take_region(v.next(), v.slots, region_of(b));
  if (slot >= 0) return slot * kRegionBlocks + place_in_region(b);
  atomic_or(&v.control->trouble, kTooManyRegions);
  return -1;
}

/// Points as they lie, without lists.
struct CountPoints {
  static constexpr int threads = 256, resident = 4;
  struct Shared {};
  SortView v;
  int set;

  template <int T>
  WEFT_KERNEL void run(Shared&, int block, int thread) const {
    if (!v.control->fresh && !(v.control->recount && v.wanted())) return;
    const SetView mine = v.set[set];
    const Quad* place = v.parcels.a[v.control->where];
    for_items<T, threads>(block, thread, mine.count, [&](std::size_t k) {
      const std::size_t i = mine.first + k;
      const Quad x = place[i];
      const Lattice b = block_at(x.x, x.y, x.z, v.h.inverse);
      if (!is_near_enough(b)) {
        atomic_or(&v.control->trouble, kFarAway);
        v.entry[i] = v.rank[i] = 0;
        return;
      }
      unsigned rank;
      const Pair answer = together(pack_key(b.x, b.y, b.z), rank, [&](unsigned many) {
        const int entry = take_entry(v, b);
        if (entry < 0) return Pair{0, 0};
        return Pair{unsigned(entry), atomic_add(&v.total[std::size_t(set) * v.entries() + std::size_t(entry)], many)};
      });
      v.entry[i] = answer.x;
      v.rank[i] = answer.y + rank;
    });
  }
};

/// Points that have lists: those of a block are in it or beside it, so that they are counted among themselves before
/// the table hears of them.
struct CountByBlocks {
  static constexpr int threads = 128, resident = 8;
  struct Shared {
    unsigned count[27], begin[27], entry[27];
  };
  SortView v;
  int set;

  template <int T>
  WEFT_KERNEL void run(Shared& s, int block, int thread) const {
    const Control& c = *v.control;
    if (!v.wanted() || c.fresh || c.recount || block >= c.busy) return;
    const std::size_t at = std::size_t(set) * std::size_t(v.blocks.capacity) + std::size_t(block);
    const unsigned n = v.blocks.count[at];
    if (!n) return;
    const unsigned first = v.set[set].first + v.blocks.start[at];
    const bool listed = !v.set[set].moves || c.indirect;
    for (int d = thread; d < 27; d += T) s.count[d] = 0;
    const Lattice o = v.blocks.origin[block], own{(o.x + 1) >> 2, (o.y + 1) >> 2, (o.z + 1) >> 2};
    const Quad* place = v.parcels.a[c.where];
    barrier();
    for (unsigned k = unsigned(thread); k < n; k += T) {
      const std::size_t i = listed ? v.list[first + k] : first + k;
      const Quad x = place[i];
      const Lattice b = block_at(x.x, x.y, x.z, v.h.inverse);
      const int dx = b.x - own.x + 1, dy = b.y - own.y + 1, dz = b.z - own.z + 1;
      const bool inside = unsigned(dx) < 3u && unsigned(dy) < 3u && unsigned(dz) < 3u;
      if (!inside) atomic_or(&v.control->trouble, kFarAway);  // lists had room for a cell
      const int d = inside ? dx * 9 + dy * 3 + dz : 13;
      unsigned rank;
      const Pair answer = together_small(unsigned(d), rank, [&](unsigned many) { return atomic_add(&s.count[d], many); });
      v.entry[i] = unsigned(d);
      v.rank[i] = answer.x + rank;
    }
    barrier();
    for (int d = thread; d < 27; d += T) {
      s.begin[d] = 0, s.entry[d] = 0;
      if (!s.count[d]) continue;
      const Lattice b{own.x + d / 9 - 1, own.y + d / 3 % 3 - 1, own.z + d % 3 - 1};
      const int entry = is_near_enough(b) ? take_entry(v, b) : -1;
      if (!is_near_enough(b)) atomic_or(&v.control->trouble, kFarAway);
      if (entry < 0) continue;
      s.entry[d] = unsigned(entry);
      s.begin[d] = atomic_add(&v.total[std::size_t(set) * v.entries() + std::size_t(entry)], s.count[d]);
    }
    barrier();
    for (unsigned k = unsigned(thread); k < n; k += T) {
      const std::size_t i = listed ? v.list[first + k] : first + k;
      const unsigned d = v.entry[i];
      v.entry[i] = s.entry[d];
      v.rank[i] += s.begin[d];
    }
  }
};

/// A block with points and its neighbours are in use.
struct MarkUsed {
  static constexpr int threads = 256, resident = 4;
  struct Shared {};
  SortView v;

  template <int T>
  WEFT_KERNEL void run(Shared&, int block, int thread) const {
    if (!v.wanted()) return;
    const std::size_t entries = v.entries();
    for_items<T, threads>(block, thread, entries * 27, [&](std::size_t k) {
      const std::size_t e = k / 27;
      unsigned points = 0;
      for (int s = 0; s < v.sets; ++s) points |= v.total[std::size_t(s) * entries + e];
      if (!points) return;
      const int d = int(k % 27);
      if (d == 13) v.busy[e] = 1;
      const BlockKey region = v.next().key[e / kRegionBlocks];
      Lattice b = block_of(region, int(e % kRegionBlocks));
      b.x += d / 9 - 1, b.y += d / 3 % 3 - 1, b.z += d % 3 - 1;
      const int entry = region_of(b) == region ? int(e / kRegionBlocks) * kRegionBlocks + place_in_region(b) : take_entry(v, b);
      if (entry >= 0) v.used[entry] = 1;
    });
  }
};

struct BuildBlocks {
  static constexpr int threads = 256, resident = 4;
  struct Shared {};
  SortView v;

  template <int T>
  WEFT_KERNEL void run(Shared&, int block, int thread) const {
    if (!v.wanted()) return;
    const RegionTable& t = v.next();
    const std::size_t entries = v.entries();
    const unsigned all_busy = v.busy_number[entries - 1] + v.busy[entries - 1];
    for_items<T, threads>(block, thread, entries, [&](std::size_t e) {
      const bool used = v.used[e] != 0;
      const int a = int(v.busy[e] ? v.busy_number[e] : all_busy + v.number[e] - v.busy_number[e]);
      t.number[e] = used ? a : -1;
      if (e == entries - 1) {
        v.control->found = v.number[e] + (used ? 1u : 0u);
        v.control->found_busy = all_busy;
        if (int(all_busy) > v.blocks.room) atomic_or(&v.control->trouble, kTooManyBlocks);
      }
      if (!used) return;
      if (a >= v.blocks.capacity) {
        atomic_or(&v.control->trouble, kTooManyBlocks);
        return;
      }
      const Lattice b = block_of(t.key[e / kRegionBlocks], int(e % kRegionBlocks));
      v.blocks.whole[a] = {0, 0};  // until p2g has something to say
      v.blocks.origin[a] = {4 * b.x - 1, 4 * b.y - 1, 4 * b.z - 1};
      for (int s = 0; s < v.sets; ++s) {
        const std::size_t at = std::size_t(s) * entries, out = std::size_t(s) * std::size_t(v.blocks.capacity);
        v.blocks.start[out + std::size_t(a)] = v.before[at + e] - v.before[at];
        v.blocks.count[out + std::size_t(a)] = v.total[at + e];
      }
    });
  }
};

/// The new numbers count from here; when there is no room for them everything waits, so that the host can make room
/// and have them counted again.
struct TakeNumbers {
  static constexpr int threads = 32, resident = 1;
  struct Shared {};
  SortView v;

  template <int T>
  WEFT_KERNEL void run(Shared&, int, int thread) const {
    if (!v.wanted() || thread != 0) return;
    Control& c = *v.control;
    if (c.trouble & kUnsorted) {
      c.halt = 1;
      return;
    }
    c.near = 0;
    c.blocks = int(c.found), c.busy = int(c.found_busy);
    ++c.sorts;
  }
};

struct FindNeighbours {
  static constexpr int threads = 256, resident = 4;
  struct Shared {};
  SortView v;

  template <int T>
  WEFT_KERNEL void run(Shared&, int block, int thread) const {
    if (!v.wanted() || (v.control->trouble & kUnsorted)) return;
    const std::size_t n = std::size_t(v.control->blocks) * 27;
    for_items<T, threads>(block, thread, n, [&](std::size_t i) {
      const Lattice o = v.blocks.origin[i / 27];
      const int d = int(i % 27);
      const Lattice b{((o.x + 1) >> 2) + d / 9 - 1, ((o.y + 1) >> 2) + d / 3 % 3 - 1,
                      ((o.z + 1) >> 2) + d % 3 - 1};
      v.blocks.neighbour[i] = number_of(v.next(), v.slots, b);
      v.blocks.neighbour_old[i] = v.control->fresh ? -1 : number_of(v.present(), v.slots, b);
    });
  }
};

struct FillLists {
  static constexpr int threads = 256, resident = 4;
  struct Shared {};
  SortView v;
  int set;

  template <int T>
  WEFT_KERNEL void run(Shared&, int block, int thread) const {
    if (!v.wanted() || (v.control->trouble & kUnsorted)) return;
    const SetView mine = v.set[set];
    const unsigned* start = v.blocks.start + std::size_t(set) * std::size_t(v.blocks.capacity);
    const RegionTable& t = v.next();
    for_items<T, threads>(block, thread, mine.count, [&](std::size_t k) {
      const std::size_t i = mine.first + k;
      v.list[mine.first + start[t.number[v.entry[i]]] + v.rank[i]] = unsigned(i);
    });
  }
};

/// After everything that needs both tables.
struct EndSort {
  static constexpr int threads = 32, resident = 1;
  struct Shared {};
  SortView v;
  template <int T>
  WEFT_KERNEL void run(Shared&, int, int thread) const {
    Control& c = *v.control;
    if (!v.wanted() || thread != 0 || (c.trouble & kUnsorted)) return;
    c.table ^= 1;
    if (c.fresh) c.fresh = 0, c.indirect = 1, c.drift = 0;
    else c.sort = c.run = c.recount = c.indirect = 0;
  }
};

/// Base nodes and bounds of parcels as they are, for sets whose parcels no step has just made.
struct MeasureLists {
  static constexpr int threads = 128, resident = 4;
  struct Shared {
    unsigned mask, bound;
  };
  SortView v;
  int set;
  When when;

  template <int T>
  WEFT_KERNEL void run(Shared& s, int block, int thread) const {
    const Control& c = *v.control;
    if (!is_wanted(c, when) || block >= c.busy || (c.trouble & kUnsorted)) return;
    const std::size_t at = std::size_t(set) * std::size_t(v.blocks.capacity) + std::size_t(block);
    const unsigned n = v.blocks.count[at], first = v.set[set].first + v.blocks.start[at];
    if (thread == 0) s.mask = s.bound = 0;
    barrier();
    const Lattice o = v.blocks.origin[block];
    const bool listed = !v.set[set].moves || (c.indirect && when != When::sorting);
    unsigned mask = 0, bound = 0;
    for (unsigned k = unsigned(thread); k < n; k += T) {
      const std::size_t i = listed ? v.list[first + k] : first + k;
      DeviceParcel q;
      load_place(v.parcels, c.to, i, q);
      load_motion(v.parcels, i, q);
      mask |= mask_at(q.x[0], q.x[1], q.x[2], v.h, o);
      const unsigned b = bits_of(parcel_bound(q, v.h.dx));
      bound = bound > b ? bound : b;
    }
    mask = warp_or(mask), bound = warp_max(bound);
    if (warp_leader(thread)) atomic_or(&s.mask, mask), atomic_max(&s.bound, bound);
    barrier();
    if (thread == 0) v.blocks.info[at] = {s.mask, s.bound};
  }
};

}  // namespace weft::WEFT_DEVICE
