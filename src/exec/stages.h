/// Items in stages, for sums with one order: nothing of a stage may be written before all stages ahead of it
/// are complete, but it may be computed. Items are handed out in the order of their list, and a thread that
/// runs out of work in one stage computes in the next one meanwhile, so that no thread waits at the end of a
/// stage as long as items take about the same time.
///
///   parallel_stages(sizes, [&](StageWorker& worker) {
///     for (StageItem at; worker.next(at);) {
///       compute(at);
///       worker.wait();   // until all stages ahead of at.stage are complete
///       write(at);
///     }
///   });
///
/// A worker must not start loops of its own between `next` and `wait`.
#pragma once
#include <atomic>
#include <cstdint>
#include <span>
#include <vector>

#include "exec/parallel.h"

namespace weft {

/// How many threads may take part in a loop that starts here.
std::size_t worker_count();

struct StageItem {
  std::uint32_t stage, item;
};

/// The items of stage s are 0 .. sizes[s].
class Stages {
 public:
  Stages(std::span<const std::size_t> sizes, std::size_t workers);

 private:
  friend class StageWorker;
  struct Batch {
    std::uint32_t stage, begin, end;
  };
  /// Items that are not complete yet, each stage in a cache line of its own.
  struct alignas(64) Left {
    std::atomic<std::uint32_t> items{0};
  };
  std::vector<Batch> batches_;
  std::vector<Left> left_;
  alignas(64) std::atomic<std::size_t> next_{0};
};

class StageWorker {
 public:
  explicit StageWorker(Stages& stages) : stages_(stages) {}
  StageWorker(const StageWorker&) = delete;
  /// Also when work throws: others would wait for it forever.
  ~StageWorker() { complete(); }
  /// The item before is complete; false when none is left.
  bool next(StageItem& item) {
    if (item_ == batch_.end && !next_batch()) return false;
    item = {batch_.stage, item_++};
    return true;
  }
  /// Returns when all items of stages ahead are complete.
  void wait();

 private:
  bool next_batch();
  void complete();

  Stages& stages_;
  Stages::Batch batch_{0, 0, 0};
  std::uint32_t item_ = 0;
  std::uint32_t clear_ = 0;  ///< stages known to be complete
};

/// Of a list of lists.
template <class Lists>
std::vector<std::size_t> sizes_of(const Lists& lists) {
  std::vector<std::size_t> sizes;
  for (const auto& l : lists) sizes.push_back(l.size());
  return sizes;
}

template <class F>
void parallel_stages(std::span<const std::size_t> sizes, F&& f) {
  const std::size_t workers = worker_count();
  Stages stages(sizes, workers);
  parallel_for(workers, [&](std::size_t) {
    StageWorker worker(stages);
    f(worker);
  });
}

}  // namespace weft
