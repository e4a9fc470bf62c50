#include "exec/array.h"

#include <sys/mman.h>

#include <new>

namespace weft {
namespace {
constexpr std::size_t kHugePage = std::size_t(1) << 21;
constexpr std::align_val_t kLine{64}, kPage{kHugePage};
}  // namespace

void* allocate_aligned(std::size_t bytes) {
  if (bytes < 4 * kHugePage) return ::operator new(bytes, kLine);
  void* p = ::operator new(bytes, kPage);
  madvise(p, bytes, MADV_HUGEPAGE);  // advice: nothing is lost where it is not taken
  return p;
}

void free_aligned(void* p, std::size_t bytes) {
  bytes < 4 * kHugePage ? ::operator delete(p, kLine) : ::operator delete(p, kPage);
}

}  // namespace weft
