/// The memory of the sparse grid on a device, and the making of its lists.
#pragma once
#include <algorithm>

#include "device/order.h"
#include "device/p2g.h"

namespace weft::WEFT_DEVICE {

class DeviceGrid {
 public:
  /// Sets begin at multiples of this, so that warps read whole lines.
  static constexpr unsigned kAlign = 32;

  /// Memory for these sets; lists are made by `sort`.
  void settle(Stream& stream, const std::vector<SetView>& sets, double dx, std::size_t blocks_guess) {
    sets_ = sets;
    view_ = {};
    view_.h = {float(dx), float(1 / dx)};
    view_.sets = int(sets.size());
    set_.put(stream, sets);
    parcels_ = 0;
    for (const SetView& s : sets) parcels_ = std::max(parcels_, std::size_t(s.first) + s.count);
    for (auto* a : {&a0_, &a1_, &b_, &c_, &d_}) a->resize(parcels_);
    for (auto* a : {&entry_, &rank_, &list_}) a->resize(parcels_);
    control_.resize(1);
    make_blocks(std::max<std::size_t>(blocks_guess, 1024));
    make_regions(64);
    see();
  }

  /// Room for what did not fit; what nodes hold stays.
  void grow(Stream& stream, const Control& c) {
    if (c.trouble & kTooManyRegions) {
      for (int k = 0; k < 2; ++k) keep_region_[k] = std::move(region_[k]), keep_number_[k] = std::move(number_[k]);
      const int old = view_.slots;
      make_regions(std::size_t(old) * 2);
      rehash(stream, c.table, old);
    }
    if (c.found > capacity()) grow_blocks(stream, std::size_t(double(c.found) * 1.25) + 1024);
    view_.blocks.room = int(capacity());
    see();
  }

  const SortView& view() const { return view_; }
  const std::vector<SetView>& sets() const { return sets_; }
  Control* control() const { return control_.data(); }
  std::size_t room() const { return std::size_t(view_.blocks.room); }
  std::size_t capacity() const { return std::size_t(view_.blocks.capacity); }

  /// Lists from points as they lie, or in a step that sorts from the lists that they have.
  void sort(Stream& stream, bool as_they_lie) {
    const std::size_t entries = view_.entries(), table = blocks_for<ClearTable>(entries);
    launch(stream, table, ClearTable{view_});
    for (int s = 0; s < view_.sets; ++s)
      if (as_they_lie) launch(stream, blocks_for<CountPoints>(sets_[std::size_t(s)].count), CountPoints{view_, s});
      else launch(stream, room(), CountByBlocks{view_, s});
    launch(stream, blocks_for<MarkUsed>(entries * 27), MarkUsed{view_});
    scan_.run(stream, used_.data(), number_of_.data(), entries);
    scan_.run(stream, busy_.data(), busy_number_.data(), entries);
    scan_.run(stream, total_.data(), before_.data(), entries * std::size_t(view_.sets));
    launch(stream, table, BuildBlocks{view_});
    launch(stream, 1, TakeNumbers{view_});
    launch(stream, blocks_for<FindNeighbours>(capacity() * 27), FindNeighbours{view_});
    for (int s = 0; s < view_.sets; ++s) {
      launch(stream, blocks_for<FillLists>(sets_[std::size_t(s)].count), FillLists{view_, s});
      if (sets_[std::size_t(s)].moves) launch(stream, room(), OrderLists{view_, s});
    }
  }
  void end_sort(Stream& stream) { launch(stream, 1, EndSort{view_}); }
  /// Bounds of lists whose parcels no step has made.
  void measure(Stream& stream, When when) {
    for (int s = 0; s < view_.sets; ++s) launch(stream, room(), MeasureLists{view_, s, when});
  }
  /// How many blocks kernels of points are launched for: some more than have points. True when that has changed.
  bool fit_room(const Control& c) {
    const int busy = std::max(c.busy, 1), room = view_.blocks.room;
    if (room < 2 * busy + 512 && room > busy + busy / 16) return false;
    view_.blocks.room = std::min(view_.blocks.capacity, busy + busy / 4 + 256);
    return view_.blocks.room != room;
  }
  /// Which way to the nodes is the fastest for points like these: sums are the same. True when it is another one.
  bool choose_scatter(const Control& c) {
    bool meshes = false;
    for (const SetView& s : sets_) meshes |= !s.moves;
    const double each = double(parcels_) / std::max(c.blocks, 1);
    const Scatter before = scatter_;
    scatter_ = !meshes ? Scatter::plain : each < 110 ? Scatter::few : Scatter::pairs;
    return scatter_ != before;
  }
  void scatter(Stream& stream) {
    if (scatter_ == Scatter::plain) launch(stream, room(), PlainToGrid<128>{view_});
    else if (scatter_ == Scatter::few) launch(stream, room(), PlainToGrid<64>{view_});
    else launch(stream, room(), PairsToGrid{view_});
  }

