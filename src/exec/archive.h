/// One description of what a thing remembers, for saving, restoring and hashing alike: a class has a single
/// function `void archive(Archive& a)` that names each of its fields in order.
#pragma once
#include <cstddef>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace weft {

class Archive {
 public:
  virtual ~Archive() = default;
  virtual bool reading() const = 0;
  /// Writes, reads or hashes `bytes` bytes at `data` under `name`. Names are unique within one archive.
  /// A reader throws Error when the stored size differs.
  virtual void block(std::string_view name, void* data, std::size_t bytes) = 0;
  /// The byte size stored under `name` (readers only; throws Error when there is none).
  virtual std::size_t stored_bytes(std::string_view name) const = 0;

  template <class T>
  void value(std::string_view name, T& v) {
    static_assert(std::is_trivially_copyable_v<T>);
    block(name, &v, sizeof(T));
  }
  /// A std::vector (any allocator) of trivially copyable items.
  template <class V>
  void array(std::string_view name, V& v) {
    using T = typename V::value_type;
    static_assert(std::is_trivially_copyable_v<T>);
    if (reading()) v.resize(stored_bytes(name) / sizeof(T));
    block(name, v.data(), v.size() * sizeof(T));
  }
};

}  // namespace weft
