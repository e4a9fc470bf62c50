/// The two transfers over all blocks and all parcels. Instantiated for one degree per file, which keeps builds
/// parallel: transfer_linear.cpp, transfer_quadratic.cpp, transfer_cubic.cpp.
#pragma once
#include <algorithm>

#include "exec/clock.h"
#include "exec/stages.h"
#include "grid/transfer.h"
#include "grid/transfers.h"

namespace weft {

template <int degree, bool plane, bool gradient>
struct TransferLoops : Transfer<degree, plane, gradient> {
  using Base = Transfer<degree, plane, gradient>;
  using typename Base::Answers, typename Base::Place, typename Base::Tile;

  /// Ticks of one thread, so that threads do not queue for the common sums.
  struct Spent {
    std::uint64_t in_body = 0, all = 0;
  };

  static Place place_of(const Grid& grid, std::size_t block, const Step& step) {
    const auto c = block_coordinates(grid.occupied_[block]);
    return {{c[0] * kBlockSide, c[1] * kBlockSide, c[2] * kBlockSide}, Real(step.dx)};
  }

  /// Sums a block's parcels in the tile.
  static void fill_tile(const Grid& grid, std::size_t block, std::span<Parcels* const> sets, const Step& step,
                        Tile& tile, Spent& spent) {
    std::memset(&tile, 0, sizeof tile);
    const Place place = place_of(grid, block, step);
    ParcelBatch batch;
    for (std::size_t k = 0; k < sets.size(); ++k) {
      const std::size_t begin = grid.begins_[k][block], end = grid.begins_[k][block + 1];
      if (begin == end) continue;  // the group that holds `begin` would be somebody else's
      for (std::size_t at = begin / kGroup * kGroup; at < end; at += kBatch) {
        const Range r{at, std::min(at + kBatch, sets[k]->size())};
        const std::uint64_t t = ticks();
        sets[k]->load(r, step, batch);
        spent.in_body += ticks() - t;
        for (std::size_t g = 0; g < kBatch && at + g < end; g += kGroup) {
          const std::size_t first = std::max(begin, at + g) - (at + g),
                            last = std::min(end - (at + g), kGroup);
          Base::scatter(batch, {g, first, last}, place, tile);
        }
      }
    }
  }

  /// Tiles are filled in any order and added colour by colour.
  static void p2g(Grid& grid, std::span<Parcels* const> sets, const Step& step, TransferTicks& time) {
    parallel_stages(sizes_of(grid.colours_), [&](StageWorker& worker) {
      Tile tile;
      Spent spent;
      const std::uint64_t start = ticks();
      for (StageItem at; worker.next(at);) {
        const std::uint32_t block = grid.colours_[at.stage][at.item];
        if (!grid.active_.empty() && !grid.active_[block]) continue;
        fill_tile(grid, block, sets, step, tile, spent);
        worker.wait();
        Base::add_tile(tile, grid.neighbours_[block], grid.nodes_.data());
      }
      spent.all = ticks() - start;
      time.load += spent.in_body;
      time.p2g += spent.all - spent.in_body;
    });
  }

  /// True when some parcel of r lies in a block that takes part; `block` is not past the one r begins in.
  static bool any_active(const Grid& grid, const std::vector<std::uint32_t>& begins, std::size_t block,
                         Range r) {
    if (grid.active_.empty()) return true;
    while (begins[block + 1] <= r.begin) ++block;
    for (; block + 1 < begins.size() && begins[block] < r.end; ++block)
      if (grid.active_[block]) return true;
    return false;
  }

  /// By point -> by value.
  static void store_answers(Answers& from, std::size_t at, AnswerBatch& out) {
    transpose(from.velocity);
    store_lanes(&out.mass[at], from.velocity[0]);
    for (int i = 0; i < 3; ++i) {
      store_lanes(&out.v[i][at], from.velocity[1 + i]);
      for (int j = 0; j < 3; ++j) store_lanes(&out.C[j][i][at], from.velocity[5 + 4 * j + i]);
    }
    if constexpr (gradient) {
      transpose(from.strain);
      for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) store_lanes(&out.G[j][i][at], from.strain[5 + 4 * j + i]);
    }
  }

  /// Answers for one run of parcels of a set, and their unloading.
  static void g2p_range(const Grid& grid, const std::vector<std::uint32_t>& begins, Parcels& set, Range run,
                        const Step& step, TransferTicks& time) {
    Tile tile;
    std::memset(&tile, 0, sizeof tile);
    AnswerBatch out;
    alignas(64) Real x[3][kBatch];
    Answers answers;
    std::size_t block = std::size_t(std::upper_bound(begins.begin(), begins.end(), std::uint32_t(run.begin)) -
                                    begins.begin()) -
                        1;
    std::size_t gathered = ~std::size_t(0);
    Place place{};
    std::uint64_t in_unload = 0, start = ticks();
    for (std::size_t at = run.begin; at < run.end; at += kBatch) {
      const Range r{at, std::min(at + kBatch, run.end)};
      if (!any_active(grid, begins, block, r)) continue;
      set.positions(r, x[0], x[1], x[2]);
      for (std::size_t g = at; g < r.end; g += kGroup) {
        const std::size_t stop = std::min(g + kGroup, r.end);
        for (auto& a : answers.velocity) a = Lanes{};
        for (std::size_t p = g; p < stop;) {  // a group may span several blocks
          while (begins[block + 1] <= p) ++block;
          if (gathered != block) {
            Base::gather_tile(tile, grid.neighbours_[block], grid.nodes_.data());
            place = place_of(grid, block, step);
            gathered = block;
          }
          const std::size_t last = std::min<std::size_t>(stop, begins[block + 1]);
          Base::gather(x, {g - at, p - g, last - g}, place, tile, answers);
          p = last;
        }
        store_answers(answers, g - at, out);
      }
      const std::uint64_t t = ticks();
      set.unload(r, step, out);
      in_unload += ticks() - t;
    }
    time.unload += in_unload;
    time.g2p += ticks() - start - in_unload;
  }

  static void g2p(const Grid& grid, std::span<Parcels* const> sets, const Step& step, TransferTicks& time) {
    constexpr std::size_t kRun = 2048;
    for (std::size_t k = 0; k < sets.size(); ++k)
      parallel_chunks(sets[k]->size(), kRun,
                      [&](Range r) { g2p_range(grid, grid.begins_[k], *sets[k], r, step, time); });
  }
};

/// Calls f(TransferLoops<degree, plane, gradient>) for the form that the step asks for.
template <int degree, class F>
void with_form(const Step& step, F&& f) {
  if (step.plane)
    step.weight_gradient ? f(TransferLoops<degree, true, true>{}) : f(TransferLoops<degree, true, false>{});
  else
    step.weight_gradient ? f(TransferLoops<degree, false, true>{}) : f(TransferLoops<degree, false, false>{});
}

template <int degree>
void Transfers<degree>::p2g(Grid& grid, std::span<Parcels* const> sets, const Step& step,
                            TransferTicks& time) {
  with_form<degree>(step, [&](auto loops) { loops.p2g(grid, sets, step, time); });
}

template <int degree>
void Transfers<degree>::g2p(const Grid& grid, std::span<Parcels* const> sets, const Step& step,
                            TransferTicks& time) {
  with_form<degree>(step, [&](auto loops) { loops.g2p(grid, sets, step, time); });
}

}  // namespace weft
