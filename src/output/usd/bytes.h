/// Bytes put together in memory, little-endian as the machine is.
#pragma once
#include <bit>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>

namespace weft::usd {

static_assert(std::endian::native == std::endian::little, "crate files are little-endian");

using Bytes = std::string;

template <class T>
void append(Bytes& out, const T& value) {
  static_assert(std::is_trivially_copyable_v<T>);
  out.append(reinterpret_cast<const char*>(&value), sizeof value);
}

template <class T>
std::string_view view_of(std::span<T> values) {
  return {reinterpret_cast<const char*>(values.data()), values.size_bytes()};
}

}  // namespace weft::usd
