/// Grid::bin: parcels into cells, cells into blocks, blocks into colours.
#include <algorithm>
#include <atomic>
#include <bit>
#include <cmath>

#include "exec/error.h"
#include "exec/radix_sort.h"
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

void sort_unique(std::vector<std::uint64_t>& v) {
  std::sort(v.begin(), v.end());
  v.erase(std::unique(v.begin(), v.end()), v.end());
}

std::uint32_t rank_of(const std::vector<std::uint64_t>& sorted, std::uint64_t key) {
  return std::uint32_t(std::lower_bound(sorted.begin(), sorted.end(), key) - sorted.begin());
}

/// The blocks that hold a base node of some parcel, sorted.
std::vector<std::uint64_t> occupied_blocks(std::span<Parcels* const> sets, const CellFinder& finder) {
  std::vector<std::uint64_t> all;
  for (const Parcels* set : sets) {
    std::vector<std::vector<std::uint64_t>> part(chunk_count(set->size(), kChunk));
    std::atomic<bool> good{true};
    parallel_chunks(set->size(), kChunk, [&](Range chunk) {
      auto& mine = part[chunk.begin / kChunk];
      std::uint64_t last = ~std::uint64_t(0);
      Cells cells;
      for (std::size_t b = chunk.begin; b < chunk.end; b += kBatch) {
        const Range r{b, std::min(chunk.end, b + kBatch)};
        if (!finder.find(*set, r, cells)) good = false;
        for (std::size_t i = 0; i < r.size(); ++i) {
          const std::uint64_t key = key_of(cells, i);
          if (key != last) mine.push_back(last = key);
        }
      }
      sort_unique(mine);
    });
    if (!good)
      throw Error("E0502", "a point left the reach of the grid (or is not a number)", {},
                  "look for a velocity or a stiffness that is far too large", Exit::simulation);
    for (const auto& p : part) all.insert(all.end(), p.begin(), p.end());
  }
  sort_unique(all);
  return all;
}

/// Sorts one set's parcels by (occupied block, cell) and returns where each block's parcels begin.
std::vector<std::uint32_t> sort_set(Parcels& set, const std::vector<std::uint64_t>& occupied,
                                    const CellFinder& finder) {
  std::vector<KeyIndex> items(set.size()), scratch;
  parallel_chunks(set.size(), kChunk, [&](Range chunk) {
    std::uint64_t last = ~std::uint64_t(0);
    std::uint32_t rank = 0;
    Cells cells;
    for (std::size_t b = chunk.begin; b < chunk.end; b += kBatch) {
      const Range r{b, std::min(chunk.end, b + kBatch)};
      finder.find(set, r, cells);
      for (std::size_t i = 0; i < r.size(); ++i) {
        const std::uint64_t key = key_of(cells, i);
        if (key != last) rank = rank_of(occupied, last = key);
        items[b + i] = {rank * kBlockNodes + cell_of(cells, i), std::uint32_t(b + i)};
      }
    }
  });
  radix_sort(items, scratch, std::bit_width(occupied.size() * kBlockNodes));
  std::vector<std::uint32_t> begins(occupied.size() + 1, std::uint32_t(set.size()));
  parallel_chunks(items.size(), kChunk, [&](Range r) {
    for (std::size_t i = r.begin; i < r.end; ++i) {
      const std::uint32_t block = items[i].key / kBlockNodes;
      const std::uint32_t before = i ? items[i - 1].key / kBlockNodes + 1 : 0;
      for (std::uint32_t k = before; k <= block; ++k) begins[k] = std::uint32_t(i);
    }
  });
  std::vector<std::uint32_t> order(items.size());
  parallel_chunks(items.size(), kChunk, [&](Range r) {
    for (std::size_t i = r.begin; i < r.end; ++i) order[i] = items[i].index;
  });
  items = {};
  scratch = {};
  set.reorder(order);
  return begins;
}

}  // namespace

void Grid::bin(std::span<Parcels* const> sets) {
  const CellFinder finder(shape_);
  active_.clear();
  occupied_ = occupied_blocks(sets, finder);
  begins_.clear();
  for (Parcels* set : sets) begins_.push_back(sort_set(*set, occupied_, finder));

  const auto each_neighbour = [&](std::uint64_t key, auto&& f) {
    const auto c = block_coordinates(key);
    for (int a = -1; a <= 1; ++a)
      for (int b = -1; b <= 1; ++b)
        for (int d = -1; d <= 1; ++d)
          if (!shape_.plane || b == 0)
            f((a + 1) * 9 + (b + 1) * 3 + d + 1, block_key(c[0] + a, c[1] + b, c[2] + d));
  };
  keys_.clear();
  for (std::uint64_t key : occupied_) each_neighbour(key, [&](int, std::uint64_t k) { keys_.push_back(k); });
  sort_unique(keys_);
  nodes_.resize(keys_.size() * kBlockNodes);
  neighbours_.resize(occupied_.size());
  parallel_chunks(occupied_.size(), 256, [&](Range r) {
    for (std::size_t i = r.begin; i < r.end; ++i) {
      neighbours_[i].fill(kNoBlock);
      each_neighbour(occupied_[i], [&](int n, std::uint64_t k) { neighbours_[i][n] = rank_of(keys_, k); });
    }
  });

  // Tiles of blocks of one colour never share a node: a tile is 2 blocks wide (3 for the cubic kernel).
  const int period = shape_.degree == 3 ? 3 : 2;
  colours_.assign(period * period * period, {});
  for (std::size_t i = 0; i < occupied_.size(); ++i) {
    const auto c = block_coordinates(occupied_[i]);
    const auto wrap = [period](int v) { return ((v % period) + period) % period; };
    colours_[(wrap(c[0]) * period + wrap(c[1])) * period + wrap(c[2])].push_back(std::uint32_t(i));
  }
}

}  // namespace weft
