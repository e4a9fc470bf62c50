/// The values that layers hold. Arrays are looked at, not copied:
/// what they show must live until the layer is written.
#pragma once
#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "output/usd/bytes.h"

namespace weft::usd {

/// Kinds of values and the numbers that crate files give them.
enum class Type : std::uint8_t {
  none = 0,
  boolean = 1,
  int32 = 3,
  int64 = 5,
  float32 = 8,
  float64 = 9,
  string = 10,
  token = 11,
  matrix4d = 15,
  vec2f = 20,
  vec3f = 24,
  token_vector = 41,
  specifier = 42,
  variability = 44,
  time_samples = 46,
  double_vector = 48,
  layer_offset_vector = 49,
  string_vector = 50
};

struct Token {
  std::string text;
};
struct Text {
  std::string text;
};
/// An array of tokens, as in xformOpOrder.
struct TokenArray {
  std::vector<std::string> tokens;
};
/// The layers that stand below one, and their offsets in time, which are none.
struct SubLayers {
  std::vector<std::string> paths;
};
struct SubLayerOffsets {
  std::size_t count = 0;
};
/// Row vectors: x_world = x_local * M.
using Matrix = std::array<double, 16>;

struct Array {
  Type type = Type::none;  ///< of an element
  std::size_t count = 0;
  std::span<const std::byte> bytes;
  std::shared_ptr<const void> owner;  ///< of the bytes, where nobody else is
};

template <class T>
Array array_of(Type type, std::span<const T> values) {
  return {type, values.size(), std::as_bytes(values), nullptr};
}
template <class T>
Array array_of(Type type, std::vector<T>&& values) {
  auto own = std::make_shared<const std::vector<T>>(std::move(values));
  return {type, own->size(), std::as_bytes(std::span(*own)), own};
}

/// std::monostate: declared, without a value.
using Value = std::variant<std::monostate, bool, double, Token, Text, TokenArray, SubLayers, SubLayerOffsets,
                           Matrix, Array>;

}  // namespace weft::usd
