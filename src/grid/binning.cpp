/// Grid::bin: parcels into cells, cells into blocks, blocks into colours.
///
///   occupied    every chunk of parcels lists the blocks it meets; the lists are merged
///   keys        occupied blocks with those around them: the sorted list merged with itself shifted by one block
///               along z, the result along y, that one along x
///   neighbours  the blocks around one block after the other in sorted order: each of the nine rows along z
///               only ever moves forward in the list
///   colours     blocks sorted by colour
#include <algorithm>
#include <atomic>
#include <bit>
#include <cmath>

#include "exec/error.h"
#include "exec/radix_sort.h"
#include "exec/sorted_keys.h"
#include "grid/grid.h"

namespace weft {
namespace {

constexpr std::size_t kChunk = 1 << 14;
constexpr double kReach = 4.0e6;  // cells from the origin that block keys can name

/// Base node of each of up to kBatch positions.
struct Cells {
  int base[3][kBatch];
};

class CellFinder {
 public:
  explicit CellFinder(const GridShape& shape)
      : inverse_dx_(Real(1) / Real(shape.dx)),
        shift_(shape.degree == 1   ? 0
               : shape.degree == 2 ? Real(0.5)
                                   : 1),
        plane_(shape.plane) {}

  /// False when a position is not finite or out of reach.
  bool find(const Parcels& set, Range r, Cells& out) const {
    alignas(64) Real x[3][kBatch];
    set.positions(r, x[0], x[1], x[2]);
    bool good = true;
    for (int k = 0; k < 3; ++k)
      for (std::size_t i = 0; i < r.size(); ++i) {
        const Real u = x[k][i] * inverse_dx_ - shift_;
        good &= std::abs(u) < Real(kReach);
        out.base[k][i] = (plane_ && k == 1) ? 0 : int(std::floor(u));
      }
    return good;
  }

 private:
  Real inverse_dx_, shift_;
  bool plane_;
};

std::uint64_t key_of(const Cells& c, std::size_t i) {
  return block_key(c.base[0][i] >> 2, c.base[1][i] >> 2, c.base[2][i] >> 2);
}
std::uint32_t cell_of(const Cells& c, std::size_t i) {
  return std::uint32_t(((c.base[0][i] & 3) << 4) | ((c.base[1][i] & 3) << 2) | (c.base[2][i] & 3));
}

/// The last few keys met, and what is known of them: parcels that lie near each other in memory change back and
/// forth between few blocks.
class Recent {
 public:
  Recent() { std::fill_n(key_, kSlots, ~std::uint64_t(0)); }
  /// What find(key) says, asked only when it is not known any more.
  template <class Find>
  std::uint32_t operator()(std::uint64_t key, Find&& find) {
    const std::size_t slot = (key * 0x9E3779B97F4A7C15u) >> 58;
    if (key_[slot] != key) {
      key_[slot] = key;
      value_[slot] = find(key);
    }
    return value_[slot];
  }

