#include "exec/stages.h"

#include <tbb/task_arena.h>

#include <thread>

namespace weft {
namespace {
constexpr std::size_t kMostAtOnce = 16;  // items a thread takes: neighbours in the list share cache lines
constexpr std::size_t kShares = 4;       // batches that each thread would get of what is left
constexpr int kSpins = 64;               // before a thread that waits lets others run
}  // namespace

std::size_t worker_count() { return std::size_t(std::max(1, tbb::this_task_arena::max_concurrency())); }

/// Large batches first, single items at the end of each stage.
Stages::Stages(std::span<const std::size_t> sizes, std::size_t workers) : left_(sizes.size()) {
  for (std::size_t s = 0; s < sizes.size(); ++s) {
    left_[s].items = std::uint32_t(sizes[s]);
    for (std::size_t i = 0; i < sizes[s];) {
      const std::size_t n = std::clamp<std::size_t>((sizes[s] - i) / (kShares * workers), 1, kMostAtOnce);
      batches_.push_back({std::uint32_t(s), std::uint32_t(i), std::uint32_t(i + n)});
      i += n;
    }
  }
}

void StageWorker::complete() {
  if (batch_.end != batch_.begin) stages_.left_[batch_.stage].items.fetch_sub(batch_.end - batch_.begin);
  batch_.end = batch_.begin;
}

bool StageWorker::next_batch() {
  complete();
  const std::size_t k = stages_.next_.fetch_add(1, std::memory_order_relaxed);
  batch_ = k < stages_.batches_.size() ? stages_.batches_[k] : Stages::Batch{0, 0, 0};
  item_ = batch_.begin;
  return k < stages_.batches_.size();
}

void StageWorker::wait() {
  for (; clear_ < batch_.stage; ++clear_)
    for (int spins = 0; stages_.left_[clear_].items.load(std::memory_order_acquire) > 0; ++spins)
      if (spins >= kSpins) std::this_thread::yield();
}

}  // namespace weft
