/// Nodes and parcels that the processor asks for in the middle of a step, and the nodes that it sends back. Blocks are
/// found by their names, since their numbers change with every sort.
#pragma once
#include "device/nodes.h"

namespace weft::WEFT_DEVICE {

/// The blocks that the host wants, one after the other.
struct WantedBlocks {
  const BlockKey* key;
  int* number;  ///< of each, or -1
  int count;
};

struct FindWanted {
  static constexpr int threads = 128, resident = 4;
  struct Shared {};
  SortView v;
  WantedBlocks wanted;
  const unsigned char* geometric;  ///< of each set: it has a surface for geometry
  unsigned char* others;           ///< of each block: parcels of other sets reach it

  template <int T>
  WEFT_KERNEL void run(Shared&, int block, int thread) const {
    for_items<T, threads>(block, thread, std::size_t(wanted.count), [&](std::size_t i) {
      const BlockKey key = wanted.key[i];
      const int mask = (1 << 21) - 1;
      const Lattice at{int(key >> 42) - kFarthest, int(key >> 21 & mask) - kFarthest,
                       int(key & mask) - kFarthest};
      const int b = number_of(v.present(), v.slots, at);
      wanted.number[i] = b;
      others[i] = b >= 0 && reached(b);
    });
  }

 private:
  WEFT_KERNEL bool reached(int b) const {
    for (int d = 0; d < 27; ++d) {
      const int n = v.blocks.neighbour[std::size_t(b) * 27 + std::size_t(d)];
      if (n < 0) continue;
      for (int s = 0; s < v.sets; ++s)
        if (!geometric[s] && v.blocks.count[std::size_t(s) * std::size_t(v.blocks.capacity) + std::size_t(n)])
          return true;
    }
    return false;
  }
};

/// Nodes whose mass is noise count as empty.
struct ReadNodes {
  static constexpr int threads = 64, resident = 8;
  struct Shared {};
  SortView v;
  WantedBlocks wanted;
  Quad* out;

  template <int T>
  WEFT_KERNEL void run(Shared&, int block, int thread) const {
    const int b = wanted.number[block];
    for (int k = thread; k < kBlockNodesOnDevice; k += T) {
      Quad n = quad(0, 0, 0, 0);
      if (b >= 0) n = v.blocks.node[std::size_t(b) * kBlockNodesOnDevice + std::size_t(k)];
      if (n.w < 0) n.w = 0;
      out[std::size_t(block) * kBlockNodesOnDevice + std::size_t(k)] = n;
    }
  }
};

/// What the host has made of them. The check of speeds sees them, near obstacles later.
struct WriteNodes {
  static constexpr int threads = 64, resident = 8;
  struct Shared {
    unsigned fastest;
  };
  SortView v;
  WantedBlocks wanted;
  const Quad* in;
  const unsigned* mark;  ///< of blocks (obstacles.h); null: there are no obstacles

  template <int T>
  WEFT_KERNEL void run(Shared& s, int block, int thread) const {
    const int b = wanted.number[block];
    if (b < 0) return;
    if (thread == 0) s.fastest = 0;
    barrier();
    const bool later = mark && (mark[b] & kNearNodes);
    unsigned fastest = 0;
    for (int k = thread; k < kBlockNodesOnDevice; k += T) {
      const Quad n = in[std::size_t(block) * kBlockNodesOnDevice + std::size_t(k)];
      if (n.w == 0) continue;
      v.blocks.node[std::size_t(b) * kBlockNodesOnDevice + std::size_t(k)] = n;
      if (!later) raise_speed(fastest, n);
    }
    note_speed(v, s.fastest, fastest, thread);
  }
};

/// Parcels of wanted blocks: how many, then where. A list holds points that have left its block since it was made, by
/// less than a cell; who wants the points that reach a block takes those of its neighbours too.
struct CountWanted {
  static constexpr int threads = 128, resident = 4;
  struct Shared {};
  SortView v;
  WantedBlocks wanted;
  unsigned* count;  ///< per block, then per set

  template <int T>
  WEFT_KERNEL void run(Shared&, int block, int thread) const {
    for_items<T, threads>(block, thread, std::size_t(wanted.count) * std::size_t(v.sets), [&](std::size_t i) {
      const std::size_t s = i % std::size_t(v.sets);
      const int b = wanted.number[i / std::size_t(v.sets)];
      count[i] = b < 0 ? 0 : v.blocks.count[s * std::size_t(v.blocks.capacity) + std::size_t(b)];
    });
  }
};
struct CopyWanted {
  static constexpr int threads = 128, resident = 4;
  struct Shared {};
  SortView v;
  WantedBlocks wanted;
  const unsigned* to;  ///< per block, then per set: where its places go
  Quad* out;

  template <int T>
  WEFT_KERNEL void run(Shared&, int block, int thread) const {
    const int b = wanted.number[block];
    if (b < 0) return;
    for (int s = 0; s < v.sets; ++s) {
      const std::size_t at = std::size_t(s) * std::size_t(v.blocks.capacity) + std::size_t(b);
      const unsigned n = v.blocks.count[at], first = v.set[s].first + v.blocks.start[at];
      const bool listed = !v.set[s].moves || v.control->indirect;
      const unsigned place = to[std::size_t(block) * std::size_t(v.sets) + std::size_t(s)];
      for (unsigned k = unsigned(thread); k < n; k += T)
        out[place + k] = v.parcels.a[v.control->to][listed ? v.list[first + k] : first + k];
    }
  }
};

}  // namespace weft::WEFT_DEVICE