  std::size_t bytes() const {
    std::size_t n = 0;
    for (auto* a : {&a0_, &a1_, &b_, &c_, &d_, &tile_, &node_}) n += a->bytes();
    for (auto* a : {&entry_, &rank_, &list_, &start_, &count_, &used_, &number_of_, &busy_, &busy_number_, &total_, &before_}) n += a->bytes();
    for (int k = 0; k < 2; ++k) n += region_[k].bytes() + number_[k].bytes();
    return n + neighbour_.bytes() + neighbour_old_.bytes() + info_.bytes() + whole_.bytes() + origin_.bytes();
  }

 private:
  void make_blocks(std::size_t n) {
    origin_.resize(n), neighbour_.resize(n * 27), neighbour_old_.resize(n * 27);
    const std::size_t lists = n * std::size_t(view_.sets);
    start_.resize(lists), count_.resize(lists), info_.resize(lists), whole_.resize(n);
    tile_.resize(n * kTileNodes), node_.resize(n * kBlockNodesOnDevice);
    view_.blocks.capacity = view_.blocks.room = int(n);
  }
  /// In a step that waits to be sorted nodes are still wanted, by the numbers of the old table; lists are made anew.
  void grow_blocks(Stream& stream, std::size_t n) {
    node_.grow(stream, n * kBlockNodesOnDevice);
    make_blocks(n);
  }
  void make_regions(std::size_t slots) {
    view_.slots = int(slots);
    const std::size_t entries = slots * kRegionBlocks;
    for (int k = 0; k < 2; ++k) region_[k].resize(slots), number_[k].resize(entries);
    used_.resize(entries), number_of_.resize(entries), busy_.resize(entries), busy_number_.resize(entries);
    total_.resize(entries * std::size_t(view_.sets)), before_.resize(entries * std::size_t(view_.sets));
    scan_.reserve(entries * std::size_t(view_.sets));
  }
  /// The present table in a larger one: found by the host, since it happens once or twice in a run.
  void rehash(Stream& stream, int present, int old_slots) {
    for (int k = 0; k < 2; ++k) {
      std::vector<BlockKey> key(std::size_t(view_.slots), kNoKey);
      std::vector<int> number(std::size_t(view_.slots) * kRegionBlocks, -1);
      if (k == present) {
        const std::vector<BlockKey> old = keep_region_[k].get(stream);
        const std::vector<int> was = keep_number_[k].get(stream);
        for (int s = 0; s < old_slots; ++s) {
          if (old[std::size_t(s)] == kNoKey) continue;
          unsigned to = unsigned(mixed(old[std::size_t(s)])) & unsigned(view_.slots - 1);
          while (key[to] != kNoKey) to = (to + 1) & unsigned(view_.slots - 1);
          key[to] = old[std::size_t(s)];
          std::copy_n(&was[std::size_t(s) * kRegionBlocks], kRegionBlocks, &number[std::size_t(to) * kRegionBlocks]);
        }
      }
      region_[k].put(stream, key), number_[k].put(stream, number);
      keep_region_[k] = {}, keep_number_[k] = {};
    }
  }
  void see() {
    SortView& v = view_;
    v.control = control_.data();
    for (int k = 0; k < 2; ++k) v.table[k] = {region_[k].data(), number_[k].data()};
    v.used = used_.data(), v.number = number_of_.data(), v.busy = busy_.data(), v.busy_number = busy_number_.data();
    v.total = total_.data(), v.before = before_.data();
    v.entry = entry_.data(), v.rank = rank_.data(), v.list = list_.data();
    v.set = set_.data();
    v.parcels = {{a0_.data(), a1_.data()}, b_.data(), c_.data(), d_.data()};
    BlockView& b = v.blocks;
    b.origin = origin_.data(), b.neighbour = neighbour_.data(), b.neighbour_old = neighbour_old_.data();
    b.start = start_.data(), b.count = count_.data(), b.info = info_.data(), b.whole = whole_.data();
    b.tile = tile_.data(), b.node = node_.data();
  }

  enum class Scatter { plain, few, pairs };
  Scatter scatter_ = Scatter::pairs;
  std::vector<SetView> sets_;
  std::size_t parcels_ = 0;
  SortView view_{};
  DeviceArray<Control> control_;
  DeviceArray<SetView> set_;
  DeviceArray<Quad> a0_, a1_, b_, c_, d_, tile_, node_;
  DeviceArray<unsigned> entry_, rank_, list_, start_, count_, used_, number_of_, busy_, busy_number_, total_, before_;
  DeviceArray<BlockKey> region_[2], keep_region_[2];
  DeviceArray<int> number_[2], keep_number_[2], neighbour_, neighbour_old_;
  DeviceArray<Pair> info_, whole_;
  DeviceArray<Lattice> origin_;
  Scan scan_;
};

}  // namespace weft::WEFT_DEVICE
