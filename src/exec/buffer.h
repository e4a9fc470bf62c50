/// Memory for intermediate results: what it holds after `resize` is anybody's guess. Nothing is set to zero by
/// one thread beforehand, so that the threads that fill it touch its pages first. Keeps its memory when it
/// shrinks.
#pragma once
#include <span>
#include <type_traits>
#include <utility>

#include "exec/array.h"

namespace weft {

template <class T>
class Buffer {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  using value_type = T;
  Buffer() = default;
  explicit Buffer(std::size_t n) { resize(n); }
  Buffer(Buffer&& o) noexcept { swap(o); }
  Buffer& operator=(Buffer&& o) noexcept {
    swap(o);
    return *this;
  }
  ~Buffer() { release(); }

  void resize(std::size_t n) {
    if (n > capacity_) {
      release();
      at_ = static_cast<T*>(allocate_aligned(n * sizeof(T)));
      capacity_ = n;
    }
    size_ = n;
  }
  void swap(Buffer& o) noexcept {
    std::swap(at_, o.at_);
    std::swap(size_, o.size_);
    std::swap(capacity_, o.capacity_);
  }
  std::size_t size() const { return size_; }
  std::size_t capacity() const { return capacity_; }
  T* data() { return at_; }
  const T* data() const { return at_; }
  T& operator[](std::size_t i) { return at_[i]; }
  const T& operator[](std::size_t i) const { return at_[i]; }
  T* begin() { return at_; }
  T* end() { return at_ + size_; }

 private:
  void release() {
    if (at_) free_aligned(at_, capacity_ * sizeof(T));
    at_ = nullptr;
    size_ = capacity_ = 0;
  }

  T* at_ = nullptr;
  std::size_t size_ = 0, capacity_ = 0;
};

}  // namespace weft
