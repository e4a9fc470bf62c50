/// Blocks of nodes that are in use: a sparse table without a domain, lists of the points of each block.
///
///   block of a point      floor(floor(x/h - 1/2) / 4), per axis
///   region                8x8x8 blocks; regions lie in an open hash of 64-bit keys, blocks dense inside
///   entry                 512 slot + block in region: where a block is before it has a number
///
/// A block is in use when it or one of its 26 neighbours has a point. Numbers follow entries, so that neighbours
/// have near numbers; which slot a region gets may differ between runs, and nothing that is summed depends on it.
/// There are two tables: in the step that sorts, nodes still have the numbers of the old one.
#pragma once
#include "device/tile.h"

namespace weft::WEFT_DEVICE {

using BlockKey = std::uint64_t;
constexpr BlockKey kNoKey = ~BlockKey(0);
constexpr int kRegionBlocks = 512;
constexpr int kFarthest = 1 << 20;  ///< blocks from the origin
constexpr int kProbes = 64;         ///< slots looked at before a table counts as full

struct RegionTable {
  BlockKey* key;  ///< one per slot
  int* number;    ///< one per entry: of a block in use, or -1
};

/// The points that a body gives the grid, as lists see them.
struct SetView {
  unsigned first, count;  ///< parcels
  int moves;              ///< 1: parcels are kept in the order of blocks; 0: found through lists
  float mass;             ///< of the heaviest parcel [kg]
};

struct BlockView {
  Lattice* origin;          ///< of the tile, per block
  int* neighbour;           ///< 27 per block: numbers, or -1
  int* neighbour_old;       ///< the same in the table before, while sorting
  unsigned *start, *count;  ///< per set, then per block
  Pair* info;               ///< per set, then per block: base nodes that occur, bits of the largest parcel_bound
  Pair* whole;              ///< per block: base nodes of all sets; bits of the quantum of mass
  Quad* tile;               ///< kTileNodes per block: momentum, mass
  Quad* node;               ///< kBlockNodesOnDevice per block: velocity, mass
  int capacity;             ///< blocks
  int room;                 ///< of those, blocks with points that kernels are launched for: they come first
};

WEFT_KERNEL Lattice block_at(float x, float y, float z, float inverse_dx) {
  return {int(floorf(x * inverse_dx - 0.5f)) >> 2, int(floorf(y * inverse_dx - 0.5f)) >> 2,
          int(floorf(z * inverse_dx - 0.5f)) >> 2};
}
WEFT_KERNEL bool is_near_enough(const Lattice& b) {
  return b.x > -kFarthest && b.x < kFarthest && b.y > -kFarthest && b.y < kFarthest && b.z > -kFarthest &&
         b.z < kFarthest;
}
WEFT_KERNEL BlockKey pack_key(int x, int y, int z) {
  return BlockKey(unsigned(x + kFarthest)) << 42 | BlockKey(unsigned(y + kFarthest)) << 21 |
         BlockKey(unsigned(z + kFarthest));
}
WEFT_KERNEL BlockKey region_of(const Lattice& b) { return pack_key(b.x >> 3, b.y >> 3, b.z >> 3); }
WEFT_KERNEL int place_in_region(const Lattice& b) { return (b.x & 7) << 6 | (b.y & 7) << 3 | (b.z & 7); }
WEFT_KERNEL Lattice block_of(BlockKey region, int place) {
  const int mask = (1 << 21) - 1;
  return {(int(region >> 42) - kFarthest) * 8 + (place >> 6), (int(region >> 21 & mask) - kFarthest) * 8 + (place >> 3 & 7),
          (int(region & mask) - kFarthest) * 8 + (place & 7)};
}
WEFT_HD inline std::uint64_t mixed(std::uint64_t h) {
  h ^= h >> 33, h *= 0xff51afd7ed558ccdULL;
  h ^= h >> 33, h *= 0xc4ceb9fe1a85ec53ULL;
  return h ^ (h >> 33);
}

/// The slot of a region, or -1.
WEFT_KERNEL int find_region(const RegionTable& t, int slots, BlockKey key) {
  unsigned s = unsigned(mixed(key)) & unsigned(slots - 1);
  for (int k = 0; k < kProbes && k < slots; ++k, s = (s + 1) & unsigned(slots - 1)) {
    if (t.key[s] == key) return int(s);
    if (t.key[s] == kNoKey) return -1;
  }
  return -1;
}
/// The same; a region that is not there gets a slot. -1: full.
WEFT_KERNEL int take_region(const RegionTable& t, int slots, BlockKey key) {
  unsigned s = unsigned(mixed(key)) & unsigned(slots - 1);
  for (int k = 0; k < kProbes && k < slots; ++k, s = (s + 1) & unsigned(slots - 1)) {
    if (t.key[s] == key) return int(s);
    const BlockKey there = atomic_swap_if(&t.key[s], kNoKey, key);
    if (there == kNoKey || there == key) return int(s);
  }
  return -1;
}
/// The number of a block, or -1.
WEFT_KERNEL int number_of(const RegionTable& t, int slots, const Lattice& b) {
  const int slot = find_region(t, slots, region_of(b));
  return slot < 0 ? -1 : t.number[slot * kRegionBlocks + place_in_region(b)];
}

/// The velocities of a tile's nodes, fetched from the blocks around: `neighbours` are numbers of the table that the
/// nodes have.
template <int T>
WEFT_KERNEL void load_speeds(Quad* speeds, const int* neighbours, const Quad* node, unsigned mask, int thread) {
  for_box<T>(TileBox(mask), thread, [&](int X, int Y, int Z) {
    const int x = X - 1, y = Y - 1, z = Z - 1;
    const int n = neighbours[((x >> 2) + 1) * 9 + ((y >> 2) + 1) * 3 + (z >> 2) + 1];
    if (n >= 0)
      speeds[X * kSpeedPlane + Y * kSpeedRow + Z] =
          node[std::size_t(n) * kBlockNodesOnDevice + ((x & 3) << 4 | (y & 3) << 2 | (z & 3))];
  });
}

}  // namespace weft::WEFT_DEVICE
