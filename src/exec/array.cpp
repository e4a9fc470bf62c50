#include "exec/array.h"

#include <sys/mman.h>
#include <tbb/task_arena.h>

#include <new>

#include "exec/parallel.h"

namespace weft {
namespace {

constexpr std::size_t kHugePage = std::size_t(1) << 21, kSmallPage = 4096;
constexpr std::align_val_t kLine{64}, kPage{kHugePage};

/// All threads ask the system for the pages: it clears them in parallel and spreads them over the memory of
/// all processors. Isolated, for a thread that waits here must not begin other work in the middle of its own.
void touch(char* p, std::size_t bytes) {
  tbb::this_task_arena::isolate([&] {
    parallel_chunks(bytes, kHugePage, [&](Range r) {
      for (std::size_t i = r.begin; i < r.end; i += kSmallPage) p[i] = 0;
    });
  });
}

}  // namespace

void* allocate_aligned(std::size_t bytes) {
  if (bytes < 4 * kHugePage) return ::operator new(bytes, kLine);
  void* p = ::operator new(bytes, kPage);
  madvise(p, bytes, MADV_HUGEPAGE);  // advice: nothing is lost where it is not taken
  touch(static_cast<char*>(p), bytes);
  return p;
}

void free_aligned(void* p, std::size_t bytes) {
  bytes < 4 * kHugePage ? ::operator delete(p, kLine) : ::operator delete(p, kPage);
}

}  // namespace weft
