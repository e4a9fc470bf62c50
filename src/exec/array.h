/// A std::vector whose items begin at a cache line, for data that packs read.
#pragma once
#include <cstddef>
#include <new>
#include <vector>

namespace weft {

template <class T>
struct AlignedAllocator {
  using value_type = T;
  static constexpr std::align_val_t kAlign{64};
  AlignedAllocator() = default;
  template <class U>
  AlignedAllocator(const AlignedAllocator<U>&) {}
  T* allocate(std::size_t n) { return static_cast<T*>(::operator new(n * sizeof(T), kAlign)); }
  void deallocate(T* p, std::size_t) { ::operator delete(p, kAlign); }
  friend bool operator==(AlignedAllocator, AlignedAllocator) { return true; }
};

template <class T>
using Array = std::vector<T, AlignedAllocator<T>>;

template <class V>
std::size_t bytes_of(const V& v) { return v.capacity() * sizeof(typename V::value_type); }

}  // namespace weft
