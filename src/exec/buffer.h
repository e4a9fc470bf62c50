/// Memory for intermediate results: what it holds after `resize` is anybody's guess. Nothing is set to zero by
/// one thread beforehand, so that the threads that fill it touch its pages first.
/// Keeps its memory when it shrinks.
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
    if (n > capacity()) {
      release();
      begin_ = static_cast<T*>(allocate_aligned(n * sizeof(T)));
      limit_ = begin_ + n;
    }
    end_ = begin_ + n;
  }
  void swap(Buffer& o) noexcept {
    std::swap(begin_, o.begin_);
    std::swap(end_, o.end_);
    std::swap(limit_, o.limit_);
  }
  std::size_t size() const { return std::size_t(end_ - begin_); }
  std::size_t capacity() const { return std::size_t(limit_ - begin_); }
  T* data() { return begin_; }
  const T* data() const { return begin_; }
  T& operator[](std::size_t i) { return begin_[i]; }
  const T& operator[](std::size_t i) const { return begin_[i]; }
  T* begin() { return begin_; }
  T* end() { return end_; }
  const T* begin() const { return begin_; }
  const T* end() const { return end_; }

 private:
  void release() {
    if (begin_) free_aligned(begin_, capacity() * sizeof(T));
    begin_ = end_ = limit_ = nullptr;
  }

  T *begin_ = nullptr, *end_ = nullptr, *limit_ = nullptr;
};

}  // namespace weft
