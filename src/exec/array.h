/// A std::vector whose items begin at a cache line, for data that packs read.
#pragma once
#include <cstddef>
#include <vector>

namespace weft {

/// Memory that begins at a cache line; large pieces ask for huge pages, which spare the address translation.
void* allocate_aligned(std::size_t bytes);
void free_aligned(void* p, std::size_t bytes);

template <class T>
struct AlignedAllocator {
  using value_type = T;
  AlignedAllocator() = default;
  template <class U>
  AlignedAllocator(const AlignedAllocator<U>&) {}
  T* allocate(std::size_t n) { return static_cast<T*>(allocate_aligned(n * sizeof(T))); }
  void deallocate(T* p, std::size_t n) { free_aligned(p, n * sizeof(T)); }
  friend bool operator==(AlignedAllocator, AlignedAllocator) { return true; }
};

template <class T>
using Array = std::vector<T, AlignedAllocator<T>>;

template <class V>
std::size_t bytes_of(const V& v) {
  return v.capacity() * sizeof(typename V::value_type);
}

}  // namespace weft
