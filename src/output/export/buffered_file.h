/// An atomic file for many small writes.
#pragma once
#include <string>
#include <type_traits>

#include "output/atomic_file.h"

namespace weft {

class BufferedFile {
 public:
  explicit BufferedFile(const std::filesystem::path& path) : file_(path) {}
  void write(const void* data, std::size_t bytes) {
    if (bytes >= kBuffer) {
      flush();
      file_.write(data, bytes);
    } else {
      buffer_.append(static_cast<const char*>(data), bytes);
      if (buffer_.size() >= kBuffer) flush();
    }
  }
  void text(std::string_view s) { write(s.data(), s.size()); }
  /// The bytes of a number.
  template <class T>
  void put(T x) {
    static_assert(std::is_arithmetic_v<T>);
    write(&x, sizeof x);
  }
  /// Finishes the file; without it nothing appears.
  void commit() {
    flush();
    file_.commit();
  }

 private:
  static constexpr std::size_t kBuffer = 1 << 18;
  void flush() {
    file_.write(buffer_.data(), buffer_.size());
    buffer_.clear();
  }
  AtomicFile file_;
  std::string buffer_;
};

}  // namespace weft