 private:
  static constexpr std::size_t kSlots = 64;
  std::uint64_t key_[kSlots];
  std::uint32_t value_[kSlots];
};

/// Adds the blocks that hold a base node of some parcel of a set: a sorted list per chunk of parcels.
void list_blocks(const Parcels& set, const CellFinder& finder, std::vector<KeyList>& lists) {
  const std::size_t first = lists.size();
  lists.resize(first + chunk_count(set.size(), kChunk));
  std::atomic<bool> good{true};
  parallel_chunks(set.size(), kChunk, [&](Range chunk) {
    KeyList& mine = lists[first + chunk.begin / kChunk];
    Recent recent;
    Cells cells;
    for (std::size_t b = chunk.begin; b < chunk.end; b += kBatch) {
      const Range r{b, std::min(chunk.end, b + kBatch)};
      if (!finder.find(set, r, cells)) good = false;
      for (std::size_t i = 0; i < r.size(); ++i)
        recent(key_of(cells, i), [&](std::uint64_t key) {
          mine.push_back(key);
          return 0u;
        });
    }
    sort_unique(mine);
  });
  if (!good)
    throw Error("E0502", "a point left the reach of the grid (or is not a number)", {},
                "look for a velocity or a stiffness that is far too large", Exit::simulation);
}

/// (Occupied block, cell) of each parcel.
void find_items(const Parcels& set, const KeyList& occupied, const CellFinder& finder,
                std::span<KeyIndex> items) {
  parallel_chunks(set.size(), kChunk, [&](Range chunk) {
    Recent recent;
    Cells cells;
    for (std::size_t b = chunk.begin; b < chunk.end; b += kBatch) {
      const Range r{b, std::min(chunk.end, b + kBatch)};
      finder.find(set, r, cells);
      for (std::size_t i = 0; i < r.size(); ++i) {
        const std::uint32_t rank = recent(key_of(cells, i), [&](std::uint64_t key) {
          return std::uint32_t(std::lower_bound(occupied.begin(), occupied.end(), key) - occupied.begin());
        });
        items[b + i] = {rank * kBlockNodes + cell_of(cells, i), std::uint32_t(b + i)};
      }
    }
  });
}

/// Sorts one set's parcels by (occupied block, cell) and finds where each block's parcels begin.
void sort_set(Parcels& set, const KeyList& occupied, const CellFinder& finder,
              std::vector<std::uint32_t>& begins) {
  Buffer<KeyIndex> memory[2] = {Buffer<KeyIndex>(set.size()), Buffer<KeyIndex>(set.size())};
  find_items(set, occupied, finder, {memory[0].data(), set.size()});
  const std::span<KeyIndex> items = radix_sort({memory[0].data(), set.size()}, {memory[1].data(), set.size()},
                                               int(std::bit_width(occupied.size() * kBlockNodes)));
  begins.resize(occupied.size() + 1);
  Buffer<std::uint32_t> order(set.size());
  parallel_chunks(items.size(), kChunk, [&](Range r) {
    for (std::size_t i = r.begin; i < r.end; ++i) {
      const std::uint32_t block = items[i].key / kBlockNodes;
      const std::uint32_t before = i ? items[i - 1].key / kBlockNodes + 1 : 0;
      for (std::uint32_t k = before; k <= block; ++k) begins[k] = std::uint32_t(i);
      order[i] = items[i].index;
    }
  });
  const std::size_t behind = items.empty() ? 0 : items.back().key / kBlockNodes + 1;
  std::fill(begins.begin() + std::ptrdiff_t(behind), begins.end(), std::uint32_t(set.size()));
  for (Buffer<KeyIndex>& m : memory) Buffer<KeyIndex>().swap(m);
  set.reorder({order.data(), order.size()});
}

/// What a step of one block along x, y and z adds to a key.
constexpr std::uint64_t kStepX = std::uint64_t(1) << 42, kStepY = std::uint64_t(1) << 21, kStepZ = 1;

}  // namespace

void Grid::bin(std::span<Parcels* const> sets, std::span<const std::uint64_t> extra) {
  const CellFinder finder(shape_);
  active_.clear();
  std::vector<KeyList> lists;
  for (const Parcels* set : sets) list_blocks(*set, finder, lists);
  occupied_ = union_of(lists);
  begins_.resize(sets.size());
  for (std::size_t k = 0; k < sets.size(); ++k) sort_set(*sets[k], occupied_, finder, begins_[k]);
  keys_ = with_shifted(occupied_, kStepZ);
  if (!shape_.plane) keys_ = with_shifted(keys_, kStepY);
  keys_ = with_shifted(keys_, kStepX);
  if (!extra.empty()) {
    const KeyList lists_of_both[] = {std::move(keys_), KeyList(extra.begin(), extra.end())};
    keys_ = union_of(lists_of_both);
  }
  nodes_.resize(keys_.size() * kBlockNodes);
  find_neighbours();
  find_colours();
}

void Grid::find_neighbours() {
  neighbours_.resize(occupied_.size());
  parallel_chunks(occupied_.size(), 1024, [&](Range r) {
    for (int row = 0; row < 9; ++row) {
      const std::uint64_t a = std::uint64_t(row / 3) - 1, b = std::uint64_t(row % 3) - 1;
      const bool none = shape_.plane && b != 0;
      const std::uint64_t shift = a * kStepX + b * kStepY - kStepZ;
      const auto start = std::lower_bound(keys_.begin(), keys_.end(), occupied_[r.begin] + shift);
      std::uint32_t at = std::uint32_t(start - keys_.begin());
      for (std::size_t i = r.begin; i < r.end; ++i) {
        if (!none)
          while (keys_[at] < occupied_[i] + shift) ++at;
        for (int c = 0; c < 3; ++c)
          neighbours_[i][std::size_t(row * 3 + c)] = none ? kNoBlock : at + std::uint32_t(c);
      }
    }
  });
}

/// Tiles of blocks of one colour never share a node: a tile is 2 blocks wide (3 for the cubic kernel).
void Grid::find_colours() {
  constexpr int kColourBits = 5;  // 27 colours at most
  const int period = shape_.degree == 3 ? 3 : 2;
  const std::size_t n = occupied_.size();
  Buffer<KeyIndex> memory[2] = {Buffer<KeyIndex>(n), Buffer<KeyIndex>(n)};
  parallel_chunks(n, kChunk, [&](Range r) {
    const auto wrap = [period](int v) { return ((v % period) + period) % period; };
    for (std::size_t i = r.begin; i < r.end; ++i) {
      const auto c = block_coordinates(occupied_[i]);
      memory[0][i] = {std::uint32_t((wrap(c[0]) * period + wrap(c[1])) * period + wrap(c[2])),
                      std::uint32_t(i)};
    }
  });
  const std::span<KeyIndex> sorted = radix_sort({memory[0].data(), n}, {memory[1].data(), n}, kColourBits);
  colours_.resize(std::size_t(period * period * period));
  parallel_for(colours_.size(), [&](std::size_t c) {
    const auto [begin, end] =
        std::equal_range(sorted.begin(), sorted.end(), KeyIndex{std::uint32_t(c), 0},
                         [](const KeyIndex& a, const KeyIndex& b) { return a.key < b.key; });
    colours_[c].resize(std::size_t(end - begin));
    std::transform(begin, end, colours_[c].begin(), [](const KeyIndex& k) { return k.index; });
  });
}

}  // namespace weft
