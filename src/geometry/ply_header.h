/// The header of a PLY file: which elements with which properties follow, and how they are encoded.
#pragma once
#include <string>
#include <vector>

#include "geometry/text.h"

namespace weft::ply {

enum class Encoding { ascii, little, big };
enum class Type { int8, uint8, int16, uint16, int32, uint32, float32, float64 };

/// Bytes of one binary value.
std::size_t size_of(Type type);
inline bool is_real(Type type) { return type == Type::float32 || type == Type::float64; }

struct Property {
  std::string name;
  Type type{};
  bool list = false;
  Type count_type{};  ///< of a list's length
};

struct Element {
  std::string name;
  std::uint64_t count = 0;
  std::vector<Property> properties;
  std::string where;  ///< of its line in the header
};

struct Header {
  Encoding encoding{};
  std::vector<Element> elements;
  std::size_t bytes = 0;  ///< offset of the first byte after it
  std::size_t lines = 0;
};

Header parse_header(std::string_view data, const std::string& name);

}  // namespace weft::ply
